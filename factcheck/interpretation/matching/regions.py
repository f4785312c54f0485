"""Regions: the words around each of several matches of a sentence that tell of it.

"Harden's dunk made it 72-62, and Gordon answered with a three": where what is told of one play
ends and what is told of the next begins, and what is told in between of an earlier one.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from factcheck.interpretation.wordings import PlayWords
from factcheck.language.english import GENITIVE
from factcheck.language.mentions import Sentence, Unit
from factcheck.rulebook.patterns import Match

# Between two plays of one sentence: "…, and Irving beat the horn", "… before Horford replied".
SEPARATORS = {";", ".", ",", "and", "then", "before", "while", "but", "whereas", "--", ":", "only"}
TURNS = {";", "before", "but", "while", "then", "whereas", "--"}
# Who follows these does not begin the next play: "off a pass from James".
_LEADING_TO_OTHERS = {"from", "off", "to", "past", "over", "of", "against", "by"}
_EARLIER_CLAUSE = {"after", "when", "once", "because", "since"}
_MOMENT = 7
_ARTICLES = {"a", "an", "the"}
_PHRASE = 4
"""Units before a noun that may stand in its phrase: "a narrow 102-100 home win"."""
# A comma or one of these goes on with the main clause after what was told aside.
_GOES_ON = {",", ";", "--", "and"}


class Region(NamedTuple):
    """The units around a match that tell of it: first, one past the last, and what stands aside.

    Of "Burks hit [a layup] 20 seconds after [James's jumper], and it was 104-88" the score is told
    of the layup, and all between "after" and the comma of the jumper.
    """

    start: int
    end: int
    aside: tuple[int, int] = (0, 0)

    def holds(self, start: int, end: int) -> bool:
        """Return whether units stand in the region, and not aside."""
        inside = self.start <= start and end <= self.end
        return inside and (end <= self.aside[0] or start >= self.aside[1])


def regions(sentence: Sentence, matches: Sequence[Match], words: PlayWords) -> list[Region]:
    """Return, for each of several matches, the units around it that tell of it.

    Args:
        sentence: The sentence.
        matches: What was matched in it; of those that overlap the longest counts.
        words: The vocabulary of plays told together.

    Returns:
        A region for each match.
    """
    chosen: list[Match] = []
    for match in sorted(matches, key=lambda one: (one.start - one.end, one.start)):
        if all(match.end <= other.start or other.end <= match.start for other in chosen):
            chosen.append(match)
    chosen.sort(key=lambda one: one.start)
    cuts = [_beginning(sentence.units, chosen[0].start, words) if chosen else 0]
    for before, after in pairwise(chosen):
        cuts.append(_cut(sentence.units, before.end, after.start))
    cuts.append(len(sentence.units))
    ends = [
        _end_of_clause(sentence.units, match.end, cuts[number + 1], words)
        for number, match in enumerate(chosen)
    ]
    ends = [
        _end_of_what_is_answered(sentence.units, match, end, words)
        for match, end in zip(chosen, ends, strict=True)
    ]
    told = [Region(*both) for both in zip(cuts, ends, strict=False)]
    for number, (before, after) in enumerate(pairwise(chosen)):
        aside = _aside(sentence.units, before, after, ends[number + 1], words)
        if aside is not None:
            told[number] = Region(told[number].start, ends[number + 1], aside)
            told[number + 1] = Region(*aside)
    return [
        next(
            told[n] for n, other in enumerate(chosen)
            if match.start < other.end and other.start < match.end
        )
        for match in matches
    ]  # fmt: skip


def _beginning(units: Sequence[Unit], start: int, words: PlayWords) -> int:
    """Return where the words about the first match begin: "…, but Gordon's three".

    Two subjects are two clauses: "After Harden missed with 20 seconds left, Gordon's three …", but
    in "the Suns pushed it to 19, on a Gordon layup" the layup did what stands before the comma.
    """
    named = False
    for index in range(start - 1, -1, -1):
        if _turns(units, index, words):
            return index
        if units[index].norm == "," and units[index + 1].norm in words.by_which:
            # What follows tells by what, or after what, this happened: it is one with it.
            named = False
        elif units[index].norm == "," and named and _has_subject(units, index, words):
            return index
        named = named or (_is_somebody(units[index]) and not _leads_to_others(units, index))
    return 0


def _turns(units: Sequence[Unit], index: int, words: PlayWords) -> bool:
    """Return whether a word begins what is told next; "before" the end of a quarter is a time."""
    following = [unit.norm for unit in units[index + 1 : index + 3]]
    is_time = units[index].norm == "before" and not words.ends.isdisjoint(following)
    return units[index].norm in TURNS and not is_time


def _has_subject(units: Sequence[Unit], end: int, words: PlayWords) -> bool:
    """Return whether somebody acts in the words before a comma, from the last turn on."""
    for index in range(end - 1, -1, -1):
        if _turns(units, index, words):
            return False
        if _is_somebody(units[index]) and not _leads_to_others(units, index):
            return True
    return False


def _is_somebody(unit: Unit) -> bool:
    return unit.mention is not None and unit.mention.label in {"player", "team"}


def _leads_to_others(units: Sequence[Unit], index: int, start: int = 0) -> bool:
    """Return whether a name is no subject: "off a pass from James", in the words from a start."""
    for before in range(index - 1, max(start, index - 3) - 1, -1):
        if units[before].norm in _LEADING_TO_OTHERS:
            return True
        if units[before].norm in {",", ";"}:
            return False
    return False


def separates(units: Sequence[Unit], index: int) -> bool:
    """Return whether a word parts what is told; the colon of "1:58" parts nothing."""
    return units[index].norm in SEPARATORS and not is_of_clock(units, index)


def is_of_clock(units: Sequence[Unit], index: int) -> bool:
    """Return whether a word is the colon of a time of the clock: "1:58"."""
    if units[index].norm != ":":
        return False
    around = units[max(0, index - 1) : index + 2 : 2]
    return all(unit.mention is not None and unit.mention.label == "number" for unit in around)


def _cut(units: Sequence[Unit], start: int, end: int) -> int:
    """Return where, between two matches, the words about the second one begin."""
    first_of_second = end
    for index in range(end - 1, start - 1, -1):
        if _is_somebody(units[index]) and _owns(units, index, end):
            # "From Snell's jumper | to Gibson's layup": a word before the name leads to it.
            first_of_second = max(start, index - 1)
            break
        if _is_somebody(units[index]) and not _leads_to_others(units, index, start):
            first_of_second = index
            break
    for index in range(first_of_second - 1, start - 1, -1):
        if separates(units, index):
            return index
    if first_of_second == end:
        # "Won again after | a 122-75 win": what stands in its phrase is told of it.
        for index in range(end - 1, max(start, end - _PHRASE) - 1, -1):
            if units[index].norm in _ARTICLES:
                return index
    return min(first_of_second, end)


def _owns(units: Sequence[Unit], index: int, end: int) -> bool:
    """Return whether a name is the owner of what begins at ``end``: "Gibson's layup"."""
    return all(unit.norm in GENITIVE for unit in units[index + 1 : end])


def _aside(
    units: Sequence[Unit], match: Match, other: Match, end: int, words: PlayWords
) -> tuple[int, int] | None:
    """Return the units that tell of an earlier play beside a match, where the match goes on.

    "A layup 20 seconds after James's jumper, and it was 104-88", "Okafor's layup, which came
    right after Bledsoe's, gave …".
    """
    named = [
        index for index in range(match.end, other.start)
        if _is_somebody(units[index])
    ]  # fmt: skip
    if not named:
        return None
    opener = named[0] - 1
    if opener > match.end and units[opener].norm == "the":
        opener -= 1
    replies = units[opener].norm == "to" and units[opener - 1].norm in words.replies
    if opener > match.end + 1 and replies:
        opener -= 2
    elif opener < match.end or units[opener].norm not in words.earlier:
        return None
    between = units[match.end : opener]
    if any(unit.norm in {"and", "but", ";", "--"} for unit in between):
        return None
    for index in range(other.end, end - 1):
        if units[index].norm in _GOES_ON:
            return opener, index
    owned = any(unit.norm in GENITIVE for unit in units[max(0, match.start - 2) : match.start + 1])
    if owned and all(unit.norm in words.close or unit.mention is not None for unit in between):
        return opener, other.end
    return None


def _end_of_clause(units: Sequence[Unit], start: int, end: int, words: PlayWords) -> int:
    """Return where after a match somebody else begins to act: ", and Irving beat the horn"."""
    for index in range(start, end - 1):
        if _tells_what_was_before(units, index, end, words):
            return index
        if not separates(units, index):
            continue
        following = index + 1
        while following < end and units[following].norm in SEPARATORS | {"the", "then"}:
            following += 1
        if following >= end:
            continue
        if _tells_of_a_moment(units, following, end):
            return index
        after = units[following + 1].norm if following + 1 < end else ""
        # "…, James assisting" is still about the same play.
        goes_on = after in GENITIVE or after.endswith("ing")
        if _is_somebody(units[following]) and not goes_on and not _stands(units, following, words):
            return index
    return end


def _stands(units: Sequence[Unit], index: int, words: PlayWords) -> bool:
    """ "His layup with 5:40 left, and the Suns were up two": how the game stood after it."""
    team = units[index].mention
    if team is None or team.label != "team":
        return False
    verb, *after = [unit.norm for unit in units[index + 1 : index + 7]] or [""]
    if verb in words.led:
        return "by" in after[:1]
    if verb in words.was:
        return not words.standing.isdisjoint(after[:2])
    return verb == "had" and not words.leads.isdisjoint(after)


def _end_of_what_is_answered(
    units: Sequence[Unit], match: Match, end: int, words: PlayWords
) -> int:
    """Return where a play that is answered ends: "answered Hayward's three | with his own"."""
    before = units[max(0, match.start - 3) : match.start + 1]
    for one, other in pairwise(before):
        if one.norm in words.answered and _is_somebody(other):
            answers = (n for n in range(match.end, end) if units[n].norm == "with")
            return next(answers, end)
    return end


def _tells_of_a_moment(units: Sequence[Unit], index: int, end: int) -> bool:
    """Return whether the next play begins with how it stood: "it was 38-36 when Wroten …"."""
    if [unit.norm for unit in units[index : index + 2]] != ["it", "was"]:
        return False
    for joint in range(index + 2, min(index + _MOMENT, end - 1)):
        if units[joint].norm == "when":
            return any(_is_somebody(unit) for unit in units[joint + 1 : joint + 3])
    return False


def _tells_what_was_before(units: Sequence[Unit], index: int, end: int, words: PlayWords) -> bool:
    """Return whether a clause begins about what happened earlier: "after Gibson had made it"."""
    if units[index].norm not in _EARLIER_CLAUSE:
        return False
    following = index + 1
    if following < end and units[following].norm == "the":
        following += 1
    return (
        following + 1 < end
        and _is_somebody(units[following])
        and units[following + 1].norm in words.done_before
    )
