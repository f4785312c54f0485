"""Decide pairs of numbers that no rule with words of its own read: "31-19", "11-for-15", "35-10".

Two numbers together are rare: what both of them fit is what they mean, however far away the words
stand that say so. If they fit nothing of the game, but the words name what they count and one of
the two is right of it, the other is wrong. If none is right, they are of something else.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from factcheck.interpretation.facts.context import ATTEMPTED, Wordings, owner_of
from factcheck.interpretation.facts.pair_meanings import PairMeaning, kinds_of, told_in
from factcheck.interpretation.findings import Finding
from factcheck.interpretation.matching.claims import RawClaim
from factcheck.knowledge.facts import (
    GAME,
    GROUP_POINTS,
    POINTS,
    REBOUNDS,
    SHOTS,
    GameFacts,
    Owner,
)
from factcheck.language.english import GENITIVE
from factcheck.language.mentions import Sentence, Unit
from factcheck.parser.records_told import MOST_GAMES

_WITHOUT = (POINTS, "MIN")
"""Of these a pair tells the score, or nothing."""
_FEWEST = 8
"""The sum of a pair of fewer is too often one of games, or a line of a man."""
_FOR = frozenset({"for", "by"})
"""Behind a pair these lead to the team whose it is."""
_MOST_OFF = 6
"""A record is not off by more; such a pair is of something else."""
_GAMES_OFF = 1
"""A pair without a word for a record is one if it adds up to the games played, or nearly."""
_FEWEST_GAMES = 15
"""Fewer games than that too many pairs add up to."""
_SLIP = 2
"""A pair that only adds up is a record if neither number is off by more."""
_BEFORE_ANSWER = 3
"""Units before the pair of an answer, at most: "the Lakers ,"."""


def pair_findings(claim: RawClaim, facts: GameFacts, wordings: Wordings) -> list[Finding]:
    """Return whether two numbers are what the words around them say, or nothing where it is open.

    Example: "On the glass the home side won that battle 41-33" → 46, not 41.

    Args:
        claim: Its slot ``pair`` is a score or a shooting line, or a label around the numbers
            ``first`` and ``last``. A label ``record`` says that it may be a team's.
        facts: What is known of the game.
        wordings: The words for owners and statistics.
    """
    row = claim.row
    # "12 turnovers to 16": the noun between them says what they are.
    worded = row.get("own") is not None or row.get("turns") is not None
    first = row.get("pair_first", row.get("first"))
    second = row.get("pair_second", row.get("last"))
    if len(facts.teams) != 2 or first is None or second is None:
        return []
    if row.get("context_period") not in (None, GAME):
        return []
    if worded and row.get("subject") == "player":
        return []
    if first % 1 or second % 1:
        # "48.8 against 47.1": percentages, or averages.
        return []
    said = int(first), int(second)
    reading = _Reading(claim, facts, wordings)
    sure: list[PairMeaning] = []
    pair = claim.mentions.get("pair")
    if pair is not None and pair.label == "shooting":
        meanings = list(reading.shots(said))
        known = reading.is_line(said)
    else:
        if sum(said) < _FEWEST and not worded and row.get("apart") is None:
            return []
        sure = [] if worded else list(reading.records(said, sure=True))
        if not sure and not worded and reading.is_score(said):
            return []
        meanings = sure or list(reading.of_both(said))
        if not worded:
            meanings = meanings or list(reading.records(said))
        known = not sure and said in facts.pairs.of_both
    for meaning in meanings:
        if (meaning.first, meaning.second) == said:
            return [_finding(claim, meaning, None)]
    if known or (not sure and (said in facts.pairs.records or said in facts.place_records)):
        return []
    for meaning in meanings:
        wrong = meaning.wrong(*said)
        if wrong and "first" in wrong and claim.rule.mark == "last":
            # Another rule decided the first one.
            return []
        if wrong:
            return [_finding(claim, meaning, which) for which in wrong]
    return []


def _finding(claim: RawClaim, meaning: PairMeaning, wrong: str | None) -> Finding:
    """Return that a pair is what it may be, or that one of its two numbers is not."""
    right = meaning.first if wrong == "first" else meaning.second
    marks = {"first": "pair.first", "second": "pair.second"}
    if "pair" not in claim.mentions:
        marks = {"first": "first", "second": "last"}
    return Finding(
        holds=wrong is None,
        mark=None if wrong is None else marks[wrong],
        correction=None if wrong is None else f"{right:.0f}",
        explanation=meaning.told,
        category=None,
        evidence={"fact": "pair", "statistic": meaning.statistic, "part": GAME},
    )


class _Reading:
    """A pair with the words of its sentence and the facts of its game."""

    def __init__(self, claim: RawClaim, facts: GameFacts, wordings: Wordings) -> None:
        self._claim = claim
        self._facts = facts
        self._wordings = wordings
        document = claim.document
        self._sentence: Sentence = document.sentences[document.sentence_at(claim.start)]
        self._season = document.game.season if document.game is not None else ""
        start, end = claim.marks["pair"]
        units = self._sentence.units
        self._at = next(i for i, unit in enumerate(units) if unit.end > start)
        self._end = next((i for i, unit in enumerate(units) if unit.start >= end), len(units))

    def is_score(self, said: tuple[int, int], *, at_a_moment: bool = False) -> bool:
        """Return whether a pair is how some game, or a part of it, stood, or some moment as well.

        A pair may be by chance that of a moment: it says little where something is counted.
        """
        return any(
            said in pairs or said[::-1] in pairs
            for of, pairs in self._facts.scores.items()
            if at_a_moment or of != "moment"
        )

    def of_both(self, said: tuple[int, int]) -> Iterator[PairMeaning]:
        """Yield what both teams have of what the sentence counts, the nearest first."""
        facts, (one, other) = self._facts, self._facts.teams
        for code in self._counted():
            values = facts.value(one, code), facts.value(other, code)
            if values[0] is None or values[1] is None:
                continue
            if values[0] == values[1] and not self._claim.row.get("own"):
                continue
            more, fewer = max(values[0], values[1]), min(values[0], values[1])
            first, second = (more, fewer) if said[0] >= said[1] else (fewer, more)
            told = [
                self._wordings.told(team, self._season, value, code)
                for team, value in ((one, values[0]), (other, values[1]))
            ]
            yield PairMeaning(first, second, " ".join(told), code)

    def records(self, said: tuple[int, int], *, sure: bool = False) -> Iterator[PairMeaning]:
        """Yield the record of the team spoken of, where the words or the sum may tell of one.

        Where both do they are sure, and a score that the game had by chance says nothing.
        """
        row, facts = self._claim.row, self._facts
        team, document = row.get("team_id"), self._claim.document
        if team not in facts.teams or document.game is None:
            return
        wins = facts.value(str(team), "WINS", document.game.id)
        losses = facts.value(str(team), "LOSSES", document.game.id)
        if wins is None or losses is None:
            return
        off = max(abs(said[0] - wins), abs(said[1] - losses))
        adds_up = abs(sum(said) - wins - losses) <= _GAMES_OFF
        worded = row.get("record") is not None
        if sum(said) > MOST_GAMES or off > _MOST_OFF:
            return
        if (sure and not (worded and adds_up)) or (
            self.is_score(said, at_a_moment=True) and not sure
        ):
            return
        if not worded and not (adds_up and off <= _SLIP and self._is_told_of(str(team), said)):
            return
        name = self._wordings.names(str(team), self._season)
        told = f"{name[0].upper()}{name[1:]} were {wins:.0f}-{losses:.0f}."
        yield PairMeaning(wins, losses, told, "WINS", adds_up and sum(said) >= _FEWEST_GAMES)

    def _is_told_of(self, team: str, said: tuple[int, int]) -> bool:
        """Return whether a pair without a word of its own can be what a team has won and lost."""
        if self._claim.row.get("subject") != "team" or said in self._facts.pairs.of_groups:
            return False
        if sum(said) < _FEWEST_GAMES:
            return False
        units = self._sentence.units
        if any(u.mention is not None and u.mention.label in {"statistic", "shot"} for u in units):
            # "In second-chance points it was the Suns, 31-13."
            return False
        beside = [unit.mention for unit in units[self._end : self._end + 1]]
        before = [
            unit.mention
            for unit in units[: self._at]
            if unit.mention is not None and unit.mention.label in {"team", "place"}
        ]
        # "They trail the Thunder, 35-10": the record of those named last, or right behind.
        return all(
            mention is None or mention.label != "team" or mention.data.get("value") == team
            for mention in [*before[-1:], *beside]
        )

    def shots(self, said: tuple[int, int]) -> Iterator[PairMeaning]:
        """Yield the shooting lines of the one spoken of, of the shots named nearest first.

        Where nothing tells whose a line is, "Four of five from three!", it is that of the man named
        last or of a team; where nothing tells of which shots, it is of any: of the one that has
        it, or that alone is a slip away from it.
        """
        owner, kinds = self._named_beside() or owner_of(self._claim, self._facts), [*self._kinds()]
        named = [man for man in self._claim.frame.named[-1:] if man in self._facts.team_of]
        owners: list[Owner] = [*named, *self._facts.teams] if owner is None else [owner]
        lines = [line for who in owners for line in self._lines(who, kinds or SHOTS)]
        if owner is not None and kinds:
            yield from lines
            return
        yield from (line for line in lines if line.off(said) == 0)
        near = [line for line in lines if line.wrong(*said) and line.off(said) <= _SLIP]
        least = min((line.off(said) for line in near), default=0)
        closest = [line for line in near if line.off(said) == least]
        if len(closest) == 1:
            yield closest[0]

    def is_line(self, said: tuple[int, int]) -> bool:
        """Return whether anybody made, or missed, so many of so many of the shots named."""
        codes = {SHOTS[kind][0] for kind in self._kinds()}
        lines = self._facts.pairs.shots.get(said, ())
        return any(not codes or made in codes for _, made, _, _ in lines)

    def _lines(self, owner: Owner, kinds: Iterable[str]) -> Iterator[PairMeaning]:
        """Yield how somebody shot, of each kind of shots."""
        facts = self._facts
        for kind in kinds:
            made, tried = SHOTS[kind]
            hit, of = facts.value(owner, made), facts.value(owner, tried)
            if hit is not None and of is not None:
                name = self._wordings.names(owner, self._season)
                counted = self._wordings.statistics.get(made, made)
                told = f"{name[0].upper()}{name[1:]} made {hit:.0f} of {of:.0f} {counted}."
                yield PairMeaning(hit, of, told, made)

    def _named_beside(self) -> str | None:
        """Return the team whose name owns the pair: "Miami's 13-of-19", "32 of 35 for Brooklyn"."""
        units = self._sentence.units
        before, after = units[: self._at], units[self._end :]
        if before and before[-1].norm in GENITIVE:
            return self._team(before[-2:-1])
        if after and after[0].norm in _FOR:
            return self._team(after[1:2]) or self._team(after[2:3])
        return None

    def _team(self, units: Sequence[Unit]) -> str | None:
        """Return the team of the game that a unit names."""
        for unit in units:
            if unit.mention is not None and unit.mention.data.get("value") in self._facts.teams:
                return str(unit.mention.data["value"])
        return None

    def _kinds(self) -> Iterator[str]:
        """Yield the kinds of shots that the sentence names, the nearest first.

        "The Hawks hit eight of 38 threes. Toronto was 13 of 30": else the one before tells it.
        "Boston was 13-for-35 from deep, the Lakers 14-for-38": or the line before it.
        """
        named = self._named({"shot", "statistic"}, told=self._wordings.implied)
        named += self._told_of_line_before()
        if not named and self._sentence.number > 1:
            before = self._claim.document.sentences[self._sentence.number - 2].units
            mentions = [unit.mention.value for unit in before if unit.mention is not None]
            mentions += [code for _, code in told_in(before, self._wordings.implied)]
            told = dict.fromkeys(kinds_of(mentions))
            named = list(told) if len(told) == 1 else []
        yield from dict.fromkeys(kinds_of(named))

    def _told_of_line_before(self) -> list[str]:
        """Return the shots that another team's line, told right before, is of."""
        units = self._sentence.units
        for index in range(self._at - 1, 0, -1):
            mention, before = units[index].mention, units[index - 1].mention
            if mention is None or before is None or before.label != "shooting":
                continue
            between = units[index + 1 : self._at]
            apart = any(self._team([unit]) is not None for unit in between)
            return [mention.value] if mention.label in {"shot", "statistic"} and apart else []
        return []

    def _counted(self) -> Iterator[str]:
        """Yield the statistics that the sentence names for no other number, the nearest first."""
        own = self._claim.row.get("own")
        named = [own] if own else self._named({"statistic"}, told=self._wordings.implied)
        asked = self._claim.document.question_before(self._sentence) if self._opens() else None
        if not named and asked is not None:
            # "Rebounds? 52-47, Lakers.", "The rebounding battle? Lakers, 52-47."
            named = [code for _, code in told_in(asked.units, self._wordings.implied)]
        for code in named:
            if code == POINTS:
                group = self._group()
                if group is not None:
                    yield GROUP_POINTS[group]
            elif code == REBOUNDS and self._beside() & self._wordings.ends_of_floor.keys():
                ends = self._wordings.ends_of_floor
                yield from (ends[word] for word in self._beside() if word in ends)
            elif code not in _WITHOUT:
                yield code
                if own in ATTEMPTED:
                    yield ATTEMPTED[own]

    def _opens(self) -> bool:
        """Return whether nothing but a team stands before the pair: "Lakers, 52-47"."""
        before = self._sentence.units[: self._at]
        return len(before) <= _BEFORE_ANSWER and all(
            unit.mention.label == "team" if unit.mention is not None else unit.norm in {"the", ","}
            for unit in before
        )

    def _group(self) -> str | None:
        """Return of whom in both teams the sentence speaks, benches or starters."""
        words = (unit.norm for unit in self._sentence.units if unit.mention is None)
        groups = {self._wordings.groups[word] for word in words if word in self._wordings.groups}
        return groups.pop() if len(groups) == 1 else None

    def _beside(self) -> set[str]:
        """Return the words right beside the pair: "(15-7 offensive)"."""
        units = self._sentence.units
        return {unit.norm for unit in (*units[self._at - 1 : self._at], *units[self._end :][:1])}

    def _named(
        self, kinds: set[str], told: Mapping[tuple[str, ...], str] | None = None
    ) -> list[str]:
        """Return what the sentence counts, the nearest first, but for what has a number already."""
        units = self._sentence.units
        codes = [unit.norm for unit in units]
        found: list[tuple[int, str]] = []
        for index, unit in enumerate(units):
            mention = unit.mention
            if mention is None:
                for words, code in (told or {}).items():
                    if tuple(codes[index : index + len(words)]) == words:
                        found.append((index, code))
            elif mention.label in kinds and not self._is_counted(index):
                found.append((index, mention.value))
        found.sort(key=lambda one: max(self._at - one[0], one[0] + 1 - self._end))
        return [code for _, code in found]

    def _is_counted(self, index: int) -> bool:
        """Return whether a number that is not of the pair stands right before what it counts."""
        before: Sequence[int] = [place for place in (index - 1, index - 2) if place >= 0]
        return index != self._end and any(
            (mention := self._sentence.units[place].mention) is not None
            and mention.label in {"number", "score", "shooting"}
            for place in before
        )
