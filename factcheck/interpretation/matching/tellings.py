"""Tellings: sentences that tell one thing and nothing else, in whatever order.

A rule says what a sentence must tell (:class:`factcheck.rulebook.telling.Telling`) and who alone
is named. Here it is seen whether there is more to the sentence than that: another name, number,
period or place, or a word that makes a number mean another thing. Then nothing is read.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice, product

from factcheck.interpretation.matching.candidates import Candidate
from factcheck.interpretation.matching.telling_fits import Fit, FitFinder, Told, is_article
from factcheck.interpretation.matching.telling_owners import Named, names_its_own
from factcheck.interpretation.matching.telling_words import TellingWords
from factcheck.language.mentions import LABELS, Sentence, Unit, label_part
from factcheck.parser.document import ClauseContext
from factcheck.rulebook.pattern_index import index_of
from factcheck.rulebook.patterns import Match, Pattern
from factcheck.rulebook.rule import Rule
from factcheck.rulebook.telling import AGAINST, ALONE, Telling
from factcheck.rulebook.vocabulary import Vocabulary

_MOST_MENTIONS, _MOST_NUMBERS = 9, 4
"""A sentence with more of them tells more than one thing."""
_FAR_BEHIND = 4
"""Units from a number to where words behind it tell how exact it is: "ten points or more"."""
_NUMBERS = tuple(map(label_part, ("number", "percent", "score", "record", "shooting")))
_NAMES = ("player", "team", "number")
_MOST_TRIED = 60
"""Ways of putting the parts of a telling together that are tried."""


@dataclass(frozen=True, slots=True)
class _RuleBits:
    """The patterns of a rule's telling, a bit for each.

    Args:
        rule: The rule's number.
        all: All of them.
        needs: Those of each concept that a sentence must tell.
    """

    rule: int
    all: int
    needs: tuple[int, ...]

    def may_be_told(self, held: int) -> bool:
        """Return whether each concept that must be told has one of the patterns of a sentence."""
        for concept in self.needs:  # noqa: SIM110 - asked of each rule and sentence
            if not held & concept:
                return False
        return True


class TellingFinder:
    """Finds the sentences that tell what rules are for.

    Args:
        rules: The rules; those without a telling are left out.
        vocabulary: The wordings of the rule base.
    """

    def __init__(self, rules: Sequence[Rule], vocabulary: Vocabulary) -> None:
        self._rules = [rule for rule in rules if rule.telling is not None]
        self._words = TellingWords(vocabulary)
        # Rules have many patterns in common; each is looked for once.
        known: dict[tuple[object, ...], int] = {}
        patterns: list[Pattern] = []
        # Of each pattern, the rules that have it, what it tells there, and its value.
        self._owners_of: list[list[tuple[int, str, str]]] = []
        # The patterns of each rule, and those rules that may tell something of somebody.
        self._bits: list[_RuleBits] = []
        self._among: dict[tuple[str, bool, bool, int], list[_RuleBits]] = {}
        for number, rule in enumerate(self._rules):
            assert rule.telling is not None
            every = 0
            needs: list[int] = []
            for concept in rule.telling.concepts:
                bits = 0
                for pattern, value in concept.patterns:
                    place = known.setdefault(pattern.meaning, len(patterns))
                    if place == len(patterns):
                        patterns.append(pattern)
                        self._owners_of.append([])
                    self._owners_of[place].append((number, concept.name, value))
                    bits |= 1 << place
                every |= bits
                if concept.needed:
                    needs.append(bits)
            self._bits.append(_RuleBits(number, every, tuple(needs)))
        self._index = index_of(tuple(patterns))
        labels = {
            label
            for one in patterns
            for labels in one.slots.values()
            for label in labels.split("|")
        }
        # What no pattern takes is always more than a sentence may tell.
        self._foreign = {label_part(label) for label in LABELS if label not in {*labels, *_NAMES}}

    def find(self, sentence: Sentence, frames: Sequence[ClauseContext]) -> Iterator[Candidate]:
        """Yield what rules are told by a sentence.

        Args:
            sentence: The sentence.
            frames: What each of its units is about.
        """
        if not self._rules or self._words.is_quoted(sentence):
            return
        whole = list(self._read(sentence, frames))
        yield from whole
        if not whole:
            for first, last in self._words.joined_parts(sentence):
                if names_its_own(sentence, frames, first, last):
                    part = Sentence(sentence.number, sentence.units[first:last])
                    part.encode()
                    for candidate in self._read(part, frames[first:last], in_part=True):
                        yield _moved(candidate, first)

    def _read(
        self, sentence: Sentence, frames: Sequence[ClauseContext], *, in_part: bool = False
    ) -> Iterator[Candidate]:
        """Yield what rules are told by a sentence, or by a part of one.

        A number of a part may be one of something that the other parts name: there, only words
        are read.
        """
        parts = sentence.parts
        if (
            not self._foreign.isdisjoint(parts)
            or sum(len(parts[label]) for label in _NUMBERS if label in parts) > _MOST_NUMBERS
        ):
            return
        mentions = [place for place, unit in enumerate(sentence.units) if unit.mention is not None]
        if len(mentions) > _MOST_MENTIONS:
            return
        numbers = sum(_is_number(sentence.units[place]) for place in mentions)
        held = self._index.held(sentence)
        fits = FitFinder(sentence, self._index.patterns)
        for named in self._owners(sentence, frames, in_part=in_part):
            possible = self._rules_for(named, numbers, in_part=in_part)
            told = self._told(fits, held, [one for one in possible if one.may_be_told(held)])
            if not told:
                continue
            scene = _Scene(sentence, frames, named, self._words, mentions)
            for number, told_of in told.items():
                rule = self._rules[number]
                assert rule.telling is not None
                found = fits.of(told_of, rule.telling)
                candidate = None if found is None else scene.read(rule, rule.telling, found)
                if candidate is not None:
                    yield candidate

    def _owners(
        self, sentence: Sentence, frames: Sequence[ClauseContext], *, in_part: bool
    ) -> Iterator[Named]:
        """Yield whom a sentence may tell of: those whom it names, or whom its pronoun means."""
        for named in Named.among(sentence):
            yield named
            if named.alone == "nobody" and not in_part:
                meant = Named.by_pronoun(sentence, frames, self._words)
                if meant is not None:
                    yield replace(meant, names=named.names, against=named.against)

    def _rules_for(self, named: Named, numbers: int, *, in_part: bool) -> list[_RuleBits]:
        """Return the patterns of the rules that may tell something of somebody."""
        key = (named.alone, named.against is not None, in_part, numbers)
        if key not in self._among:
            among: list[_RuleBits] = []
            for rule, own in zip(self._rules, self._bits, strict=True):
                telling = rule.telling
                assert telling is not None
                if (
                    telling.alone == named.alone
                    and numbers >= len(telling.numbers)
                    and not (in_part and telling.owned)
                    and (named.against is None or telling.names_opponent)
                ):
                    among.append(own)
            self._among[key] = among
        return self._among[key]

    def _told(self, fits: FitFinder, held: int, possible: Sequence[_RuleBits]) -> dict[int, Told]:
        """Return, by the numbers of rules, what a sentence may tell of their concepts."""
        among = 0
        for one in possible:
            among |= one.all
        if not among:
            return {}
        fits.starts = self._index.possible(fits.sentence, held & among)
        told: dict[int, Told] = {one.rule: {} for one in possible}
        for number in fits.starts:
            for rule, concept, value in self._owners_of[number]:
                if rule in told:
                    told[rule].setdefault(concept, []).append((number, value))
        return told


@dataclass(frozen=True, slots=True)
class _Scene:
    """A sentence that may be a telling."""

    sentence: Sentence
    frames: Sequence[ClauseContext]
    named: Named
    words: TellingWords
    mentions: Sequence[int]

    def read(
        self, rule: Rule, telling: Telling, fits: Mapping[str, Sequence[Fit]]
    ) -> Candidate | None:
        """Return the claim of a rule; None where the sentence tells more, or less, or is unclear.

        Args:
            rule: The rule.
            telling: What its sentence tells.
            fits: The ways in which this one tells the concepts.
        """
        if self._holds_more(telling, fits):
            return None
        needed = [fits.get(one.name, ()) for one in telling.concepts if one.needed]
        read: list[tuple[int, dict[str, tuple[int, int]], tuple[Fit, ...]]] = []
        for chosen in islice(product(*needed), _MOST_TRIED):
            if len(chosen) > 1:
                slots = [fit.counted for fit in chosen]
                if sum(map(len, slots)) > len(frozenset().union(*slots)):
                    continue
            everything = self._with_optional(telling, chosen, fits)
            groups = self._groups(telling, everything)
            if groups is not None and self._is_plain(rule, telling, everything, groups):
                size = sum(fit.match.end - fit.match.start for fit in chosen)
                read.append((size, groups, everything))
        if not read:
            return None
        least = min(size for size, _, _ in read)
        best = [(groups, chosen) for size, groups, chosen in read if size == least]
        counted = [{name: one.get(name) for name in telling.owned} for one, _ in best]
        told = [{(fit.concept, fit.value) for fit in chosen if fit.value} for *_, chosen in read]
        if any(one != counted[0] for one in counted) or any(one != told[0] for one in told):
            return None
        return self._candidate(rule, *best[0])

    def _holds_more(self, telling: Telling, fits: Mapping[str, Sequence[Fit]]) -> bool:
        """Return whether there are mentions that none of the ways of telling it could take."""
        told = self.named.names.union(*(fit.covered for ways in fits.values() for fit in ways))
        left = [self.sentence.units[place] for place in self.mentions if place not in told]
        numbers = sum(map(_is_number, left))
        others = sum(not (_is_number(unit) or is_article(unit)) for unit in left)
        return bool(others) or numbers > len(telling.numbers)

    def _may_name(self, fit: Fit) -> bool:
        """Return whether an opponent that a phrase names is one: the only team is not."""
        return AGAINST not in fit.match.groups or self.named.against is not None

    def _with_optional(
        self,
        telling: Telling,
        chosen: tuple[Fit, ...],
        fits: Mapping[str, Sequence[Fit]],
    ) -> tuple[Fit, ...]:
        """Return the parts of a telling with what the sentence may tell besides, or tells twice."""
        taken = set().union(*(fit.counted for fit in chosen))
        more: list[Fit] = []
        for concept in telling.concepts:
            own = {fit.value for fit in chosen if fit.concept == concept.name}
            # Of values the one that the rule names first counts, else the longest pattern.
            ranked = sorted(
                (fit for fit in fits.get(concept.name, ()) if self._may_name(fit)),
                key=lambda fit: 0 if fit.value else fit.match.start - fit.match.end,
            )
            for fit in ranked:
                if taken.isdisjoint(fit.counted) and (not own or fit.value in own):
                    more.append(fit)
                    taken |= fit.counted
        return (*chosen, *more)

    def _groups(self, telling: Telling, chosen: Sequence[Fit]) -> dict[str, tuple[int, int]] | None:
        """Return what fills slots and labels; None where there are more numbers, or fewer."""
        groups: dict[str, tuple[int, int]] = {}
        for fit in chosen:
            for name, span in fit.match.groups.items():
                groups.setdefault(name, span)
        covered = set().union(*(fit.covered for fit in chosen))
        units = self.sentence.units
        bare = [p for p in self.mentions if p not in covered and _is_number(units[p])]
        if len(bare) != len(telling.numbers):
            return None
        for name, place in zip(telling.numbers, bare, strict=True):
            groups[name] = (place, place + 1)
        if self.named.meant is None:
            for name, place in zip(ALONE[telling.alone], self.named.units, strict=True):
                groups[name] = (place, place + 1)
        if telling.names_opponent and self._opponent(groups) != self.named.against:
            return None
        return groups

    def _opponent(self, groups: Mapping[str, tuple[int, int]]) -> object:
        """Return the team that a pattern takes as the one played against, if any."""
        if AGAINST not in groups:
            return None
        mention = self.sentence.units[groups[AGAINST][0]].mention
        return mention.data.get("value") if mention is not None else None

    def _is_plain(
        self,
        rule: Rule,
        telling: Telling,
        chosen: Sequence[Fit],
        groups: Mapping[str, tuple[int, int]],
    ) -> bool:
        """Return whether the sentence tells this alone, of this game, and as a fact."""
        covered = set().union(*(fit.covered for fit in chosen))
        bare = {groups[name][0] for name in telling.numbers}
        read = covered | bare | self.named.names
        units = self.sentence.units
        for place in self.mentions:
            if place not in read and not is_article(units[place]):
                return False
        for name in telling.owned:
            for place in range(*groups.get(name, (0, 0))):
                frame, mention = self.frames[place], units[place].mention
                if frame.aside or frame.scope not in rule.scope or mention is None:
                    return False
                hedged = mention.data.get("hedge", "exact") != "exact"
                beside = {
                    "joined": range(place, place + 1),
                    "behind": range(place + 1, place + _FAR_BEHIND),
                }.get(mention.data.get("hedged", ""), range(place - 1, place))
                if hedged and covered.isdisjoint(beside):
                    return False
        return self.words.changes_nothing(self.sentence, telling.alone, read, bare)

    def _candidate(
        self, rule: Rule, groups: dict[str, tuple[int, int]], chosen: Sequence[Fit]
    ) -> Candidate | None:
        mark = groups.get(rule.mark.split(".")[0])
        if mark is None:
            return None
        frame = self.frames[mark[0]]
        if frame.aside or frame.scope not in rule.scope:
            return None
        spans = list(groups.values()) + [(fit.match.start, fit.match.end) for fit in chosen]
        match = Match(min(first for first, _ in spans), max(last for _, last in spans), groups)
        owned = {unit for name in rule.consumes if name in groups for unit in range(*groups[name])}
        longest = max((fit.pattern for fit in chosen), key=lambda pattern: pattern.size)
        values = {fit.concept: fit.value for fit in reversed(chosen) if fit.value}
        columns = {**(self.named.meant or {}), **values}
        return Candidate(rule, longest, match, mark[0], set(range(*mark)), owned, columns)


def _moved(candidate: Candidate, by: int) -> Candidate:
    """Return what a part of a sentence tells, in places of the whole."""
    match = candidate.match
    groups = {name: (first + by, last + by) for name, (first, last) in match.groups.items()}
    return replace(
        candidate,
        match=Match(match.start + by, match.end + by, groups),
        anchor=candidate.anchor + by,
        marked={place + by for place in candidate.marked},
        consumed={place + by for place in candidate.consumed},
    )


def _is_number(unit: Unit) -> bool:
    return unit.mention is not None and unit.mention.label == "number" and not is_article(unit)
