"""Numbers, scores, records, shooting lines and percentages."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from factcheck.language.english import number_value, ordinal_value
from factcheck.language.mentions import Mention

# How exact a number claims to be, by the one or two words before it.
_HEDGES = {
    "nearly": "under", "almost": "under", "under": "under", "below": "under", "about": "about",
    "around": "about", "roughly": "about", "approximately": "about", "over": "over",
    "more than": "over", "at least": "at least", "better than": "over", "less than": "under",
    "fewer than": "under", "just under": "under", "up to": "under", "above": "over",
    "just over": "over", "close to": "about", "well over": "over", "north of": "over",
    "cracked": "over",
    "surpassed": "over",
    "eclipsed": "over",
    "exceeded": "over",
    "shy of": "under",
    "short of": "under",
    "as many as": "about", "some": "about", "upwards of": "over",
}  # fmt: skip
_COUNT_NOUNS = {"pair": 2, "couple": 2, "trio": 3, "dozen": 12, "handful": None}
_BEFORE_QUARTER = (
    "in", "into", "entering", "to", "of", "during", "through", "for", "over", "owned", "won",
    "dominated", "controlled", "took", "opened", "began", "finished", "closed",
)  # fmt: skip
_IN_QUARTER = {f"{word} the" for word in _BEFORE_QUARTER}
_NO_NOUN = {
    ".", ",", ";", ":", ")", "and", "as", "while", "when", "with", "to", "on", "before", "after",
    "but", "behind", "by", "thanks", "from", "where", "--", "-",
}  # fmt: skip
_AFTER_SCORE = _NO_NOUN | {
    "in",
    "over",
    "at",
    "during",
    "against",
    "for",
    "the",
    "win",
    "victory",
    "loss",
}
_LONGEST_MENTION = 16
"""Tokens of the longest name, wording or quantity."""
_FAR = 200
"""Tokens back to which an ordinal may follow another."""
_OWNERS = {"his", "their", "its", "the"}
_PERCENT = {"percent", "%", "percentage", "pct"}
_DASHES = {"-", "--", "−"}


def find_quantities(words: Sequence[str], mentions: dict[int, Mention]) -> None:
    """Add the mentions of quantities to those found in the lexicon.

    Args:
        words: The document's tokens, normalised.
        mentions: Mentions by first token; extended in place.
    """
    covered = {index for m in mentions.values() for index in range(m.start, m.end)}
    _find_simple(words, mentions, covered)
    _find_articles(words, mentions, covered)
    _find_pairs(words, mentions)
    _find_quarters(words, mentions)
    for mention in mentions.values():
        if mention.kind in {"number", "percent"}:
            _add_hedge(words, mention)
    _spread_bounds(words, mentions)


def _number(start: int, end: int, value: float, form: str) -> Mention:
    return Mention("number", start, end, f"{value:g}", {"value": value, "form": form})


def _find_simple(words: Sequence[str], mentions: dict[int, Mention], covered: set[int]) -> None:
    index = 0
    while index < len(words):
        word = words[index]
        if index in covered:
            index += 1
            continue
        value, end = number_value(word), index + 1
        if word == "one" and _is_pronoun(words, index):
            value = None
        if value is not None:
            if not word[0].isdigit() and 20 <= value <= 90 and value % 10 == 0:
                value, end = _compound(words, index, value)
            form = "digits" if word[0].isdigit() or word[0] == "." else "word"
            if word == "one" and words[index - 1 : index] == ["not"]:
                value, form = 0, "no"  # "eighteen points and not one foul"
            if word == "five" and index and words[index - 1] == "starting":
                form = "noun"
            if end < len(words) and words[end] in _PERCENT and end not in covered:
                mention = Mention("percent", index, end + 1, f"{value:g}", {"value": value})
                mention.parts["number"] = (index, end)
                mentions[index] = mention
                end += 1
            else:
                mentions[index] = _number(index, end, value, form)
        elif (ordinal := ordinal_value(word)) is not None:
            mentions[index] = Mention("ordinal", index, end, str(ordinal), {"value": ordinal})
        covered.update(range(index, end) if index in mentions else ())
        index = end


def _is_pronoun(words: Sequence[str], index: int) -> bool:
    """ "Led this one 76-72", "every one of his five", "one of the best": no number."""
    following = words[index + 1] if index + 1 < len(words) else "."
    best = "".join(words[index + 3 : index + 4]) if _of_the(words, index) else ""
    if best.endswith("est") or best in {"most", "worst"}:
        return True
    before = words[index - 1] if index else ""
    if before in {"this", "that"}:
        return following in _NO_NOUN or following[:1].isdigit()
    return before in {"every", "each", "single", "any"} and following in _NO_NOUN | {"of"}


def _of_the(words: Sequence[str], index: int) -> bool:
    return list(words[index + 1 : index + 3]) == ["of", "the"]


def _compound(words: Sequence[str], index: int, tens: float) -> tuple[float, int]:
    """Read ``twenty - five`` or ``twenty five``; return its value and end."""
    end = index + 2 if index + 2 < len(words) and words[index + 1] in _DASHES else index + 1
    unit = number_value(words[end]) if end < len(words) else None
    if unit is not None and 1 <= unit <= 9 and not words[end][0].isdigit():
        return tens + unit, end + 1
    return tens, index + 1


def _find_articles(words: Sequence[str], mentions: dict[int, Mention], covered: set[int]) -> None:
    """Read "a steal", "an assist", "no turnovers", "a pair of blocks", "a dozen points"."""
    for index, word in enumerate(words[:-1]):
        if index in covered:
            continue
        follower = mentions.get(index + 1)
        if word in {"a", "an"}:
            value = _COUNT_NOUNS.get(words[index + 1])
            if value and index + 1 not in covered:
                mentions[index + 1] = _number(index + 1, index + 2, value, "noun")
                covered.add(index + 1)
            elif follower and follower.kind == "statistic":
                mentions[index] = _number(index, index + 1, 1, "article")
                covered.add(index)
        elif word in {"no", "zero"} and follower and follower.kind == "statistic":
            mentions[index] = _number(index, index + 1, 0, "no")
            covered.add(index)
        elif word in {"pair", "trio", "dozen"} and index + 1 < len(words):
            value = _COUNT_NOUNS[word]
            if value and (words[index + 1] == "of" or (follower and follower.kind == "statistic")):
                mentions[index] = _number(index, index + 1, value, "noun")
                covered.add(index)


def _find_pairs(words: Sequence[str], mentions: dict[int, Mention]) -> None:
    """Join two numbers into a score, a record or a shooting line."""
    for index in sorted(mentions):
        first = mentions.get(index)
        if first is None or first.kind != "number" or first.data["form"] in {"article", "noun"}:
            continue
        for kind, separator in (
            ("shooting", ("-", "of", "-")), ("shooting", ("-", "for", "-")), ("shooting", ("of",)),
            ("shooting", ("for",)), ("score", ("-",)), ("shooting", ("out", "of")),
            ("shooting", ("/",)), ("shooting", ("of", "his")), ("shooting", ("of", "their")),
            ("shooting", ("of", "its")), ("score", ("to",)),
        ):  # fmt: skip
            if (
                len(separator) > 1
                and separator[1] in _OWNERS
                and not _shot_after(mentions, first.end + 2)
            ):
                continue
            start = first.end + len(separator)
            if (
                separator == ("of",)
                and words[index] == "one"
                and (
                    words[index - 1 : index] in (["is"], ["was"], ["being"], ["were"], ["'s"])
                    or not _shot_after(mentions, start)
                )
            ):
                continue  # "one of four Suns in double figures", "was one of three threes he made"
            if words[index] == "one" and words[index - 1] in {"every", "each", "not"}:
                break  # "every one of his 12 free throws"
            joined = tuple("-" if w in _DASHES else w for w in words[first.end : start])
            second = mentions.get(start)
            if joined != separator or second is None or second.kind != "number":
                continue
            if kind == "shooting" and _less(second, first) and not _made_too_many(first, second):
                continue
            if "/" in separator and "/" in (*words[index - 1 : index], *words[second.end :][:1]):
                continue  # "a line of 22/2/3"
            if separator == ("to",) and not _reads_as_score(words, first, second):
                continue
            if max(first.data["value"], second.data["value"]) > 250:
                continue  # a season such as 2016-17
            mentions[index] = _pair(words, mentions, kind, first, second)
            del mentions[start]
            break


def _made_too_many(first: Mention, second: Mention) -> bool:
    """ "18-for-16" can be nothing but shots, however wrong; "two for one" is something else."""
    digits = first.data["form"] == second.data["form"] == "digits"
    return digits and second.start - first.end == 3


def _reads_as_score(words: Sequence[str], first: Mention, second: Mention) -> bool:
    """ "Won 102 to 91", but not "cut it from 12 to 5" or "seven to 10 days"."""
    before = words[first.start - 1] if first.start else ""
    after = words[second.end] if second.end < len(words) else "."
    if before in {"from", "the", "between"} or after not in _AFTER_SCORE:
        return False
    forms = {first.data["form"], second.data["form"]}
    # Numbers in words are a score only where they stand apart: "in steals, nine to eight."
    return forms == {"digits"} or (
        forms <= {"digits", "word"} and before == "," and after in {".", ",", ";", ")"}
    )


def _shot_after(mentions: dict[int, Mention], index: int) -> bool:
    """Tell whether a number at a token counts attempts: "five of his 11 attempts from deep"."""
    number = mentions.get(index)
    following = mentions.get(number.end) if number is not None else None
    return following is not None and (following.kind == "shot" or following.value in _SHOT_OF)


def _find_quarters(words: Sequence[str], mentions: dict[int, Mention]) -> None:
    """Read "in the fourth" and "through three" as quarters where no noun follows."""
    for index, mention in list(mentions.items()):
        after = words[mention.end] if mention.end < len(words) else "."
        before = " ".join(words[max(0, index - 2) : index])
        value = mention.data.get("value")
        is_quarter = mention.kind == "ordinal" and value in {1, 2, 3, 4}
        next_one = mentions.get(mention.end + (after == ","))
        scored = next_one is not None and next_one.kind == "score"
        if is_quarter and (
            (before in _IN_QUARTER and (after in _NO_NOUN or scored))
            or _ends_moment(words, index, after)
            or (scored and words[index - 1] == "the")
            or (before.endswith("the") and _by_number(words, mentions, mention.end))
            or (_begins(words, index) and (after in _OF_QUARTER or after in _NO_NOUN))
            or ((before == "- point" or _ends_score(mentions, index)) and _is_alone(after))
            or (
                after == ":"
                and (
                    words[index][0].isdigit()
                    or words[index - 1 : index] in ([], ["-"], ["*"], ["."])
                )
            )
        ):
            code = _next_of_series(words, mentions, index)
            mentions[index] = Mention("period", index, mention.end, code, {"value": code})
            mentions[index].parts["which"] = (index, mention.end)


def _ends_moment(words: Sequence[str], index: int, after: str) -> bool:
    """ "With 5:40 left in the third they led": a time of the clock, then its quarter."""
    return (
        words[index - 1 : index] == ["the"]
        and words[max(0, index - 2)] in {"in", "of", "through", "into"}
        and bool(_CLOCK.intersection(words[max(0, index - 5) : index - 2]))
        and after not in _OTHER_ORDINALS
    )


_CLOCK = {
    "left", "remaining", "play", "go", "mark", "gone", "early", "midway", "late", "halfway",
    "minutes", "minute", "seconds", "end", "start", "beginning", "stages", "moments", "clock",
}  # fmt: skip
# "Late in the second game of a back-to-back", "early in the first meeting".
_OTHER_ORDINALS = {
    "game", "meeting", "matchup", "contest", "night", "half", "leg", "overtime", "extra", "ot",
    "round", "month", "week", "season", "year", "time", "straight", "consecutive", "of", "-",
    "session",
}  # fmt: skip


def _next_of_series(words: Sequence[str], mentions: Mapping[int, Mention], index: int) -> str:
    """ "Seven each in the first overtime, and they won the second": of overtimes, not quarters."""
    value = int(mentions[index].data["value"])
    for before in range(index - 1, max(index - _FAR, -1), -1):
        mention = mentions.get(before)
        if words[before] == "." or (mention is not None and mention.kind == "period"):
            overtime = mention is not None and mention.value == f"OT{value - 1}"
            return f"OT{value}" if overtime else f"Q{value}"
    return f"Q{value}"


def _by_number(words: Sequence[str], mentions: Mapping[int, Mention], index: int) -> bool:
    """ "The third by seven": after the ordinal of a quarter comes its margin."""
    counted = mentions.get(index + 1)
    return words[index : index + 1] == ["by"] and counted is not None and counted.kind == "number"


def _begins(words: Sequence[str], index: int) -> bool:
    """ "The third belonged to them": a sentence begins with the ordinal."""
    return words[index - 1 : index] == ["the"] and words[max(0, index - 2) : index - 1] in (
        [], ["."], ["-"],
    )  # fmt: skip


_OF_QUARTER = {
    "belonged", "was", "began", "brought", "opened", "started", "ended", "closed", "saw", "went",
}  # fmt: skip


def _is_alone(after: str) -> bool:
    """ "A 35-20 third pushed the lead to 26": no noun follows the ordinal."""
    return after in _NO_NOUN or after.endswith("ed") or after in {"gave", "put", "made", "left"}


def _ends_score(mentions: Mapping[int, Mention], index: int) -> bool:
    """ "A 35-20 third": a score right before an ordinal."""
    return any(m.kind == "score" for m in _ending_at(mentions, index))


def _ending_at(mentions: Mapping[int, Mention], end: int) -> Iterator[Mention]:
    """Yield the mentions that end before a token."""
    for start in range(end - 1, max(end - 1 - _LONGEST_MENTION, -1), -1):
        mention = mentions.get(start)
        if mention is not None and mention.end == end:
            yield mention


def _less(left: Mention, right: Mention) -> bool:
    return bool(left.data["value"] < right.data["value"])


def _pair(
    words: Sequence[str], mentions: dict[int, Mention], kind: str, first: Mention, second: Mention
) -> Mention:
    following = mentions.get(second.end)
    # "5-4 FT" is a shooting line all the same, if an impossible one.
    hits_tries = kind == "shooting" or not _less(second, first) or _abbreviated(words, following)
    if following is not None and following.kind in {"shot", "statistic"} and hits_tries:
        kind = "shooting"
        if following.kind == "statistic":
            _as_shot(following)
    elif kind == "score" and _tells_shots(words, mentions, first.start):
        kind = "shooting"
    elif kind == "score" and _in_parentheses(words, first.start) and words[first.end] != "to":
        before = first.start - 2
        # "(27-11)" after "the Lakers in assists" are assists.
        counted = any(m.kind in {"statistic", "shot"} for m in _ending_at(mentions, before + 1))
        near = not counted and any(
            m.kind in {"team", "place"}
            for end in (before - 1, before, before + 1)
            for m in _ending_at(mentions, end)
        )
        kind = "record" if near else kind
    data: dict[str, Any] = {"first": int(first.data["value"]), "second": int(second.data["value"])}
    whose = words[second.start - 1]
    if whose in _OWNERS:
        data["whose"] = whose
    value = f"{first.value}-{second.value}"
    mention = Mention(kind, first.start, second.end, value, data)
    mention.parts = {"first": (first.start, first.end), "second": (second.start, second.end)}
    return mention


def _abbreviated(words: Sequence[str], mention: Mention | None) -> bool:
    return mention is not None and words[mention.start] in {"fg", "3pt", "ft", "3p", "3fg"}


_SHOT_OF = {"FGM": "FG", "FG3M": "FG3", "FTM": "FT", "FGA": "FG", "FG3A": "FG3", "FTA": "FT"}


def _as_shot(mention: Mention) -> None:
    """After made - attempted, "free throws" says where from, not how many."""
    if mention.value in _SHOT_OF:
        mention.kind, mention.value = "shot", _SHOT_OF[mention.value]
        mention.data = {"value": mention.value}


def _tells_shots(words: Sequence[str], mentions: Mapping[int, Mention], index: int) -> bool:
    """ "3PT : 4-8" and "63 percent ( 5-8 )": what stands before makes the pair a shooting line."""
    wanted = {":": "shot", "(": "percent"}.get(words[index - 1]) if index else None
    return any(m.kind == wanted for m in _ending_at(mentions, index - 1))


def _in_parentheses(words: Sequence[str], index: int) -> bool:
    return index > 0 and words[index - 1] == "("


def _add_hedge(words: Sequence[str], mention: Mention) -> None:
    start = mention.start
    two = " ".join(words[max(0, start - 2) : start])
    one = words[start - 1] if start else ""
    mention.data["hedge"] = _HEDGES.get(two) or _HEDGES.get(one) or "exact"


def _spread_bounds(words: Sequence[str], mentions: Mapping[int, Mention]) -> None:
    """ "At least 15 points, eight assists and five rebounds": at least for all of the list."""
    bound = -1
    for index in sorted(mentions):
        mention = mentions[index]
        if mention.kind == "statistic" and bound == index:
            bound = mention.end
        elif mention.kind != "number":
            continue
        elif mention.data["hedge"] == "at least":
            bound = mention.end
        elif bound >= 0 and mention.data["hedge"] == "exact" and _listed(words, bound, index):
            mention.data["hedge"] = "at least"
            bound = mention.end
        else:
            bound = -1


def _listed(words: Sequence[str], start: int, end: int) -> bool:
    between = words[start:end]
    return 0 < len(between) <= 2 and set(between) <= {",", "and"}
