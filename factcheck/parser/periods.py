"""Which quarter, half or overtime the words of a clause speak of."""

from __future__ import annotations

from itertools import pairwise

from factcheck.language.english import is_past
from factcheck.language.mentions import Sentence, Unit, label_part
from factcheck.parser.document import ClauseContext
from factcheck.parser.wordings import PeriodWords


def nearest_period(
    sentence: Sentence, frames: list[ClauseContext], anchor: int, words: PeriodWords
) -> str | None:
    """Return the period that a unit speaks of: the next one in its clause, else the last.

    Args:
        sentence: A bound sentence.
        frames: What each of its units is about.
        anchor: The unit.
        words: What tells a part of a total, and how the game went, from when something was.
    """
    found = _nearest(sentence, frames, anchor, words)
    return found[1] if found else None


def may_be_of_the_game(
    sentence: Sentence, frames: list[ClauseContext], anchor: int, words: PeriodWords
) -> bool:
    """Return whether a unit may as well be of the whole game as of the period of its clause.

    Another deed stands between them: "with Lee handing out 12 assists, the Suns won the first",
    "won the first and made 12 threes". What a sentence begins with is of all of it, "In the third
    Lee had nine, and Hill missed four"; and where it tells of a moment, its numbers are of that.
    """
    found = _nearest(sentence, frames, anchor, words)
    if found is None or _tells_of_a_moment(sentence, found[0], anchor, words):
        return False
    units = sentence.units
    if any(_few_minutes(*pair) for pair in pairwise(units)):
        return False
    first, last = sorted((anchor, found[0]))
    if found[0] < anchor and not any(_is_deed(unit) for unit in units[:first]):
        return False
    # "Scored nine in the third, plus 12 rebounds".
    added = anchor > 1 and units[anchor - 1].norm in words.adds
    if added and units[anchor - 2].norm in words.turns:
        return True
    return any(_is_deed(unit) for unit in units[first + 1 : last])


def _tells_of_a_moment(sentence: Sentence, period: int, anchor: int, words: PeriodWords) -> bool:
    """Return whether a sentence tells of a moment, besides that which its period belongs to.

    "Had five rebounds and made a three late in the third": the three was made late in it.
    """
    units = sentence.units
    own = range(max(0, period - _FAR), period) if period > anchor else range(0)
    return any(
        unit.norm in words.moments
        and place not in own
        and not (place > 1 and units[place - 2].norm in words.down_the)
        for place, unit in enumerate(units)
    )


def _few_minutes(number: Unit, unit: Unit) -> bool:
    """ "In the first six minutes of the third": less than a quarter."""
    return (
        number.mention is not None
        and number.mention.label == "number"
        and number.mention.data["value"] < _QUARTER
        and unit.mention is not None
        and unit.mention.label == "statistic"
        and unit.mention.value == "MIN"
    )


def _is_deed(unit: Unit) -> bool:
    """Return whether a word may be a verb that goes on with what somebody did."""
    return unit.mention is None and (is_past(unit.norm) or unit.norm.endswith("ing"))


def _nearest(
    sentence: Sentence, frames: list[ClauseContext], anchor: int, words: PeriodWords
) -> tuple[int, str] | None:
    """Return the period that a unit speaks of, and where it stands."""
    if label_part("period") not in sentence.parts:
        return None
    clause = frames[anchor].clause
    start, part = _final(sentence, anchor, words), _next_part(sentence, anchor, words)
    periods = [
        (index, unit.mention.value)
        for index, unit in enumerate(sentence.units[:part])
        if unit.mention is not None
        and unit.mention.label == "period"
        and frames[index].clause == clause
        and index >= start
        and not any(is_told(sentence, anchor, index, words) for is_told in _OTHERWISE)
    ]
    after = [period for period in periods if period[0] > anchor]
    if after:
        return after[0]
    before = [period for period in periods if not _of_part_before(sentence, period[0], words)]
    return before[-1] if before else None


def _is_of_another_deed(sentence: Sentence, anchor: int, index: int, words: PeriodWords) -> bool:
    """Return whether a verb of its own stands between a unit and a period that follows.

    "Swatted two shots and scored nine in the third": the two are of the game. So read, 45 numbers
    of true stories hold that were left open, and one does not that held.
    """
    units = sentence.units
    return any(
        units[place].norm in words.turns
        and (verb := units[place + 1 + (units[place + 1].norm in words.before_verb)]).mention
        is None
        and (is_past(verb.norm) or verb.norm in words.same_when_past)
        for place in range(anchor + 1, index - 1)
    )


def _is_entered(sentence: Sentence, anchor: int, index: int, words: PeriodWords) -> bool:
    """ "Outscored them 62-53 to take a lead into the third": what ends where the third begins."""
    place = index - 1
    while place > 0 and sentence.units[place].norm in words.articles:
        place -= 1
    return index > anchor and sentence.units[place].norm in words.entering


def _is_reached(sentence: Sentence, anchor: int, index: int, words: PeriodWords) -> bool:
    """Tell whether an overtime says how the game went, not when something happened.

    "Outscored them 38-23 to force overtime" speaks of the time before it, "a 127-122
    overtime win" and "won 127-122 in overtime" of the whole game.
    """
    mention, units = sentence.units[index].mention, sentence.units
    if mention is None or not mention.value.startswith("OT"):
        return False
    place = index - 1
    while place > 0 and units[place].norm in words.articles:
        place -= 1
    before = units[place].norm if index else ""
    after = units[index + 1].norm if index + 1 < len(units) else ""
    scores = [unit.mention for unit in units[max(0, index - 2) : index] if unit.mention]
    return (
        before in words.reaching
        or after in words.results
        or any(score.label == "score" and score.data["second"] >= _FINAL for score in scores)
    )


def _is_of_next_score(sentence: Sentence, anchor: int, index: int, words: PeriodWords) -> bool:
    """ "Outscored them 35-16, and a 32-27 third": the third is the second score's."""
    score = sentence.units[index - 1].mention if index else None
    between = {unit.norm for unit in sentence.units[anchor : max(index - 1, 0)]}
    return score is not None and score.label == "score" and not words.joints.isdisjoint(between)


def _is_counted(sentence: Sentence, anchor: int, index: int, words: PeriodWords) -> bool:
    """ "Four overtimes", "a double-overtime win": how many there were, not when something was."""
    mention = sentence.units[index].mention
    before = [unit for unit in sentence.units[max(0, index - 2) : index] if unit.norm != "-"]
    return (
        mention is not None
        and mention.value == "OT"
        and bool(before)
        and (
            before[-1].norm in words.times
            or (before[-1].mention is not None and before[-1].mention.label == "number")
        )
    )


_FINAL = 60
_QUARTER = 12
"""How many minutes a quarter has."""
_FAR, _SOON = 6, 2
"""How far before a period the words stand that belong to it, and how near the number of a part."""


def opening_bracket(sentence: Sentence, index: int) -> int | None:
    """Return where the bracket around a unit opens: "29 points (10 in the fourth)"."""
    for position in range(index, -1, -1):
        code = sentence.units[position].norm
        if code in {"(", ")"}:
            return position if code == "(" else None
    return None


def _is_in_other_brackets(sentence: Sentence, anchor: int, index: int, words: PeriodWords) -> bool:
    """ "29 points (10 in the fourth) and five assists": the fourth is that of the ten."""
    return opening_bracket(sentence, index) not in {None, opening_bracket(sentence, anchor)}


def _is_in_apposition(sentence: Sentence, anchor: int, index: int, words: PeriodWords) -> bool:
    """Tell whether a period is told in passing: "Rose, 0 for 6 in the second, made a three".

    Of a name, between two commas, with a number of its own; what follows is of another time.
    """
    units = sentence.units
    commas = [place for place, unit in enumerate(units[:anchor]) if unit.norm == ","]
    opening = max((place for place in commas if place < index), default=0)
    if not opening or not any(place > index for place in commas):
        return False
    named = units[opening - 1].mention
    return (
        named is not None
        and named.label in {"player", "team"}
        and any(
            unit.mention is not None and unit.mention.label in {"number", "shooting"}
            for unit in units[opening + 1 : index]
        )
    )


def looks_back(sentence: Sentence, index: int, words: PeriodWords) -> bool:
    """Return whether a period is over that is told of: "their first lead since the first half".

    The story has not gone back to it, as in "not since the first half, when Lee hit a three".
    """
    units = sentence.units
    if any(unit.norm in words.returning for unit in units[index + 1 : index + 1 + _SOON]):
        return False
    for unit in reversed(units[max(0, index - _FAR) : index]):
        if unit.norm not in words.within:
            return unit.norm in words.looking_back
    return False


def _is_looked_back_at(sentence: Sentence, anchor: int, index: int, words: PeriodWords) -> bool:
    """Return whether a period is over: "took their first lead since the first quarter"."""
    return looks_back(sentence, index, words)


_OTHERWISE = (
    _is_reached, _is_counted, _is_of_next_score, _is_in_other_brackets, _is_in_apposition,
    _is_of_another_deed, _is_entered, _is_looked_back_at,
)  # fmt: skip
"""What tells that a unit is not of a period, though both stand in one clause."""


def _final(sentence: Sentence, anchor: int, words: PeriodWords) -> int:
    """Return where "finished with" stands before a unit: what comes before it was told apart."""
    codes = [unit.norm for unit in sentence.units[:anchor]]
    for index in range(len(codes) - 2, -1, -1):
        finished = codes[index] in words.finishing
        if finished and not words.finishing_how.isdisjoint(codes[index + 1 : index + 4]):
            return index
        if codes[index] in words.ways and codes[index + 1] == "to":
            return index
    return 0


def _next_part(sentence: Sentence, anchor: int, words: PeriodWords) -> int:
    """Return where a part of a total begins after it: ", including 10 in", ", 12 of them in".

    The period of a part says nothing of the total before it.
    """
    units = sentence.units
    for index in range(anchor + 1, len(units) - 2):
        code, after = units[index].norm, units[index + 1].norm
        if (
            code in words.parts
            or (code == "after" and after in words.after_whole)
            or (code in words.shares and after == "of")
            or _begins_part(sentence, index, words)
            or _came(sentence, anchor, index, words)
        ):
            return index
    return len(units)


def _begins_part(sentence: Sentence, index: int, words: PeriodWords) -> bool:
    """Return whether a part of a total begins with a number: ", 12 of them in", ", only 12 in"."""
    units = sentence.units
    number, before = units[index].mention, index - 1
    if number is None or number.label != "number":
        return False
    while before > 0 and units[before].norm in words.hedging_part:
        before -= 1
    return (
        index + 2 < len(units)
        and units[before].norm in words.before_part
        and units[index + 1].norm in words.after_part
        and (units[index + 2].norm in words.of_whole or _is_player(units[index + 2]))
    )


def _came(sentence: Sentence, anchor: int, index: int, words: PeriodWords) -> bool:
    """Return whether it is told when another number came: "scored 17, and of those 13 came in"."""
    units = sentence.units
    number = units[index].mention
    if number is None or number.label != "number":
        return False
    place = index + 1
    while place < len(units) and units[place].norm in words.of_those:
        place += 1
    return (
        place < len(units)
        and units[place].norm in words.came
        and any(unit.norm in words.turns for unit in units[anchor + 1 : index])
    )


def _is_player(unit: Unit) -> bool:
    """Return whether a unit names a player: "13 each, 11 of Copeland's in the fourth"."""
    return unit.mention is not None and unit.mention.label == "player"


def _of_part_before(sentence: Sentence, index: int, words: PeriodWords) -> bool:
    """Return whether a period is that of a part, which is over: ", 12 of them in the third, and".

    What "and" adds is told of the game again: "and five rebounds", "and missed one shot".
    """
    behind = [unit.norm for unit in sentence.units[index + 1 : index + 3]]
    if behind[:1] == [","]:
        behind = behind[1:]
    if words.joints.isdisjoint(behind[:1]):
        return False
    return any(
        _begins_part(sentence, place, words)
        for place in range(max(1, index - _FAR), index - _SOON + 1)
    )
