"""What stands next to a unit of a sentence: words, names in a list, brackets."""

from __future__ import annotations

from factcheck.language.english import GENITIVE, is_past
from factcheck.language.mentions import Mention, Unit
from factcheck.parser.cues import ContextCues

COUNTS = {"number", "percent", "shooting", "score", "record"}


class Neighbours:
    """Looks left and right in a sentence's units.

    Args:
        units: The sentence's units.
        cues: The vocabulary's word lists.
    """

    def __init__(self, units: list[Unit], cues: ContextCues) -> None:
        self.units = units
        self.cues = cues
        self.near = cues.near

    def norm(self, index: int) -> str:
        if not 0 <= index < len(self.units):
            return ""
        return self.units[index].norm

    def is_cue(self, index: int, row: str) -> bool:
        """Return whether a unit is one of the words of a row of ``owners`` in the vocabulary."""
        return self.norm(index) in self.cues.owners[row]

    def owns(self, index: int) -> bool:
        """Return whether what follows is of the name at a unit: "Conley 's points"."""
        return self.norm(index + 1) in GENITIVE

    def has_label(self, index: int, label: str) -> bool:
        if not 0 <= index < len(self.units):
            return False
        mention = self.units[index].mention
        return mention is not None and mention.label == label

    def before(self, index: int) -> str:
        while index and self.norm(index - 1) in self.cues.before_name:
            index -= 1
        return self.norm(index - 1)

    def continues_list(self, index: int) -> bool:
        """The name joins a list: "X and Y", "X , Y and Z"."""
        return self.follows_in_list(index, "player")

    def follows_in_list(self, index: int, label: str) -> bool:
        """Return whether a name comes after another one of its label in a list: "X , Y and Z"."""
        mention = self.name_in_list_before(index)
        return mention is not None and mention.label == label

    def name_in_list_before(self, index: int) -> Mention | None:
        """Return what stands before a name in its list: of "X , Y and Z" it is Y for Z."""
        title = self.before_title(index)
        position = title - 1
        while position >= 0 and self.norm(position) in self.near.list_joints:
            position -= 1
        if position == title - 1 or position < 0 or self._ends_fronted(position, index):
            return None
        if self.ends_list(position, title):
            return None
        return self.units[position].mention

    def ends_list(self, last: int, following: int) -> bool:
        """ "Led by X, and Y had 12", "by X and Y, and Z had 12": of a list it were the third.

        Args:
            last: The unit of a name.
            following: Where the next name begins, behind joints.
        """
        if self.norm(following - 1) != "and" or self.norm(last + 1) != ",":
            return False
        closed = self.norm(self.before_title(last) - 1) == "and"
        return closed or self.name_in_list_before(last) is None

    def before_title(self, index: int) -> int:
        """Return where a name with what it is called begins: "X and rookie center Y"."""
        start = index
        while self.in_title(start - 1):
            start -= 1
        return start if self.norm(start - 1) == "and" else index

    def in_title(self, index: int) -> bool:
        """ "Second-year forward": words, or an ordinal before a hyphen."""
        if self.has_label(index, "ordinal"):
            return self.norm(index + 1) == "-"
        return self.norm(index) in self.near.titles and self.units[index].mention is None

    def _ends_fronted(self, position: int, index: int) -> bool:
        """ "With the injury to X , Y played": a comma alone joins no list of two."""
        return (
            position == index - 2
            and self.norm(index - 1) == ","
            and self.norm(index + 1) not in self.near.list_joints
            and (
                self.before(position) in self.near.fronted
                or self.norm(position - 1).endswith("ing")
            )
        )

    def joins_pronoun(self, index: int) -> bool:
        """ "He and Aldridge combined for 44": the man spoken of and the one named."""
        return self.before(index) == "and" and self.norm(index - 2) in self.cues.he

    def is_compared(self, index: int) -> bool:
        """ "As many rebounds as Love and Shumpert", "second to Love": a standard."""
        while (
            index > 1
            and self.has_label(index - 2, "player")
            and self.norm(index - 1) in self.near.compared_joints
        ):
            index -= 2
        while index and self.norm(index - 1) in self.cues.before_name:
            index -= 1
        words = [self.norm(position) for position in range(max(0, index - 6), index)]
        ranked = index > 1 and words[-1:] == ["to"] and self.has_label(index - 2, "ordinal")
        return ranked or (words[-1:] == ["as"] and not self.near.amounts.isdisjoint(words))

    def is_let(self, index: int) -> bool:
        """ "Let the Lakers win", "allowed them to shoot": what follows the team is what it did."""
        deed = index + 1 + (self.norm(index + 1) == "to")
        return self.before(index) in self.near.lets and self.norm(deed) in self.near.let_deeds

    def is_done_by(self, index: int) -> bool:
        """ "Swept the series with the Lakers by winning 92-90": how somebody else did it."""
        return self.norm(index + 1) == "by" and self.norm(index + 2).endswith("ing")

    def opens_phrase(self, index: int) -> bool:
        """ "The team" at the beginning of a clause or after a comma."""
        before = self.norm(index - 2) if index > 1 else ","
        return self.norm(index - 1) == "the" and before in self.near.before_phrase

    def in_apposition(self, index: int) -> bool:
        """ "Smart , Boston 's sixth man , finished": the team describes the man before it."""
        return (
            index > 1
            and self.norm(index - 1) == ","
            and self.has_label(index - 2, "player")
            and self.owns(index)
        )

    def in_brackets(self, index: int) -> bool:
        """ "Smart ( Celtics ) : 12", "Smart , Celtics : 12": the team of the man before it.

        So it is where both stand alone: "Player of the game: Smart, Boston."
        """
        pair = (self.norm(index - 1), self.norm(index + 1))
        if index < 2 or not self.has_label(index - 2, "player"):
            return False
        alone = index == 2 or self.norm(index - 3) in {":", "*", "-"}
        marked = pair in {("(", ")"), ("(", ","), (",", ":")}
        return marked or (alone and pair in {(",", "."), (",", "-"), (",", "--"), (",", "—")})

    def goes_on(self, index: int) -> bool:
        """ ", thanks to X's 12 boards, and had": a verb after a comma goes on with the team."""
        word, before = self.norm(index), self.norm(index - 1)
        if before == "and":
            # "Five of them by X, and stole the ball 14 times".
            return self.norm(index - 2) == "," and (word in self.cues.resume or is_past(word))
        return before == "," and word in self.cues.resume

    def has_own_numbers(self, index: int) -> bool:
        """ "Got help from X with 16 points" and "joined by X (16 points)": X has what follows."""
        following = self.norm(index + 1)
        return self._opens_counts(index + 1) or (
            following in self.near.tell_numbers
            and self.before(index) in self.near.helpers
            and index + 2 < len(self.units)
            and self.has_label(index + 2, "number")
        )

    def _opens_counts(self, index: int) -> bool:
        """ "( 16 points )", but not "( ankle )"."""
        if self.norm(index) != "(":
            return False
        for unit in self.units[index + 1 :]:
            if unit.norm == ")":
                return False
            if unit.mention is not None and unit.mention.label in COUNTS:
                return True
        return False

    def is_one_of(self, index: int) -> bool:
        """ "Best of the visitors with 22": somebody of the team, not the team."""
        position = index - 1
        while self.norm(position) in self.near.before_team:
            position -= 1
        return self.norm(position) == "of" and self.is_cue(position - 1, "best_of")

    def is_seen(self, index: int) -> bool:
        """ "An effort that saw the hosts reject 11 shots": what follows is the team's deed."""
        return (
            self.before(index) in self.cues.perceive
            and self.norm(index + 1).isalpha()
            and self.norm(index + 1) not in self.cues.no_deeds
        )

    def lists_fixture(self, index: int) -> bool:
        """ "Visit Utah on Friday and Denver on Sunday": one more game, not one more subject."""
        first = index - 1
        while first > 0 and self.norm(first) in self.near.before_fixture:
            first -= 1
        after = index + 1
        ends = after >= len(self.units) or self.has_label(after, "day")
        return self.norm(first) in self.near.joints and (
            ends or self.is_cue(after, "after_fixture")
        )

    def acts(self, index: int) -> bool:
        """ "One of the reasons the Blazers shot 41 percent": a verb of deeds follows."""
        return self.norm(index + 1) in self.cues.acts
