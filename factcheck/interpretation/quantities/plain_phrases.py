"""Whether a phrase with a number speaks of this game, and of what somebody did in it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from factcheck.interpretation.quantities.noun_phrases import PhraseReader
from factcheck.interpretation.quantities.phrase_words import Phrase
from factcheck.knowledge.facts import Owner
from factcheck.language.english import is_past
from factcheck.language.mentions import Mention, Sentence
from factcheck.parser.document import ClauseContext, Document

_DENYING = frozenset({"not", "n't", "never"})
_BEING = {"was", "were", "is", "are"}
_OF_FRACTIONS = {"half", "than", "less", "fewer"}
"""Words that tell no other's number where they lead to a fraction of it."""
_COMPARING = {"fewer", "less"}
"""Before what is counted, and a comma, they leave the numbers behind it as they are."""
_LEADS_TO_FRACTION = {"more", "less", "fewer", "than", "half"}
_LONGEST_FRACTION = 5
"""Units from a word that leads to a fraction to the comma behind it: "than a third ,"."""


class PlainPhrases:
    """The noun phrases of a sentence, and which of them are plainly about this game.

    Args:
        document: A bound document.
        index: Which of its sentences, from 0.
        reader: Reads the sentence's phrases.
    """

    def __init__(self, document: Document, index: int, reader: PhraseReader) -> None:
        assert document.game is not None
        self.game = document.game
        self._document = document
        self.sentence = document.sentences[index]
        self.frames = document.frames[index]
        self.reader = reader
        self.words = reader.words
        self.phrases = reader.read()
        self._index = index

    def neighbours(self, step: int) -> Iterator[tuple[Sentence, list[ClauseContext]]]:
        """Yield the sentences before (``step`` -1) or after (1), the nearest first."""
        document = self._document
        end = -1 if step < 0 else len(document.sentences)
        for index in range(self._index + step, end, step):
            yield document.sentences[index], document.frames[index]

    def is_plain(self, phrase: Phrase) -> bool:
        """Return whether a phrase speaks of this game and of what somebody did."""
        frame = self.frames[phrase.unit]
        if frame.scope != "game" or frame.aside:
            return False
        codes = self.reader.codes[: phrase.end + 2]
        first = next(i for i, one in enumerate(self.frames) if one.clause == frame.clause)
        first = self._own_clause(first, phrase.start)
        return not any(self._doubts(codes, i, phrase) for i in range(first, phrase.end))

    def _own_clause(self, first: int, start: int) -> int:
        """Return where the words begin that belong to a phrase alone.

        "Denver assisted on 35 baskets, Nelson handing out seven of them": what stands before the
        comma is not what Nelson did.
        """
        for place in range(start - 1, first, -1):
            if self.reader.norm(place - 1) == "," and self.reader.norm(place + 1).endswith("ing"):
                mention = self.reader.mention(place)
                if mention is not None and mention.label in {"player", "team"}:
                    return place
        return first

    def acts(self, phrase: Phrase) -> bool:
        """Return whether a phrase is what its verb tells of: "that he finished with 22 was"."""
        following = self.reader.norm(phrase.end)
        if following in _BEING or self.words.holds("comes", following) or is_past(following):
            return True
        # "Schroder's 15 lifts the Hawks".
        behind = phrase.end + 1 + (self.reader.norm(phrase.end + 1) == "the")
        named = self.reader.mention(behind)
        carries = following.endswith("s") or self.words.holds("carrying", following)
        return carries and named is not None and named.label in {"player", "team"}

    def _doubts(self, codes: Sequence[str], index: int, phrase: Phrase) -> bool:
        """Return whether a word makes a number somebody else's, or one of no box score."""
        if not self.words.match("doubts", codes, index):
            return False
        if self.reader.norm(index + 1) in self.words.no_denial and codes[index] in _DENYING:
            # "Was not far behind with 24".
            return False
        if self.words.covers("no_doubts", codes, index):
            # "Was a force inside, going for 14 and 16".
            return False
        held = self.held(phrase)
        if held is not None and held[0] == index:
            return False
        if self.reader.norm(index + 1) == "-" and self.words.holds(
            "superlatives", self.reader.norm(index + 2)
        ):
            # "A season-high 21 points": the number is this game's.
            return False
        if codes[index] == "half" and index > phrase.unit and not phrase.nouns:
            # "Got to 17 by the half".
            return not phrase.complements
        if codes[index] in _OF_FRACTIONS and (
            self.reader.fraction_before(phrase.unit) is not None or self._is_aside(codes, index)
        ):
            # "More than half of Detroit's 43": they had 43.
            return False
        if codes[index] in _COMPARING and self.reader.norm(index + 2) == ",":
            # "Fewer turnovers, eight to the Bucks' 15".
            return self.reader.mention(index + 1) is None
        if not self.words.match("spent", codes, index):
            return True
        # "Needed 22 shots for his 38": what is his he has, however he came by it.
        if self.reader.norm(phrase.start - 1) in {"his", "whose"}:
            return False
        # "Needed 36 minutes to collect 18 boards": what it was needed for was done.
        spent = range(index, phrase.start - 1)
        numbers = [at for at in spent if _is_number(self.reader.mention(at))]
        return not (numbers and "to" in codes[numbers[0] : phrase.start])

    def held(self, phrase: Phrase) -> tuple[int, Owner] | None:
        """Return the verb's place and who is held to a number: "held the Suns to 17".

        Args:
            phrase: The number's phrase.
        """
        codes, before = self.reader.codes, phrase.start - 1
        if self.reader.norm(before) != "to":
            return None
        size = self.words.match_back("holding", codes, before)
        if size:
            frame = self.frames[phrase.unit]
            owner = self._alone(frame)
            return (before - size, owner) if owner is not None else None
        mention = self.reader.mention(before - 1)
        if mention is None or mention.label not in {"player", "team"}:
            return None
        before -= 1 + (self.reader.norm(before - 2) == "the")
        size = self.words.match_back("holding", codes, before)
        return (before - size, mention.data["value"]) if size else None

    def _alone(self, frame: ClauseContext) -> Owner | None:
        """Return the one player, or the team, that a clause is about."""
        if frame.subject == "player":
            return frame.players[0].data["value"] if len(frame.players) == 1 else None
        own = frame.subject == "team" and frame.team_id in self.game.teams
        return frame.team_id if own else None

    def _is_aside(self, codes: Sequence[str], index: int) -> bool:
        """Return whether a fraction says only how much the number before it is: ", half,"."""
        start = index
        while start and codes[start] in _LEADS_TO_FRACTION:
            start -= 1
        if codes[self.reader.before(start + 1) - 1] not in {",", "("}:
            # "Before the half, which": no fraction.
            return False
        for place in range(index, min(index + _LONGEST_FRACTION, len(codes))):
            if codes[place] in {",", ")", ";"}:
                return self.reader.is_fraction(place - 1)
        return False


def _is_number(mention: Mention | None) -> bool:
    return mention is not None and mention.label == "number"
