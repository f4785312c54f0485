"""What the words around a number offer for its meaning: whose, of what and of which part it is."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Self

from factcheck.interpretation.facts.relations_said import RelationWords
from factcheck.interpretation.matching.claims import RawClaim
from factcheck.interpretation.readings.costs import costs
from factcheck.interpretation.readings.vicinity import Vicinity, before
from factcheck.interpretation.wordings import FactWords
from factcheck.knowledge.facts import BLOCKS, GAME, POINTS, SHOTS, GameFacts, Owner
from factcheck.language.mentions import Unit
from factcheck.rulebook.vocabulary import Vocabulary

ATTEMPTED = dict(SHOTS.values())
"""The attempts of each kind of shot, by what counts those made."""
MADE = {attempted: made for made, attempted in SHOTS.values()}
"""The made shots, by what counts the attempts."""

_BEHIND = 6
"""A statistic behind the number is as far as one so many units before it."""
_BESIDE = {",", "(", "-", "--", ":"}
"""What stands between a difference and the score that it is the difference of."""


@dataclass(frozen=True, slots=True)
class FactReading:
    """One meaning of a number: what it would have to be, and what it would be of.

    Args:
        truth: The number that it would have to be.
        owners: Whose it is.
        statistic: What it counts.
        part: Of which part of the game.
        cost: How far the reading departs from the likeliest, from 0.
    """

    truth: float
    owners: tuple[Owner, ...]
    statistic: str
    part: str
    cost: float


_PRONOUNS = {"it", "they", "he"}
_PAST = {*_PRONOUNS, "what", "had"}
_TIMES = {"before", "in", "after", "during", "through", "at", "over"}
"""After "than": what is compared with is another part of the game."""
_BEFORE_MEN = 4
"""How many units before a sum whose it is may stand."""
_TOLD_BEFORE = 5
"""How many units before a claim a number may stand that it is set beside."""
_TELLING = 5
"""A smaller number is too common to tell whose it is."""


@dataclass(frozen=True, slots=True)
class Wordings:
    """The words that a finding is written in and that tell what is counted.

    Args:
        names: Writes an owner for a reader, given the season.
        statistics: The words of each statistic, in the plural.
        groups: Words that speak of a part of a team ("bench"), with the group they mean.
        implied: Words that tell what is counted without naming it ("fouled"), with its code.
        counting: Verbs that tell what a number behind them counts ("handed out"), with its code.
        occasions: What a number counts where the verb tells what was done so often ("times").
        fields: Words for what players lead in ("scorers", "the glass"), with its code.
        men: Nouns for several men ("trio"), with how many they are.
        other_side: Words for one side of a time of the game, with the word for the other.
        ends_of_floor: Words that tell which rebounds are meant ("offensive"), with their code.
        relations: Words by which numbers compare.
        words: Other words beside numbers.
    """

    names: Callable[[Owner, str], str]
    statistics: Mapping[str, str]
    groups: Mapping[str, str]
    implied: Mapping[tuple[str, ...], str]
    counting: Mapping[tuple[str, ...], str]
    occasions: frozenset[str]
    fields: Mapping[str, str]
    men: Mapping[str, int]
    other_side: Mapping[str, str]
    ends_of_floor: Mapping[str, str]
    relations: RelationWords
    words: FactWords

    @classmethod
    def of(
        cls,
        vocabulary: Vocabulary,
        names: Callable[[Owner, str], str],
        statistics: Mapping[str, str],
    ) -> Self:
        """Return the words of the vocabulary, looked up once, beside names and statistics."""
        by_word = vocabulary.by_word
        return cls(
            names=names,
            statistics=statistics,
            groups=by_word("groups_of_team"),
            implied={tuple(w.split()): code for w, code in by_word("implied_statistic").items()},
            occasions=frozenset(vocabulary.words("quantity", "occasions")),
            counting={tuple(w.split()): code for w, code in by_word("counting_verb").items()},
            fields=by_word("fields_of_leaders"),
            men={word: int(men) for word, men in by_word("men_together").items()},
            other_side=by_word("other_side"),
            ends_of_floor=by_word("end_of_floor"),
            relations=RelationWords.of(vocabulary),
            words=FactWords.of(vocabulary),
        )

    def field(self, words: str) -> str | None:
        """Return what some words count, if one of them names a field: "the top rebounders"."""
        return next((self.fields[word] for word in words.split() if word in self.fields), None)

    def told(self, owner: Owner, season: str, value: float, statistic: str) -> str:
        """Return a sentence on what somebody had."""
        name = self.names(owner, season)
        return f"{name[0].upper()}{name[1:]} had {value:.0f} {self.statistics.get(statistic, '')}."


def owner_of(claim: RawClaim, facts: GameFacts) -> Owner | None:
    """Return the one man or the team that a claim's clause is about, None where that is open."""
    row = claim.row
    if len(claim.frame.players) > 1 or row.get("subject") == "":
        return None
    if row.get("subject") == "player":
        player = row.get("player_id")
        return player if isinstance(player, int) and player in facts.team_of else None
    team = row.get("team_id")
    return str(team) if team in facts.teams else None


class Context:
    """What the words around a claim offer, and what is known of its game."""

    def __init__(
        self,
        claim: RawClaim,
        facts: GameFacts,
        near: Sequence[Vicinity],
        wordings: Wordings,
    ) -> None:
        self.claim = claim
        self.facts = facts
        number = claim.document.sentence_at(claim.start)
        game = claim.document.game
        self.season = game.season if game is not None else ""
        self.here, self.around = near[number], before(near, number)
        units = claim.document.sentences[number].units
        self.words = {unit.norm for unit in units if unit.mention is None}
        groups = [unit for unit in units if unit.mention is None and unit.norm in wordings.groups]
        # "The starters had 55 points, two fewer than Toronto's; the bench …": the nearest before.
        before_it = [unit for unit in groups if unit.start < claim.end]
        told = before_it[-1:] or groups[:1]
        self.group = wordings.groups[told[0].norm] if told else None
        self.wordings = wordings

    def statistics(self) -> list[tuple[str, float]]:
        """Return what may be counted, with costs: what is said, what the sentence names, points."""
        said = self.claim.row.get("statistic")
        if isinstance(said, str):
            return [(said, 0.0)]
        named = [code for code in self.here.statistics if not code.endswith("_PCT")]
        units = self.claim.document.sentences[
            self.claim.document.sentence_at(self.claim.start)
        ].units
        if any(
            _kind(unit) == "shot" and self._is_blocked(units, i) for i, unit in enumerate(units)
        ):
            named = [*(code for code in named if code not in SHOTS["FG"]), BLOCKS]
        found = [(code, 0.3 * rank) for rank, code in enumerate(dict.fromkeys(reversed(named)))]
        if POINTS not in dict(found):
            found.append((POINTS, 1.0 if found else 0.5))
        earlier = [code for code in self.around.statistics if not code.endswith("_PCT")]
        return found + [(code, 2.0) for code in dict.fromkeys(earlier) if code not in dict(found)]

    def parts(self) -> list[tuple[str, float]]:
        """Return the parts of the game that may be meant, with costs."""
        said = self.claim.row.get("context_period")
        own = said if isinstance(said, str) else GAME
        others = [part for part in (*self.here.parts, GAME) if part != own]
        return [(own, 0.0), *((part, 1.0) for part in dict.fromkeys(others))]

    def lines(self) -> list[tuple[int, int]]:
        """Return the shooting lines that stand before the number in its sentence."""
        claim = self.claim
        number = claim.document.sentence_at(claim.start)
        found = [
            (unit.mention.data["first"], unit.mention.data["second"])
            for unit in claim.document.sentences[number].units
            if unit.mention is not None
            and unit.mention.label == "shooting"
            and unit.end <= claim.start
        ]
        return found[-1:]

    def numbers(self) -> tuple[float, ...]:
        """Return the numbers of the sentence right before and right after the claim's, if both."""
        claim = self.claim
        units = claim.document.sentences[claim.document.sentence_at(claim.start)].units
        told = [
            (unit.start, unit.end, unit.mention.data["value"])
            for unit in units
            if unit.mention is not None and unit.mention.label == "number"
        ]
        before = [value for _, end, value in told if end <= claim.start]
        after = [value for start, _, value in told if start >= claim.end]
        return (before[-1], after[0]) if before and after else ()

    def number_before(self) -> float | None:
        """Return the number told right before the claim's: "51 points, 28 more than"."""
        claim = self.claim
        units = claim.document.sentences[claim.document.sentence_at(claim.start)].units
        for unit in reversed([unit for unit in units if unit.end <= claim.start][-_TOLD_BEFORE:]):
            mention = unit.mention
            if mention is not None and mention.label == "number":
                value = mention.data["value"]
                return float(value) if value >= _TELLING else None
        return None

    def score_beside(self) -> tuple[float, float] | None:
        """Return the score that stands right before or after the claim: "by 17, 36-19"."""
        claim = self.claim
        units = claim.document.sentences[claim.document.sentence_at(claim.start)].units
        for index, unit in enumerate(units):
            mention = unit.mention
            if mention is None or mention.label != "score":
                continue
            between = (
                [one.norm for one in units[:index] if one.start >= claim.end]
                if unit.start >= claim.end
                else [one.norm for one in units[index + 1 :] if one.end <= claim.start]
            )
            if len(between) <= 1 and set(between) <= _BESIDE:
                return mention.data["first"], mention.data["second"]
        return None

    def standard(self) -> str:
        """Return what a comparison is with where its "than" leads to nobody who is named.

        Returns:
            ``past`` for "than it had managed", ``part`` for "than before it", "" for others.
        """
        claim = self.claim
        units = claim.document.sentences[claim.document.sentence_at(claim.start)].units
        after = [unit for unit in units if unit.start >= claim.start]
        place = next((i for i, unit in enumerate(after) if unit.norm == "than"), None)
        if place is None or after[place].start > claim.end + 1:
            return ""
        one, other = ([*after[place + 1 :], None, None])[:2]
        if one is None:
            return ""
        if one.norm in _PAST and not (one.norm in _PRONOUNS and _kind(other) in {"team", "player"}):
            return "past"
        return "part" if one.norm in _TIMES or _kind(one) == "period" else ""

    def compared_team(self) -> str | None:
        """Return the team named right after "than": the other side of a comparison."""
        claim = self.claim
        units = claim.document.sentences[claim.document.sentence_at(claim.start)].units
        after = [unit for unit in units if unit.start >= claim.start]
        place = next((i for i, unit in enumerate(after) if unit.norm == "than"), len(after)) + 1
        place += place < len(after) and after[place].norm == "the"
        mention = after[place].mention if place < len(after) else None
        return str(mention.data.get("value")) if mention and mention.label == "team" else None

    def men_together(self) -> int | None:
        """Return how many men act together right before the claim: "the trio combined for 76"."""
        claim = self.claim
        units = claim.document.sentences[claim.document.sentence_at(claim.start)].units
        before = [unit for unit in units if unit.end <= claim.start][-_BEFORE_MEN:]
        men = self.wordings.men
        for article, unit in pairwise(before):
            if article.norm != "the":
                continue
            if unit.mention is not None and unit.mention.label == "number":
                value = unit.mention.data["value"]
                return int(value) if value in men.values() else None
            if unit.norm in men:
                return men[unit.norm]
        return None

    def periods(self) -> list[str]:
        """Return the parts of the game that the sentence names before and behind the claim."""
        return list(dict.fromkeys(self.here.parts))

    def players(self) -> list[int]:
        """Return the players that the sentence names."""
        return [owner for owner in self.here.owners if isinstance(owner, int)]

    def compared(self) -> list[tuple[str, float]]:
        """Return what a comparison may count, with costs: what stands nearest to its number first.

        Examples:
            "Boston took 24 free throws, two more than Phoenix": free throws attempted.
            "They fouled 23 times, four more than the Suns": fouls.
            "Each made 11 threes, though the Hawks needed 13 fewer attempts": threes attempted.
        """
        row = self.claim.row
        said, kind = row.get("statistic"), row.get("kind")
        named = [said] if isinstance(said, str) else list(dict.fromkeys(self._nearest()))
        if isinstance(row.get("shots"), str):
            # "Blocked two more shots" are blocks.
            return [(BLOCKS if named[:1] == [BLOCKS] else SHOTS["FG"][1], 0.0)]
        if isinstance(kind, str):
            named = [code for code in named if code in ATTEMPTED or code in MADE]
        found = {code: costs().farther_statistic * rank for rank, code in enumerate(named)}
        if row.get("tried") is not None or kind in self.wordings.words.tries:
            return [(ATTEMPTED.get(code, code), cost) for code, cost in found.items()]
        if row.get("sank") is not None or isinstance(kind, str):
            return [(MADE.get(code, code), cost) for code, cost in found.items()]
        for code, cost in list(found.items()):
            if code in ATTEMPTED:
                found.setdefault(ATTEMPTED[code], cost + costs().attempts)
        if not isinstance(said, str):
            found.setdefault(POINTS, costs().unnamed_points)
        return list(found.items())

    def _nearest(self) -> Iterator[str]:
        """Yield the statistics of the sentence, named or implied, by distance from the number."""
        claim = self.claim
        units = claim.document.sentences[claim.document.sentence_at(claim.start)].units
        codes = [unit.norm if unit.mention is None else "" for unit in units]
        found: list[tuple[int, str]] = []
        for index, unit in enumerate(units):
            if unit.start >= claim.end:
                distance = unit.start - claim.end + _BEHIND
            else:
                distance = max(0, claim.start - unit.end)
            if unit.mention is not None:
                if unit.mention.label == "statistic":
                    found.append((distance, unit.mention.value))
                elif unit.mention.label == "shot" and not self._is_blocked(units, index):
                    found += [(distance, code) for code in SHOTS.get(unit.mention.value, ())]
                continue
            for words, code in self.wordings.implied.items():
                if tuple(codes[index : index + len(words)]) == words:
                    found.append((distance, code))
        for _, code in sorted(found, key=lambda item: item[0]):
            if not code.endswith("_PCT"):
                yield code

    def _is_blocked(self, units: Sequence[Unit], index: int) -> bool:
        """ "Blocked three shots": no shots of his own."""
        verb = units[index - 2].norm if index >= 2 and _kind(units[index - 1]) == "number" else ""
        return self.wordings.implied.get((verb,)) == BLOCKS


def _kind(unit: Unit | None) -> str:
    return unit.mention.label if unit is not None and unit.mention is not None else ""
