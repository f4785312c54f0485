"""Match: the rules' phrases over a parsed story give claims to verify."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from factcheck.interpretation.columns import (
    SentenceColumns,
    player_columns,
    slot_columns,
    story_number,
)
from factcheck.interpretation.details import BEGIN, SENTENCE_BEGIN, gather, regions, stretch
from factcheck.interpretation.meanings import Quantity
from factcheck.interpretation.quantities import QuantityReader
from factcheck.language.mentions import Mention, Sentence
from factcheck.parser.document import Document, Frame
from factcheck.rulebook.phrases import Match, Phrase, PhraseIndex, PhraseMatches
from factcheck.rulebook.rule import Rule


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
        phrase: The phrase that matched, as the rule writes it.
        quantity: What its number may mean, of a rule with a construction.
    """

    rule: Rule
    document: Document
    start: int
    end: int
    marks: dict[str, tuple[int, int]]
    mentions: dict[str, Mention]
    row: dict[str, Any]
    frame: Frame
    subjects: tuple[Mention, ...] = ()
    combine: str = "all"
    group: int = 0
    phrase: str = ""
    quantity: Quantity | None = None

    def with_row(self, row: dict[str, Any]) -> RawClaim:
        """Return the same claim with other columns."""
        return RawClaim(
            self.rule, self.document, self.start, self.end, self.marks, self.mentions, row,
            self.frame, self.subjects, self.combine, self.group, self.phrase, self.quantity,
        )  # fmt: skip


@dataclass(slots=True)
class _Candidate:
    rule: Rule
    phrase: Phrase
    match: Match
    anchor: int
    marked: set[int]
    owned: set[int]

    @property
    def is_complete(self) -> bool:
        """Whether it has one of the slots that its rule requires."""
        wanted = self.rule.requires
        return not wanted or any(name in self.match.groups for name in wanted)


@dataclass(frozen=True, slots=True)
class _Offer:
    """What the clauses of a sentence offer: a rule that wants something else need not look."""

    scopes: frozenset[str]
    sharings: frozenset[str]
    subjects: frozenset[str]
    asides: bool

    @classmethod
    def of(cls, frames: Iterable[Frame]) -> _Offer:
        # Most units of a clause share one frame.
        different = {id(frame): frame for frame in frames}.values()
        return cls(
            frozenset(frame.scope for frame in different),
            frozenset(frame.sharing for frame in different),
            frozenset(frame.subject for frame in different),
            any(frame.aside for frame in different),
        )

    def suits(self, rule: Rule, phrase: Phrase) -> bool:
        if self.scopes.isdisjoint(rule.scope) or self.sharings.isdisjoint(rule.sharing):
            return False
        wanted = rule.subject
        return wanted == "any" or wanted in self.subjects or wanted in phrase.slots


class Matcher:
    """Runs all rules over documents.

    Args:
        rules: The rules, in any order.
        quantities: Reads noun phrases, for rules with a construction; None leaves these out.
    """

    def __init__(self, rules: Iterable[Rule], quantities: QuantityReader | None = None) -> None:
        self.rules = list(rules)
        self._quantities = quantities
        self._by_construction = {
            rule.construction: rule for rule in self.rules if rule.construction
        }
        self._ranked = [
            (rule, phrase, rule.mark.split(".")[0])
            for rule in self.rules
            for phrase in sorted(rule.phrases, key=lambda phrase: -phrase.size)
        ]
        self._fillers = {rule.id: _fillers(rule) for rule in self.rules if rule.requires}
        self._index = PhraseIndex(phrase for _, phrase, _ in self._ranked)
        self._groups = 0

    def match(self, document: Document) -> list[RawClaim]:
        """Return the claims of a bound document, in order of rules' specificity."""
        claims: list[RawClaim] = []
        story = story_number(document)
        for index, sentence in enumerate(document.sentences):
            frames = document.frames[index]
            context: SentenceColumns | None = None
            for candidate in self._chosen(sentence, frames):
                if context is None:
                    context = SentenceColumns(document, story, sentence, frames)
                columns = context.at(candidate.anchor)
                claims.extend(self._claims(document, sentence, frames, candidate, columns))
            for quantity in self._read_quantities(document, index):
                context = context or SentenceColumns(document, story, sentence, frames)
                columns = context.at(quantity.phrase.unit)
                claims.append(self._quantity_claim(document, index, quantity, columns))
        return claims

    def _read_quantities(self, document: Document, index: int) -> Iterator[Quantity]:
        """Yield the quantities of a sentence that a rule is for."""
        if self._quantities is not None and self._by_construction:
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
            mention = units[place].mention
            assert mention is not None
            marks[slot], mentions[slot] = (mention.start, mention.end), mention
            marks |= {f"{slot}.{part}": span for part, span in mention.parts.items()}
            row |= slot_columns(slot, mention, document)
        self._groups += 1
        return RawClaim(
            self._by_construction[quantity.construction], document,
            units[quantity.start].start, units[quantity.phrase.end - 1].end, marks, mentions,
            row | quantity.columns(), frame[quantity.phrase.unit], group=self._groups,
            quantity=quantity,
        )  # fmt: skip

    def _chosen(self, sentence: Sentence, frames: list[Frame]) -> Iterator[_Candidate]:
        matches = PhraseMatches(sentence)
        candidates = _add_details(matches, frames, self._candidates(matches, frames))
        candidates = [candidate for candidate in candidates if candidate.is_complete]
        candidates.sort(key=lambda c: (-c.rule.priority, -c.phrase.size))
        taken: dict[str, set[int]] = {}
        everywhere: set[int] = set()
        singles: set[tuple[str, int]] = set()
        for candidate in candidates:
            rule = candidate.rule
            mine = taken.setdefault(rule.id, set())
            units = candidate.owned or candidate.marked
            if candidate.owned & everywhere or units & mine:
                continue
            clause = (rule.id, frames[candidate.anchor].clause)
            if rule.single and clause in singles:
                continue
            singles.add(clause)
            mine |= units
            everywhere |= candidate.owned
            yield candidate

    def _candidates(self, matches: PhraseMatches, frames: list[Frame]) -> list[_Candidate]:
        """Return what matches in clauses that its rule is for, without details yet."""
        here = _Offer.of(frames)
        candidates: list[_Candidate] = []
        put_off: list[tuple[int, Sequence[int]]] = []
        for number, starts in self._index.possible(matches.sentence):
            rule, phrase, _ = self._ranked[number]
            if not here.suits(rule, phrase):
                continue
            if rule.requires and not matches.may_hold(self._fillers[rule.id]):
                put_off.append((number, starts))
            else:
                candidates += self._matched(number, starts, matches, frames, here)
        # What cannot be complete still bounds what other rules of its file tell.
        bounded = {candidate.rule.path for candidate in candidates if candidate.rule.details}
        for number, starts in put_off:
            if self._ranked[number][0].path in bounded:
                candidates += self._matched(number, starts, matches, frames, here)
        return candidates

    def _matched(
        self,
        number: int,
        starts: Sequence[int],
        matches: PhraseMatches,
        frames: list[Frame],
        here: _Offer,
    ) -> Iterator[_Candidate]:
        """Yield the matches of a phrase that stand in clauses which its rule is for."""
        rule, phrase, slot = self._ranked[number]
        sentence = matches.sentence
        for match in phrase.matches(sentence, starts):
            if rule.exclude and _is_excluded(rule, match, matches):
                continue
            mark = match.groups.get(slot)
            anchor = mark[0] if mark else match.start
            frame = frames[anchor]
            if frame.scope not in rule.scope or frame.sharing not in rule.sharing:
                continue
            if rule.subject != "any" and not self._has_subject(rule, phrase, frame):
                continue
            if rule.others and _names_subject(rule, match, sentence, frames):
                continue
            if here.asides and not _in_time(rule, phrase, match, frames):
                continue
            marked = set(range(*mark) if mark else ())
            yield _Candidate(rule, phrase, match, anchor, marked, _owned(rule, match))

    @staticmethod
    def _has_subject(rule: Rule, phrase: Phrase, frame: Frame) -> bool:
        if rule.subject in phrase.slots:
            return True
        return frame.subject == rule.subject

    def _claims(
        self,
        document: Document,
        sentence: Sentence,
        frames: list[Frame],
        candidate: _Candidate,
        context: Mapping[str, Any],
    ) -> Iterator[RawClaim]:
        rule, match = candidate.rule, candidate.match
        units = sentence.units
        frame = frames[candidate.anchor]
        marks: dict[str, tuple[int, int]] = {}
        mentions: dict[str, Mention] = {}
        row: dict[str, Any] = {}
        for name, (first, last) in match.groups.items():
            marks[name] = (units[first].start, units[last - 1].end)
            mention = units[first].mention if last == first + 1 else None
            if mention is not None and name in rule.slots:
                mentions[name] = mention
                row |= slot_columns(name, mention, document)
                marks |= {f"{name}.{part}": span for part, span in mention.parts.items()}
            else:
                row[name] = " ".join(document.words[slice(*marks[name])])
        filled = dict(mentions)
        topic = frame.topic or frame.team
        if topic is not None:
            marks.setdefault("team", (topic.start, topic.end))
            mentions.setdefault("team", topic)
        self._groups += 1
        start, end = units[match.start].start, units[match.end - 1].end
        row |= context
        if frame.sharing == "respectively":
            frame = _respective(sentence, frames, candidate.anchor)
        for subjects, columns, combine in self._subjects(document, filled, frame):
            own, named = marks, mentions
            if len(subjects) == 1 and subjects[0].kind == "player" and "player" not in marks:
                own = marks | {"player": (subjects[0].start, subjects[0].end)}
                named = mentions | {"player": subjects[0]}
            yield RawClaim(
                rule, document, start, end, own, named, row | columns, frame, subjects,
                combine, self._groups, candidate.phrase.source,
            )  # fmt: skip

    def _subjects(
        self,
        document: Document,
        slots: Mapping[str, Mention],
        frame: Frame,
    ) -> Iterator[tuple[tuple[Mention, ...], dict[str, Any], str]]:
        """Yield the subject columns of each row that one match gives rise to."""
        game = document.game
        assert game is not None
        if "player" in slots and slots["player"].kind == "player":
            mention = slots["player"]
            yield (mention,), player_columns(game, mention), "all"
        elif "team" in slots and slots["team"].kind == "team":
            mention = slots["team"]
            team_id = mention.data["value"]
            yield (mention,), {"team_id": team_id, "opponent_id": game.opponent(team_id)}, "all"
        elif frame.subject != "player" or not frame.players:
            opponent = game.opponent(frame.team_id)
            named = () if frame.topic is None or frame.subject != "team" else (frame.topic,)
            yield named, {"team_id": frame.team_id, "opponent_id": opponent}, "all"
        elif frame.sharing in {"single", "together"} and (
            len(frame.players) == 1 or frame.sharing == "together"
        ):
            yield frame.players, player_columns(game, frame.players[0]), "all"
        else:
            combine = "all" if frame.sharing == "each" else "any"
            for player in frame.players:
                yield (player,), player_columns(game, player), combine


def _respective(sentence: Sentence, frames: list[Frame], anchor: int) -> Frame:
    """Give the k-th number about several men in a clause to the k-th of them, in turn."""
    frame = frames[anchor]
    numbers = [
        index
        for index, unit in enumerate(sentence.units)
        if unit.mention is not None
        and unit.mention.kind in {"number", "shooting", "percent"}
        and (frames[index].clause, frames[index].players) == (frame.clause, frame.players)
    ]
    if anchor not in numbers or len(frame.players) < 2:
        return frame
    player = frame.players[numbers.index(anchor) % len(frame.players)]
    return replace(frame, players=(player,), sharing="single", team_id=player.data.get("team_id"))


def _fillers(rule: Rule) -> tuple[Phrase, ...]:
    """Return the phrases of a rule that fill one of the slots or labels that it requires."""
    phrases = (*rule.phrases, *(one for group in rule.details.values() for one in group))
    return tuple(
        phrase
        for phrase in phrases
        if not {*phrase.slots, *phrase.labels}.isdisjoint(rule.requires)
    )


def _is_excluded(rule: Rule, match: Match, matches: PhraseMatches) -> bool:
    """Tell whether an antipattern of a rule matches some of the same units."""
    return any(
        other.start < match.end and match.start < other.end
        for phrase in rule.exclude
        for other in matches.of(phrase)
    )


def _names_subject(rule: Rule, match: Match, sentence: Sentence, frames: list[Frame]) -> bool:
    """Tell whether a slot that must name somebody else holds the clause's own subject."""
    for name in rule.others:
        if name in match.groups:
            unit = match.groups[name][0]
            frame, mention = frames[unit], sentence.units[unit].mention
            if frame.subject == "team" and frame.topic is mention:
                return True
            if frame.subject == "player" and mention in frame.players:
                return True
    return False


def _in_time(rule: Rule, phrase: Phrase, match: Match, frames: list[Frame]) -> bool:
    """Tell whether no slot is filled by an aside about a time that the rule is not for."""
    filled = [frames[match.groups[name][0]] for name in phrase.slots if name in match.groups]
    return all(frame.scope in rule.scope or not frame.aside for frame in filled)


def _add_details(
    matches: PhraseMatches, frames: Sequence[Frame], candidates: list[_Candidate]
) -> list[_Candidate]:
    """Return the matches, those of rules with details with what stands around them."""
    by_file: dict[Path | None, list[_Candidate]] = {}
    by_rule: dict[str, list[_Candidate]] = {}
    for candidate in candidates:
        if not candidate.rule.details.keys().isdisjoint({BEGIN, SENTENCE_BEGIN}):
            by_rule.setdefault(candidate.rule.id, []).append(candidate)
        elif candidate.rule.details:
            by_file.setdefault(candidate.rule.path, []).append(candidate)
    # Rules of one file tell of one kind of thing, and where one begins another one ends.
    for detailed in by_file.values():
        around = regions(matches.sentence, [candidate.match for candidate in detailed])
        for candidate, region in zip(detailed, around, strict=True):
            _add(matches, candidate, region)
    left_out: set[int] = set()
    for told in by_rule.values():
        left_out |= _add_stretches(matches, frames, told)
    return [candidate for candidate in candidates if id(candidate) not in left_out]


def _add_stretches(
    matches: PhraseMatches, frames: Sequence[Frame], candidates: list[_Candidate]
) -> set[int]:
    """Add to the matches of a rule what their stretches tell, and return those that are told.

    What several matches in one stretch tell is one thing: "an 11-point night in his last game".
    """
    clauses = [frame.clause for frame in frames]
    chosen: list[tuple[int, int]] = []
    told: set[int] = set()
    for candidate in sorted(candidates, key=lambda one: (-one.phrase.size, one.match.start)):
        match = candidate.match
        if any(first < match.end and match.start < last for first, last in chosen):
            told.add(id(candidate))
            continue
        region = stretch(candidate.rule.details, matches, clauses, match)
        chosen.append(region)
        _add(matches, candidate, region)
        filled = [*candidate.match.groups.values(), (match.start, match.end)]
        candidate.match = candidate.match._replace(
            start=min(first for first, _ in filled), end=max(last for _, last in filled)
        )
    return told


def _add(matches: PhraseMatches, candidate: _Candidate, region: tuple[int, int]) -> None:
    """Fill the slots and labels of a match from the units around it."""
    match = candidate.match
    found = gather(candidate.rule.details, matches, match, region)
    candidate.match = match._replace(groups={**match.groups, **found})
    candidate.owned |= _owned(candidate.rule, candidate.match)


def _owned(rule: Rule, match: Match) -> set[int]:
    return {
        unit for name in rule.owns if name in match.groups for unit in range(*match.groups[name])
    }
