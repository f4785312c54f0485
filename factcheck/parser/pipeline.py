"""The parser: from a text to tokens, mentions, and what each clause is about."""

from __future__ import annotations

import re

from factcheck.errors import StoryError
from factcheck.language.english import ordinal_value
from factcheck.language.lexicon import Entry, Lexicon, fold
from factcheck.language.mentions import Mention, build_sentence, normalise
from factcheck.language.tokenizer import tokenize
from factcheck.parser.binding import Binder
from factcheck.parser.context import ContextReader
from factcheck.parser.document import Document
from factcheck.parser.names import Game, NameIndex
from factcheck.parser.quantities import find_quantities
from factcheck.parser.sections import Headings, set_sections
from factcheck.rulebook.vocabulary import Vocabulary


class Parser:
    """From a story's text to a :class:`Document` with mentions and frames.

    Args:
        index: The names of the knowledge base.
        vocabulary: The wordings of the rule base.
    """

    def __init__(self, index: NameIndex, vocabulary: Vocabulary) -> None:
        self.index = index
        self.lexicon = Lexicon([*index.entries, *vocabulary.entries()])
        self.binder = Binder(index, vocabulary.words("object", "place_after") or _PLACE_AFTER)
        self.context = ContextReader(vocabulary)

    def recognise(self, text: str) -> Document:
        """Find tokens, sentences and mentions; names are not bound yet.

        Raises:
            StoryError: The text holds no words.
        """
        tokens = tokenize(text)
        if not tokens:
            raise StoryError("the story is empty")
        words = [normalise(token.text) for token in tokens]
        document = Document(text, tokens, words)
        mentions = self._look_up(document)
        find_quantities(words, mentions)
        headings = Headings(text)
        start = 0
        for index, token in enumerate(tokens):
            last = index + 1 == len(tokens)
            if (
                last
                or tokens[index + 1].sent_id == 1
                or token.text in {"!", "?"}
                or _NEW_BLOCK.match(text, token.end, tokens[index + 1].end)
                or headings.end_between(token.start, tokens[index + 1].start)
            ):
                number = len(document.sentences) + 1
                document.sentences.append(build_sentence(number, words, start, index + 1, mentions))
                start = index + 1
        set_sections(document, headings)
        return document

    def bind(self, document: Document, game: Game) -> Document:
        """Bind names to the game and read the context; returns the same document."""
        self.binder.bind(document, game)
        self.context.read(document)
        return document

    def _look_up(self, document: Document) -> dict[int, Mention]:
        folded = [fold(token.text) for token in document.tokens]
        texts = [token.text for token in document.tokens]
        mentions: dict[int, Mention] = {}
        dateline = _DATELINE.match(document.text)
        index = sum(token.start < dateline.end() for token in document.tokens) if dateline else 0
        while index < len(texts):
            found = self.lexicon.longest(folded, texts, index)
            if not found:
                index += 1
                continue
            entry = found[0]
            end = index + len(entry.words)
            if entry.kind != "plain":
                start = _start_of_shot(entry, mentions, index)
                mentions[start] = _mention(entry, found, start, end)
            index = end
        return mentions


# A paragraph, a heading or a line of a list begins; other line breaks only fold the text.
_NEW_BLOCK = re.compile(r"[ \t]*\n[ \t]*(\n|[-*#|\u2022])")
# "PORTLAND, Ore. (AP) -- ": where a story was filed, which says nothing of the game.
_DATELINE = re.compile(
    r"\s*[A-Z][A-Z .'-]+(, [A-Z][A-Za-z.]+)?( \([A-Z][A-Za-z/ ]*\))? ?(--|\u2014|\u2013) ?"
)
_PLACE_AFTER = ("in", "at", "to", "from", "into", "through", "near", "leave", "leaving")


def _start_of_shot(entry: Entry, mentions: dict[int, Mention], index: int) -> int:
    """ "Of his attempts from downtown": one kind of shots, which the second part names."""
    if entry.kind == "shot" and mentions:
        before = next(reversed(mentions.values()))
        if before.kind == "shot" and before.value == "FG" and before.end == index:
            return before.start
    return index


def _mention(entry: Entry, found: list[Entry], start: int, end: int) -> Mention:
    mention = Mention(entry.kind, start, end, entry.value)
    if entry.kind in {"statistic", "shot", "period"}:
        mention.data["value"] = entry.value
        if entry.kind == "period":
            # "The third quarter" is wrong in "third" alone.
            which = start + 1 if ordinal_value(entry.words[0]) is not None else end
            mention.parts["which"] = (start, which)
    elif entry.kind == "day":
        mention.data["value"] = int(entry.value)
    elif entry.kind == "arena":
        mention.data["value"] = entry.keys[0]
    else:
        mention.data["keys"] = list(entry.keys)
        if entry.kind == "team":
            places = [other.keys for other in found if other.kind == "place"]
            mention.data["place_teams"] = list(places[0] if places else entry.keys)
        elif entry.kind == "player" and entry.value != "full":
            same = [key for other in found if other.kind == "player" for key in other.keys]
            mention.data["keys"] = list(dict.fromkeys(same))
        elif entry.kind == "coach":
            players = [other for other in found if (other.kind, other.value) == ("player", "full")]
            mention.data["players"] = [key for other in players for key in other.keys]
    return mention
