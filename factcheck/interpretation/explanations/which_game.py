"""A day and an opponent that are of two games: which of the two words is wrong?

"It's on to Orlando on Wednesday" of a team that is in Chicago on Wednesday and in Orlando on
Friday. Writers tell what comes next, or what was last, and tell games in their order. So the word
that is right of the nearest game is likely right, and the other is the mistake; words for home and
road are a third witness. Each game that has one of the two words is an explanation of what any
rule on other games has against them, whichever word it doubted.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from factcheck.interpretation.explanations.likeliest import DAY, OPPONENT, Chooser, Tokens
from factcheck.interpretation.findings import Finding
from factcheck.interpretation.matching.fixtures_told import FixtureWords, Told, fixtures_told
from factcheck.interpretation.verification.verifying import VerifiedClaim, contradicted
from factcheck.knowledge.facts import GameFacts
from factcheck.knowledge.schedule import Fixture, Schedule
from factcheck.language.mentions import Mention
from factcheck.model import Category
from factcheck.parser.document import Document

_FAR = 7
"""A weekday is one of as many days."""


@dataclass(frozen=True, slots=True)
class _Judged:
    """What the schedule says of a game told.

    Args:
        told: The game as told.
        source: Which word is wrong, ``day`` or ``opponent``; "" where all fits.
        meant: The game that is meant.
        features: What speaks for it.
    """

    told: Told
    source: str
    meant: Fixture
    features: Mapping[str, float] = field(default_factory=dict)

    @property
    def explains(self) -> Collection[Hashable]:
        """The day and the names."""
        return (_day(self), *_names(self))

    @property
    def marked(self) -> Collection[Tokens]:
        """The day, or the names of another opponent."""
        return {_day(self)} if self.source == DAY else _names(self)

    @property
    def cleared(self) -> Collection[Tokens]:
        """The other one."""
        return _names(self) if self.source == DAY else {_day(self)}


def heed_other_games(
    document: Document, items: Sequence[VerifiedClaim], facts: GameFacts, words: FixtureWords,
    chooser: Chooser,
) -> list[VerifiedClaim]:  # fmt: skip
    """Return the claims; of a day and an opponent that do not belong together one is wrong.

    Args:
        document: The story.
        items: Its verified claims.
        facts: What is known of its game, and of its teams' schedule.
        words: The vocabulary of games to come and gone by.
        chooser: Chooses between explanations.
    """
    judged = list(_judged(document, items, facts.schedule, words, chooser))
    if not judged:
        return list(items)
    denied = contradicted(items)
    # Where rules know of both that they are wrong, a whole game was made up.
    judged = [one for one in judged if not (_day(one) in denied and _names(one) & denied)]
    found = [_heed(document, item, judged) for item in items]
    for one in judged:
        if one.source and not contradicted(found) & {_day(one), *_names(one)}:
            found = _told_by_nobody(found, one)
    return found


def _day(judged: _Judged) -> tuple[int, int]:
    return judged.told.day.start, judged.told.day.end


def _names(judged: _Judged) -> set[tuple[int, int]]:
    return {(name.start, name.end) for name in judged.told.names}


def _told_by_nobody(items: Sequence[VerifiedClaim], judged: _Judged) -> list[VerifiedClaim]:
    """Return the claims; of those that could not decide on the day, the fullest one decides."""
    day = judged.told.day
    open_still = [
        item
        for item in items
        if not item.decided
        and not item.denied
        and any(
            name.label == "day" and (name.start, name.end) == (day.start, day.end)
            for name in item.claim.mentions.values()
        )
    ]
    if not open_still:
        return list(items)
    last = max(open_still, key=lambda item: (len(item.claim.mentions), -item.claim.start))
    slot, mention, correction = _wrong(judged, None)
    last.claim.marks[slot], last.claim.mentions[slot] = (mention.start, mention.end), mention
    told = Finding(
        holds=False, mark=slot, correction=correction, explanation=_explain(judged),
        category=Category.NAME,
    )  # fmt: skip
    return [VerifiedClaim(one.claim, [told]) if one is last else one for one in items]


def _wrong(judged: _Judged, span: tuple[int, int] | None) -> tuple[str, Mention, str]:
    """Return the slot, the mention and the truth of the word that is wrong.

    Args:
        judged: What the schedule says.
        span: The name that was doubted, where the story has several of one team.
    """
    if judged.source == DAY:
        return "told_day", judged.told.day, str(judged.meant.date.weekday())
    names = judged.told.names
    mention = next((name for name in names if (name.start, name.end) == span), names[0])
    return "told_name", mention, judged.meant.opponent


def _judged(
    document: Document, items: Sequence[VerifiedClaim], schedule: Schedule, words: FixtureWords,
    chooser: Chooser,
) -> Iterator[_Judged]:  # fmt: skip
    """Yield what the schedule says of the games that sentences with claims about a day tell."""
    game = document.game
    if game is None or schedule.today is None:
        return
    asked = {
        document.sentence_at(item.claim.start)
        for item in items
        if "day" in item.claim.mentions or item.contradictions
    }
    for number in sorted(asked):
        sentence, frames = document.sentences[number], document.frames[number]
        owner: str | None = None
        for told in fixtures_told(sentence, frames, game, words):
            if told.day.data["value"] == game.date.weekday():
                continue
            flow = frames[told.start].topic_team_id
            # "Houston on Tuesday, San Antonio on Thursday": whose games these are, the first tells.
            one_of = told.owner or owner
            owners = [one_of] if one_of else list(game.teams)
            found = _judge(told, schedule, owners, flow, chooser)
            if found is not None:
                owner = found.meant.team
                if found.source or told.owner is not None:
                    yield found


def _judge(
    told: Told, schedule: Schedule, owners: Sequence[str], flow: str | None, chooser: Chooser
) -> _Judged | None:
    """Return which word is wrong of a game told; None where that is open."""
    readings: list[_Judged] = []
    for owner in owners:
        for direction in ("coming", "earlier"):
            for rank, one in schedule.of(owner, direction):
                day = one.date.weekday() == told.day.data["value"] and _within(one, schedule)
                name = one.opponent in told.teams
                if day and name:
                    return _Judged(told, "", one) if direction == told.direction else None
                if direction == told.direction and (day or name):
                    features = _features(told, one, rank) | {"own": float(owner == flow)}
                    readings.append(_Judged(told, OPPONENT if day else DAY, one, features))
    chosen = chooser.choose(readings)
    return chosen[0][0] if chosen else None


def _features(told: Told, one: Fixture, rank: int) -> dict[str, float]:
    """Return what speaks for a game that has one of the two words told."""
    ground = 0.0
    if told.place:
        ground = 1.0 if (told.place == "home") == one.is_home else -1.0
    return {
        "bias": 1.0,
        "next": float(rank == 1 + told.before),
        "rank": float(rank),
        "ground": ground,
    }


def _within(one: Fixture, schedule: Schedule) -> bool:
    """Return whether a game is one of the week before or after the story's."""
    return schedule.today is not None and abs((one.date - schedule.today).days) <= _FAR


def _heed(document: Document, item: VerifiedClaim, judged: Sequence[_Judged]) -> VerifiedClaim:
    """Return a claim with the word marked that is wrong."""
    if not item.contradictions:
        return item
    findings = [_of_game(document, item, one, judged) for one in item.findings]
    return VerifiedClaim(item.claim, findings, item.denied)


def _of_game(
    document: Document, item: VerifiedClaim, finding: Finding, judged: Sequence[_Judged]
) -> Finding:
    claim = item.claim
    span = claim.marks.get(finding.mark or claim.rule.mark)
    if finding.holds is not False or span is None:
        return finding
    for one in judged:
        told = one.told
        days = (told.day.start, told.day.end) == span
        names = any((name.start, name.end) == span for name in told.names)
        if not (days or names):
            continue
        if not one.source:
            return replace(finding, holds=None)
        slot, mention, correction = _wrong(one, span)
        claim.marks[slot], claim.mentions[slot] = (mention.start, mention.end), mention
        return replace(
            finding, mark=slot, category=Category.NAME, correction=correction,
            explanation=_explain(one),
        )  # fmt: skip
    return finding


def _explain(one: _Judged) -> str:
    game = one.meant
    where = "at home to" if game.is_home else "at"
    return f"On {game.date}, a {game.date:%A}, {game.team} played {where} {game.opponent}."
