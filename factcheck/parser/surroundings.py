"""What a noun, a name or a clause is, by what stands around it."""

from __future__ import annotations

from factcheck.language.english import is_past
from factcheck.language.mentions import Unit
from factcheck.parser.cues import ContextCues
from factcheck.parser.neighbours import COUNTS, Neighbours

_LONGEST_FRAGMENT = 10
_LONGEST_DESCRIPTION = 6
_LONGEST_HEADING = 7
_TELLING = ("player", "team", "coach", "person", *COUNTS)
"""What no heading has that is of the name behind it."""


class Surroundings(Neighbours):
    """Tells what a unit means by its neighbours: whom a noun stands for, where a clause begins.

    Args:
        units: The sentence's units.
        cues: The vocabulary's word lists.
    """

    def __init__(self, units: list[Unit], cues: ContextCues) -> None:
        super().__init__(units, cues)
        self.words = cues.surroundings

    def begins_clause(self, index: int) -> bool:
        """Only determiners, adjectives and a team's name stand between noun and clause start."""
        position = index - 1
        while position >= 0 and (
            self.norm(position) in self.cues.skip
            or self.norm(position) in self.words.before_noun
            or self.has_label(position, "team")
            or self.has_label(position, "coach")
            or self.has_label(position, "ordinal")
            or self.has_label(position, "number")
        ):
            position -= 1
        return position < 0 or self.norm(position) in self.words.clause_openers

    def is_negative_quantifier(self, index: int) -> bool:
        """ "Nobody on the Milwaukee side", "but no other Raptor", "no Laker": of no man."""
        first = index + 1 if self.norm(index) in self.words.before_nobody else index
        if self.norm(first + 1) == "of" and self.norm(first + 2) in self.words.owners:
            return self.norm(first + 3) in self.cues.team_nouns | self.cues.group_nouns
        member = first + 1 < len(self.units) and self.has_label(first + 1, "team")
        return (
            self.norm(first) in self.cues.nobody
            or f"{self.norm(first)} {self.norm(first + 1)}" in self.cues.nobody
            or (self.norm(first) == "no" and member)
        )

    def means_pair(self, index: int) -> bool:
        """ "The two accounted for 47", "between those two": a number for two men named before."""
        mention = self.units[index].mention
        if mention is None or mention.data.get("value") != 2 or index > 3:
            return False
        behind = self.norm(index + 1)
        return self.norm(index - 1) in self.words.those and (
            behind in self.cues.after_pair or behind in self.cues.distribution or behind == "of"
        )

    def is_fragment(self) -> bool:
        """ "But 22 turnovers!", "The whistle: 61 fouls.": whose they are, nothing tells."""
        if len(self.units) > _LONGEST_FRAGMENT:
            return False
        labels = [unit.mention.label for unit in self.units if unit.mention is not None]
        if sorted(labels) != ["number", "statistic"]:
            return False
        position = next(i for i in range(len(self.units)) if self.has_label(i, "number"))
        before = {self.norm(i) for i in range(position)}
        behind = [self.norm(i) for i in range(position + 1, len(self.units))]
        return (
            position + 1 < len(self.units)
            and self.has_label(position + 1, "statistic")
            and not any(word.isalpha() for word in behind)
            and (":" in before or before <= self.cues.owners["before_fragment"])
        )

    def goes_on_with_man(self, words: set[str]) -> bool:
        """Whether the sentence may be about the man before it: "He", "The All-Star", "Also had".

        "Help came from the bench", "There were 23 turnovers" and "In sum they" have another
        subject, though no name.

        Args:
            words: All words of the sentence, in lower case.
        """
        cues, start = self.cues, 0
        if not cues.own.isdisjoint(words):
            return True
        while start < len(self.units) - 1 and self.norm(start) in cues.openers:
            start += 1
        mention, first = self.units[start].mention, self.norm(start)
        if mention is not None:
            counts = start + 1 < len(self.units) and self.has_label(start + 1, "statistic")
            if mention.label == "shooting":
                # "Six of 13 from the field", but "1-for-11: Waiters", "24 of 29 for us".
                return self.norm(start + 1) not in cues.owners["behind_own"]
            return mention.label != "day" and (counts or self.norm(start + 1) == "of")
        if first == "the":
            return not any(self.norm(start + step) in cues.things for step in (1, 2, 3))
        return (
            first in cues.goes_on | cues.deeds
            or first in cues.acts
            or first.endswith(("ed", "ing"))
        )

    def group_that_acts(self, index: int) -> bool:
        """ "The bench , which supplied 53", "a pair that managed eight": what follows is theirs."""
        if self.norm(index) not in self.words.relatives or index == 0:
            return False
        before = index - 2 if self.norm(index - 1) == "," else index - 1
        if self.norm(index) == "who" and self.norm(before - 2) in self.words.off_bench:
            # "The Lakers were led by Williams off the bench , who had 22": he.
            return False
        mention = self.units[before].mention if before >= 0 else None
        if mention is not None:
            return mention.label == "number" and mention.data.get("form") == "noun"
        return self.norm(before) in self.cues.group_nouns | self.cues.pair_nouns

    def both_sides(self, index: int) -> bool:
        """ "In sum the teams launched": of both of them, wherever in the clause it stands."""
        return self.norm(index) in self.words.sides and (
            self.norm(index - 1) in self.words.both_of or self.has_label(index - 1, "number")
        )

    def mate_after(self, index: int) -> bool:
        """ "Curry 's running mate": somebody without a name, told by the man he plays with."""
        mate = self._mate(index)
        return mate is not None and self.named_mate(index) is None

    def named_mate(self, index: int) -> int | None:
        """Return where the mate of a man is named: "Curry 's running mate Thompson"."""
        mate = self._mate(index)
        if mate is None:
            return None
        after = mate + 1
        while self.norm(after) in self.near.joints:
            after += 1
        return after if after < len(self.units) and self.has_label(after, "player") else None

    def _mate(self, index: int) -> int | None:
        """Return where the noun for a mate stands: "Curry 's running mate"."""
        if not self.owns(index):
            return None
        for position in range(index + 2, min(index + 6, len(self.units))):
            if self.units[position].mention is not None:
                return None
            if self.norm(position) in self.cues.companion_nouns:
                return position
        return None

    def tells_more_of_man(self, index: int) -> bool:
        """ "Monroe , his frontcourt partner ,": what stands between the commas is the man before.

        So are "Monroe , Drummond 's partner ," and "Monroe , a longtime foil ,".

        Args:
            index: A unit between the commas.
        """
        start = end = index
        while start > 0 and self.norm(start) != "," and index - start < _LONGEST_DESCRIPTION:
            start -= 1
        while self.norm(end).isalpha() and index + _LONGEST_DESCRIPTION > end:
            end += 1
        owns = self.has_label(index, "player")
        if owns:
            mate = self._mate(index)
            end = mate if mate is not None else index
            while mate is not None and self.norm(end) not in {",", ".", ""}:
                end += 1
        joined = not owns and any(self.norm(place) == "and" for place in range(start, end))
        return (
            self.norm(start) == self.norm(end) == ","
            and start > 0
            and self.has_label(start - 1, "player")
            and not joined
        )

    def tells_absence(self, index: int) -> bool:
        """ "In Gasol 's absence", "in Beal 's stead": the clause is about somebody else."""
        return any(self.norm(index + step) in self.cues.absences for step in (2, 3))

    def is_aside(self, index: int) -> bool:
        """ "Stepped in as Anthony 's direct replacement": his thing, and no numbers of his."""
        begins = index == 0 or self.norm(index - 1) in self.words.aside_openers
        first = index + 2
        while self.norm(first) in self.cues.named_owners.before_owned:
            first += 1
        return not begins and not any(
            (mention := unit.mention) is not None and mention.label in COUNTS | {"ordinal"}
            for unit in self.units[first : first + 3]
        )

    def counts_members(self, index: int) -> bool:
        """ "Seven Lakers", "the only other Laker": members of the team, not the team."""
        return index > 0 and (
            self.has_label(index - 1, "number") or self.norm(index - 1) in self.words.members
        )

    def are_the_others(self, index: int) -> bool:
        """ "Booker had 70; the other Suns had 50": nobody that was named before."""
        if self.norm(index - 1) != "other" or self.norm(index - 2) not in self.words.all_the:
            return False
        return index == 2 or self.norm(index - 3) in self.words.before_others

    def qualifies(self, index: int, has_subject: bool) -> bool:
        """ "Survived a furious Toronto comeback": the team tells what kind of thing it was."""
        return has_subject and self.norm(index + 1) in self.cues.team_things

    def coaches_team(self, index: int) -> bool:
        """ "Brett Brown 's young team": the coach stands for those he coaches."""
        return self.owns(index) and any(
            self.norm(index + step) in self.cues.team_nouns | self.cues.squad_nouns
            for step in (2, 3, 4)
        )

    def person_after(self, index: int) -> str:
        """Tell whether a noun for a man follows: "the Kings center" alone or with his name."""
        for step in range(1, 7):
            if index + step >= len(self.units) or self.units[index + step].mention is not None:
                return ""
            if self.norm(index + step) in self.cues.person_nouns:
                after = index + step + 1
                while self.norm(after) in self.cues.after_person:
                    after += 1
                return (
                    "named"
                    if after < len(self.units) and self.has_label(after, "player")
                    else "unnamed"
                )
            if self.norm(index + step) not in self.cues.in_title:
                return ""
        return ""

    def sums_up(self, index: int) -> bool:
        """ "As it marked his third 30-point game": what was told before, and no team."""
        return self.norm(index) == "it" and self.is_cue(index + 1, "marks")

    def joins_teams(self, index: int, teams: set[str]) -> bool:
        """ "Boston and the Lakers": a name that two teams end with, and nothing of its own."""
        before = index - 1 - (self.norm(index - 1) == "the")
        if self.norm(before) != "and" or before == 0:
            return False
        named = [self.units[place].mention for place in (before - 1, index)]
        return {one.data.get("value") for one in named if one and one.label == "team"} == teams

    def stands_alone(self, index: int) -> bool:
        """ "The latter adding", but not "his former team" or "the former Spur"."""
        following = self.norm(index + 1)
        return self.norm(index - 1) == "the" and (
            following.endswith("ing")
            or is_past(following)
            or following in self.cues.after_latter
            or (index + 1 < len(self.units) and self.has_label(index + 1, "number"))
        )

    def is_role(self, index: int) -> bool:
        """ "In 24 minutes the big forward had 14": of the man named last, as nobody else is."""
        start = max(0, index - _LONGEST_DESCRIPTION)
        described = [self.norm(place) for place in range(start, index)]
        return (
            self.norm(index) in self.cues.roles
            and "the" in described
            and "," not in described[described.index("the") :]
            and self.norm(index + 1) in self.cues.deeds | self.cues.resume
            and not any(
                self.has_label(place, label)
                for place in range(index)
                for label in ("player", "team", "coach", "person")
            )
        )

    def opens_with_heading(self) -> bool:
        """ "Triple-double alert: James had 10 assists": of him, as it names nobody."""
        colon = next((at for at in range(1, _LONGEST_HEADING) if self.norm(at) == ":"), 0)
        return (
            colon > 0
            and self.has_label(colon + 1, "player")
            and not any(self.has_label(at, label) for at in range(colon) for label in _TELLING)
        )

    def means_man(self, index: int) -> bool:
        """ "The 7-foot-3 rookie had": a sentence about a man who is only described."""
        before = [self.norm(position) for position in range(index)]
        return (
            before[:1] == ["the"]
            and len(before) <= _LONGEST_DESCRIPTION
            and all(unit.mention is None for unit in self.units[:index] if unit.norm[:1].isalpha())
            and self.norm(index + 1) in self.cues.deeds | self.cues.resume
        )

    def described_team(self, index: int) -> bool:
        """ "The Canadian club had": a team, and which one is a guess; no man at any rate."""
        before = self.units[:index]
        return (
            1 < index <= _LONGEST_DESCRIPTION
            and before[0].norm == "the"
            and all(unit.mention is None for unit in before)
        )

    def shares_next(self, index: int) -> bool:
        """ "They combined", "they had 12 points each": the pronoun stands for the men named."""
        return any(self.norm(index + step) in self.cues.distribution for step in (1, 2, 3)) or any(
            self.is_cue(index + step, "each") for step in (4, 5)
        )

    def is_topic(self, index: int) -> bool:
        """The only team of a sentence that has no subject, after "for" or "to"."""
        return (
            self.before(index) in self.words.before_topic
            and not self.cues.is_object(self.units, index)
            and sum(
                self.has_label(i, "team") or self.has_label(i, "player")
                for i in range(len(self.units))
            )
            == 1
        )
