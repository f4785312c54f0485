"""Whether what is read of a text stays the same where only its form, or an idle word, changes.

    python benchmarks/invariance.py --data DIR --kb nba.duckdb
    python benchmarks/invariance.py --data DIR --kb nba.duckdb --sample 40 --corpus fresh_5

Invariance tests (Ribeiro, Wu, Guestrin and Singh 2020, "Beyond Accuracy: Behavioral Testing of NLP
Models with CheckList") need no annotator: a text that is changed in what says nothing has to be
judged as before. Two kinds of changes are made:

- of form, to a whole text: ends of lines as on Windows, lists with hyphens, exclamation marks, "&"
  for "and", numbers in bold, digits for words and words for digits, small letters, capitals;
- of idle words, beside one number: an adjective between it and what it counts, an article with an
  adjective before it, an adverb before the verb, something put in between, an introduction.

Of the numbers that hold in the text as it stands, those are counted that hold no more, and those
that are then held to be wrong. Prints shares, *keep* first.
"""

from __future__ import annotations

import random
import re
import textwrap
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from corpora import CONSOLE, OWN, PARTS, PROSE, command_line, share, stories
from rich.progress import track
from rich.table import Table

from factcheck import FactChecker, Story
from factcheck.errors import StoryError
from factcheck.interpretation.findings import verdict_of
from factcheck.language.mentions import Mention, Unit
from factcheck.model import Verdict
from factcheck.parser.document import Document

BATCH = 24
AMOUNT = 3
"""Numbers of a text beside which idle words are put, one at a time."""
NUMBERS = ("number", "score", "shooting", "percent", "record")
WORDS = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen",
    "nineteen", "twenty",
)  # fmt: skip
_DIGITS = re.compile(r"(?<![\w.:*/$-])([3-9]|1\d|20)(?![\w.:*/%-]|\s*[-–/]|\.\d)")
_IN_WORDS = re.compile(rf"\b({'|'.join(WORDS[3:])})\b(?!-)")
_SENTENCES = re.compile(r"(?<=[a-z0-9][.!?]) (?=[A-Z][a-z])")
_BARE = re.compile(r"(?<![\w.:*/-])(\d{1,3})(?![\w.:*/%-]|\s*[-–])")

_PUNCTUATION = re.compile(
    r"(?<=\S)([,;:!?)%](?=[\s,.;:)]|$)|\.(?=\s*$|\n)|\.(?= [A-Z\"(])|(?<!\s)(?:'s|n't)\b)"
)


def treebank(text: str) -> str:
    """Return a text as tokenisers in the manner of the Penn Treebank leave it, hyphens kept."""
    return re.sub(r"\((?=\S)", "( ", _PUNCTUATION.sub(r" \1", text))


FORMS: dict[str, Callable[[str], str]] = {
    "as it stands": lambda text: text,
    "lines end as on Windows": lambda text: text.replace("\n", "\r\n"),
    "lines of 72 characters": lambda text: "\n".join(
        textwrap.fill(line, 72) for line in text.split("\n")
    ),
    "a list with hyphens": lambda text: _SENTENCES.sub("\n- ", text),
    "a paragraph a sentence": lambda text: _SENTENCES.sub("\n\n", text),
    "exclamation marks": lambda text: re.sub(r"(?<=[a-z0-9])\.(?=\s|$)", "!", text),
    "&": lambda text: text.replace(" and ", " & "),
    "numbers in bold": lambda text: _BARE.sub(r"**\1**", text),
    "digits": lambda text: _IN_WORDS.sub(lambda word: str(WORDS.index(word[0])), text),
    "words": lambda text: _DIGITS.sub(lambda digits: WORDS[int(digits[0])], text),
    "curly quotes": lambda text: text.replace("'", "’"),
    "%": lambda text: text.replace(" percent", "%"),
    "tokens of the Treebank": treebank,
    "brackets of the Treebank": lambda text: (
        treebank(text).replace("(", "-LRB-").replace(")", "-RRB-")
    ),
    "small letters": str.lower,
    "capitals": str.upper,
    "“also” before verbs": lambda text: re.sub(
        r"\b(had|scored|added|grabbed|made|shot|finished|posted)\b", r"also \1", text
    ),
}
"""Changes of form, of which the first is none."""

VERBS = frozenset({
    "had", "scored", "finished", "added", "grabbed", "made", "hit", "shot", "led", "got", "took",
    "posted", "turned", "won", "beat", "outscored", "contributed", "poured", "missed", "handed",
})  # fmt: skip
"""Verbs before which an adverb may stand."""

Insertion = tuple[str, int, str]
"""What is put in, before which character, and the name of such changes."""


@dataclass(slots=True)
class Count:
    """How many numbers held before a change, and of these how many hold or are wrong after it."""

    held: int = 0
    hold: int = 0
    wrong: int = 0

    def add(self, before: Sequence[Verdict | None], after: Sequence[Verdict | None]) -> None:
        """Count the numbers of a text, before and after it was changed."""
        for old, new in zip(before, after, strict=True):
            if old is Verdict.SUPPORTED:
                self.held += 1
                self.hold += new is Verdict.SUPPORTED
                self.wrong += new is Verdict.CONTRADICTED


class Judge:
    """Says of each number of texts what comes of the claims that it belongs to.

    Args:
        checker: Checks the texts.
    """

    def __init__(self, checker: FactChecker) -> None:
        self.checker = checker

    def documents(self, texts: Iterable[Story]) -> list[tuple[Story, Document] | None]:
        """Return the texts as parsed; None for what is no story of its game."""
        found: list[tuple[Story, Document] | None] = []
        for story in texts:
            try:
                found.append((story, self.checker.prepare(story)))
            except StoryError:
                found.append(None)
        return found

    def verdicts(self, texts: Sequence[Story]) -> list[list[Verdict | None] | None]:
        """Return the verdict on each number, in their order: None for one that nothing reads."""
        documents = self.documents(texts)
        told = iter(self.checker.interpret([one for one in documents if one is not None]))
        return [None if one is None else self._of_numbers(next(told)) for one in documents]

    @staticmethod
    def _of_numbers(told: Any) -> list[Verdict | None]:
        (_, document), claims, _ = told
        ranks = (Verdict.CONTRADICTED, Verdict.SUPPORTED, Verdict.NOT_CHECKABLE)
        found: list[Verdict | None] = []
        for number in numbers_of(document):
            verdicts = {
                verdict_of(one.findings)
                for one in claims
                if one.claim.start < number.end and number.start < one.claim.end
            }
            found.append(next((rank for rank in ranks if rank in verdicts), None))
        return found


def numbers_of(document: Document) -> list[Mention]:
    """Return the numbers of a text, without articles: "a rebound" has none."""
    return [
        mention
        for mention in document.mentions()
        if mention.label in NUMBERS and mention.data.get("form") not in {"article", "no"}
    ]


def insertions(document: Document, number: Mention) -> Iterator[Insertion]:
    """Yield idle words with the places beside a number where they may stand."""
    sentence = document.sentences[document.sentence_at(number.start)]
    units = sentence.units
    place = next(at for at, unit in enumerate(units) if unit.mention is number)
    behind, before = units[place + 1 : place + 2], units[max(0, place - 1) : place]
    if number.label == "number" and _is(behind, "statistic"):
        yield " hard-earned", _end(document, units[place]), "adjective before the noun"
        yield " without any fuss", _end(document, behind[0]), "phrase behind the noun"
    if number.label == "number" and before and before[0].norm in VERBS:
        yield "a remarkable ", _start(document, units[place]), "adjective before the number"
    for owner, verb in pairwise(units[: place + 1]):
        if _is([owner], "player", "team") and verb.norm in VERBS:
            yield " quietly", _end(document, owner), "adverb before the verb"
            yield ", to nobody's great surprise,", _end(document, owner), "words put in between"
    for article, part in pairwise(units):
        if article.norm == "the" and _is([part], "period"):
            yield "lively ", _start(document, part), "adjective before a quarter or half"
        if article.norm == "the" and _is([part], "team"):
            yield "weary ", _start(document, part), "adjective before a team"
    if _is(units[:1], "player", "team"):
        yield "On a night made for it, ", _start(document, units[0]), "introduction"
    if units[-1].norm == ".":
        yield ", and the building knew it", _start(document, units[-1]), "words at the end"


def _is(units: Sequence[Unit], *labels: str) -> bool:
    return any(unit.mention is not None and unit.mention.label in labels for unit in units)


def _start(document: Document, unit: Unit) -> int:
    return document.tokens[unit.start].start


def _end(document: Document, unit: Unit) -> int:
    return document.tokens[unit.end - 1].end


def count_forms(judge: Judge, texts: Sequence[Story]) -> dict[str, Count]:
    """Return what comes of changes of form.

    A text in which the changed form has other numbers ("a 5-6 guard") is left out of that change.
    """
    counts = {name: Count() for name in FORMS}
    for first in track(range(0, len(texts), BATCH), "forms", console=CONSOLE, transient=True):
        batch = texts[first : first + BATCH]
        before = judge.verdicts(batch)
        for name, change in FORMS.items():
            after = judge.verdicts([replace(one, text=change(one.text)) for one in batch])
            for old, new in zip(before, after, strict=True):
                if old is not None and new is not None and len(old) == len(new):
                    counts[name].add(old, new)
    return counts


def count_words(judge: Judge, texts: Sequence[Story]) -> dict[str, Count]:
    """Return what comes of idle words, for the number beside which they are put."""
    counts: dict[str, Count] = {}
    for story in track(texts, "words", console=CONSOLE, transient=True):
        (before,) = judge.verdicts([story])
        (parsed,) = judge.documents([story])
        if before is None or parsed is None:
            continue
        document = parsed[1]
        held = [at for at, verdict in enumerate(before) if verdict is Verdict.SUPPORTED]
        numbers = numbers_of(document)
        changes = [
            (place, *change)
            for place in random.Random(story.id).sample(held, min(AMOUNT, len(held)))
            for change in insertions(document, numbers[place])
        ]
        texts_changed = [
            replace(story, text=f"{story.text[:at]}{words}{story.text[at:]}")
            for _, words, at, _ in changes
        ]
        for (place, _, _, name), after in zip(changes, judge.verdicts(texts_changed), strict=True):
            if after is not None and len(after) == len(before):
                counts.setdefault(name, Count()).add([before[place]], [after[place]])
    return counts


def show(part: str, counts: dict[str, Count]) -> None:
    """Print the counts of a part."""
    table = Table("change", "numbers held", "hold no more", "then held to be wrong", title=part)
    for name, count in counts.items():
        lost = count.held - count.hold
        table.add_row(
            name, str(count.held), share(lost, count.held), share(count.wrong, count.held)
        )
    CONSOLE.print(table)


def main(arguments: Sequence[str] | None = None) -> None:
    """Read the command line, change and check the texts, show."""
    parser = command_line(__doc__)
    parser.add_argument("--corpus", nargs="+", default=(*PROSE, *OWN), metavar="NAME")
    parser.add_argument("--sample", type=int, default=120, help="texts of each part")
    parser.add_argument("--part", nargs="+", default=PARTS[:2], choices=PARTS)
    args = parser.parse_args(arguments)
    judge = Judge(FactChecker(args.kb, min_confidence=0))
    texts = [
        (part, story) for _, part, story, _ in stories(args.data, args.corpus, judge.checker.kb)
    ]
    for part in args.part:
        own = [story for where, story in texts if where == part]
        sample = random.Random(part).sample(own, min(args.sample, len(own)))
        show(part, count_forms(judge, sample) | count_words(judge, sample))


if __name__ == "__main__":
    main()
