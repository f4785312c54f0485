"""Is a name wrong, or what is said of it?

Where statements about a player or a team are wrong, either each of them is, or the name alone: the
numbers then are those of somebody else. What speaks for the name: how many of the statements fit
another, how rare it is that they do by chance, how far off they are as written, who else is named,
how error-prone the text is.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from factcheck.interpretation.excuses.other_sources import Retell, heed_sources
from factcheck.interpretation.explanations.asking import Verify, ask_again
from factcheck.interpretation.explanations.doubted_names import (
    DoubtfulName,
    Key,
    Told,
    doubtful_names_in,
    told_in,
)
from factcheck.interpretation.explanations.likeliest import PLAYER, Chooser, Tokens
from factcheck.interpretation.explanations.other_names import candidates_of, features_of
from factcheck.interpretation.matching.claims import RawClaim
from factcheck.interpretation.verification.verifying import VerifiedClaim, contradicted
from factcheck.interpretation.wordings import CleftWords
from factcheck.knowledge.facts import GameFacts
from factcheck.language.mentions import Mention
from factcheck.parser.document import Document

_NEAR = 3
"""Sentences back to which a pronoun may reach."""


@dataclass(slots=True)
class Misnamed:
    """A name that another name explains better.

    Args:
        mention: The name as written.
        key: The id of the player or team it should be.
        odds: The log odds that the name is what is wrong.
        claims: The statements, verified under the other name.
        replaced: The statements as written, which it makes void.
        features: What speaks for the name being wrong (:func:`features_of`); none where its
            sentence names the other as well.
        is_antecedent: Whether no name is wrong: the statements are about somebody for whom they
            have a pronoun, and the other is named near before them as well.
    """

    mention: Mention
    key: Key
    odds: float
    claims: list[VerifiedClaim]
    replaced: list[RawClaim]
    features: Mapping[str, float] = field(default_factory=dict)
    is_antecedent: bool = False


def is_namesake(mention: Mention, key: Key) -> bool:
    """Return whether a name as written may be the other's as well: there are two Johnsons."""
    return mention.value != "full" and key in mention.data.get("keys", ())


@dataclass(slots=True)
class Other:
    """Somebody else who may be meant by a name.

    Args:
        doubtful: The name as written.
        key: The id of the other.
        read: What is said, verified for the other, in the order of the doubtful name's group.
        features: What speaks for the name being wrong; empty if nothing does.
    """

    doubtful: DoubtfulName
    key: Key
    read: list[VerifiedClaim] = field(default_factory=list)
    features: dict[str, float] = field(default_factory=dict)

    @property
    def source(self) -> str:
        """``player`` or ``team``."""
        return self.doubtful.label

    @property
    def explains(self) -> Collection[Hashable]:
        """The name, and all of its kind in a sentence that has it twice: one of them is wrong.

        "The Suns shot 46 percent, while the Suns shot 50": one of the two is the other team.
        """
        doubtful = self.doubtful
        if not doubtful.repeated:
            return (doubtful.mention.start,)
        return (doubtful.mention.start, (doubtful.sentence, doubtful.mention.data["value"]))

    @property
    def marked(self) -> Collection[Tokens]:
        """The name."""
        return ((self.doubtful.mention.start, self.doubtful.mention.end),)

    @property
    def cleared(self) -> set[Tokens]:
        """The words that are wrong of it as written."""
        return contradicted(self.doubtful.group)

    def asked(self) -> Iterator[RawClaim]:
        """Yield what is said of the name, of the other."""
        for item in self.doubtful.group:
            yield asked_of(item.claim, self.key)

    def saves_marks(self) -> bool:
        """Return whether the name and what is left to mark besides are no more than as written.

        "Hill and Green had 12 each": wrong of both, 12 stays wrong of Green whoever Hill is.
        """
        left = contradicted(self.read) | (self.cleared & self.doubtful.wrong_of_others)
        return len(self.marked) + len(left) <= len(self.cleared)


def find_others(
    documents: Sequence[Document],
    verified: Sequence[Sequence[VerifiedClaim]],
    facts: Mapping[str, GameFacts],
    verify: Verify,
    typical: tuple[float, float],
    clefts: CleftWords,
    retell: Retell | None = None,
) -> list[list[Other]]:
    """Find, for each document, who else its names may mean, with what speaks for it.

    Who may be meant is found in memory; what is said is verified for them, for all documents
    together.

    Args:
        documents: Bound documents.
        verified: All claims of each.
        facts: What is known of their games.
        verify: Verifies claims.
        typical: Wrong and right claims that a text of unknown quality counts with beforehand.
        clefts: Words that single out a name.
        retell: Asks again, of a game as a source tells it.
    """
    found: list[list[Other]] = []
    stories: list[Told] = []
    for document, items in zip(documents, verified, strict=True):
        assert document.game is not None
        story = told_in(document, items, facts[document.game.id], typical)
        stories.append(story)
        found.append(
            [
                Other(doubtful, key)
                for doubtful in doubtful_names_in(document, items, story, clefts)
                for key in candidates_of(doubtful, story)
            ]
        )
    asked = ask_again(found, Other.asked, verify)
    for story, others, answers in zip(stories, found, asked, strict=True):
        # All names of a story at once: a source is asked again about everything together.
        read = [answer for _, some in answers for answer in some]
        heeded = iter(heed_sources(read, story.facts, retell))
        for other in others:
            other.read = [next(heeded) for _ in other.doubtful.group]
            other.features = features_of(other.doubtful, other.key, other.read, story)
    return [[other for other in others if other.features] for others in found]


def find_misnamed(
    documents: Sequence[Document],
    verified: Sequence[Sequence[VerifiedClaim]],
    facts: Mapping[str, GameFacts],
    verify: Verify,
    chooser: Chooser,
    typical: tuple[float, float],
    clefts: CleftWords,
    retell: Retell | None = None,
) -> list[list[Misnamed]]:
    """Find, for each document, the names that are wrong rather than what is said of them.

    Args:
        documents: Bound documents.
        verified: All claims of each.
        facts: What is known of their games.
        verify: Verifies claims.
        chooser: Chooses between explanations.
        typical: Wrong and right claims that a text of unknown quality counts with beforehand.
        clefts: Words that single out a name.
        retell: Asks again, of a game as a source tells it.
    """
    found = find_others(documents, verified, facts, verify, typical, clefts, retell)
    return [
        [
            Misnamed(
                other.doubtful.mention, other.key, how, other.read,
                [item.claim for item in (*other.doubtful.group, *other.doubtful.unasked)],
                # Of one who is named beside, what fits him may well be said of him.
                {} if other.key in other.doubtful.beside else other.features,
                _is_antecedent(document, other),
            )
            for other, how in chooser.choose(one for one in others if one.saves_marks())
        ]
        for document, others in zip(documents, found, strict=True)
    ]  # fmt: skip


def _is_antecedent(document: Document, other: Other) -> bool:
    """Return whether what is wrong of a name may be said of another man named before it.

    "Oubre had seven of the last nine points. The Wizards' guard closed with 34": Wall did, of whom
    the sentence before told.
    """
    places = {
        document.sentence_at(item.claim.start)
        for item in other.doubtful.group
        if item.contradictions
    }
    if other.source != PLAYER or min(places) <= other.doubtful.sentence:
        return False
    near = document.sentences[max(0, min(places) - _NEAR) : min(places)]
    return any(
        unit.mention is not None
        and unit.mention.label == PLAYER
        and unit.mention.data.get("value") == other.key
        for sentence in near
        for unit in sentence.units
    )


def asked_of(claim: RawClaim, key: Key) -> RawClaim:
    """Return a claim with another subject."""
    game = claim.document.game
    assert game is not None
    if isinstance(key, int):
        team_id = game.roster[key]
        row: dict[str, Any] = claim.row | {"player_id": key, "team_id": team_id}
        if "player" in claim.rule.slots and "player" in claim.row:
            row |= {"player": key, "player_team_id": team_id}
        row |= {name: key for name in claim.rule.each if name in row}
    else:
        team_id = key
        row = claim.row | {"team_id": key}
        if "team" in claim.rule.slots and "team" in claim.row:
            row |= {"team": key}
    return claim.with_row(row | {"opponent_id": game.opponent(team_id)})
