"""What stands behind a number in its noun phrase: whose it is, from where, of which part."""

from __future__ import annotations

from collections.abc import Sequence

from factcheck.interpretation.quantities.phrase_words import LONGEST, Complement, Words
from factcheck.knowledge.facts import (
    ENDS_OF_FLOOR,
    FREE_THROWS,
    MINUTES,
    SHOTS,
    THREES,
    WHAT_FOLLOWS,
)
from factcheck.knowledge.parts import BEFORE, UNTIL
from factcheck.language.english import GENITIVE
from factcheck.language.mentions import Mention, Unit

PREPOSITIONS = frozenset({"from", "on", "at", "in", "of", "behind", "beyond", "after"})
COUNTED = "were"
"""The word of a shot that is counted by its name, where others tell only where from."""
OPPOSING = frozenset({"on", "against"})
"""Before a name, they tell against whom a number was had."""
_CIRCUMSTANCES = {MINUTES, *(code for pair in SHOTS.values() for code in pair)}
"""What is counted by a number that tells how another one was had."""
_OWN = {"theirs", "his", "hers"}
_LONGEST_SETTING = 8
"""Units of a setting, its preposition left out."""
_LONGEST_PRAISE = 2
"""Words that may describe a team between an article and its name."""


class UnitReader:
    """Looks at the units of one sentence.

    Args:
        units: The sentence's units.
        tokens: The document's words.
        words: What may stand in noun phrases with numbers.
    """

    def __init__(self, units: Sequence[Unit], tokens: Sequence[str], words: Words) -> None:
        self.units = units
        self.tokens = tokens
        self.words = words
        self.codes = [unit.norm if unit.mention is None else "" for unit in units]

    def mention(self, index: int) -> Mention | None:
        """Return the mention at a unit, None beyond the sentence and at words."""
        return self.units[index].mention if 0 <= index < len(self.units) else None

    def norm(self, index: int) -> str:
        """Return the word at a unit, "" at mentions and beyond the sentence."""
        return self.codes[index] if 0 <= index < len(self.codes) else ""

    def ends(self, index: int) -> bool:
        """Return whether a phrase may end before a unit."""
        return index >= len(self.units) or bool(self.words.match("ends", self.codes, index))

    def group(self, index: int) -> tuple[str, int] | None:
        """Return a bench or starters named at a unit, and the unit behind."""
        for row, name in (("benches", "bench"), ("starters", "starters")):
            size = self.words.match(row, self.codes, index)
            if size:
                return name, index + size
        return None

    def first_word(self, index: int) -> str:
        """Return the first word of the mention at a unit, "" where there is none."""
        mention = self.mention(index)
        return self.tokens[mention.start] if mention is not None else ""

    def is_fraction(self, index: int) -> bool:
        """Return whether a unit is a word of a fraction, be it read as an ordinal: "a third"."""
        unit = self.units[index] if 0 <= index < len(self.units) else None
        word = self.tokens[unit.start] if unit is not None and unit.mention is not None else None
        return self.words.holds("fractions", word or self.norm(index))


class ComplementReader(UnitReader):
    """Reads what stands behind a number."""

    def behind(self, index: int) -> tuple[list[Complement], list[str], bool, int]:
        """Return complements, asides, whether a verb leads to them, and the unit behind."""
        complements: list[Complement] = []
        asides: list[str] = []
        linked = False
        size = self.words.match("links", self.codes, index)
        if size and self.norm(index + size) in _OWN:
            return [Complement("agent", ())], [], True, index + size + 1
        if size and (found := self._complement(index + size)) is not None:
            complements.append(found[0])
            linked, index = True, found[1]
        elif size and (kind := self._counted_shot(index + size)) is not None:
            # "16 of Utah's 40 baskets were threes".
            return [Complement("shot", (kind,), COUNTED, index + size)], [], True, index + size + 1
        while index < len(self.units):
            found = self._complement(index)
            if found is not None:
                complements.append(found[0])
                index = found[1]
                continue
            size = self.words.match("asides", self.codes, index)
            if size:
                told = " ".join(self.codes[index : index + size])
                asides += [
                    row
                    for row in ("each", "together", "then")
                    if self.words.match(row, [*told.split()], 0)
                ]
                index += size
                continue
            size = self._circumstance(index) or self._setting(index)
            if size:
                index += size
                continue
            # "All but eight of his 26 points for the Raptors came on threes".
            size = 0 if linked else self.words.match("links", self.codes, index)
            found = self._complement(index + size) if size and complements else None
            if found is None:
                break
            complements.append(found[0])
            linked, index = True, found[1]
        return complements, asides, linked, index

    def _setting(self, index: int) -> int:
        """Return the units that tell where or how a number was had, without narrowing it.

        Example: "21 at the Garden", "21 against his old team" → of all the game; "12 in the paint",
        "21 in a win over Boston" → not.
        """
        start = index + self.words.match("settings", self.codes, index)
        if start == index:
            return 0
        for end in range(start, min(start + _LONGEST_SETTING, len(self.units) + 1)):
            if self.ends(end):
                return end - index if end > start else 0
            mention = self.mention(end)
            if mention is not None and mention.label != "arena":
                return 0
            if self.words.holds("narrowing", self.norm(end)):
                return 0
        return 0

    def _circumstance(self, index: int) -> int:
        """Return the units of "in 24 minutes", "on 17 shots", "on 10-of-14 shooting"."""
        number = self.mention(index + 1)
        if self.norm(index) not in {"in", "on", "while", "over"}:
            return 0
        position = index + 1
        if self.norm(position) in {"just", "only", "a", "an"}:
            position += 1
            number = self.mention(position)
        if number is None:
            return 0
        unit = self.mention(position + 1)
        if number.label == "shooting":
            return position + 1 - index + (unit is not None and unit.label == "shot")
        known = unit is not None and (unit.label == "shot" or unit.value in _CIRCUMSTANCES)
        return position + 2 - index if number.label == "number" and known else 0

    def _complement(self, index: int) -> tuple[Complement, int] | None:
        for read in (self._shot, self._time, self._floor, self._status, self._owner):
            found = read(index)
            if found is not None:
                return found
        return None

    def _shot(self, index: int) -> tuple[Complement, int] | None:
        mention = self.mention(index)
        if mention is not None and mention.label == "shot":
            return Complement("shot", (mention.value,), unit=index), index + 1
        if self.norm(index) in {"on", "from", "at", "off"}:
            position = index + 1 + (self.norm(index + 1) == "the")
            mention = self.mention(position)
            if mention is not None and mention.value in {THREES, FREE_THROWS, *SHOTS}:
                shot = (
                    mention.value.removesuffix("M")
                    if mention.label == "statistic"
                    else mention.value
                )
                return Complement("shot", (shot,), unit=position), position + 1
        return None

    def _counted_shot(self, index: int) -> str | None:
        """Return the kind of shot that a noun at a unit counts: "threes"."""
        mention = self.mention(index)
        if mention is None or mention.value not in {THREES, FREE_THROWS}:
            return None
        return str(mention.value).removesuffix("M")

    def _time(self, index: int) -> tuple[Complement, int] | None:
        for size in range(LONGEST, 0, -1):
            written = tuple(self._written(index, size))
            part = self.words.times.get(written)
            # At the end of a text fewer words are left than asked for.
            if part is not None and len(written) == size:
                side = self.norm(index) if self.norm(index) in self.words.other_side else ""
                unit, slot = (index, "side") if side else (None, "")
                return Complement("part", (part,), side, unit, slot), index + size
        position = index + self.words.match("within", self.codes, index)
        while size := self.words.match("determiners", self.codes, position):
            position += size
        position += self._description(position)
        mention = self.mention(position)
        if mention is None or mention.label != "period":
            return None
        if position == index and self.first_word(index) not in PREPOSITIONS:
            return None
        if self._with_another(position + 1):
            return None
        leading = {self.norm(index), self.first_word(position)}
        following = WHAT_FOLLOWS.get(mention.value)
        if following and "after" in leading:
            return Complement("part", (following,), "after", position, "bound"), position + 1
        if "before" in leading:
            earlier = BEFORE.get(mention.value)
            if earlier is None:
                return None
            return Complement("part", (earlier,), "before", position, "bound"), position + 1
        part = mention.value
        if self.words.match("until_end", self.codes, index):
            # "12 of his 14 by the end of the third": from the start of the game.
            part = UNTIL.get(part, part)
        return Complement("part", (part,), self.norm(index), position), position + 1

    def _description(self, index: int) -> int:
        """Return how many units describe a period by its points: "in a 32-point fourth quarter"."""
        number, counted = self.mention(index), self.mention(index + 2)
        described = number is not None and number.label == "number" and self.norm(index + 1) == "-"
        return 3 if described and counted is not None and counted.label == "statistic" else 0

    def _with_another(self, index: int) -> bool:
        """Return whether a part is told together with another: "in the first and third"."""
        position = index + 1 + (self.norm(index + 1) == "the")
        other = self.mention(position)
        return (
            self.norm(index) == "and" and other is not None and other.label in {"ordinal", "period"}
        )

    def _written(self, index: int, size: int) -> list[str]:
        return [
            unit.norm if unit.mention is None else " ".join(self.tokens[unit.start : unit.end])
            for unit in self.units[index : index + size]
        ]

    def _floor(self, index: int) -> tuple[Complement, int] | None:
        mention = self.mention(index)
        position = index + (self.norm(index) in {"on", "at", "off"})
        position += self.norm(position) in {"the", "his", "their", "its"} and position > index
        mention = self.mention(position)
        if mention is not None and mention.value in ENDS_OF_FLOOR:
            return Complement("end", (mention.value,)), position + 1
        code = self.words.ends_of_floor.get(self.norm(position))
        if code is None:
            return None
        noun = self.words.holds("floor", self.norm(position + 1))
        return Complement("end", (code,)), position + 1 + noun

    def _status(self, index: int) -> tuple[Complement, int] | None:
        size = self.words.match("used", self.codes, index)
        if size:
            return Complement("group", ("bench",), "used"), index + size
        position = index + (self.norm(index) in {"by", "from", "off"})
        whose = self.norm(position) in {"the", "its", "their"}
        found = self.group(position + whose)
        if found is not None and self.norm(found[1]) not in GENITIVE:
            return Complement("group", (found[0],)), found[1]
        return None

    def _owner(self, index: int) -> tuple[Complement, int] | None:
        # "Five by Saric and five more by Ilyasova".
        index += self.words.holds("added", self.norm(index))
        # "Turnovers committed by Indiana".
        index += self.words.holds("done", self.norm(index)) and self.norm(index + 1) == "by"
        size = self.words.match("sources", self.codes, index)
        row = "sources" if size else "sides"
        size = size or self.words.match("sides", self.codes, index)
        if not size:
            return None
        word = self.norm(index)
        names: list[int | str] = []
        places: list[int] = []
        position = index + size
        while True:
            while self.words.holds("describing", self.norm(position)):
                position += 1
            position += self._praise(position)
            mention = self.mention(position)
            if mention is not None and mention.label == "team" and row == "sources":
                after = self.mention(position + 1 + (self.norm(position + 1) in GENITIVE))
                if after is not None and after.label == "player":
                    position += 1 + (self.norm(position + 1) in GENITIVE)
                    mention = after
            if mention is None or mention.label not in {"player", "team"}:
                return None
            grouped = self._group_of(mention, position + 1) if not names else None
            if grouped is not None:
                # "21 came from the Washington bench".
                return Complement("owner", (grouped[0],), word, position), grouped[1]
            if mention.data.get("value") is None or self.norm(position + 1) in GENITIVE:
                return None
            names.append(mention.data["value"])
            places.append(position)
            position += 1
            if mention.label == "team" and self.words.holds("team_nouns", self.norm(position)):
                # "For an active Pistons defense".
                position += 1
            joint = self.norm(position) == "and" and self._names_next(position + 1)
            if not joint and not self._list_goes_on(position):
                break
            position += 1 + (self.norm(position + 1) == "and")
        unit = places[0] if len(places) == 1 else None
        return Complement("owner", tuple(names), word, unit), position

    def _praise(self, index: int) -> int:
        """Return how many words describe a team behind an article: "an active Pistons defense"."""
        if not self.words.holds("articles", self.norm(index - 1)):
            return 0
        for size in range(1, _LONGEST_PRAISE + 1):
            mention = self.mention(index + size)
            if self.mention(index + size - 1) or not self.norm(index + size - 1).isalpha():
                return 0
            if mention is not None:
                return size if mention.label == "team" else 0
        return 0

    def _group_of(self, team: Mention, index: int) -> tuple[str, int] | None:
        """Return a team's bench or starters named behind it, and the unit behind them."""
        found = self.group(index + (self.norm(index) in GENITIVE))
        if found is None or team.label != "team" or team.data.get("value") is None:
            return None
        return f"{found[0]} {team.data['value']}", found[1]

    def _list_goes_on(self, index: int) -> bool:
        """ "From X, Y and Z", but not "from X, Y and Z had 12": a comma before a closed list."""
        while self.norm(index) == "," and self.norm(index + 1) != "and":
            mention = self.mention(index + 1)
            if mention is None or mention.label != "player":
                return False
            index += 2
        last = index + 1 + (self.norm(index) == ",")
        return self.norm(last - 1) == "and" and self._names_next(last)

    def _names_next(self, index: int) -> bool:
        """ "From X and Y", but not "from X and Y had 12": a name that nothing is said of."""
        mention = self.mention(index)
        return (
            mention is not None
            and mention.label == "player"
            and (self.ends(index + 1) or bool(self.words.match("each", self.codes, index + 1)))
            and self.norm(index + 1) not in {"with", "(", "who"}
        )
