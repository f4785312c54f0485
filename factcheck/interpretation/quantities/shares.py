"""Read numbers that are a part of another: "five of the Nuggets' 22 assists", "12 of them".

What the part is of may stand in the phrase itself, in one before it, or in the sentence before:
"The Nuggets had 22 assists. Five of those were Nelson's".
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

from factcheck.interpretation.quantities.complements import COUNTED
from factcheck.interpretation.quantities.context import DONE, QuantityContext
from factcheck.interpretation.quantities.meanings import Meaning, Quantity
from factcheck.interpretation.quantities.phrase_words import Complement, Phrase, Whole
from factcheck.interpretation.readings.costs import costs, ranked
from factcheck.knowledge.facts import (
    ASSISTS,
    BLOCKS,
    GAME,
    MINUTES,
    POINTS,
    REBOUNDS,
    SHOTS,
    TRIES,
    Owner,
)
from factcheck.knowledge.parts import QUARTER

_NEAREST = 2
"""How many of the numbers of the sentence before another may be a part of."""
_NEAR_PERIOD = 8
"""How many units may stand between a part of the game and the clause that tells of it."""
_GIVEN = frozenset({"to", "went", "fell"})
"""Words that lead from assists to whom they were given."""
_MADE = {tried: made for made, tried in SHOTS.values()}


class ShareReader(QuantityContext):
    """Reads the numbers of a sentence that are a part of another."""

    def share(self, place: int, phrase: Phrase, whole: Whole) -> Quantity | None:
        """Return a number that is part of another, None where nothing is known of that.

        Args:
            place: The place of its phrase among those of the sentence.
            phrase: The phrase.
            whole: What it is part of.
        """
        told = self.reader.mention(whole.total) if whole.total is not None else None
        # "Had five of the ten": of those told before, where they were ten.
        again = float(told.data["value"]) if told is not None and whole.anaphoric else None
        head = self.head(place, phrase.value, again)
        if whole.anaphoric and head is None:
            return Quantity.of("share", phrase, phrase.start, self._of_those(phrase, whole, again))
        start = phrase.start if head is None or not whole.anaphoric else head[1].start
        start = min(start, whole.total or start)
        meanings = []
        makes = self.verb(phrase.start) == "making"
        shot = phrase.complement("shot")
        for statistic, much in self._counted(phrase, whole, head):
            if shot is not None and shot.word == COUNTED and statistic not in SHOTS["FG"]:
                # "Scored 20, four of them were threes": no four of his points.
                continue
            # "Made four of the Suns' 20 attempts": made, of those tried.
            counted = _MADE.get(statistic, statistic) if makes else statistic
            for owner, part, far in self.wholes(phrase, whole, head):
                for meaning in self._shares(
                    phrase, owner, counted, head if whole.anaphoric else None
                ):
                    numbered = whole.total is not None and not whole.anaphoric
                    total = (owner, statistic, part) if numbered else None
                    meanings.append(
                        replace(
                            meaning, cost=meaning.cost + much + far, whole=total,
                            rest_of=owner if phrase.except_for else None,
                        )
                    )  # fmt: skip
        # "Two of their eight at the offensive end": both numbers are of that end.
        meanings += [
            replace(
                one,
                cost=one.cost + costs().other_statistic,
                whole=(one.whole[0], one.end, one.whole[2]),
            )
            for one in meanings
            if one.end and one.whole is not None and not whole.nouns
        ]
        return Quantity.of("share", phrase, start, meanings)

    def _of_those(self, phrase: Phrase, whole: Whole, again: float | None) -> Iterator[Meaning]:
        """Yield what a part of what the sentence before counted may be: "Five of those"."""
        given = phrase.complement("owner")
        found = self.antecedents(phrase, again)
        for far, (before, head) in enumerate(islice(found, _NEAREST)):
            for statistic, much in ranked(whole.nouns or before.nouns(head)):
                if statistic == ASSISTS and given is not None and given.word in _GIVEN:
                    # "Nine assists. Five of those went to Griffin": whose baskets they were.
                    continue
                for owners, cost in before.owners_of(head):
                    if len(owners) > 1:
                        continue
                    shares = self._shares(phrase, owners[0], statistic, (0, head), acts=True)
                    for meaning in shares:
                        farther = much + cost + far * costs().farther
                        yield replace(
                            meaning, cost=meaning.cost + farther,
                            rest_of=owners[0] if phrase.except_for else None,
                        )  # fmt: skip

    def _counted(
        self, phrase: Phrase, whole: Whole, head: tuple[int, Phrase] | None
    ) -> list[tuple[str, float]]:
        """Return what a share may count, with costs."""
        nouns = whole.nouns or phrase.nouns
        if not nouns and whole.anaphoric and head is not None:
            nouns = self.nouns(head[1])
            if head[0] and self.reader.norm(head[1].start - 1) == "on":
                # "23 assists on 42 baskets, eight of them by Johnson": of either.
                nouns += self.nouns(self.phrases[head[0] - 1])
        if nouns:
            verb = self.verb(phrase.start)
            if TRIES in nouns and len(nouns) > 1 and verb == "blocking":
                return [(BLOCKS, 0.0)]
            done = DONE.get(verb, nouns[0])
            if whole.anaphoric and whole.total is None and done not in {REBOUNDS, *nouns}:
                # "25 of 42 baskets were assisted, Conley handing out six of those."
                return [(done, 0.0)]
            return ranked(nouns)
        deed = self.verb(phrase.start)
        if deed == "scoring" or deed in DONE:
            # "Grabbed two of his 11 in the first quarter."
            return [(DONE.get(deed, POINTS), 0.0)]
        carried = self.nouns(head[1]) if head is not None else self._counted_before(phrase)
        found = ranked(carried)
        if POINTS not in carried:
            found.append((POINTS, costs().other_statistic if carried else costs().farther))
        return found

    def _counted_before(self, phrase: Phrase) -> tuple[str, ...]:
        """ "Had eight assists and Udrih six, giving them 14 of the team's 22": of assists."""
        told = [one for one in self.phrases if one.unit < phrase.start and one.nouns]
        return self.nouns(told[-1]) if told and MINUTES not in told[-1].nouns else ()

    def wholes(
        self, phrase: Phrase, whole: Whole, head: tuple[int, Phrase] | None
    ) -> Iterator[tuple[Owner, str, float]]:
        """Yield whose the whole may be, of which part of the game, with costs.

        Args:
            phrase: The part.
            whole: What it is part of.
            head: Where a pronoun stands for the whole, its place and phrase.
        """
        if whole.anaphoric:
            assert head is not None
            if phrase.complement("owner") is not None:
                # Whose the whole is does not matter.
                yield "both", GAME, 0.0
                return
            for owners, cost in self.owners_of(head[1]):
                if len(owners) == 1:
                    yield owners[0], GAME, cost
            return
        owner = whole.owner
        if whole.whose == "him" and not whole.group:
            for owners, cost in self.agents(phrase.unit):
                if len(owners) == 1:
                    yield owners[0], GAME, cost
            return
        acting = self.reader.acting_group(phrase.start) if owner is None else None
        if acting is not None and acting.owner:
            # "Brooklyn's starters had all but 15 of the team's points."
            owner = acting.owner
        if owner is None:
            agents = self.agents(phrase.unit)
            teams = {self.team_of(who) for owners, _ in agents for who in owners}
            team = teams.pop() if len(teams) == 1 else self.team(phrase.unit)
            owner = team
        if owner is None or (isinstance(owner, str) and owner not in self.game.teams):
            return
        if whole.group and isinstance(owner, str):
            owner = f"{whole.group} {owner}"
        yield owner, GAME, 0.0
        own = phrase.complement("part")
        if own is not None:
            # "Six of Charlotte's eight in overtime": both numbers are of that part.
            yield owner, str(own.value[0]), costs().farther
        elif (told := self.told(phrase)) is not None:
            # "First quarter: Harden had seven of Houston's 34".
            yield owner, told, costs().farther

    def _shares(
        self, phrase: Phrase, owner: Owner, statistic: str, head: tuple[int, Phrase] | None,
        *, acts: bool = False,
    ) -> Iterator[Meaning]:  # fmt: skip
        """Yield what a part of an owner's number may be.

        Args:
            phrase: The part.
            owner: Whose the whole is.
            statistic: What both count.
            head: The whole, where it was told before.
            acts: Whether a man of whom the clause tells is he who has the part: "he had five of
                those", but not "made nine threes, four of them in the third".
        """
        narrowed, group = phrase.narrowing, phrase.complement("group")
        head_phrase = head[1] if head is not None else None
        for owners, cost in self._sharers(phrase, owner, group, acts=acts):
            same = owners == (owner,)
            tied = self._tied_part(phrase)
            if same and not (any(narrowed) or phrase.complement("part") or tied):
                continue
            parts = [(tied, 0.0)] if tied else self.parts(phrase, head_phrase)
            # "11 of his 21 in the second": in no other part of which the story tells.
            told = self.told(phrase) if phrase.complement("part") is None else None
            if told is not None and told not in dict(parts):
                parts.append((told, costs().farther))
            for part, late in parts:
                yield Meaning(owners, statistic, part, cost + late, *narrowed)

    def _named_so_far(self, phrase: Phrase, team: str) -> tuple[Owner, ...]:
        """Return the players of a team whom a sentence is about up to a phrase, in their order."""
        players = [one for frame in self.frames[: phrase.unit + 1] for one in frame.players]
        mine = [one.data["value"] for one in players if one.data.get("team_id") == team]
        return tuple(dict.fromkeys(mine))

    def _tied_part(self, phrase: Phrase) -> str | None:
        """Return the part of the game that other words than a complement tie a share to.

        Examples: "won the third, when Lillard had nine of his 22", "had nine of his 22 in it",
        "came alive in the third, scoring nine of his 22"
        """
        if phrase.complement("part") is not None:
            return None
        if "then" in phrase.asides:
            return self.told(phrase)
        for place in range(phrase.start - 1, -1, -1):
            code, mention = self.reader.norm(place), self.reader.mention(place)
            if mention is not None and mention.label == "period":
                return str(mention.value) if self._is_told_in(phrase, place) else None
            if self.words.holds("apart", code):
                return None
            if self.words.holds("when", code):
                return self._period_right_before(place)
        # "Second overtime: the Knicks, 16-10. Larkin scores nine of his 16."
        return self.sentence.section

    def _is_told_in(self, phrase: Phrase, period: int) -> bool:
        """Return whether what is done of a man's number is told of a part of the game before it.

        Example: "found his range in the second, scoring nine of his 14 as the lead grew"
        """
        if phrase.whole is None or phrase.whole.whose != "him" or any(phrase.narrowing):
            return False
        done = self.verb(phrase.start) or self.reader.norm(phrase.start - 1) == "("
        before = self.reader.norm(period - (2 if self.reader.norm(period - 1) == "the" else 1))
        mentions = [unit.mention for unit in self.sentence.units if unit.mention is not None]
        alone = sum(one.label == "period" for one in mentions) == 1
        # A score, a clock and so many minutes tell of a moment.
        moment = ":" in self.reader.codes or any(
            one.label == "score" or one.value == MINUTES for one in mentions
        )
        return bool(done) and alone and not moment and self.words.holds("told_in", before)

    def _period_right_before(self, place: int) -> str | None:
        """ "The third, when", "in the first quarter -- a period in which": what it tells of."""
        for before in range(place - 1, max(-1, place - 1 - _NEAR_PERIOD), -1):
            mention = self.reader.mention(before)
            if mention is not None and mention.label == "ordinal":
                # "Won the third 34-22, when he had nine of his 22".
                return QUARTER.get(int(mention.data["value"]))
            if mention is not None and mention.label not in {"score", "number"}:
                return str(mention.value) if mention.label == "period" else None
        return None

    def _sharers(
        self, phrase: Phrase, owner: Owner, group: Complement | None, *, acts: bool
    ) -> Iterator[tuple[tuple[Owner, ...], float]]:
        """Yield who may have a part of an owner's number, with costs."""
        named = phrase.complement("owner")
        his = phrase.whole is not None and phrase.whole.whose == "him"
        if named is not None and not (named.word == "for" and (his or isinstance(owner, int))):
            # "Scored 14 of his 18 in the second for the Magic": not theirs.
            yield named.value, 0.0
            return
        if isinstance(owner, int):
            yield (owner,), 0.0
            return
        team = owner.split()[-1]
        if group is not None and group.word != "used" and owner == team:
            yield (f"{group.value[0]} {team}",), 0.0
            return
        acting = self.reader.acting_group(phrase.start)
        if acting is not None and acting.owner in {"", team}:
            yield (f"{acting.group} {team}",), 0.0
            return
        pronoun = phrase.whole is not None and phrase.whole.anaphoric
        doer = self.doer(phrase.start) if pronoun and not phrase.linked else None
        if doer is not None and self.team_of(doer) == team:
            # "The Grizzlies made nine threes, Lee sinking four of them."
            yield (doer,), 0.0
            return
        acts = (acts or not pronoun) and not phrase.linked
        if acts or phrase.complement("agent"):
            several = self._named_so_far(phrase, team)
            if len(several) > 1 and "together" in phrase.asides:
                yield several, 0.0
                return
            for owners, cost in self.agents(phrase.unit):
                if all(self.team_of(who) == team for who in owners):
                    yield owners, cost
                    if len(several) > len(owners):
                        # "Smith had eight assists and Udrih six, 14 of the team's 22".
                        yield several, costs().farther
                    return
        if phrase.complement("part") or phrase.complement("shot") or phrase.complement("end"):
            yield (owner,), 0.0
