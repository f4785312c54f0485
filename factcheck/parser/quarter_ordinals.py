"""Ordinals that are quarters: "in the fourth", "through three"."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set

from factcheck.language.mentions import Mention
from factcheck.parser.number_pairs import ending_at
from factcheck.parser.number_words import NumberWords

_FAR = 200
"""Tokens back to which an ordinal may follow another."""
_FINAL = 60
"""So many points a team has in a whole game alone."""
_NEAR = 24
"""Tokens back to which meetings may be what an ordinal counts."""
_HALVES = {1: "H1", 2: "H2"}
_BESIDE = 7
"""Tokens up to which the half stands that an ordinal before it is one of."""
_LATE = {3, 4}
"""Quarters that are hardly one of two free throws, or of two games."""
_TOGETHER = {1: "H1", 2: "Q2-Q3", 3: "H2"}
"""What a quarter and the next one are together."""
_BEFORE_OVERTIME = {"Q4", "H2"}
"""Parts that end where overtime begins."""


def find_quarters(
    words: Sequence[str], mentions: dict[int, Mention], cues: NumberWords, breaks: Set[int]
) -> None:
    """Read "in the fourth" and "through three" as quarters where no noun follows.

    Args:
        words: The document's tokens, normalised.
        mentions: Mentions by first token; quarters replace ordinals in place.
        cues: The words that tell an ordinal for a quarter.
        breaks: The tokens that end a block of the text: no noun follows there.
    """
    for index, mention in list(mentions.items()):
        if mentions.get(index) is not mention:
            continue
        ends = mention.end == len(words) or mention.end - 1 in breaks
        after = "." if ends else words[mention.end]
        before = _before(words, index, cues)
        value = mention.data.get("value")
        # "Ahead of the fourth-place Suns".
        compound = after == "-" and not cues.compounds.isdisjoint(
            words[mention.end + 1 : mention.end + 2]
        )
        is_quarter = mention.label == "ordinal" and value in {1, 2, 3, 4} and not compound
        next_one = mentions.get(mention.end + (after == ","))
        scored = next_one is not None and next_one.label in {"score", "shooting"}
        second = _joined(words, mentions, mention, cues) if is_quarter else None
        if second is not None and before in cues.in_quarter:
            code = _TOGETHER[int(mention.data["value"])]
            mentions.pop(second.start)
            mentions[index] = Mention("period", index, second.end, code, {"value": code})
            mentions[index].parts["which"] = (index, second.end)
            continue
        if is_quarter and (
            (before in cues.in_quarter and (after in cues.after_quarter or scored))
            or (before in cues.within_quarter and _ends_within(words, mention.end, cues))
            or (before in cues.within_quarter and _opens(words, mentions, index, mention.end))
            or _ends_moment(words, index, after, cues)
            or (scored and words[index - 1] == "the")
            or (before.endswith("the") and _by_number(words, mentions, mention.end))
            or (_begins(words, index) and after in cues.of_quarter)
            or (after == "." and words[index - 2 : index] == ["?", "the"])
            or (_follows(words, index, cues) and value in _LATE and after in cues.quarter_verbs)
            or (_is_praised(words, index, cues) and _is_alone(after, cues))
            or ((before in cues.points or _ends_score(mentions, index)) and _is_alone(after, cues))
            or (after in cues.ends and _had_in_score(words, mentions, index, cues))
            or (
                after == ":"
                and (
                    words[index][0].isdigit()
                    or words[index - 1 : index] in ([], ["-"], ["*"], ["."])
                )
            )
        ):
            if _of_meetings(words, mentions, index, cues):
                continue
            code = _next_of_series(words, mentions, index, cues)
            mentions[index] = Mention("period", index, mention.end, code, {"value": code})
            mentions[index].parts["which"] = (index, mention.end)


def join_overtime(words: Sequence[str], mentions: dict[int, Mention], cues: NumberWords) -> None:
    """Read "the fourth quarter and overtime" as one part of the game.

    Args:
        words: The document's tokens, normalised.
        mentions: Mentions by first token; what is joined becomes one of them.
        cues: The words that join overtime to what comes before it, and those that may follow.
    """
    for index, mention in list(mentions.items()):
        if mention.label != "period" or mention.value not in _BEFORE_OVERTIME:
            continue
        place = mention.end + (words[mention.end : mention.end + 1] == [","])
        if words[place : place + 1] == [] or words[place] not in cues.adds_overtime:
            continue
        place += 1
        while place < len(words) and words[place] in cues.before_overtime:
            place += 1
        extra = mentions.get(place)
        if extra is None or extra.label != "period" or extra.value != "OT":
            continue
        if extra.end < len(words) and words[extra.end] not in cues.after_quarter:
            continue
        for between in range(mention.end, place + 1):
            mentions.pop(between, None)
        code = f"{mention.value}-OT"
        parts = mention.parts | {"overtime": (extra.start, extra.end)}
        mentions[index] = Mention("period", index, extra.end, code, {"value": code}, parts)


def _before(words: Sequence[str], index: int, cues: NumberWords) -> str:
    """Return the two words before an ordinal: of "in a furious fourth" as well "in the"."""
    praised = index and (
        words[index - 1] in cues.qualities or cues.describing.describes(words[index - 1 : index])
    )
    end = index - 1 if praised else index
    before = list(words[max(0, end - 2) : end])
    if end < index and before and before[-1] in cues.owning:
        before[-1] = "the"
    return " ".join(before)


def _joined(
    words: Sequence[str], mentions: Mapping[int, Mention], mention: Mention, cues: NumberWords
) -> Mention | None:
    """Return the next ordinal, joined to one by "and": "in the second and third"."""
    if words[mention.end : mention.end + 1] != ["and"]:
        return None
    place = mention.end + 1
    place += words[place : place + 1] == ["the"]
    second = mentions.get(place)
    if second is None or second.label != "ordinal" or mention.data["value"] not in _TOGETHER:
        return None
    follows = second.data.get("value") == mention.data["value"] + 1
    after = words[second.end] if second.end < len(words) else "."
    return second if follows and after in cues.ends else None


def _of_meetings(
    words: Sequence[str], mentions: Mapping[int, Mention], index: int, cues: NumberWords
) -> bool:
    """ "The second meeting in six days; they won the first as well", "the first was 109-88"."""
    first, score = mentions[index], mentions.get(mentions[index].end + 1)
    if score is not None and score.label == "score" and first.data["value"] == 1:
        # A later one may have ended so, after those before it.
        return min(float(score.data["first"]), float(score.data["second"])) >= _FINAL
    for before in range(index - 1, max(index - _NEAR, -1), -1):
        mention = mentions.get(before)
        if words[before] == "." or (mention is not None and mention.label == "period"):
            return False
        if words[before] in cues.meetings:
            return True
    return False


def _ends_moment(words: Sequence[str], index: int, after: str, cues: NumberWords) -> bool:
    """ "With 5:40 left in the third they led", "when the first ended": a time, then its quarter."""
    if words[index - 1 : index] != ["the"]:
        return False
    return after in cues.ended or (
        words[max(0, index - 2)] in cues.clock_to
        and (
            bool(cues.clock.intersection(words[max(0, index - 5) : index - 2]))
            or _is_clock(words, index - 2)
        )
        and after not in cues.other_ordinals
    )


def _is_clock(words: Sequence[str], end: int) -> bool:
    """ "A timeout at 2:21 of the third found them down eight"."""
    told = words[max(0, end - 3) : end]
    return len(told) == 3 and told[1] == ":" and told[0].isdigit() and told[2].isdigit()


def _next_of_series(
    words: Sequence[str], mentions: Mapping[int, Mention], index: int, cues: NumberWords
) -> str:
    """Return the period that an ordinal stands for, of the kind that is named beside it.

    "Seven each in the first overtime, and they won the second", or "five in the second overtime,
    none in the first": of overtimes; "63 in the first half and 30 in the second", "30 in the first
    and 45 in the second half": of halves; else of quarters.
    The one beside it may be in the sentence before: "Won the first half by six. They lost the
    second".
    """
    value = int(mentions[index].data["value"])
    half, same_sentence = _HALVES.get(value), True
    for before in range(index - 1, max(index - _FAR, -1), -1):
        mention = mentions.get(before)
        if mention is not None and mention.label == "period":
            if half is not None and _is_other_half(words, mention, half, cues):
                return half
            if mention.value == f"OT{value - 1}":
                return f"OT{value}"
            if same_sentence:
                overtime = mention.value.startswith("OT") and mention.value != "OT"
                return f"OT{value}" if overtime and half is not None else f"Q{value}"
            break
        if words[before] == ".":
            if not same_sentence or index - before > _BESIDE:
                break
            same_sentence = False
    for after in range(mentions[index].end, min(mentions[index].end + _BESIDE, len(words))):
        mention = mentions.get(after)
        if words[after] in {".", ",", ";"}:
            break
        if mention is not None and mention.label == "period":
            return half if half and _is_other_half(words, mention, half, cues) else f"Q{value}"
    return f"Q{value}"


def _is_other_half(words: Sequence[str], mention: Mention, half: str, cues: NumberWords) -> bool:
    """Return whether a period is the other half, called by its ordinal: not "halftime"."""
    named = words[mention.start : mention.end]
    return (
        mention.value in _HALVES.values()
        and mention.value != half
        and not cues.halves.isdisjoint(named)
    )


def _by_number(words: Sequence[str], mentions: Mapping[int, Mention], index: int) -> bool:
    """ "The third by seven": after the ordinal of a quarter comes its margin."""
    counted = mentions.get(index + 1)
    return words[index : index + 1] == ["by"] and counted is not None and counted.label == "number"


def _begins(words: Sequence[str], index: int) -> bool:
    """ "The third belonged to them": a sentence begins with the ordinal."""
    return words[index - 1 : index] == ["the"] and words[max(0, index - 2) : index - 1] in (
        [], ["."], ["-"],
    )  # fmt: skip


def _opens(words: Sequence[str], mentions: Mapping[int, Mention], index: int, end: int) -> bool:
    """ "In the third Curry took over": a sentence begins so, and goes on with who did what."""
    name = mentions.get(end)
    begins = words[max(0, index - 3) : index - 2] in ([], ["."])
    owns = name is not None and words[name.end : name.end + 1] in (["'s"], ["'"])
    return begins and name is not None and name.label == "player" and not owns


def _follows(words: Sequence[str], index: int, cues: NumberWords) -> bool:
    """ "It was close, but the fourth was not": a clause begins with the ordinal."""
    return words[index - 1 : index] == ["the"] and words[max(0, index - 2)] in cues.joints


def _is_praised(words: Sequence[str], index: int, cues: NumberWords) -> bool:
    """ "A big third put them up 12"."""
    return words[index - 1] in cues.qualities and words[max(0, index - 2)] in cues.owning


def _is_alone(after: str, cues: NumberWords) -> bool:
    """ "A 35-20 third pushed the lead to 26": no noun follows the ordinal."""
    return after in cues.gives or (after.endswith("ed") and after not in cues.no_verbs)


def _ends_within(words: Sequence[str], end: int, cues: NumberWords) -> bool:
    """ "In the third largely on free throws", "in the third at home": no noun follows."""
    after = words[end] if end < len(words) else "."
    if after in cues.within_words or _is_alone(after, cues):
        return True
    adverb = after.endswith("ly") and after not in cues.no_verbs
    return adverb or " ".join(words[end : end + 2]) in cues.within_follow


def _ends_score(mentions: Mapping[int, Mention], index: int) -> bool:
    """ "A 35-20 third": a score right before an ordinal."""
    return any(m.label == "score" for m in ending_at(mentions, index))


def _had_in_score(
    words: Sequence[str], mentions: Mapping[int, Mention], index: int, cues: NumberWords
) -> bool:
    """ "Answered with a 32-22 second", "a 32-22 Denver second": of which the score is told."""
    team = next((one for one in ending_at(mentions, index) if one.label in {"team", "place"}), None)
    end = index if team is None else team.start
    return any(
        one.label in {"score", "record"} and one.start > 0 and words[one.start - 1] in cues.owning
        for one in ending_at(mentions, end)
    )
