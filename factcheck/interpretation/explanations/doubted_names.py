"""Names with something against them, and what hangs on each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import takewhile

from factcheck.interpretation.explanations.clefts import told_of
from factcheck.interpretation.explanations.likeliest import PLAYER, TEAM, Tokens
from factcheck.interpretation.explanations.said import Statement, statement_of
from factcheck.interpretation.verification.verifying import VerifiedClaim, contradicted, prior_of
from factcheck.interpretation.wordings import CleftWords
from factcheck.knowledge.facts import GameFacts
from factcheck.language.mentions import Mention, Unit
from factcheck.parser.document import Document

Key = int | str
"""The id of a player or of a team."""
NAME_LABELS = (PLAYER, TEAM)

_NEXT = "next"
"""The scope of what is told of a team's next game."""
_REACH = 3
"""Words before and after a name that tell whether its clause is about it."""


@dataclass(slots=True)
class DoubtfulName:
    """A name with statements against it.

    Args:
        mention: The name as written.
        group: The claims that hang on it alone.
        statements: Those of them that can be asked of another.
        placed_wrong: Whether another claim marks the name itself as wrong.
        sharing: The others of whom the same words tell what is wrong of it.
        shared: Whether it is right of one of them.
        wrong_of_others: The words that are wrong of one of them as well.
        sentence: The number of its sentence.
        repeated: Whether that has the same name as a subject twice.
        beside: The other teams and players that its sentence names.
        singled_out: Whether its sentence tells of whom, rather than what, is true.
        unasked: Claims of the next game with something against them that hang on it, but cannot be
            asked of another: whose game that is, the name says.
    """

    mention: Mention
    group: list[VerifiedClaim]
    statements: list[Statement]
    sentence: int
    placed_wrong: bool = False
    sharing: frozenset[Key] = frozenset()
    shared: bool = False
    wrong_of_others: frozenset[Tokens] = frozenset()
    repeated: bool = False
    beside: frozenset[Key] = frozenset()
    singled_out: bool = False
    unasked: Sequence[VerifiedClaim] = ()

    @property
    def label(self) -> str:
        """``player`` or ``team``."""
        return self.mention.label


@dataclass(slots=True)
class Told:
    """What a story tells, for all its doubtful names."""

    facts: GameFacts
    named: Counter[Key] = field(default_factory=Counter)
    told: set[tuple[Key, str]] = field(default_factory=set)
    prior: float = 0.0
    said: dict[int, Statement | None] = field(default_factory=dict)

    def statement(self, item: VerifiedClaim) -> Statement | None:
        """Return what a claim of the story says as a number, found out once."""
        key = id(item)
        if key not in self.said:
            self.said[key] = statement_of(item)
        return self.said[key]


def told_in(
    document: Document,
    items: Sequence[VerifiedClaim],
    facts: GameFacts,
    typical: tuple[float, float],
) -> Told:
    """Return what a story tells: whom it names, what it says of them, how error-prone it is."""
    story = Told(facts)
    for mention in document.mentions():
        if mention.label in NAME_LABELS and mention.data.get("value") is not None:
            story.named[mention.data["value"]] += 1
    for item in items:
        if len(item.claim.subjects) == 1 and (said := story.statement(item)) is not None:
            story.told.add((item.claim.subjects[0].data["value"], said.statistic))
    story.prior = prior_of(items, typical)
    return story


def doubtful_names_in(
    document: Document, items: Sequence[VerifiedClaim], story: Told, clefts: CleftWords
) -> Iterator[DoubtfulName]:
    """Yield the names with statements against them, in the order of the text."""
    by_mention: dict[int, tuple[Mention, list[VerifiedClaim]]] = {}
    unasked: dict[int, list[VerifiedClaim]] = {}
    for item in items:
        name = None if item.denied else _hangs_on(document, item)
        if name is not None and item.claim.rule.alternatives:
            by_mention.setdefault(id(name), (name, []))[1].append(item)
        elif name is not None and item.contradictions and item.claim.frame.scope == _NEXT:
            unasked.setdefault(id(name), []).append(item)
    marked = contradicted(items)
    matches: dict[int, list[VerifiedClaim]] = {}
    for item in items:
        matches.setdefault(item.claim.group, []).append(item)
    for mention, group in sorted(by_mention.values(), key=lambda pair: pair[0].start):
        if any(item.contradictions for item in group) and not _is_within(
            document, mention, group, clefts
        ):
            statements = [s for item in group if (s := story.statement(item)) is not None]
            # "Hill and Green each had 12": the words of one match tell of several men.
            others = [
                other
                for item in group
                if item.contradictions
                for other in matches[item.claim.group]
                if other.claim.subjects != item.claim.subjects and not other.claim.rule.each
            ]
            number = document.sentence_at(mention.start)
            yield DoubtfulName(
                mention, group, statements, number,
                (mention.start, mention.end) in marked,
                frozenset(m.data["value"] for other in others for m in other.claim.subjects),
                any(other.decided and not other.contradictions for other in others),
                frozenset(contradicted(others)),
                _repeated(document, mention), _beside(document, mention),
                told_of(document.sentences[number], mention, clefts) is not None,
                unasked.get(id(mention), ()),
            )  # fmt: skip


def _hangs_on(document: Document, item: VerifiedClaim) -> Mention | None:
    """Return the one name that a claim hangs on.

    "The Suns sank nine more free throws, and they won the boards": both hang on the Suns.
    """
    claim, frame = item.claim, item.claim.frame
    if claim.subjects:
        first, *others = claim.subjects
        return first if not others and first.label in NAME_LABELS else None
    if frame.subject != TEAM or not frame.anaphoric or frame.team_id is None:
        return None
    number = document.sentence_at(claim.start)
    places = zip(document.sentences[number].units, document.frames[number], strict=True)
    named = [about.topic for unit, about in places if unit.start < claim.start and about.topic]
    last = named[-1] if named else None
    is_name = last is not None and last.data["value"] == frame.team_id and "role" not in last.data
    return last if is_name else None


def _is_within(
    document: Document, mention: Mention, group: Sequence[VerifiedClaim], words: CleftWords
) -> bool:
    """Return whether a name stands within a phrase, so that what follows is hardly said of it.

    "Had a tough time dealing with Howard, but finished with 14 points": not Howard did.
    """
    if any(item.claim.frame.told_by for item in group):
        return False
    units = document.sentences[document.sentence_at(mention.start)].units
    index = next((n for n, unit in enumerate(units) if unit.mention is mention), 0)
    before = list(takewhile(_is_word, reversed(units[max(0, index - _REACH) : index])))
    if not any(unit.norm in words.within for unit in before):
        return False
    after = [unit.norm for unit in units[index + 1 : index + 1 + _REACH]]
    acting = after[:1] and after[0].endswith("ing") and words.aimed_at.isdisjoint(after)
    # "With Gasol (14 points)": a list of men.
    return not acting and after[:1] != ["("] and words.relative.isdisjoint(after[:2])


def _is_word(unit: Unit) -> bool:
    return unit.mention is None and unit.norm.isalpha()


def _beside(document: Document, mention: Mention) -> frozenset[Key]:
    """Return the other names of a name's sentence."""
    sentence = document.sentences[document.sentence_at(mention.start)]
    return frozenset(
        unit.mention.data["value"]
        for unit in sentence.units
        if unit.mention is not None
        and unit.mention.label in NAME_LABELS
        and unit.mention.data.get("value") not in (None, mention.data["value"])
    )


def _repeated(document: Document, mention: Mention) -> bool:
    """Return whether a name's sentence has the same one as a subject elsewhere."""
    if mention.label != "team":
        return False
    number = document.sentence_at(mention.start)
    return any(
        frame.subject == "team"
        and frame.team is not None
        and frame.team is not mention
        and frame.team.start != mention.start
        and frame.team.data.get("value") == mention.data["value"]
        for frame in document.frames[number]
    )
