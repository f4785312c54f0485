"""Names with something against them: what hangs on each, and who else may be meant."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, takewhile

from factcheck.interpretation.clefts import told_of
from factcheck.interpretation.explanations import PLAYER, TEAM, Tokens
from factcheck.interpretation.said import Statement, mates_of, statement_of
from factcheck.interpretation.verifying import VerifiedClaim, contradicted, prior_of
from factcheck.interpretation.wordings import CleftWords
from factcheck.knowledge.facts import POINTS, GameFacts, Owner
from factcheck.language.mentions import Mention, Unit
from factcheck.model import Category
from factcheck.parser.document import Document

Key = int | str
"""The id of a player or of a team."""
KINDS = (PLAYER, TEAM)

_USUAL_OFF = 1.5
"""The feature of how far off, where that cannot be said."""
_SLIP = 3.0
"""By how much a number may be off that is miscounted."""
_BOUNDS = frozenset({"over", "under", "at least", "at most"})
"""The hedges of numbers that are but bounds."""
_NEXT = "next"
"""The scope of what is told of a team's next game."""
_REACH = 3
"""Words before and after a name that tell whether its clause is about it."""
_MOST_TRIED = 3
"""How many others may be meant by a name, the likeliest first."""


@dataclass(slots=True)
class Suspect:
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
    def kind(self) -> str:
        """``player`` or ``team``."""
        return self.mention.kind


@dataclass(slots=True)
class Told:
    """What a story tells, for all its suspects."""

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
        if mention.kind in KINDS and mention.data.get("value") is not None:
            story.named[mention.data["value"]] += 1
    for item in items:
        if len(item.claim.subjects) == 1 and (said := story.statement(item)) is not None:
            story.told.add((item.claim.subjects[0].data["value"], said.statistic))
    story.prior = prior_of(items, typical)
    return story


def suspects_in(
    document: Document, items: Sequence[VerifiedClaim], story: Told, clefts: CleftWords
) -> Iterator[Suspect]:
    """Yield the names with statements against them, in the order of the text."""
    by_mention: dict[int, tuple[Mention, list[VerifiedClaim]]] = {}
    unasked: dict[int, list[VerifiedClaim]] = {}
    for item in items:
        name = None if item.denied else _hangs_on(document, item)
        if name is not None and item.claim.rule.rivals:
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
            yield Suspect(
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
        return first if not others and first.kind in KINDS else None
    if frame.subject != TEAM or not frame.pronoun or frame.team_id is None:
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
    if not any(unit.code in words.within for unit in before):
        return False
    after = [unit.code for unit in units[index + 1 : index + 1 + _REACH]]
    acting = after[:1] and after[0].endswith("ing") and words.aimed_at.isdisjoint(after)
    # "With Gasol (14 points)": a list of men.
    return not acting and after[:1] != ["("] and words.relative.isdisjoint(after[:2])


def _is_word(unit: Unit) -> bool:
    return unit.mention is None and unit.code.isalpha()


def _beside(document: Document, mention: Mention) -> frozenset[Key]:
    """Return the other names of a name's sentence."""
    sentence = document.sentences[document.sentence_at(mention.start)]
    return frozenset(
        unit.mention.data["value"]
        for unit in sentence.units
        if unit.mention is not None
        and unit.mention.kind in KINDS
        and unit.mention.data.get("value") not in (None, mention.data["value"])
    )


def _repeated(document: Document, mention: Mention) -> bool:
    """Return whether a name's sentence has the same one as a subject elsewhere."""
    if mention.kind != "team":
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


def candidates_of(suspect: Suspect, story: Told) -> list[Key]:
    """Return who else may be meant: the other team; players whom most of what is wrong fits.

    Men of the other team are tried where it is doubtful whose the name is.
    """
    facts, written = story.facts, suspect.mention.data["value"]
    if suspect.kind == "team":
        return [team for team in facts.teams if team != written]
    team = facts.team_of.get(written)
    out = {written, *suspect.sharing}
    wrong = [s for s in suspect.statements if s.wrong]
    misplaced = suspect.placed_wrong or any(
        item.contradictions and item.claim.rule.category in {Category.NAME, Category.CONTEXT}
        for item in suspect.group
    )
    anywhere = team is None or misplaced or len(wrong) > 1
    if not wrong and (
        suspect.shared
        or any(
            item.contradictions and item.claim.rule.category is Category.NUMBER
            for item in suspect.group
        )
    ):
        # "Missed 10 of his 12 shots": what is not one number is asked of each of his team,
        # and so is what is right of others who are named with him.
        return [key for key, theirs in facts.team_of.items() if theirs == team and key not in out]
    tried = []
    for key, theirs in facts.team_of.items():
        if key in out or not (anywhere or theirs == team):
            continue
        fixed = sum(s.fits(facts, key) for s in wrong)
        if fixed:
            lost = sum(not s.wrong and not s.fits(facts, key) for s in suspect.statements)
            unlikely = (key in story.named) + (theirs != team) / 2
            tried.append((2 * (lost - fixed) + unlikely, -(facts.value(key, POINTS) or 0.0), key))
    return [key for *_, key in sorted(tried)[:_MOST_TRIED]]


def features_of(
    suspect: Suspect, key: Key, read: Sequence[VerifiedClaim], story: Told
) -> dict[str, float]:
    """Return what speaks for a name being wrong rather than what is said of it.

    Args:
        suspect: The name as written.
        key: Who else may be meant.
        read: What is said, verified for that one, in the order of the suspect's group.
        story: What the story tells besides.
    """
    facts, written = story.facts, suspect.mention.data["value"]
    pairs = list(zip(suspect.group, read, strict=True))
    wrong = [(old, new) for old, new in pairs if old.contradictions]
    fixed = [old for old, new in wrong if new.decided and not new.contradictions]
    if not fixed:
        return {}
    right = [(old, new) for old, new in pairs if old.decided and not old.contradictions]
    kept = sum(new.decided and not new.contradictions for _, new in right)
    lost = sum(bool(new.contradictions) for _, new in right)
    numbers = [s for s in suspect.statements if any(s.item is old for old in fixed)]
    mates: Sequence[Owner] = mates_of(facts, key)
    shares = [sum(s.fits(facts, x) for x in mates) / len(mates) for s in numbers]
    off = [
        s.off(facts, written)
        for s in suspect.statements
        if s.wrong and not s.first_place and not s.in_words
    ]
    told = any((key, s.statistic) in story.told for s in numbers)
    averages = sum(
        old.claim.frame.scope == "average" and (old.claim.row.get("number") or 0) % 1 > 0
        for old in fixed
    )
    records = [record for old in fixed if (record := _record(old)) is not None]
    words = len(fixed) - len(numbers) - averages - len(records)
    features = {
        "bias": 1.0,
        "fixed": len(fixed) - 1.0,
        "all fixed": float(len(fixed) == len(wrong)),
        "explains more": float(2 * len(fixed) - len(wrong) > lost and not told),
        "unfixed": float(len(wrong) - len(fixed)),
        "kept": float(kept),
        "lost": float(lost),
        "words fixed": float(words),
        # Two men seldom average the same to a tenth.
        "average": float(averages),
        "records": float(len(records)),
        # "Home" and "win" are not mistaken at once, nor the leader and his number.
        "words agree": float(words > 0 and len(fixed) > 1),
        "leads with it": float(
            any(s.first_place for s in numbers) and any(not s.first_place for s in numbers)
        ),
        "rare": sum(-math.log(share) for share in shares if share),
        "off": math.log1p(sum(off) / len(off)) if off else _USUAL_OFF,
        "slip": float(bool(off) and min(off) <= _SLIP),
        "points": float(any(s.statistic == POINTS for s in numbers)),
        "size": math.log1p(max((s.value for s in numbers), default=0.0)),
        "shooting": float(any(s.second is not None for s in numbers)),
        # "More than 40 percent" is true of many.
        "bound": float(any(s.hedge in _BOUNDS for s in numbers)),
        "first place": float(any(s.first_place for s in numbers)),
        "placed wrong": float(suspect.placed_wrong),
        "prior": story.prior,
        "cleft": float(suspect.singled_out),
        "shared": float(suspect.shared),
        # "X, Y and Z reached double figures": it is Z who did not.
        "shared words": float(suspect.shared and words == len(fixed)),
    }
    if suspect.kind == "team":
        # A sentence that names the other team as well sets the two against each other.
        against = key in suspect.beside and not suspect.repeated
        stated = [n for s in numbers if not s.first_place for n in (s.value, s.second)]
        alike = [n for n in (*stated, *chain.from_iterable(records)) if n is not None]
        return features | {
            "rare": _by_chance(alike),
            "repeated": float(suspect.repeated),
            "set against": float(against),
            "pairs fixed": float(sum(_wrong_twice(old, written, story) for old in fixed)),
        }
    points = facts.value(key, POINTS) or 0.0
    above = sum((facts.value(x, POINTS) or 0.0) > points for x in mates if x not in story.named)
    return features | {
        "named": float(key in story.named),
        "told": float(told),
        "written again": float(story.named[written] > 1),
        "rank": 0.0 if key in story.named else math.log1p(above),
        "prominence": (points - (facts.value(written, POINTS) or 0.0)) / 10,
        "other team": float(_team(facts, key) != _team(facts, written)),
    }


def _record(item: VerifiedClaim) -> tuple[float, float] | None:
    """Return the games won and lost that a claim has wrong, None where it is about no record."""
    claim = item.claim
    marks = [finding.mark or claim.rule.mark for finding in item.contradictions]
    marked = [claim.mentions.get(mark.split(".")[0]) for mark in marks]
    if not marked or any(one is None or one.kind != "record" for one in marked):
        return None
    (first, *_) = [one for one in marked if one is not None]
    return first.data["first"], first.data["second"]


def _by_chance(numbers: Iterable[float]) -> float:
    """Return minus the logarithm of the chance that a team's numbers are just the other's.

    There are but two teams, so it is not counted: what teams have spreads by some roots of it.
    """
    return sum(math.log1p(2 * math.sqrt(number)) for number in numbers)


def _wrong_twice(item: VerifiedClaim, written: Key, story: Told) -> bool:
    """Return whether two numbers of one statement are wrong: "made 5 of 9" of who made 2 of 4.

    Who errs about a number errs about one.
    """
    if len(item.contradictions) > 1:
        return True
    said = story.statement(item)
    return said is not None and said.wrong_twice(story.facts, written)


def _team(facts: GameFacts, player: Key) -> str | None:
    return facts.team_of.get(player) if isinstance(player, int) else None
