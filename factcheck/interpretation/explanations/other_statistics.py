"""A number that is its owner's of another statistic: which is wrong, the number or its noun?

"Marc Gasol had 14 assists" of a man with 14 rebounds and two assists: the noun explains it, the
more the farther the number is from the truth and the seldomer a number fits by chance, and where
writers take the two nouns for each other. A noun that the clause has twice ("14 assists, seven
rebounds and two assists") is one too many.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from factcheck.interpretation.explanations.likeliest import OTHER_STATISTIC, Instead
from factcheck.interpretation.findings import Finding
from factcheck.interpretation.verification.verifying import VerifiedClaim, prior_of
from factcheck.knowledge.facts import (
    ASSISTS,
    BLOCKS,
    ENDS_OF_FLOOR,
    GAME,
    LED_IN,
    POINTS,
    REBOUNDS,
    SHOTS,
    STEALS,
    UNWANTED,
    GameFacts,
    Owner,
)
from factcheck.language.english import number_value
from factcheck.model import Category

_MADE = tuple(made for made, _ in SHOTS.values())
_ALIKE = (((*LED_IN, *UNWANTED), LED_IN), (_MADE, _MADE), (ENDS_OF_FLOOR, ENDS_OF_FLOOR))
"""Statistics that are written for others, and these others."""
_PAIRS = (frozenset({REBOUNDS, ASSISTS}), frozenset({STEALS, BLOCKS}), frozenset(ENDS_OF_FLOOR))
"""Statistics that are written one for the other more often than any others."""
_IN_BURSTS = frozenset({POINTS, *_MADE})
"""Of these fewer than a man has may be those of some minutes, or of one shot: "a three-pointer"."""
_OFTEN_NONE = (REBOUNDS, ASSISTS)
"""Of what is said that a man had none, for others are rare."""
_NOUN = "statistic"
"""The slot of the noun."""
_LONGEST_VERB = 3
_OF_A_TEAM = 0.08
"""How often a number fits a team's by chance: two teams are too few to count it."""


def of_other_statistics(
    items: Sequence[VerifiedClaim],
    facts: GameFacts,
    nouns: Mapping[str, str],
    verbs: Mapping[tuple[str, ...], str],
    typical: tuple[float, float],
) -> Iterator[Instead]:
    """Yield nouns that are wrong instead of numbers that are right of another statistic.

    Args:
        items: The verified claims of a story.
        facts: What is known of its game.
        nouns: What each statistic is called, in the plural.
        verbs: What a number counts behind a verb ("handed out"), by its words.
        typical: Wrong and right claims that a text of unknown quality counts with beforehand.
    """
    prior = prior_of(items, typical)
    for item in items:
        for place, finding in enumerate(item.findings):
            said = _said(item, finding, facts, verbs) if finding.holds is False else None
            if said is None:
                continue
            others = said.others(facts)
            if others and said.is_plain():
                # What invents its numbers hits another of them by chance.
                features = said.features(facts) | {"prior": prior}
                right = nouns[others[0]] if len(others) == 1 else None
                found = replace(finding, mark=_NOUN, category=Category.WORD, correction=right)
                yield Instead(OTHER_STATISTIC, features, item, place, found)


@dataclass(frozen=True, slots=True)
class _Said:
    """A number as it is written, with what it is said to count.

    Args:
        number: The number.
        statistic: What it is said to count.
        owner: Whose it is.
        part: Of which part of the game.
        truth: What is right of that.
        told: The statistics that its clause tells of, each as often as it is named.
        verb: What the verb before it counts; "" where that is open.
    """

    number: float
    statistic: str
    owner: Owner
    part: str
    truth: float
    told: Sequence[str]
    verb: str

    def is_plain(self) -> bool:
        """Return whether the number can be no other one of the statistic that it is said to be."""
        burst = self.statistic in _IN_BURSTS and self.number < self.truth
        return self._is_told_twice() or not burst

    def _is_told_twice(self) -> bool:
        return self.told.count(self.statistic) > 1

    def others(self, facts: GameFacts) -> list[str]:
        """Return the statistics untold of which the owner has just so many."""
        return [
            code
            for code in self._tried()
            if facts.value(self.owner, code, self.part) == self.number
        ]

    def _tried(self) -> list[str]:
        groups = _ALIKE if self.number else ((_OFTEN_NONE, _OFTEN_NONE),)
        alike = next((meant for written, meant in groups if self.statistic in written), ())
        return [code for code in alike if code != self.statistic and code not in self.told]

    def features(self, facts: GameFacts) -> dict[str, float]:
        """Return what speaks for the noun rather than the number being wrong."""
        most = max(self._of_all(self.statistic, facts), default=0.0)
        chance = _OF_A_TEAM
        if isinstance(self.owner, int):
            others = [n for code in self._tried() for n in self._of_all(code, facts)]
            # He is one of those who have so many.
            chance = (max(1, others.count(self.number)) - 0.5) / max(1, len(facts.team_of))
        right = self.others(facts)
        return {
            "bias": 1.0,
            "pair": float(any({self.statistic, code} in _PAIRS for code in right)),
            "rare": -math.log(chance),
            "off": math.log(abs(self.number - self.truth)),
            "twice": float(self._is_told_twice()),
            # "28 steals": nobody had so many.
            "beyond": math.log(max(1.0, self.number / max(1.0, most))),
            "none": float(self.number == 0),
            "verb": float(self.verb in right) - float(self.verb == self.statistic),
        }

    def _of_all(self, code: str, facts: GameFacts) -> list[float]:
        """Return how many of a statistic all players have, or both teams."""
        owners = facts.team_of if isinstance(self.owner, int) else facts.teams
        values = (facts.value(who, code, self.part) for who in owners)
        return [value for value in values if value is not None]


def _said(
    item: VerifiedClaim,
    finding: Finding,
    facts: GameFacts,
    verbs: Mapping[tuple[str, ...], str],
) -> _Said | None:
    """Return the number that a finding has something against, if a noun tells what it counts."""
    claim = item.claim
    mention = claim.mentions.get(finding.mark or claim.rule.mark)
    statistic, row = claim.row.get(_NOUN), claim.row
    truth = number_value(finding.correction or "")
    if (
        mention is None
        or mention.label != "number"
        or not isinstance(statistic, str)
        or _NOUN not in claim.marks
        or truth is None
    ):
        return None
    number, part = mention.data.get("value"), row.get("context_period") or GAME
    owners = [who for who in (row.get("player_id"), row.get("team_id")) if who is not None]
    if owners and facts.value(owners[0], statistic, part) != truth:
        # "17 rebounds, the last of them in the fourth quarter": of the game, not of that.
        part = GAME
    if (
        not owners
        or number is None
        or number == truth
        or mention.data.get("hedge", "exact") != "exact"
        or facts.value(owners[0], statistic, part) != truth
    ):
        return None
    told = row.get("clause_statistics") or ()
    before = [
        word.lower()
        for word in claim.document.words[max(0, mention.start - _LONGEST_VERB) : mention.start]
    ]
    lengths = range(1, _LONGEST_VERB + 1)
    verb = next((verbs[key] for n in lengths if (key := tuple(before[-n:])) in verbs), "")
    return _Said(number, statistic, owners[0], part, truth, told, verb)
