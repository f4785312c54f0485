"""Noun phrases with numbers: what a number counts, part of whose, and what stands behind it.

A small grammar, not a list of sentences::

    phrase      := amount* NUMBER quality* noun? ("of" whole)? complement* aside*
    whole       := "them" | possessor? amount* NUMBER? noun? relative?
    complement  := source name | shot | period | "offensive" | group
    relative    := team have ("from its bench")

Words come from the table ``quantity`` of the vocabulary. A phrase is *closed* where it was read
up to a boundary; what stands beside any other word was not understood, and says nothing.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property

from factcheck.interpretation.quantities.complements import PREPOSITIONS, ComplementReader
from factcheck.interpretation.quantities.phrase_words import (
    Complement,
    Fraction,
    Owned,
    Phrase,
    Whole,
)
from factcheck.knowledge.facts import BASKETS, BENCH_POINTS, POINTS, SHOTS
from factcheck.language.english import GENITIVE
from factcheck.language.mentions import Mention

_NO_NUMBERS = {"article", "no"}
_WHOSE = {"its", "their", "the"}
_POINTS_OF_ALL = 60
"""So many points and more a team has in a whole game alone."""
_LONGEST_OWNER = 7
"""Units of the longest words for an owner, with \"of\" before them."""
_ITEM_JOINTS = {"--", "—", "–", "-", ":"}
"""What may stand between a number that heads a line and what it counts."""
_ANTECEDENTS_WITH_NOUN = {"those", "these"}


class PhraseReader(ComplementReader):
    """Reads the noun phrases with numbers of one sentence."""

    def read(self) -> list[Phrase]:
        """Return the phrases in order; numbers that are the total of another are left out."""
        phrases: list[Phrase] = []
        totals: set[int] = set()
        for index, unit in enumerate(self.units):
            mention = unit.mention
            if mention is None or mention.label != "number" or index in totals:
                continue
            if mention.data.get("form") in _NO_NUMBERS:
                continue
            if self._is_joined(index):
                if (described := self._described(index, mention)) is not None:
                    phrases.append(described)
                continue
            if index == self._leading_total:
                continue
            phrase = self._phrase(index, mention)
            if self._leading is not None and not any(one.whole for one in phrases):
                phrase = self._part_of_leading(phrase, self._leading)
            whole = phrase.whole
            if whole is not None and whole.total and not (whole.anaphoric and whole.nouns):
                totals.add(whole.total)
            phrases.append(phrase)
        return phrases

    @cached_property
    def _leading(self) -> Whole | None:
        """The whole that a sentence begins with: "Of Wall's 26, nine came in the fourth"."""
        found = self._whole(1) if self.norm(0) == "of" else None
        leads = found is not None and self.norm(found[1]) == "," and not found[0].anaphoric
        return found[0] if found is not None and leads and found[0].total is not None else None

    @property
    def _leading_total(self) -> int | None:
        return self._leading.total if self._leading is not None else None

    @staticmethod
    def _part_of_leading(phrase: Phrase, whole: Whole) -> Phrase:
        """Return a phrase as the part of the whole that its sentence begins with."""
        if phrase.whole is not None and not phrase.whole.anaphoric:
            return phrase
        if phrase.nouns and whole.nouns and phrase.nouns != whole.nouns:
            return phrase
        return replace(phrase, whole=whole)

    def _is_joined(self, index: int) -> bool:
        """ "A 14-point lead", "3 - 4": the number is part of another word."""
        if self.heads_line(index):
            return False
        if self.norm(index - 1) in {"-", "/"}:
            return True
        # "21 - a team high": a dash, no hyphen.
        dash = self.words.holds("after_dash", self.norm(index + 2))
        return self.norm(index + 1) in {"-", "/"} and not dash

    def heads_line(self, index: int) -> bool:
        """Return whether a number heads a line of numbers: "* 28 - Assists by the Warriors".

        Args:
            index: Its unit.
        """
        counted = self.mention(index + 2)
        return (
            self.norm(index + 1) in _ITEM_JOINTS
            and counted is not None
            and counted.label in {"statistic", "shot"}
            and not any(unit.mention or unit.norm[:1].isalnum() for unit in self.units[:index])
        )

    def _described(self, index: int, mention: Mention) -> Phrase | None:
        """ "A 25-point second quarter": its number tells what others are part of."""
        counted = self.mention(index + 2)
        if self.norm(index + 1) != "-" or counted is None or counted.label != "statistic":
            return None
        period = self.mention(index + 3)
        if period is None or period.label != "period":
            return None
        part = Complement("part", (period.value,), "", index + 3)
        value = float(mention.data["value"])
        return Phrase(
            index, index, index + 4, value, (counted.value,), complements=(part,), described=True
        )

    def _phrase(self, index: int, mention: Mention) -> Phrase:
        start, except_for = self._start(index)
        nouns, position = self._noun(index + 1)
        whole = None
        if self.norm(position) == "of":
            found = self._whole(position + 1)
            if found is not None:
                whole, position = found
        relative = None
        if whole is None and (nouns or self.norm(position) == "that"):
            relative = self._relative(position)
            position = position if relative is None else relative.end
        if whole is None and self.words.is_fronted(self.codes, start):
            whole = Whole(anaphoric=True)
        if whole is None and except_for:
            # "13 points, all but three in the first half".
            whole = Whole(anaphoric=True)
        before = position
        complements, asides, linked, position = self.behind(position)
        if (brought := self._brought_by(start)) is not None:
            complements.append(brought)
        closed = self.ends(position)
        if closed and linked and position == before:
            closed = False
        return Phrase(
            start, index, position, float(mention.data["value"]), nouns, whole,
            tuple(complements), frozenset(asides), except_for, linked, closed,
            relative,
        )  # fmt: skip

    def _start(self, index: int) -> tuple[int, bool]:
        start = self.before(index)
        if self.codes[max(0, start - 2) : start] == ["all", "but"]:
            return start - 2, True
        if self.norm(start - 1) == "but" and self.norm(start - 2) == "everything":
            return start - 2, True
        return start, False

    def before(self, index: int) -> int:
        """Return the first unit of the words of amount before a number."""
        while index:
            if (
                index >= 3
                and self.norm(index - 2) == "-"
                and self.words.holds("superlatives", self.norm(index - 1))
            ):
                index -= 3
                continue
            size = self.words.match_back("amounts", self.codes, index)
            if not size:
                break
            index -= size
        return index

    def _noun(self, index: int) -> tuple[tuple[str, ...], int]:
        """Return what the noun at a unit counts, and the unit behind it."""
        # "19 -- Three-pointers Detroit put up": an item of a list of numbers.
        position = index + self.heads_line(index - 1)
        while size := self.words.match("qualities", self.codes, position):
            position += size
        mention = self.mention(position)
        if mention is not None and mention.label == "statistic":
            code = mention.value
            pair = next((pair for pair in SHOTS.values() if code == pair[0]), (code,))
            return pair, position + 1
        first = self.first_word(position)
        if mention is not None and mention.label == "shot" and first not in PREPOSITIONS:
            # Of two-pointers nothing of its own is known here.
            return SHOTS.get(mention.value, ()), position + 1
        if self.words.holds("baskets", self.norm(position)):
            return (BASKETS,), position + 1
        return (), index

    # -- what it is part of -------------------------------------------------------

    def _whole(self, index: int) -> tuple[Whole, int] | None:
        size = self.words.match("antecedents", self.codes, index)
        if size:
            nouns: tuple[str, ...] = ()
            position = index + size
            if self.norm(index) in _ANTECEDENTS_WITH_NOUN:
                number = self.mention(position)
                if number is not None and number.label == "number":
                    # "Had 11 of those 38 points": of his own.
                    nouns, end = self._noun(position + 1)
                    return Whole(False, None, "him", position, nouns), end
                nouns, position = self._noun(position)
            return Whole(anaphoric=True, nouns=nouns), position
        possessor = self._possessor(index)
        if possessor is None:
            return None
        whose, owner, group, position = possessor
        position = self._qualified(position)
        total = None
        number = self.mention(position)
        if number is not None and number.label == "number" and not self._is_joined(position):
            total, position = position, position + 1
        if total is not None and self.words.holds("of_bench", self.norm(position)):
            # "13 of the Raptors' 16 reserve points".
            group, position = "bench", position + 1
        named = self.mention(position)
        if total is not None and not whose and named is not None and named.label == "team":
            # "Of the 46 Washington rebounds".
            whose, owner, position = "named", named.data.get("value"), position + 1
        nouns, position = self._noun(position)
        if nouns == (BENCH_POINTS,):
            group, nouns = "bench", (POINTS,)
        if total is None and not nouns and (whose != "named" or not isinstance(owner, int)):
            # "Scored 11 of his in the second".
            his = whose == "him" and not group and self._time(position) is not None
            return (Whole(False, owner, whose), position) if his else None
        if not whose:
            relative = self._relative(position)
            if relative is None:
                # "Nine of the rebounds": of those of whoever the clause is about.
                value = number.data["value"] if number is not None and total is not None else 0
                if value < _POINTS_OF_ALL or nouns not in {(), (POINTS,)}:
                    # "Scored ten in overtime. Ellis had five of the ten": of what was told.
                    return Whole(anaphoric=True, total=total, nouns=nouns), position
                # "Scored 57 of the 103": of those of his team.
                return Whole(False, None, "them", total, (POINTS,)), position
            owner, group, position = relative.owner, relative.group, relative.end
            whose = "named"
        return Whole(False, owner, whose, total, nouns, group), position

    def _qualified(self, index: int) -> int:
        """Skip "game-high", "even", "team's": what does not change the total."""
        while True:
            if self.norm(index + 1) == "-" and self.words.holds(
                "superlatives", self.norm(index + 2)
            ):
                index += 3
            elif size := self.words.match("amounts", self.codes, index):
                index += size
            else:
                return index

    def _possessor(self, index: int) -> tuple[str, int | str | None, str, int] | None:
        """Return whose: kind, the one named, bench or starters, and the unit behind it."""
        code = self.norm(index)
        for whose in ("him", "them"):
            if self.words.holds(whose, code):
                found = self.group(index + 1)
                if found is not None and self.norm(found[1]) in GENITIVE:
                    return whose, None, found[0], found[1] + 1
                size = self.words.match("clubs", self.codes, index + 1)
                if size and self.norm(index + 1 + size) in GENITIVE:
                    # "Got 26 of his team's 106".
                    return "them", None, "", index + size + 2
                return whose, None, "", index + 1
        position = index + 1 if code == "the" else index
        mention = self.mention(position)
        if mention is not None and mention.label in {"player", "team"}:
            if self.norm(position + 1) not in GENITIVE:
                return None
            owner = mention.data.get("value")
            found = self.group(position + 2)
            if found is not None and self.norm(found[1]) in GENITIVE:
                return "named", owner, found[0], found[1] + 1
            return "named", owner, "", position + 2
        if code != "the":
            return None
        size = self.words.match("clubs", self.codes, position)
        if size and self.norm(position + size) in GENITIVE:
            return "them", None, "", position + size + 1
        found = self.group(position)
        if found is not None and self.norm(found[1]) in GENITIVE:
            return "them", None, found[0], found[1] + 1
        return "", None, "", position

    def _relative(self, index: int) -> Owned | None:
        """ "The 48 points Denver got from its bench", "the 12 that Utah's reserves scored"."""
        position = index + (self.norm(index) in {"that", "which"})
        position += self.norm(position) == "the"
        mention = self.mention(position)
        if mention is None or mention.label not in {"player", "team"}:
            return None
        owner, group = mention.data.get("value"), ""
        position += 1
        if self.norm(position) in GENITIVE:
            found = self.group(position + 1)
            if found is None:
                return None
            group, position = found
        size = next(
            (
                n
                for row in ("have", "scoring")
                if (n := self.words.match(row, self.codes, position))
            ),
            0,
        )
        if not size or owner is None:
            return None
        position += size
        if self.norm(position) in {"from", "off"} and self.norm(position + 1) in _WHOSE:
            found = self.group(position + 2)
            if found is not None:
                group, position = found
        return Owned(owner, group, position)

    def owner_before(self, index: int) -> Owned | None:
        """Return who is named as the owner right before a unit: "Parker's six"."""
        if self.norm(index - 1) not in GENITIVE:
            return None
        place = index - 2
        group = ""
        for row, name in (("benches", "bench"), ("starters", "starters")):
            size = self.words.match_back(row, self.codes, index - 1)
            if size:
                place, group = index - 2 - size, name
                place -= self.norm(place) in GENITIVE
        mention = self.mention(place)
        if mention is None or mention.label not in {"player", "team"}:
            return None
        owner = mention.data.get("value")
        return None if owner is None else Owned(owner, group, place)

    def _brought_by(self, start: int) -> Complement | None:
        """Return whose a number is that comes behind its owner: "from Gallinari came 29"."""
        size = self.words.match_back("brought", self.codes, start)
        for index in range(max(0, start - _LONGEST_OWNER), start) if size else ():
            found = self._owner(index)
            if found is not None and found[1] == start - size:
                return found[0]
        return None

    def fraction_before(self, index: int) -> Fraction | None:
        """Return whose number a unit is, where it is the whole of a fraction: "half of Utah's 58".

        Args:
            index: The unit of a number.
        """
        for of in range(index - 1, max(0, index - _LONGEST_OWNER), -1):
            if self.norm(of) != "of" or not self.is_fraction(of - 1):
                continue
            possessor = self._possessor(of + 1)
            if possessor is None or not possessor[0] or self._qualified(possessor[3]) != index:
                return None
            start = of - 1
            while self.is_fraction(start - 1) or self.norm(start - 1) in {"-", "a"}:
                start -= 1
            return Fraction(possessor[0], possessor[1], possessor[2], self.before(start))
        return None

    def group_before(self, start: int) -> str:
        """Return the bench or starters of a team that the words before a unit tell of, or ""."""
        for index in range(start - 1, 0, -1):
            found = self.group(index)
            if found is not None:
                # "Came off the bench": how somebody was used.
                return "" if self.words.match_back("used", self.codes, found[1]) else found[0]
        return ""

    def acting_group(self, start: int) -> Owned | None:
        """Return the bench or starters that act before a phrase: "Boston's bench had 47"."""
        verbs = (self.words.match_back(row, self.codes, start) for row in ("have", "scoring"))
        size = next((size for size in verbs if size), 0)
        end = start - size
        for row, name in (("benches", "bench"), ("starters", "starters")):
            length = self.words.match_back(row, self.codes, end) if size else 0
            if not length:
                continue
            place = end - length - 1
            place -= self.norm(place) in GENITIVE
            mention = self.mention(place)
            if mention is not None and mention.label == "team":
                return Owned(mention.data["value"], name, place)
            if self.norm(end - length - 1) in _WHOSE:
                return Owned("", name, end - length - 1)
        return None
