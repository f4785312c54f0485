"""Match: the rules' patterns over a parsed story give claims to verify."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from factcheck.interpretation.matching.candidates import Candidate, CandidateFinder
from factcheck.interpretation.matching.columns import (
    SentenceColumns,
    player_columns,
    slot_columns,
    story_number,
)
from factcheck.interpretation.matching.fixtures_told import FixtureWords
from factcheck.interpretation.matching.games_named import GameWords
from factcheck.interpretation.matching.tellings import TellingFinder
from factcheck.interpretation.quantities.meanings import Quantity
from factcheck.interpretation.quantities.reader import QuantityReader
from factcheck.interpretation.wordings import PlayWords
from factcheck.language.mentions import Mention, Sentence, Unit
from factcheck.parser.document import ClauseContext, Document
from factcheck.parser.wordings import PeriodWords
from factcheck.rulebook.rule import Rule
from factcheck.rulebook.vocabulary import Vocabulary


@dataclass(slots=True)
class RawClaim:
    """A match of a rule with its slots filled, not yet verified.

    Args:
        rule: The rule that matched.
        document: The story it matched in.
        start: First token of the match, from 0.
        end: One past its last token.
        marks: Token ranges by slot, label and part (``score.first``).
        mentions: The mentions that fill the slots, by slot.
        row: The claim's columns.
        frame: What the claim is about.
        subjects: The mentions of the players or the team whose name the claim hangs on.
        combine: ``all`` if the claim holds for every row made of it, ``any`` if for one.
        group: Rows of one match share it.
        pattern: The pattern that matched, as the rule writes it.
        quantity: What its number may mean, of a rule with a construction.
    """

    rule: Rule
    document: Document
    start: int
    end: int
    marks: dict[str, tuple[int, int]]
    mentions: dict[str, Mention]
    row: dict[str, Any]
    frame: ClauseContext
    subjects: tuple[Mention, ...] = ()
    combine: str = "all"
    group: int = 0
    pattern: str = ""
    quantity: Quantity | None = None

    def concerns(self, present: Container[int]) -> bool:
        """Return whether it is about somebody whom its rule is for.

        Args:
            present: The players who have a line in the game.
        """
        if not self.rule.only_absent:
            return True
        player = self.row.get("player_id")
        return player is not None and player not in present

    def with_row(self, row: dict[str, Any]) -> RawClaim:
        """Return the same claim with other columns."""
        return RawClaim(
            self.rule, self.document, self.start, self.end, self.marks, self.mentions, row,
            self.frame, self.subjects, self.combine, self.group, self.pattern, self.quantity,
        )  # fmt: skip


class Matcher:
    """Runs all rules over documents.

    Args:
        rules: The rules, in any order.
        vocabulary: The wordings of the rule base.
    """

    def __init__(self, rules: Iterable[Rule], vocabulary: Vocabulary) -> None:
        self.rules = list(rules)
        self._tellings = TellingFinder(self.rules, vocabulary)
        self._periods = PeriodWords.of(vocabulary)
        self._fixtures = FixtureWords.of(vocabulary)
        self._games = GameWords.of(vocabulary)
        self._quantities = QuantityReader(vocabulary)
        self._by_construction = {
            rule.construction: rule for rule in self.rules if rule.construction
        }
        self._finder = CandidateFinder(self.rules, PlayWords.of(vocabulary))
        self._groups = 0

    def match(self, document: Document) -> list[RawClaim]:
        """Return the claims of a bound document, in order of rules' specificity."""
        claims: list[RawClaim] = []
        story = story_number(document)
        for index, sentence in enumerate(document.sentences):
            frames = document.frames[index]
            context: SentenceColumns | None = None
            known = (document, story, sentence, frames, self._periods, self._fixtures, self._games)
            told = self._tellings.find(sentence, frames)
            for candidate in (*self._finder.find(sentence, frames), *told):
                if context is None:
                    context = SentenceColumns(*known)
                columns = context.at(candidate.anchor)
                if any(columns.get(needed) is None for needed in candidate.rule.needs):
                    continue
                claims.extend(self._claims(document, sentence, frames, candidate, columns))
            for quantity in self._read_quantities(document, index):
                context = context or SentenceColumns(*known)
                columns = context.at(quantity.phrase.unit)
                claims.append(self._quantity_claim(document, index, quantity, columns))
        return claims

    def _read_quantities(self, document: Document, index: int) -> Iterator[Quantity]:
        """Yield the quantities of a sentence that a rule is for."""
        if self._by_construction:
            for quantity in self._quantities.read(document, index):
                if quantity.construction in self._by_construction:
                    yield quantity

    def _quantity_claim(
        self, document: Document, index: int, quantity: Quantity, columns: Mapping[str, Any]
    ) -> RawClaim:
        units, frame = document.sentences[index].units, document.frames[index]
        marks: dict[str, tuple[int, int]] = {}
        mentions: dict[str, Mention] = {}
        row = dict(columns)
        for slot, place in quantity.slots():
            marks[slot], mention = (units[place].start, units[place].end), units[place].mention
            if mention is None:
                # The "before" of "before the break".
                continue
            mentions[slot] = mention
            marks |= {f"{slot}.{part}": span for part, span in mention.parts.items()}
            row |= slot_columns(slot, mention, document)
        self._groups += 1
        about = frame[quantity.phrase.unit]
        rule = self._by_construction[quantity.construction]
        named = [man.data["value"] for man in about.players]
        hangs = rule.alternatives and len(named) == 1 and quantity.meanings[0].owners == (*named,)
        return RawClaim(
            rule, document,
            units[quantity.start].start, units[quantity.phrase.end - 1].end, marks, mentions,
            row | quantity.columns(), about, about.players if hangs else (),
            group=self._groups, quantity=quantity,
        )  # fmt: skip

    def _claims(
        self,
        document: Document,
        sentence: Sentence,
        frames: list[ClauseContext],
        candidate: Candidate,
        context: Mapping[str, Any],
    ) -> Iterator[RawClaim]:
        rule, match = candidate.rule, candidate.match
        units = sentence.units
        frame = frames[candidate.anchor]
        marks: dict[str, tuple[int, int]] = {}
        mentions: dict[str, Mention] = {}
        row: dict[str, Any] = dict(candidate.values)
        given: dict[str, str] = {}
        for name, (first, last) in match.groups.items():
            label, is_value, value = name.partition("=")
            if is_value:
                start, end = match.groups[label]
                # Of a label that stands in a detail as well one counts, and so does its value.
                if start <= first and last <= end:
                    given[label] = value
                continue
            marks[name] = (units[first].start, units[last - 1].end)
            mention = units[first].mention if last == first + 1 else None
            if mention is not None and name in rule.slots:
                mentions[name] = mention
                row |= slot_columns(name, mention, document)
                marks |= {f"{name}.{part}": span for part, span in mention.parts.items()}
            else:
                row[name] = " ".join(document.words[slice(*marks[name])])
        row |= {f"{label}_words": row[label] for label in rule.valued if label in row} | given
        filled = dict(mentions)
        topic = frame.topic or frame.team
        if topic is not None:
            marks.setdefault("team", (topic.start, topic.end))
            mentions.setdefault("team", topic)
        self._groups += 1
        start, end = units[match.start].start, units[match.end - 1].end
        row |= context
        if frame.distribution == "respectively":
            frame = _respective(sentence, frames, candidate.anchor)
        for subjects, columns, combine in self._subjects(rule, document, filled, frame):
            own, named = marks, mentions
            if len(subjects) == 1 and subjects[0].label == "player" and "player" not in marks:
                own = marks | {"player": (subjects[0].start, subjects[0].end)}
                named = mentions | {"player": subjects[0]}
            yield RawClaim(
                rule, document, start, end, own, named, row | columns, frame, subjects,
                combine, self._groups, candidate.pattern.source,
            )  # fmt: skip

    def _subjects(
        self,
        rule: Rule,
        document: Document,
        slots: Mapping[str, Mention],
        frame: ClauseContext,
    ) -> Iterator[tuple[tuple[Mention, ...], dict[str, Any], str]]:
        """Yield the subject columns of each row that one match gives rise to."""
        game = document.game
        assert game is not None
        if "player" in slots and slots["player"].label == "player":
            mention = slots["player"]
            yield (mention,), player_columns(game, mention), "all"
        elif "team" in slots and slots["team"].label == "team":
            mention = slots["team"]
            team_id = mention.data["value"]
            yield (mention,), {"team_id": team_id, "opponent_id": game.opponent(team_id)}, "all"
        elif frame.subject != "player" or not frame.players:
            opponent = game.opponent(frame.team_id)
            named = () if frame.topic is None or frame.subject != "team" else (frame.topic,)
            yield named, {"team_id": frame.team_id, "opponent_id": opponent}, "all"
        elif frame.distribution in {"single", "collective"} and (
            len(frame.players) == 1 or frame.distribution == "collective"
        ):
            yield frame.players, player_columns(game, frame.players[0]), "all"
        else:
            combine = "all" if rule.distributive or frame.distribution == "distributive" else "any"
            for player in frame.players:
                yield (player,), player_columns(game, player), combine


def _respective(sentence: Sentence, frames: list[ClauseContext], anchor: int) -> ClauseContext:
    """Give the k-th number about several men to the k-th of them, in turn.

    It is the k-th of its list where that has one for each: "were two more scorers, with 13 and 10".
    Else it is that of its clause.
    """
    frame = frames[anchor]
    numbers = [
        index
        for index, unit in enumerate(sentence.units)
        if unit.mention is not None
        and unit.mention.label in {"number", "shooting", "percent"}
        and (frames[index].clause, frames[index].players) == (frame.clause, frame.players)
    ]
    if anchor not in numbers or len(frame.players) < 2:
        return frame
    own = _list_of(sentence, numbers, anchor)
    counted = numbers if len(own) % len(frame.players) else own
    player = frame.players[counted.index(anchor) % len(frame.players)]
    return replace(
        frame, players=(player,), distribution="single", team_id=player.data.get("team_id")
    )


def _list_of(sentence: Sentence, numbers: Sequence[int], anchor: int) -> list[int]:
    """Return the numbers that stand in a row with one, what they count and "and" between them."""
    rows: list[list[int]] = []
    for index in numbers:
        between = sentence.units[rows[-1][-1] + 1 : index] if rows else []
        if rows and all(_goes_on(unit) for unit in between):
            rows[-1].append(index)
        else:
            rows.append([index])
    return next(row for row in rows if anchor in row)


def _goes_on(unit: Unit) -> bool:
    """Return whether a unit may stand between two numbers of a list."""
    if unit.mention is None:
        return unit.norm in _LISTING
    return unit.mention.label in {"statistic", "shot"}


_LISTING = frozenset({",", "and", "-", "&", "/", "plus"})
