"""A story as the parser reads it, with the questions that the tests ask."""

from __future__ import annotations

from collections.abc import Sequence

from factcheck.language.mentions import Mention, Sentence, Unit
from factcheck.parser.document import ClauseContext, Document
from factcheck.parser.names import NameIndex
from factcheck.parser.pipeline import Parser


class Reading:
    """A parsed and bound story.

    Args:
        document: The story.
        index: Names, to answer with.
    """

    def __init__(self, document: Document, index: NameIndex) -> None:
        self.document = document
        self.index = index

    def place(self, word: str, occurrence: int = 1) -> tuple[Sentence, int]:
        """Return the sentence and unit that hold a word, the first time or a later one."""
        for sentence in self.document.sentences:
            for number, unit in enumerate(sentence.units):
                if word in self.words(unit):
                    occurrence -= 1
                    if not occurrence:
                        return sentence, number
        raise AssertionError(f"no {word!r} in {self.document.text!r}")

    def words(self, unit: Unit | Mention) -> Sequence[str]:
        """Return the tokens of a unit as written."""
        return [token.text for token in self.document.tokens[unit.start : unit.end]]

    def frame(self, word: str, occurrence: int = 1) -> ClauseContext:
        """Return what a word is about."""
        sentence, number = self.place(word, occurrence)
        return self.document.frames[sentence.number - 1][number]

    def who(self, word: str, occurrence: int = 1) -> list[str]:
        """Return the names of the players, or the nickname of the team, a word is about."""
        frame = self.frame(word, occurrence)
        if frame.subject == "player":
            return [self.index.player_names[man.data["value"]] for man in frame.players]
        if frame.subject == "team" and frame.team_id is not None:
            return [self.index.team_names[frame.team_id]["nickname"]]
        return []

    def when(self, word: str, occurrence: int = 1) -> str:
        """Return the time a word speaks of."""
        return self.frame(word, occurrence).scope

    def mention(self, word: str, occurrence: int = 1) -> Mention:
        """Return the mention that a word belongs to."""
        sentence, number = self.place(word, occurrence)
        mention = sentence.units[number].mention
        assert mention is not None, f"{word!r} is no mention"
        return mention

    def labels(self) -> list[tuple[str, str]]:
        """Return all mentions: their words and labels."""
        return [
            (" ".join(self.words(mention)), mention.label) for mention in self.document.mentions()
        ]


class Reader:
    """Reads texts about one game.

    Args:
        parser: The parser.
        game: The game's id.
    """

    def __init__(self, parser: Parser, game: str) -> None:
        self.parser = parser
        self.game = parser.index.games[game]

    def __call__(self, text: str) -> Reading:
        document = self.parser.bind(self.parser.recognise(text), self.game)
        return Reading(document, self.parser.index)
