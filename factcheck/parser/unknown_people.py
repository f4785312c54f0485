"""People that a story names and the knowledge base does not know: "Mike Breen", "Bozo had 12"."""

from __future__ import annotations

from factcheck.language.capitals import holds, title_lines
from factcheck.language.mentions import Mention, Unit
from factcheck.parser.document import Document
from factcheck.rulebook.vocabulary import Vocabulary

PERSON = "person"
"""The kind of a mention that names somebody whose numbers nobody can look up."""

_FEWEST = 2
_MOST = 3
_SHORTEST = 4
_DESCRIBED = 6
"""Units behind an article that describe a man without naming him."""


class UnknownPeople:
    """Finds names of people that no entry of the lexicon bears.

    Args:
        vocabulary: Supplies the words that are no names, and those that follow a name alone.
    """

    def __init__(self, vocabulary: Vocabulary) -> None:
        words = vocabulary.words
        self.deeds = frozenset(words("unknown", "deeds"))
        self.not_before = frozenset(words("unknown", "not_before"))
        self.not_people = frozenset(words("unknown", "not_names")) | frozenset(
            words("unknown", "not_people")
        )

    def mark(self, document: Document) -> None:
        """Make a mention of each such name, so that what follows is nobody's else."""
        titles = [*title_lines(document.text), *document.loud]
        for sentence in document.sentences:
            units: list[Unit] = []
            index = 0
            while index < len(sentence.units):
                size = self._size(document, sentence.units, index)
                start = sentence.units[index].start
                if size and not holds(titles, document.tokens[start].start):
                    end = sentence.units[index + size - 1].end
                    mention = Mention(PERSON, start, end)
                    mention.data["value"] = document.span(start, end).text
                    units.append(Unit(start, end, "", mention))
                    index += size
                else:
                    units.append(sentence.units[index])
                    index += 1
            if len(units) < len(sentence.units) or any(_is_person(unit) for unit in units):
                sentence.units = units
                sentence.encode()

    def _size(self, document: Document, units: list[Unit], index: int) -> int:
        """Return how many units from one on are a name, 0 for none."""
        size = 0
        while index + size < len(units) and self._may_name(document, units, index + size):
            size += 1
        if _FEWEST <= size <= _MOST:
            return size
        if size != 1 or not index or len(units[index].norm) < _SHORTEST:
            return 0
        # "The 7-foot Aussie scored 17", "the rookie out of Arizona had 13": no names of men.
        before = [unit.norm for unit in units[max(0, index - _DESCRIBED) : index]]
        described = {"the", *before[-1:]} & {*before} & self.not_before
        follows = units[index + 1].norm if index + 1 < len(units) else ""
        return 1 if not described and follows in self.deeds else 0

    def _may_name(self, document: Document, units: list[Unit], index: int) -> bool:
        unit = units[index]
        if unit.mention is not None or not document.is_capitalised(unit.start):
            return False
        word = unit.norm.replace(".", "").replace("-", "").replace("'", "")
        # "CBS", "NBA TV": no man is written so.
        text = document.tokens[unit.start].text
        return (
            word.isalpha()
            and len(word) > 1
            and not (text.isupper() and "." not in text and len(text) > 2)
            and unit.norm not in self.not_people
        )


def _is_person(unit: Unit) -> bool:
    return unit.mention is not None and unit.mention.label == PERSON
