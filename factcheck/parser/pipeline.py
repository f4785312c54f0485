"""The parser: from a text to tokens, mentions, and what each clause is about."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from factcheck.errors import StoryError
from factcheck.language.capitals import loud_lines
from factcheck.language.lexicon import Lexicon
from factcheck.language.mentions import ELLIPSES, build_sentence, normalise
from factcheck.language.tokenizer import Token, split_joined, tokenize
from factcheck.parser.binding import Binder
from factcheck.parser.context import ContextReader
from factcheck.parser.document import Document
from factcheck.parser.ends_of_floor import find_ends
from factcheck.parser.live_notes import set_notes
from factcheck.parser.mentioned import NameFinder
from factcheck.parser.names import Game, NameIndex
from factcheck.parser.number_words import NumberWords
from factcheck.parser.periods_again import AgainWords, find_again
from factcheck.parser.quantities import find_quantities, silent_hyphens
from factcheck.parser.sections import Headings, set_sections
from factcheck.parser.silent_words import silent_adjectives, silent_adverbs, silent_asides
from factcheck.parser.spelling import Spelling
from factcheck.parser.tables import Tables
from factcheck.parser.unknown_people import UnknownPeople
from factcheck.parser.wordings import PeriodWords
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
        self.spelling = Spelling(index.entries)
        self.binder = Binder(index, vocabulary)
        self.vocabulary = vocabulary
        self.teams = frozenset(team for team in index.team_names if " " not in team)
        self.ordinary = frozenset(vocabulary.words("unknown", "also_names"))
        self.again = AgainWords.of(vocabulary)
        self.periods = PeriodWords.of(vocabulary)
        self.number_words = NumberWords(vocabulary)
        self.ends_of_floor = vocabulary.by_word("end_of_floor")
        self.floor = frozenset(vocabulary.words("quantity", "floor"))
        self.before_total = frozenset(vocabulary.words("quantity", "before_total"))
        self.people = UnknownPeople(vocabulary)
        self.context = ContextReader(vocabulary)

    def recognise(self, text: str) -> Document:
        """Find tokens, sentences and mentions; names are not bound yet.

        Raises:
            StoryError: The text holds no words.
        """
        given, text = text, _with_plain_line_ends(text)
        tokens = split_joined(tokenize(text))
        if not tokens:
            raise StoryError("the story is empty")
        words = [normalise(token.text) for token in tokens]
        document = Document(text, tokens, words, loud=loud_lines(text))
        names = NameFinder(document, self.lexicon, self.spelling, self.teams, self.ordinary)
        mentions = names.find()
        find_quantities(words, mentions, self.number_words, _block_ends(text, tokens))
        find_ends(words, mentions, self.ends_of_floor, self.floor, self.before_total)
        names.within.update(_list_signs(text, tokens))
        names.within.update(_join_marks(words))
        names.within.update(silent_adverbs(words, self.number_words.describing))
        names.within.update(silent_asides(words, mentions, self.number_words.describing))
        names.within.update(silent_hyphens(words, mentions, self.number_words))
        names.within.update(
            silent_adjectives(words, tokens, mentions, self.number_words.describing)
        )
        find_again(words, tokens, mentions, self.again)
        headings = Headings(text)
        tables = Tables(document, mentions, self.vocabulary)
        start = inside = 0
        for index in range(len(tokens)):
            edge = index + 1 in tables.rows or index in tables.ends
            inside = max(inside, mentions[index].end if index in mentions else 0)
            if (
                index + 1 - start >= LONGEST
                and index + 1 < len(tokens)
                and inside <= index + 1
                and not (edge or index in names.within or start in tables.rows)
                and not self._ends_sentence(document, headings, index)
            ):
                edge = True
                if not document.notes:
                    document.notes.append(_TOO_LONG.format(number=tokens[index].sentence))
            if index + 1 < len(tokens) and not edge and (
                start in tables.rows
                or index in names.within
                or not self._ends_sentence(document, headings, index)
            ):  # fmt: skip
                continue
            if tokens[index].text in ELLIPSES:
                words[index] = "."
            number = len(document.sentences) + 1
            sentence = (
                tables.sentence(number, start)
                if start in tables.rows
                else build_sentence(
                    number, words, start, index + 1, mentions, names.within, encoded=False
                )
            )
            if sentence is not None:
                document.sentences.append(sentence)
            start = index + 1
        set_sections(document, headings)
        set_notes(document, self.periods)
        # What is marked is told in the words of the text as it was given.
        document.text = given
        return document

    def _ends_sentence(self, document: Document, headings: Headings, index: int) -> bool:
        """Return whether a token that is not the last one is the last of its sentence."""
        token, following = document.tokens[index : index + 2]
        return bool(
            # The pieces of a token share its place: "Twenty-two points" begins one sentence.
            (following.sent_id == 1 and following.id != token.id)
            or (token.text in _MARKS and following.text not in _MARKS and following.text != ")")
            or (token.text in ELLIPSES and following.text[0].isupper())
            or _begins_block(document.text, token, following)
            or headings.end_between(token.start, following.start)
        )

    def bind(self, document: Document, game: Game) -> Document:
        """Bind names to the game and read the context; returns the same document."""
        self.binder.bind(document, game)
        self.people.mark(document)
        self.context.read(document)
        return document


_MARKS = frozenset({"!", "?"})
"""What ends a sentence; of several ("?!") the last one does."""

_LIST_SIGNS = frozenset({"-", "*", "•", "–", "—", "·", "▪", "‣", "◦"})
"""What begins an item of a list, and says nothing."""


def _with_plain_line_ends(text: str) -> str:
    """Return a text whose lines end as on Unix, each character where it was."""
    return text.replace("\r\n", " \n").replace("\r", "\n") if "\r" in text else text


def _join_marks(words: list[str]) -> Iterator[int]:
    """Let several marks be one, and one of exclamation a period; yield those that say nothing.

    "Did he?!" is asked all the same.
    """
    asked = False
    for index, word in enumerate(words):
        if word not in _MARKS:
            continue
        asked = asked or word == "?"
        following = words[index + 1] if index + 1 < len(words) else ""
        if following in _MARKS:
            yield index
            continue
        # "Whiteside (off the bench!) had nine": what stands in brackets ends no sentence.
        if following != ")":
            words[index] = "?" if asked else "."
        asked = False


def _list_signs(text: str, tokens: Sequence[Token]) -> Iterator[int]:
    """Yield the signs that begin the items of a list, each at the beginning of a line."""
    for index, token in enumerate(tokens[:-1]):
        if token.text in _LIST_SIGNS and (
            not index or "\n" in text[tokens[index - 1].end : token.start]
        ):
            yield index


def _block_ends(text: str, tokens: Sequence[Token]) -> frozenset[int]:
    """Return the tokens after which a new block of the text begins: a list's item, a paragraph."""
    if "\n" not in text:
        return frozenset()
    return frozenset(
        index
        for index, (one, following) in enumerate(pairwise(tokens))
        if _begins_block(text, one, following)
    )


def _begins_block(text: str, token: Token, following: Token) -> bool:
    return "\n" in text[token.end : following.start] and bool(
        _NEW_BLOCK.match(text, token.end, following.end)
    )


LONGEST = 200
"""Tokens after which a sentence is cut. Those of people and of systems have less than 100; what has
no end costs time and memory that grow with its square."""

_TOO_LONG = (
    f"a sentence (the first is number {{number}}) has more than {LONGEST} words and was read in "
    "pieces: what stands in one piece is not brought together with another"
)

# A paragraph, a heading or a line of a list begins; other line breaks only fold the text.
_NEW_BLOCK = re.compile(r"[ \t]*\n[ \t]*(\n|[-*#|\u2022])")
