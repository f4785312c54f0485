"""What a sentence says of the parts of its game: which parts it names, and who was ahead in them.

The words that tell are the cues of the rules (``[cues]``); this module knows how they hang
together: a number belongs to the part named nearest in its own segment, a segment that names
none or tells no side takes it from its neighbours ("took the third 30-22 and the fourth by two").
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from factcheck.interpretation.matching.regions import is_of_clock
from factcheck.interpretation.readings.costs import costs
from factcheck.interpretation.wordings import FactWords
from factcheck.knowledge.parts import BEFORE, QUARTER, REST, START, UNTIL
from factcheck.language.mentions import Mention, Sentence
from factcheck.parser.periods_again import NEXT
from factcheck.rulebook.patterns import Match, Pattern

Cues = Mapping[str, tuple[Pattern, ...]]

SIDES = ("ahead", "behind", "won", "lost", "played", "level", "gap")
"""Cues that tell who was better; two of them tell only that somebody was: played, gap."""

OUTCOMES = frozenset({"won", "lost", "played"})
"""What a team does with a part, rather than at its end."""

_BREAKS = frozenset(
    {",", ";", ":", "--", "and", "but", "then", "while", "yet", "before", "(", ")", "though"}
)
_PRONOUNS = frozenset({"it", "they", "he", "who", "which"})
"""Where one of these stands before the words, whom they are about is a guess."""
_NEAR = 2
"""How many units may stand between a part and the relative clause that tells of it."""
_BEFORE_HEADING = frozenset({"in", "during", "over", "the", "*", "#"})
_AFTER_HEADING = frozenset({",", ":", "*", "--"})
"""What stands around a part that all of a sentence is told of."""


@dataclass(frozen=True, slots=True)
class Place:
    """A part of the game as a sentence names it.

    Args:
        start: First unit of its words.
        end: One past the last.
        codes: The parts that it is made of, as the knowledge base calls them.
        ended: Whether its end is spoken of: "after three quarters", not "in the third".
        which: The tokens that say which one it is.
        begins: Whether it is named by the part that begins there: "entering the fourth".
    """

    start: int
    end: int
    codes: tuple[str, ...]
    ended: bool
    which: tuple[int, int]
    begins: bool = False


@dataclass(frozen=True, slots=True)
class Side:
    """Words that tell who was better: one of :data:`SIDES`, and the units of the words."""

    kind: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Whose:
    """The team that a side is told of.

    Args:
        team: Its id.
        mention: The name.
        here: Whether it stands in the segment of the number.
        within: Whether it stands among the words of the side: it is what they tell.
    """

    team: str
    mention: Mention
    here: bool = False
    within: bool = False


class Scene:
    """The parts and sides that a sentence tells of.

    Args:
        sentence: The sentence.
        cues: The patterns that tell, by what they tell.
        words: Words beside numbers and parts of the game.
        before: The part that the story has come to before the sentence.
    """

    def __init__(
        self, sentence: Sentence, cues: Cues, words: FactWords, before: str | None = None
    ) -> None:
        self.sentence = sentence
        self._words = words
        self.places = _places(sentence, cues, before)
        if not self.places and sentence.section is None and before is None:
            return
        self.sides = [
            Side(kind, match.start, match.end)
            for kind in SIDES
            for match in _found(sentence, cues.get(kind, ()))
        ]
        self._void = [
            match.start
            for match in _found(sentence, cues.get("void", ()))
            if not any(place.start <= match.start < place.end for place in self.places)
        ]
        self._links = list(_found(sentence, cues.get("link", ())))
        self.segments = self._segmented()

    def _segmented(self) -> list[int]:
        """Return the number of each unit's segment; words of a part are not torn apart."""
        inside = {i for place in self.places for i in range(place.start, place.end)}
        inside |= {i for side in self.sides for i in range(side.start + 1, side.end)}
        numbers, current = [], 0
        units = self.sentence.units
        for index, unit in enumerate(units):
            breaks = (
                unit.mention is None
                and unit.norm in _BREAKS
                and index not in inside
                and not self._adds_score(index)
            )
            if breaks and not is_of_clock(units, index):
                current += 1
            numbers.append(current)
        return numbers

    def _adds_score(self, index: int) -> bool:
        """Return whether a comma stands before the score of what is told: "they won, 41-26"."""
        units = self.sentence.units
        following = units[index + 1].mention if index + 1 < len(units) else None
        return (
            units[index].norm == ","
            and following is not None
            and following.label == "score"
            and any(side.end == index for side in self.sides if side.kind in OUTCOMES)
        )

    def is_void(self, index: int) -> bool:
        """Return whether the segment of a unit speaks of a moment, a run or what did not happen."""
        start = max((link.end for link in self._links_to(index)), default=0)
        return any(
            self.segments[other] == self.segments[index] and other >= start for other in self._void
        )

    @property
    def has_void(self) -> bool:
        """Return whether any words of the sentence speak of a moment, a run and the like."""
        return bool(self._void)

    @property
    def has_one_place(self) -> bool:
        """Return whether a single part of the game is spoken of."""
        return len({(place.codes, place.ended) for place in self.places}) == 1

    def linked(self, index: int) -> Place | None:
        """Return the part that a relative clause ties a unit to: "a 28-19 third in which …"."""
        for link in self._links_to(index):
            before = [p for p in self.places if 0 <= link.start - p.end <= _NEAR]
            if before:
                return self._itself(max(before, key=lambda place: place.end))
        return None

    def _links_to(self, index: int) -> Iterator[Match]:
        """Yield the words that begin a relative clause in whose segment a unit stands."""
        for link in self._links:
            if link.end <= index and self.segments[link.end - 1] == self.segments[index]:
                yield link

    def _itself(self, place: Place) -> Place:
        """Return the part whose end a place is: "after a fourth quarter in which" is of it."""
        codes = [_code(unit.mention) for unit in self.sentence.units[place.start : place.end]]
        known = tuple(code for code in codes if code is not None)
        return replace(place, codes=known, ended=False) if place.ended and known else place

    def place(self, index: int) -> tuple[Place, float] | None:
        """Return the part of the game that a unit speaks of, with a cost, or None."""
        if self._restates(index):
            # "The Warriors by six, 26-20": the score of the part that the margin is told of.
            index -= 2
        own = [p for p in self.places if self.segments[p.start] == self.segments[index]]
        if own:
            return min(own, key=lambda place: (distance(place, index), -place.start)), 0.0
        for step in (-1, 1):
            segment = self.segments[index] + step
            beside = [p for p in self.places if self.segments[p.start] == segment]
            if beside and not self._is_used(segment):
                chosen = min(beside, key=lambda place: distance(place, index))
                return chosen, costs().neighbouring_part
        earlier = [p for p in self.places if p.end <= index]
        if len(earlier) == 1 and self._leads(earlier[0]):
            return earlier[0], costs().neighbouring_part
        if earlier and not any(
            self._is_used(segment)
            for segment in range(self.segments[earlier[-1].start] + 1, self.segments[index])
        ):
            return earlier[-1], costs().carried_part
        return None

    @property
    def leading(self) -> Place | None:
        """Return the one part that all of the sentence is told of: "In the third, …"."""
        alone = self.places[0] if len(self.places) == 1 else None
        return alone if alone is not None and self._leads(alone) else None

    def _leads(self, place: Place) -> bool:
        """Return whether a sentence is of a part: "In the third, …", "Third quarter: …"."""
        units = self.sentence.units
        following = units[place.end].norm if place.end < len(units) else ""
        return following in _AFTER_HEADING and all(
            unit.mention is None and unit.norm in _BEFORE_HEADING for unit in units[: place.start]
        )

    def _restates(self, index: int) -> bool:
        """Return whether a unit is a score that tells the margin before it once more."""
        if index < _NEAR:
            return False
        margin, comma, score = self.sentence.units[index - 2 : index + 1]
        return (
            score.mention is not None
            and score.mention.label == "score"
            and comma.norm in {",", "("}
            and margin.mention is not None
            and margin.mention.label == "number"
        )

    def _is_used(self, segment: int) -> bool:
        """Return whether a segment has a number of its own that its part belongs to."""
        inside = {i for place in self.places for i in range(place.start, place.end)}
        return any(
            unit.mention is not None
            and unit.mention.label in {"number", "score", "shooting"}
            and self.segments[index] == segment
            and index not in inside
            for index, unit in enumerate(self.sentence.units)
        )

    def side(self, index: int, place: Place) -> tuple[Side, bool] | None:
        """Return who was better in a place as a unit has it, and whether its own segment tells.

        A part is won or lost; at its end a team is ahead or behind.
        """
        fitting = [side for side in self.sides if (side.kind in OUTCOMES) != place.ended]
        own = [side for side in fitting if self.segments[side.start] == self.segments[index]]
        if own:
            return min(own, key=lambda side: distance(side, index)), True
        earlier = [side for side in fitting if side.end <= index]
        return (max(earlier, key=lambda side: side.end), False) if earlier else None

    def whose(self, index: int, side: Side, own: bool, teams: Sequence[str]) -> Whose | None:
        """Return the team that a side is told of, or None where the sentence names none."""
        within = self.sentence.units[side.start : side.end]
        for mention in (unit.mention for unit in within):
            # "It was Denver by six at the half": the words name it themselves.
            if mention is not None and mention.data.get("value") in teams:
                return Whose(mention.data["value"], mention, here=True, within=True)
        named = list(self._teams(teams))
        here = [
            (at, mention) for at, mention in named
            if self.segments[at] == self.segments[index] and at < (side.start if own else index)
        ]  # fmt: skip
        # "It came down to a quarter that the Suns won": "it" stands for nobody there.
        start = here[-1][0] if here else 0
        if any(unit.norm in _PRONOUNS for unit in self.sentence.units[start : side.start]):
            return None
        if here:
            at, mention = here[-1]
            # "A quarter that Denver won": the name is what the clause tells.
            inside = any(link.start <= at < link.end for link in self._links)
            return Whose(mention.data["value"], mention, here=True, within=inside)
        before = [mention for at, mention in named if at < side.start]
        if before:
            return Whose(before[-1].data["value"], before[-1])
        after = [
            mention for at, mention in named if self.segments[at] == self.segments[index] + 1
        ]  # fmt: skip
        # "Up 11 after a quarter, the Clippers …"
        if after and self.segments[side.start] == 0:
            return Whose(after[0].data["value"], after[0])
        return None

    def _teams(self, teams: Sequence[str]) -> Iterator[tuple[int, Mention]]:
        units = self.sentence.units
        for index, unit in enumerate(units):
            mention = unit.mention
            if mention is None or mention.label != "team" or mention.data.get("value") not in teams:
                continue
            before = [one.norm for one in units[max(0, index - 2) : index]]
            if before and before[-1] == "the":
                before.pop()
            if before and before[-1] in self._words.to_others:
                continue
            # "Cleveland outscored the visitors": whom the words befall.
            article = index > 0 and units[index - 1].norm == "the"
            if any(side.end == index - article for side in self.sides if side.kind in OUTCOMES):
                continue
            yield index, mention


def tells_of_a_moment(sentence: Sentence, cues: Cues, *, surely: bool) -> bool:
    """Return whether a sentence tells how the game stood or what changed then: "it was 86-76".

    Args:
        sentence: The sentence.
        cues: The patterns that tell, by what they tell.
        surely: Whether only those count that say so of a number: "by then", "from then on".
    """
    names = ("moment then",) if surely else ("moment then", "moment")
    return any(True for name in names for _ in _found(sentence, cues.get(name, ())))


def distance(one: Place | Side, index: int) -> int:
    """Return how many units stand between the words of a part or a side and another unit."""
    return max(one.start - index, index + 1 - one.end, 0)


def _found(sentence: Sentence, patterns: Sequence[Pattern]) -> Iterator[Match]:
    for pattern in patterns:
        if pattern.may_match(sentence):
            yield from pattern.matches(sentence)


def _places(sentence: Sentence, cues: Cues, before: str | None) -> list[Place]:
    """Return the parts of the game that a sentence names, in order; the longest words count."""
    found: list[Place] = []
    for cue, patterns in cues.items():
        if cue in SIDES or cue.split(" ")[0] in {"void", "link", "moment"}:
            continue
        for match in _found(sentence, patterns):
            place = _place(sentence, cue, match, found, before)
            if place is not None:
                found.append(place)
    found.sort(key=lambda place: (place.start - place.end, not place.ended))
    chosen: list[Place] = []
    for place in found:
        if all(place.end <= other.start or other.end <= place.start for other in chosen):
            chosen.append(place)
    return sorted(chosen, key=lambda place: place.start)


def _place(
    sentence: Sentence, cue: str, match: Match, found: Sequence[Place], before: str | None
) -> Place | None:
    units = sentence.units
    codes = [
        code for name in ("part", "other") if name in match.groups
        and (code := _code(units[match.groups[name][0]].mention)) is not None
    ]  # fmt: skip
    which = (units[match.start].start, units[match.end - 1].end)
    if "part" in match.groups:
        mention = units[match.groups["part"][0]].mention
        assert mention is not None
        which = mention.parts.get("which", (mention.start, mention.end))
    kind, _, named = cue.partition(" ")
    begins = kind in {"before", "start"}
    ended = begins or kind == "after"
    if kind in {"rest", "same", "next"}:
        earlier = [place for place in found if place.end <= match.start]
        told = max(earlier, key=lambda place: place.end) if earlier else None
        last = told.codes[-1] if told is not None else before or ""
        if told is not None and kind == "same":
            # "Won the third, taking that period 30-21": "third" says which one it is.
            which = told.which
        # What overtime stands for is told of too loosely: "in overtime", "to force overtime".
        codes = [{"rest": REST, "next": NEXT}[kind].get(last, "") if kind != "same" else last]
    elif named:
        codes = [named]
    if kind == "before":
        codes = [BEFORE.get(code, "") for code in codes]
    elif kind == "start":
        codes = [START]
    elif kind == "after":
        codes = [UNTIL.get(code, "") for code in codes]
    if not codes or "" in codes or len(set(codes)) < len(codes):
        return None
    return Place(match.start, match.end, tuple(codes), ended, which, begins)


def _code(mention: Mention | None) -> str | None:
    """Return the part that a mention names: a period, or "the third" alone."""
    if mention is None:
        return None
    if mention.label == "period":
        return mention.value
    number = mention.data.get("value")
    return QUARTER.get(number) if isinstance(number, int) else None
