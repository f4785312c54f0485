"""A mistake before it is believed, and what its words and its claim tell of it."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field

from factcheck.interpretation.findings import Finding
from factcheck.interpretation.matching.claims import RawClaim
from factcheck.interpretation.readings.others import Stated, stated_number
from factcheck.language.english import number_value, ordinal_value
from factcheck.model import Mistake
from factcheck.parser.document import Document

_TELLING = 10
"""Numbers from which on two that are each other's, wherever they are told, were exchanged."""

_OF_GAMES = frozenset({"games", "games_in_a_row", "games_counted"})
"""Columns of rules that count games won and lost."""

_NAMES = frozenset({"player", "team"})
"""Labels of those who cannot be set against themselves."""


@dataclass(slots=True)
class Proposal:
    """A mistake with what it rests on, before it is known whether it is believed.

    Args:
        mistake: The mistake.
        rank: The heavier one keeps a contested span.
        claim: The claim that is contradicted, where it is one claim.
        finding: The row that contradicts it.
        instead_of: Of a wrong name, the mistakes that what is said would be.
        renamed: Of a wrong name, what speaks for the other one
            (:func:`factcheck.interpretation.explanations.other_names.features_of`).
    """

    mistake: Mistake
    rank: tuple[int, int]
    claim: RawClaim | None = None
    finding: Finding | None = None
    instead_of: tuple[Proposal, ...] = ()
    renamed: Mapping[str, float] = field(default_factory=dict)


def exchanged(document: Document, proposals: Sequence[Proposal]) -> set[int]:
    """Return the ids of the proposals whose right numbers are each other's.

    Of "Rose had 31 and Porzingis 18", where it was 18 and 31, nobody is far off by chance. Small
    numbers are each other's by chance, unless one sentence tells both.
    """
    told: dict[tuple[float, float], list[tuple[int, int]]] = {}
    for proposal in proposals:
        said, right = said_number(proposal), right_number(proposal)
        if proposal.claim is not None and said is not None and right is not None and said != right:
            sentence = document.sentence_at(proposal.claim.start)
            told.setdefault((said, right), []).append((sentence, id(proposal)))
    return {
        proposal
        for (said, right), same in told.items()
        for sentence, proposal in same
        for other, _ in told.get((right, said), ())
        if sentence == other or min(said, right) >= _TELLING
    }


def is_whole(proposal: Proposal) -> bool:
    """Return whether the sentence was read as a whole: its words leave no other meaning."""
    return proposal.claim is not None and proposal.claim.rule.telling is not None


def counts_games(proposal: Proposal) -> bool:
    """Return whether a number counts games won or lost: "won four of seven" tells of no shots."""
    return proposal.finding is not None and not _OF_GAMES.isdisjoint(proposal.finding.evidence)


def names_one_twice(proposal: Proposal) -> bool:
    """Return whether a name is wrong because its statement has it twice: a team beat itself.

    What the text alone shows needs no knowledge, and is hardly misread.
    """
    claim, span = proposal.claim, proposal.mistake.span
    if claim is None:
        return bool(proposal.renamed.get("repeated"))
    places: dict[tuple[str, Hashable], set[int]] = {}
    for slot, mention in claim.mentions.items():
        # Whom its clause is about is no second name of a statement.
        if mention.label in _NAMES and slot not in _NAMES:
            told = (mention.label, mention.data.get("value"))
            places.setdefault(told, set()).add(mention.start)
    start, end = claim.document.tokens_of(span)
    return any(
        len(starts) > 1 and not starts.isdisjoint(range(start, end)) for starts in places.values()
    )


def names_part(proposal: Proposal) -> bool:
    """Return whether the words say which part of the game: the fourth quarter is not far off."""
    claim, finding = proposal.claim, proposal.finding
    if claim is None or finding is None:
        return False
    slot, _, which = (finding.mark or claim.rule.mark).partition(".")
    named = claim.mentions.get(slot)
    return which == "which" or (slot == "part" if named is None else named.label == "period")


def number_stated(proposal: Proposal) -> Stated | None:
    """Return the number that is marked, as the rule reads it."""
    claim, finding = proposal.claim, proposal.finding
    if claim is None or finding is None:
        return None
    slot = (finding.mark or claim.rule.mark).split(".")[0]
    statistic = claim.row.get("statistic") or finding.evidence.get("statistic")
    return stated_number(
        claim.mentions.get(slot), claim.row, statistic if isinstance(statistic, str) else None
    )


def said_number(proposal: Proposal) -> float | None:
    """Return the number that is marked: what its words say, else what the rule reads there."""
    said, stated = _number(proposal.mistake.span.text), number_stated(proposal)
    if said is None and stated is not None and stated.second is None:
        return stated.value
    return said


def right_number(proposal: Proposal) -> float | None:
    """Return the number that is right: as it is written, else as the rule tells it."""
    right, finding = _number(proposal.mistake.correction or ""), proposal.finding
    # "One rebound" is written for "no rebounds".
    if right is None and finding is not None and number_stated(proposal) is not None:
        return _number(finding.correction or "")
    return right


def _number(text: str) -> float | None:
    """Return the value of a number or ordinal in digits or words, perhaps of percent."""
    plain = text.lower().replace(" - ", "-").removeprefix("a ").removesuffix("percent")
    plain = plain.rstrip(" %")
    value = number_value(plain)
    return ordinal_value(plain) if value is None else value
