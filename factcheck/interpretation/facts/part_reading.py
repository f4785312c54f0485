"""A statement about a part of the game, with what the words around it and the facts offer."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from factcheck.interpretation.facts.part_scene import Place, Scene, Side, Whose
from factcheck.interpretation.findings import Finding
from factcheck.interpretation.matching.claims import RawClaim
from factcheck.interpretation.readings.others import stated_number
from factcheck.knowledge.facts import GAME, POINTS, SHOTS, GameFacts, Owner
from factcheck.knowledge.parts import BEGUN_THERE, ENDED_THERE, ORDINALS, QUARTERS, START
from factcheck.language.english import ordinal_value
from factcheck.model import Category
from factcheck.parser.document import Document

Names = Callable[[Owner, str], str]
"""Writes an owner for a reader, given the season."""

_OPPOSITE = {"won": "lost", "lost": "won", "ahead": "trailed", "behind": "led"}


@dataclass(frozen=True, slots=True)
class PartReading:
    """A claim with what the words around it and the game offer for its meaning."""

    claim: RawClaim
    scene: Scene
    index: int
    facts: GameFacts
    names: Names

    @property
    def season(self) -> str:
        game = self.claim.document.game
        return "" if game is None else game.season

    def score(self, codes: Sequence[str]) -> tuple[int, int] | None:
        """Return the points of the two teams in some parts together."""
        if tuple(codes) == (START,):
            return 0, 0
        both = [part_value(self.facts, team, POINTS, codes) for team in self.facts.teams]
        return None if None in both else (int(both[0] or 0), int(both[1] or 0))

    def widened(self, *spans: Place | Side) -> None:
        """Have the claim cover the words that tell of which part it speaks and who was better."""
        units = self.scene.sentence.units
        for span in spans:
            self.claim.start = min(self.claim.start, units[span.start].start)
            self.claim.end = max(self.claim.end, units[span.end - 1].end)

    def told(self, codes: Sequence[str]) -> str:
        """Return the score of some parts in a sentence for a reader."""
        if tuple(codes) == (START,):
            return "Nobody has scored when the game begins."
        score = self.score(codes)
        assert score is not None
        named = [self.names(team, self.season) for team in self.facts.teams]
        there = f"{named[0]} scored {score[0]} and {named[1]} {score[1]}"
        return f"{there[0].upper()}{there[1:]} ({' and '.join(codes)})."

    def finding(self, holds: bool | None, codes: Sequence[str], **other: str | None) -> Finding:
        return Finding(
            holds=holds,
            mark=other.get("mark"),
            correction=other.get("correction"),
            explanation=other.get("explanation") or self.told(codes),
            category=other.get("category"),
            evidence={"fact": "part", "part": " + ".join(codes)},
        )

    def on_side(self, side: Side, whose: Whose, codes: Sequence[str], own: bool) -> Finding:
        """Return the finding on the words, or the name, that give a part to the wrong team."""
        if not own or whose.within:
            # "… and Denver the fourth by two": the name is all there is.
            self.claim.marks["whose"] = (whose.mention.start, whose.mention.end)
            self.claim.mentions["whose"] = whose.mention
            other = next(team for team in self.facts.teams if team != whose.team)
            return self.finding(
                False, codes, mark="whose", category=Category.NAME, correction=other
            )
        units = self.scene.sentence.units
        self.claim.marks["side"] = (units[side.start].start, units[side.end - 1].end)
        return self.finding(
            False, codes, mark="side", category=Category.WORD, correction=_OPPOSITE.get(side.kind)
        )

    def on_part(self, place: Place, code: str, explanation: str) -> Finding:
        """Return the finding on the words that say which part it was."""
        self.claim.marks["part"] = place.which
        category = which_category(self.claim.document, place.which)
        named = ORDINALS
        if place.ended:
            named = BEGUN_THERE if place.begins else ENDED_THERE
        return self.finding(
            False, place.codes, mark="part", category=category,
            correction=named.get(code), explanation=explanation,
        )  # fmt: skip


def which_category(document: Document, which: tuple[int, int]) -> Category:
    """Return the category of the words that say which part of the game: an ordinal is a number."""
    words = " ".join(document.words[slice(*which)]).lower()
    return Category.WORD if ordinal_value(words) is None else Category.NUMBER


@dataclass(frozen=True, slots=True)
class StatedOfGame:
    """Numbers that a rule read as those of a whole game.

    Args:
        owner: Whose they are.
        numbers: By what they count; of a shooting line two.
    """

    owner: Owner
    numbers: Mapping[str, float]


def stated_of_game(claim: RawClaim, finding: Finding) -> StatedOfGame | None:
    """Return the numbers that a finding is about, None where they are not of the whole game."""
    statistic = claim.row.get("statistic") or finding.evidence.get("statistic")
    counted = statistic if isinstance(statistic, str) else None
    # A name, or what is counted, is wrong by the number that stands beside it.
    slots = ((finding.mark or claim.rule.mark).split(".")[0], "number")
    tried = (stated_number(claim.mentions.get(slot), claim.row, counted) for slot in slots)
    stated = next((one for one in tried if one is not None), None)
    if stated is None or stated.owner is None or stated.part != GAME:
        return None
    # "Ten each by Jackson, Drummond and Tolliver": of the one who is found wrong.
    named = claim.mentions.get(slots[0])
    is_name = named is not None and named.label in {"player", "team"}
    owner = named.data["value"] if named is not None and is_name else stated.owner
    if stated.second is None:
        if stated.statistic is None:
            return None
        return StatedOfGame(owner, {stated.statistic: stated.value})
    # "At the half: 16 points, 6-for-13 from the line": made and tried.
    kind = SHOTS.get(str(finding.evidence.get("shot_kind")))
    if kind is None:
        return None
    return StatedOfGame(owner, dict(zip(kind, (stated.value, stated.second), strict=True)))


def part_value(
    facts: GameFacts, owner: Owner, statistic: str, codes: Sequence[str]
) -> float | None:
    """Return what somebody has in some parts of the game together, None where not known."""
    total = 0.0
    for code in codes:
        value = facts.value(owner, statistic, code)
        if value is None and code in QUARTERS:
            value = part_value(facts, owner, statistic, QUARTERS[code])
        if value is None and isinstance(owner, int) and code != GAME:
            # Who did not play in a quarter of a game whose quarters are known did nothing in it.
            team = facts.team_of.get(owner, "")
            value = None if facts.value(team, SHOTS["FG"][1], code) is None else 0.0
        if value is None:
            return None
        total += value
    return total
