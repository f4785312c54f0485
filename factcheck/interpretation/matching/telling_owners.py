"""Whom a sentence tells of: those whom it names, or the one for whom its pronouns stand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from factcheck.interpretation.matching.telling_words import TellingWords
from factcheck.language.mentions import Sentence
from factcheck.parser.document import ClauseContext


@dataclass(frozen=True, slots=True)
class Named:
    """Whom a sentence tells of.

    Args:
        alone: Who alone that is, one of :data:`ALONE`.
        units: The units that name them first, in order.
        names: All units that name them.
        meant: Instead of names, the one for whom a pronoun stands, as columns of the claim.
        against: The team that is named besides, as the one played against.
    """

    alone: str
    units: tuple[int, ...]
    names: frozenset[int]
    meant: Mapping[str, object] | None = None
    against: object = None

    @classmethod
    def among(cls, sentence: Sentence) -> Iterator[Named]:
        """Yield who alone is named; then the same with each team as the one played against."""
        teams = {
            unit.mention.data.get("value")
            for unit in sentence.units
            if unit.mention is not None and unit.mention.label == "team"
        }
        for against in (None, *sorted(teams - {None}, key=str)) if teams else (None,):
            named = cls.of(sentence, against)
            if named is not None:
                yield named

    @classmethod
    def of(cls, sentence: Sentence, against: object = None) -> Named | None:
        """Return who alone is named, None where that is no one of ``ALONE``.

        Args:
            sentence: The sentence.
            against: A team that is named as the one played against, and left out.
        """
        players: dict[object, int] = {}
        teams: dict[object, list[int]] = {}
        sides: set[object] = set()
        names: list[int] = []
        for place, unit in enumerate(sentence.units):
            mention = unit.mention
            if mention is None:
                continue
            if mention.label in {"person", "name"}:
                return None
            if mention.label == "player":
                players.setdefault(mention.data.get("value"), place)
                sides.add(mention.data.get("team_id"))
                names.append(place)
            elif mention.label == "team":
                teams.setdefault(mention.data.get("value"), []).append(place)
        if None in players or None in teams:
            return None
        if against is not None:
            names += teams.pop(against)
        # Beside players other teams are more than is told, unless a pattern names them.
        own = [team for team in teams if not players or team in sides]
        names += [place for team in own for place in teams[team]]
        first = {team: teams[team][0] for team in own}
        label, owners = ("player", players) if players else ("team", first)
        alone = {
            0: "nobody", 1: label, 2: f"two {label}s", 3: f"three {label}s",
        }.get(len(owners))  # fmt: skip
        if alone is None or (len(owners) > 1 and players and own and len(sides) > 1):
            return None
        return cls(alone, tuple(owners.values()), frozenset(names), against=against)

    @classmethod
    def by_pronoun(
        cls, sentence: Sentence, frames: Sequence[ClauseContext], words: TellingWords
    ) -> Named | None:
        """Return the one for whom the pronouns of a sentence without names stand, if it is one."""
        meant: list[tuple[str, Mapping[str, object]]] = []
        for frame in {id(frame): frame for frame in frames}.values():
            if not frame.subject:
                continue
            if not frame.anaphoric or (frame.subject == "player" and len(frame.players) != 1):
                return None
            whom: Mapping[str, object] = {"team": frame.team_id}
            if frame.subject == "player":
                (man,) = frame.players
                whom = {"player": man.data.get("value"), "player_team_id": man.data.get("team_id")}
            if (frame.subject, whom) not in meant:
                meant.append((frame.subject, whom))
        if len(meant) != 1 or None in meant[0][1].values():
            return None
        ((label, whom),) = meant
        return cls(label, (), frozenset(), whom) if words.has_pronoun(sentence, label) else None


def names_its_own(
    sentence: Sentence, frames: Sequence[ClauseContext], first: int, last: int
) -> bool:
    """Return whether a part of a sentence names whom it is about.

    "The Suns led, and had more rebounds": the second part is about a team that it does not name.
    """
    frame = frames[last - 1]
    subjects = frame.players if frame.subject == "player" else (frame.topic,)
    start, end = sentence.units[first].start, sentence.units[last - 1].end
    return not frame.anaphoric and any(
        one is not None and start <= one.start < end for one in subjects
    )
