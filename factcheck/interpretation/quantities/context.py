"""Whose the numbers of a sentence may be, what they count, and of which part of the game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property

from factcheck.interpretation.quantities.complements import OPPOSING
from factcheck.interpretation.quantities.noun_phrases import PhraseReader
from factcheck.interpretation.quantities.phrase_words import Phrase
from factcheck.interpretation.quantities.plain_phrases import PlainPhrases
from factcheck.interpretation.quantities.told_before import Told, takes_over, told_before
from factcheck.interpretation.readings.costs import costs
from factcheck.knowledge.facts import (
    ASSISTS,
    BLOCKS,
    GAME,
    MINUTES,
    POINTS,
    REBOUNDS,
    SHOTS,
    STEALS,
    TRIES,
    TURNOVERS,
    WITH_OVERTIME,
    Owner,
)
from factcheck.language.english import GENITIVE
from factcheck.parser.periods import nearest_period
from factcheck.parser.story_periods import story_period

_MADE = frozenset(made for made, _ in SHOTS.values())
MANY = 8
"""So many and more had by a player, of what is not said, are points."""
DONE = {"rebounding": REBOUNDS, "assisting": ASSISTS, "stealing": STEALS, "blocking": BLOCKS}
"""What is counted by deeds, by the rows of their verbs."""
_VERBS = (
    "have", "scoring", "rebounding", "assisting", "stealing", "blocking", "making", "trying",
)  # fmt: skip
_TOLD = frozenset({"number", "score", "shooting", "percent", "statistic"})
_HEADINGS = {REBOUNDS, ASSISTS, TURNOVERS, STEALS, BLOCKS}
"""Statistics that a heading tells: points may be those in the paint, shots made or tried."""


class QuantityContext(PlainPhrases):
    """The noun phrases of a sentence and what they are about."""

    def agents(self, index: int) -> list[tuple[tuple[Owner, ...], float]]:
        """Return the players who may act at a unit, with costs: of several, together."""
        found: list[tuple[tuple[Owner, ...], float]] = []
        seen: set[tuple[Owner, ...]] = set()
        for place in range(index, -1, -1):
            frame = self.frames[place]
            if frame.subject != "player" or not frame.players or frame.scope != "game":
                continue
            players = tuple(player.data["value"] for player in frame.players)
            if players in seen or frame.distribution == "respectively":
                continue
            seen.add(players)
            elsewhere = 0.0 if place == index else costs().other_clause
            found.append((players, costs().farther * len(found) + elsewhere))
        return found[:2]

    def team(self, index: int) -> str | None:
        """Return the team that "its" and "their" stand for at a unit."""
        frame = self.frames[index]
        return frame.team_id if frame.team_id in self.game.teams else None

    def team_of(self, owner: Owner) -> str | None:
        """Return the team of a player whom the sentence names or is about."""
        mentions = [player for frame in self.frames for player in frame.players]
        mentions += [unit.mention for unit in self.sentence.units if unit.mention is not None]
        for mention in mentions:
            if mention.label == "player" and mention.data.get("value") == owner:
                team: str | None = mention.data.get("team_id")
                return team
        return None

    def head(
        self, place: int, least: float, exactly: float | None = None
    ) -> tuple[int, Phrase] | None:
        """Return the nearest phrase before one with a noun and a number not smaller.

        A number right after a player's name, or his verb, counts what was counted before it: "Wall
        had 21 points and Beal had 20, 12 of those in the fourth".
        """
        nearest: tuple[int, Phrase] | None = None
        for before in range(place - 1, -1, -1):
            phrase = self.phrases[before]
            nouns = self.nouns(phrase)
            if not nouns and nearest is None and self._has_name(phrase):
                nearest = before, phrase
            if nouns == (MINUTES,):
                # "25 points in 25 minutes, a dozen of those in the second quarter": of the points.
                continue
            reached = self.words.match_back("reaching", self.reader.codes, phrase.unit)
            # "Hit 20 points" reached a mark, "hit seven threes" made them.
            reached = reached and not (nouns and nouns[0] in _MADE)
            if exactly is not None and nouns and phrase.value != exactly:
                continue
            if nouns and phrase.value >= least and not reached:
                # "The next four points, two of them at the line": of a moment, whose are not known.
                if self.words.holds("of_a_moment", self.reader.norm(phrase.unit - 1)):
                    return None
                if nearest is None:
                    return before, phrase
                return nearest[0], replace(nearest[1], nouns=nouns)
        return None

    def _has_name(self, phrase: Phrase) -> bool:
        """ "Beal 20", "Beal had 20", "Beal came in to add 20": whose a bare number is."""
        if self._named_before(phrase) is not None:
            return True
        if phrase.whole is not None:
            return False
        player = self.frames[phrase.unit].subject == "player"
        led = player and phrase.closed and self.verb(phrase.start) in {"have", "scoring"}
        return led or self.doer(phrase.start) is not None

    def _named_before(self, phrase: Phrase) -> int | None:
        """Return the player named right before a number: "and Beal 20"."""
        mention = self.reader.mention(phrase.start - 1)
        if mention is None or mention.label != "player" or phrase.whole is not None:
            return None
        player = mention.data.get("value")
        return player if isinstance(player, int) else None

    def pairs_with(self, place: int) -> Iterator[tuple[int, Phrase, Phrase]]:
        """Yield the pairs of neighbours that a phrase is in, with the place of the first one."""
        for first in (place, place - 1):
            if 0 <= first < len(self.phrases) - 1:
                yield first, self.phrases[first], self.phrases[first + 1]

    def nouns(self, phrase: Phrase) -> tuple[str, ...]:
        """Return what a phrase counts: its own noun, that of its whole, or what a verb tells."""
        if phrase.nouns:
            if TRIES in phrase.nouns and self.verb(phrase.start) == "blocking":
                return (BLOCKS,)
            tried = self.verb(phrase.start) == "trying"
            return tuple(reversed(phrase.nouns)) if tried else phrase.nouns
        if phrase.whole is not None and phrase.whole.nouns:
            return phrase.whole.nouns
        if self.words.holds("occasions", self.reader.norm(phrase.unit + 1)):
            codes = self.reader.codes
            for words, statistic in self.words.implied:
                size = len(words)
                # "Turned it over 16 times": the verb goes on right up to the number.
                if words in (
                    tuple(codes[phrase.start - size : phrase.start]),
                    tuple(codes[phrase.unit - size : phrase.unit]),
                ):
                    return (statistic,)
        if phrase.closed and phrase.whole is None:
            verb = self.verb(phrase.start)
            if verb == "scoring" or (verb == "have" and self._is_first(phrase)):
                return (POINTS,)
            if verb == "have" and phrase.value >= MANY and self._of_unit(phrase):
                return (POINTS,)
        return ()

    def _of_unit(self, phrase: Phrase) -> bool:
        """ "The bench contributed 27, 11 of them by Williams": of a unit points are told."""
        return self.reader.acting_group(phrase.start) is not None

    def _is_first(self, phrase: Phrase) -> bool:
        """Return whether a player's bare number is the first of its sentence: his points."""
        counted = any(one.nouns or one.whole for one in self.phrases if one.unit < phrase.unit)
        player = self.frames[phrase.unit].subject == "player"
        return player and not counted and phrase.value >= MANY

    def label(self, start: int) -> tuple[str, ...]:
        """Return what is counted before a bracket: "assists (18 by the Jazz, 21 by the Wolves)"."""
        for place in range(start - 1, 0, -1):
            code = self.reader.norm(place)
            if code == "(":
                counted = self.reader.mention(place - 1)
                known = counted is not None and counted.label == "statistic"
                return (counted.value,) if counted is not None and known else ()
            if code in {".", ";", ")"}:
                return ()
        return ()

    @cached_property
    def carried(self) -> Told | None:
        """Return what the one number of the sentence takes from the sentence before."""
        owner = takes_over(self.sentence, self.frames, self.words) if self._index else None
        if owner is None:
            return None
        return told_before(self.before, owner) if self.before is not None else None

    @cached_property
    def before(self) -> QuantityContext | None:
        """The phrases of the sentence before, None where this one is the first."""
        if not self._index:
            return None
        units = self._document.sentences[self._index - 1].units
        reader = PhraseReader(units, self._document.words, self.words)
        return QuantityContext(self._document, self._index - 1, reader)

    def antecedents(
        self, phrase: Phrase, exactly: float | None = None
    ) -> Iterator[tuple[QuantityContext, Phrase]]:
        """Yield what the sentence before counted that a phrase may tell a part of, nearest first.

        Example: "The Warriors had 28 assists. Five of those were Curry's" → 28 assists

        Args:
            phrase: One whose whole is a pronoun.
            exactly: What it must be, where the number is told again: "five of the ten".
        """
        before, whole = self.before, phrase.whole
        if before is None or whole is None:
            return
        for one in reversed(before.phrases):
            nouns = before.nouns(one)
            counts = set(nouns) - {MINUTES} and not set(whole.nouns).difference(nouns)
            fits = one.value >= phrase.value if exactly is None else one.value == exactly
            if counts and fits and before.is_plain(one):
                yield before, one

    def heading(self, start: int) -> str | None:
        """Return the one statistic before a colon: "Turnovers told the story: the Kings had 19".

        Or the one that a sentence begins with: "Turnovers hurt the Kings, who committed 19"; or
        that of the sentence before: "Golden State had 35 assists. Washington had 26".
        """
        codes = self.reader.codes[:start]
        if ":" not in codes:
            topic = self._topic(start)
            if topic is not None:
                return topic
            return next(iter(self.taken_over(start)), None)
        end = codes.index(":")
        named = [unit.mention for unit in self.sentence.units[:end] if unit.mention is not None]
        code = str(named[0].value) if len(named) == 1 and named[0].label == "statistic" else None
        return code if code in _HEADINGS else None

    def taken_over(self, start: int) -> tuple[str, ...]:
        """Return what the sentence before counted that a number may count, the likeliest first."""
        carried = self.carried
        return () if carried is None else carried.done(self.verb(start))

    def counts_otherwise(self, phrase: Phrase) -> bool:
        """Return whether something else is told of before: "their rebounding was headed by"."""
        for place, unit in enumerate(self.sentence.units[: phrase.start]):
            if unit.mention is not None and unit.mention.label in {"statistic", "shot"}:
                if unit.mention.value != POINTS:
                    return True
            elif any(
                words == tuple(self.reader.codes[place : place + len(words)])
                for words, code in self.words.implied
                if code != POINTS
            ):
                return True
        return False

    def _topic(self, start: int) -> str | None:
        """Return the statistic that a sentence begins with, where it tells no number before."""
        first, *others = [unit.mention for unit in self.sentence.units[:start]] or [None]
        if first is None or first.label != "statistic" or first.value not in _HEADINGS:
            return None
        told = any(one is not None and one.label in _TOLD for one in others)
        return None if told else str(first.value)

    def verb(self, start: int) -> str:
        """Return the row of the verb that stands before a phrase, or ""."""
        for row in _VERBS:
            if self.words.match_back(row, self.reader.codes, start):
                return row
        return ""

    def leading_verb(self, start: int) -> str:
        """Return the first word of the verb that stands before a phrase, or ""."""
        codes = self.reader.codes
        size = next((n for row in _VERBS if (n := self.words.match_back(row, codes, start))), 0)
        return self.reader.norm(start - size) if size else ""

    def of_role(self, start: int) -> bool:
        """Return whether somebody without a name owns a phrase: "the point guard's 27"."""
        reader = self.reader
        return reader.norm(start - 1) in GENITIVE and self.words.holds(
            "describing", reader.norm(start - 2)
        )

    def given(self, start: int) -> bool:
        """Return whether a verb of giving leads to a phrase: "gave Portland 17 and 12"."""
        position = start - (self.reader.norm(start - 1) in {"him", "them", "us", "you"})
        if position == start:
            mention = self.reader.mention(start - 1)
            if mention is None or mention.label not in {"coach", "team"}:
                return False
            position = start - 1 - (self.reader.norm(start - 2) == "the")
        return bool(self.words.match_back("giving", self.reader.codes, position))

    def doer(self, start: int) -> int | None:
        """Return the player named right before the verb of a phrase: "Lee sinking four"."""
        size = next(
            (n for row in _VERBS if (n := self.words.match_back(row, self.reader.codes, start))), 0
        )
        mention = self.reader.mention(start - size - 1) if size else None
        if mention is None or mention.label != "player":
            return None
        player = mention.data.get("value")
        return player if isinstance(player, int) else None

    def parts(self, phrase: Phrase, head: Phrase | None) -> list[tuple[str, float]]:
        """Return the parts of the game that a phrase may speak of, with costs."""
        own = phrase.complement("part")
        if own is not None:
            part = str(own.value[0])
            # "Six of them after the third quarter": in overtime, too.
            later = WITH_OVERTIME.get(part) if own.word == "after" else None
            return [(part, 0.0), (later, costs().with_overtime)] if later else [(part, 0.0)]
        parts: dict[str, float] = {}
        inherited = head.complement("part") if head is not None else None
        if inherited is not None:
            parts[str(inherited.value[0])] = 0.0
        if self.carried is not None and self.carried.part is not None:
            return [(self.carried.part, 0.0)]
        near = nearest_period(self.sentence, self.frames, phrase.unit, self.words.periods)
        if near is not None:
            parts.setdefault(near, 0.0 if not parts else costs().farther)
        parts.setdefault(GAME, costs().farther if parts else 0.0)
        return list(parts.items())

    def told(self, phrase: Phrase) -> str | None:
        """Return the part of the game that the story has come to at a phrase: that of a heading."""
        return story_period(self._document, self.sentence, phrase.unit)

    def owners_of(self, head: Phrase) -> Iterator[tuple[tuple[Owner, ...], float]]:
        """Yield whose the number of a phrase may be, with costs."""
        named, frame = head.complement("owner"), self.frames[head.unit]
        if named is not None and named.word in OPPOSING:
            # "Dropped 22 on the Thunder, 12 of them in the fourth": not the Thunder's.
            named = None
        if named is not None and not (named.word == "for" and frame.subject == "player"):
            yield named.value, 0.0
            return
        told = head.relative or self.reader.owner_before(head.start)
        if told is not None and told.owner != "":
            yield (f"{told.group} {told.owner}" if told.group else told.owner,), 0.0
            return
        player = self._named_before(head)
        if player is not None and len(frame.players) == 1:
            yield (player,), 0.0
        elif frame.subject == "player":
            yield from self.agents(head.unit)[:1]
        elif frame.subject == "team" and frame.team_id in self.game.teams:
            yield (frame.team_id,), 0.0
