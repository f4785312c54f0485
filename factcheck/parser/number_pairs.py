"""Two numbers that are one: scores, records and shooting lines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from typing import Any

from factcheck.language.mentions import Mention
from factcheck.language.numerals import DASHES
from factcheck.parser.number_words import NumberWords

_LONGEST_MENTION = 16
"""Tokens of the longest name, wording or quantity."""
_SHORTEST_CHAIN = 3
"""Numbers with dashes between them that are no pair any more."""
_LEAST_IN_WORDS = 13
"""Smaller numbers in words with "to" between them are a range as well."""
_TRIP = 3
"""So many shots may be those of one trip to the line."""
_TEAMS = frozenset({"team", "place"})
_OWNERS = _TEAMS | {"player"}
_COUNTED = frozenset({"number", "statistic", "score", "record", "percent"})
_STOPS = frozenset({".", ";", "!", "?"})
_SHOT_OF = {"FGM": "FG", "FG3M": "FG3", "FTM": "FT", "FGA": "FG", "FG3A": "FG3", "FTA": "FT"} | {
    "FG2M": "FG2",
    "FG2A": "FG2",
}


def find_pairs(words: Sequence[str], mentions: dict[int, Mention], cues: NumberWords) -> None:
    """Join two numbers into a score, a record or a shooting line.

    Args:
        words: The document's tokens, normalised.
        mentions: Mentions by first token; pairs replace numbers in place.
        cues: The words that tell what two numbers are.
    """
    chains = _chains(words, mentions)
    for index in sorted(mentions):
        first = mentions.get(index)
        if first is None or first.label != "number" or first.data["form"] in {"article", "noun"}:
            continue
        if index in chains:
            continue
        for label, separator in cues.pairs:
            start = first.end + len(separator)
            second = mentions.get(start)
            if second is None or second.label != "number":
                continue
            if tuple("-" if w in DASHES else w for w in words[first.end : start]) != separator:
                continue
            if (
                len(separator) > 1
                and separator[1] in cues.whose
                and not _shot_after(mentions, first.end + 2)
                and not _goes_on(words, mentions, index, cues, _TEAMS)
            ):
                continue
            if (
                separator == ("of",)
                and words[index] == "one"
                and (
                    (index and words[index - 1] in cues.copulas)
                    or not (
                        _shot_after(mentions, start)
                        or _are_made(words, mentions, index, cues)
                        or _goes_on(words, mentions, index, cues, _OWNERS)
                    )
                )
            ):
                continue  # "one of four Suns in double figures", "was one of three threes he made"
            if words[index] == "one" and words[index - 1] in cues.no_pairs:
                break  # "every one of his 12 free throws"
            if separator == ("of",) and words[index - 1 : index] in cues.near_misses:
                break  # "came within five of 30"
            if label == "shooting" and _less(second, first) and not _made_too_many(first, second):
                continue
            if "/" in separator and "/" in (*words[index - 1 : index], *words[second.end :][:1]):
                continue  # "a line of 22/2/3"
            if separator[-1] in cues.joining and not _reads_as_score(words, first, second, cues):
                continue
            if (
                len(separator) > 1
                and separator[-1] in cues.joining
                and _of_men(words, mentions, index)
            ):
                continue  # "Conley got the better of Bledsoe, 24 points to 23"
            before_score = second.end + 1 in mentions and words[second.end] in DASHES
            if separator == ("for",) and before_score:
                continue  # "answered with a three for 41-30"
            if max(first.data["value"], second.data["value"]) > 250:
                continue  # a season such as 2016-17
            if any(one.data["value"] % 1 for one in (first, second)):
                continue  # two percentages: "(47.6 to 39.4)"
            mentions[index] = _pair(words, mentions, label, first, second, cues)
            # "Thirteen points to four": the noun is part of it.
            for inside in range(first.end, start + 1):
                mentions.pop(inside, None)
            break


def _chains(words: Sequence[str], mentions: Mapping[int, Mention]) -> set[int]:
    """Return the first tokens of three numbers and more with dashes between them.

    "A 26-12-10 line", "by quarters: 30-37-24-14".
    """
    found: set[int] = set()
    for index in sorted(mentions):
        if index in found:
            continue
        chain = []
        link = mentions.get(index)
        while link is not None and _is_digits(link):
            chain.append(link.start)
            dashed = link.end < len(words) and words[link.end] in DASHES
            link = mentions.get(link.end + 1) if dashed else None
        if len(chain) >= _SHORTEST_CHAIN:
            found.update(chain)
    return found


def _is_digits(mention: Mention) -> bool:
    return mention.label == "number" and mention.data["form"] == "digits"


def _made_too_many(first: Mention, second: Mention) -> bool:
    """ "18-for-16" can be nothing but shots, however wrong; "two for one" is something else."""
    digits = first.data["form"] == second.data["form"] == "digits"
    return digits and second.start - first.end == 3


def _reads_as_score(
    words: Sequence[str], first: Mention, second: Mention, cues: NumberWords
) -> bool:
    """ "Won 102 to 91", but not "cut it from 12 to 5" or "seven to 10 days"."""
    before = words[first.start - 1] if first.start else ""
    after = words[second.end] if second.end < len(words) else "."
    if before in cues.before_range or after not in cues.after_score:
        return False
    # "Scoreless from 10:55 to 8:04".
    if before == ":" and first.start > 1 and words[first.start - 2].isdigit():
        return False
    forms = {first.data["form"], second.data["form"]}
    # Numbers in words are a score only where they stand apart, "in steals, nine to eight.", or are
    # too large for anything else: "led forty-one to twenty-four".
    large = min(first.data["value"], second.data["value"]) >= _LEAST_IN_WORDS
    return forms == {"digits"} or (
        forms <= {"digits", "word"} and (large or (before == "," and after in {".", ",", ";", ")"}))
    )


def _of_men(words: Sequence[str], mentions: Mapping[int, Mention], index: int) -> bool:
    """Tell whether the name before a number, in its sentence, is a player's."""
    for before in range(index - 1, -1, -1):
        if words[before] in _STOPS:
            return False
        mention = mentions.get(before)
        if mention is not None and mention.label in _OWNERS:
            return mention.label == "player"
    return False


def _shot_after(mentions: dict[int, Mention], index: int) -> bool:
    """Tell whether a number at a token counts attempts: "five of his 11 attempts from deep"."""
    number = mentions.get(index)
    following = mentions.get(number.end) if number is not None else None
    return following is not None and (following.label == "shot" or following.value in _SHOT_OF)


def _are_made(
    words: Sequence[str], mentions: Mapping[int, Mention], index: int, cues: NumberWords
) -> bool:
    """Tell whether what is counted at a token was made or missed: "made only one of eight".

    "One of two" and "one of three" are those of a trip to the line.
    """
    tried = mentions.get(mentions[index].end + 1)
    before = [word for word in words[max(0, index - 2) : index] if word not in cues.only]
    few = tried is None or tried.label != "number" or tried.data["value"] <= _TRIP
    return not few and bool(before) and before[-1] in cues.making


def _goes_on(
    words: Sequence[str], mentions: Mapping[int, Mention], index: int, cues: NumberWords,
    owners: Set[str],
) -> bool:  # fmt: skip
    """ "Made 14 of 36 threes, the Mavericks three of their 16": after a line of another.

    Nothing else is counted in between.
    """
    start = index
    while start and (words[start - 1] in cues.only or words[start - 1] in cues.making):
        start -= 1
    if not any(one.label in owners for one in ending_at(mentions, start)):
        return False
    for before in range(start - 1, -1, -1):
        if words[before] in _STOPS:
            return False
        mention = mentions.get(before)
        if mention is not None and mention.label == "shooting":
            shot = mentions.get(mention.end)
            return shot is not None and shot.label == "shot"
        if mention is not None and mention.label in _COUNTED:
            return False
    return False


def ending_at(mentions: Mapping[int, Mention], end: int) -> Iterator[Mention]:
    """Yield the mentions that end before a token."""
    for start in range(end - 1, max(end - 1 - _LONGEST_MENTION, -1), -1):
        mention = mentions.get(start)
        if mention is not None and mention.end == end:
            yield mention


def _less(left: Mention, right: Mention) -> bool:
    return bool(left.data["value"] < right.data["value"])


def _pair(
    words: Sequence[str],
    mentions: dict[int, Mention],
    label: str,
    first: Mention,
    second: Mention,
    cues: NumberWords,
) -> Mention:
    following = mentions.get(_behind_percentage(words, mentions, second.end))
    # "5-4 FT" is a shooting line all the same, if an impossible one.
    short = following is not None and words[following.start] in cues.shots
    hits_tries = label == "shooting" or not _less(second, first) or short
    if following is not None and following.label in {"shot", "statistic"} and hits_tries:
        label = "shooting"
        if following.label == "statistic":
            _as_shot(following)
    elif label == "score" and _tells_shots(words, mentions, first, second):
        label = "shooting"
    elif label == "score" and _in_parentheses(words, first.start) and words[first.end] != "to":
        before = first.start - 2
        # "(27-11)" after "the Lakers in assists" are assists.
        counted = any(m.label in {"statistic", "shot"} for m in ending_at(mentions, before + 1))
        near = not counted and any(
            m.label in {"team", "place"}
            for end in (before - 1, before, before + 1)
            for m in ending_at(mentions, end)
        )
        label = "record" if near else label
    mention = pair_of(label, first, second)
    whose = words[second.start - 1]
    if whose in cues.whose:
        mention.data["whose"] = whose
    return mention


def _behind_percentage(words: Sequence[str], mentions: Mapping[int, Mention], index: int) -> int:
    """Return where words go on behind a percentage in brackets: "6-20 (30 percent) from deep"."""
    percent = mentions.get(index + 1) if words[index : index + 1] == ["("] else None
    if (
        percent is None
        or percent.label != "percent"
        or words[percent.end : percent.end + 1] != [")"]
    ):
        return index
    return percent.end + 1


def pair_of(label: str, first: Mention, second: Mention) -> Mention:
    """Return two numbers as one mention, of which each is a part.

    Args:
        label: ``score``, ``record`` or ``shooting``.
        first: The first number.
        second: The second one, after it.
    """
    data: dict[str, Any] = {"first": int(first.data["value"]), "second": int(second.data["value"])}
    mention = Mention(label, first.start, second.end, f"{first.value}-{second.value}", data)
    mention.parts = {"first": (first.start, first.end), "second": (second.start, second.end)}
    return mention


def _as_shot(mention: Mention) -> None:
    """After made - attempted, "free throws" says where from, not how many."""
    if mention.value in _SHOT_OF:
        mention.label, mention.value = "shot", _SHOT_OF[mention.value]
        mention.data = {"value": mention.value}


def _tells_shots(
    words: Sequence[str], mentions: Mapping[int, Mention], first: Mention, second: Mention
) -> bool:
    """ "3PT : 4-8", "63 percent ( 5-8 )", "from the field ( 5-8 )": what stands before tells.

    "Better from deep ( 12-8 )" compares what two made.
    """
    before = words[first.start - 1] if first.start else ""
    wanted = {":": {"shot"}, "(": {"percent"}}.get(before, set[str]())
    if before == "(" and not _less(second, first):
        wanted = wanted | {"shot"}
    return any(m.label in wanted for m in ending_at(mentions, first.start - 1))


def _in_parentheses(words: Sequence[str], index: int) -> bool:
    return index > 0 and words[index - 1] == "("
