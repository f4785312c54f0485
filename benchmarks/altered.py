"""How often one wrong name or number is found in a text that is right in everything else.

    python benchmarks/altered.py --data DIR --kb nba.duckdb [--min-confidence 0.4 …]

Of each true text of a known game this takes versions in which a single word is altered: the name
of a man for that of a team-mate whom the text names too, or a number for another one near it. No
annotator is needed and no rule can be written for it, so there are many of them; and a lone
mistake is what language models of today make. What is found has its mark on the altered word;
a flag elsewhere in the sentence, that the true text has not, is *beside* it. Prints shares,
*keep* first.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from corpora import CONSOLE, OWN, PARTS, PLAYS, PROSE, command_line, planted, share
from rich.console import Console
from rich.progress import track
from rich.table import Table
from thinned import BATCH, Version

from factcheck import FactChecker, Story
from factcheck.checker import DEFAULT_CONFIDENCE
from factcheck.errors import StoryError
from factcheck.language.mentions import Mention
from factcheck.model import Mistake
from factcheck.parser.document import Document

KINDS = ("name", "number")
AMOUNT = 8
"""So many names of a text are altered, one at a time, and so many numbers."""
LEAST, FARTHEST = 3, 4
"""Numbers from here on are altered, by no more than this: what is absurd is found too easily."""
TRUE_TEXTS = tuple(name for name in (*PROSE, *OWN) if name not in {*PLAYS, "traps"})


@dataclass(frozen=True, slots=True)
class Alteration:
    """A text with one word altered.

    Args:
        kind: Of :data:`KINDS`.
        version: The text, its one mistake, and how much it counts among those of its text.
    """

    kind: str
    version: Version


def true_stories(data: Path, corpora: Iterable[str], parts: Iterable[str]) -> Iterator[Version]:
    """Yield the texts that have no mistake, by their authors' word."""
    for corpus in corpora:
        for part in parts:
            for item in planted(data, corpus, part):
                if not item["mistakes"]:
                    story = Story(item["id"], item["text"], item["game"])
                    yield Version(corpus, part, "none", story, (), 1.0)


def alterations(document: Document, true: Version) -> list[Alteration]:
    """Return the altered versions of a true text.

    Args:
        document: The text as parsed, bound to its game.
        true: The text.
    """
    draw = random.Random(true.story.id)
    mentions = document.mentions()
    by_kind = {
        "name": [(one, other) for one in mentions if (other := _other_name(document, one, draw))],
        "number": [
            (one, other) for one in mentions if (other := _other_number(document, one, draw))
        ],
    }
    return [
        Alteration(kind, version)
        for kind, found in by_kind.items()
        for version in _versions(document, true, kind, draw.sample(found, min(AMOUNT, len(found))))
    ]


def _versions(
    document: Document, true: Version, kind: str, chosen: Sequence[tuple[Mention, str]]
) -> Iterator[Version]:
    story = true.story
    for number, (mention, words) in enumerate(chosen):
        span = document.span(mention.start, mention.end)
        text = f"{story.text[: span.start]}{words}{story.text[span.end :]}"
        gold = ((span.start, span.start + len(words), kind.upper()),)
        altered = Story(f"{story.id}:{kind}:{number}", text, story.game)
        yield Version(true.corpus, true.part, "one", altered, gold, 1 / len(chosen))


def _other_name(document: Document, mention: Mention, draw: random.Random) -> str:
    """Return how the text names a team-mate, with as many words; "" where it names none."""
    if mention.kind != "player" or "team_id" not in mention.data:
        return ""
    size = mention.end - mention.start
    others = sorted(
        {
            document.span(one.start, one.end).text
            for one in document.mentions()
            if one.kind == "player"
            and one.end - one.start == size
            and one.data.get("team_id") == mention.data["team_id"]
            and one.data.get("value") != mention.data.get("value")
        }
    )
    return draw.choice(others) if others else ""


def _other_number(document: Document, mention: Mention, draw: random.Random) -> str:
    """Return digits for a number near that of a mention in digits; "" where it is none."""
    words = document.span(mention.start, mention.end).text
    if mention.kind != "number" or not words.isdecimal() or int(words) < LEAST:
        return ""
    value = int(words)
    step = draw.choice(
        [step for step in range(-FARTHEST, FARTHEST + 1) if step and value + step > 1]
    )
    return str(value + step)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of an alteration.

    Args:
        alteration: The alteration.
        on: The confidence of the surest flag on the altered word, 0 where there is none.
        beside: The same of flags elsewhere that the true text has not.
    """

    alteration: Alteration
    on: float
    beside: float


def outcomes(checker: FactChecker, true: Sequence[Version]) -> Iterator[Outcome]:
    """Yield what becomes of the altered versions of texts.

    A version that is refused, as one with the score of another game, counts as unseen.
    """
    for first in track(range(0, len(true), BATCH // 8), console=Console(stderr=True)):
        texts = true[first : first + BATCH // 8]
        for text, marks in zip(texts, _marks(checker, [one.story for one in texts]), strict=True):
            before = {(mark.rule, mark.span.text) for mark in marks}
            chosen = alterations(checker.prepare(text.story), text)
            found = _marks(checker, [one.version.story for one in chosen])
            for one, marked in zip(chosen, found, strict=True):
                ((start, end, _),) = one.version.gold
                on = [m for m in marked if m.span.start < end and start < m.span.end]
                beside = [m for m in marked if m not in on and (m.rule, m.span.text) not in before]
                yield Outcome(one, _surest(on), _surest(beside))


def _marks(checker: FactChecker, stories: Sequence[Story]) -> list[Sequence[Mistake]]:
    marks: list[Sequence[Mistake]] = []
    for story, answer in zip(stories, checker.check_each(stories), strict=True):
        if isinstance(answer, StoryError):
            CONSOLE.print(f"{story.id}: {answer.message}")
        marks.append(() if isinstance(answer, StoryError) else answer.mistakes)
    return marks


def _surest(marks: Sequence[Mistake]) -> float:
    return max((mark.confidence for mark in marks), default=0.0)


def show(found: Sequence[Outcome], thresholds: Sequence[float]) -> None:
    """Print what share of the altered words is found."""
    table = Table(title="altered words of true texts", title_justify="left")
    for name in ("part", "kind", "altered", "at least", "found", "beside", "doubted", "unseen"):
        table.add_column(name, justify="left" if name in {"part", "kind"} else "right")
    for part in PARTS:
        for kind in KINDS:
            mine = [
                one
                for one in found
                if (one.alteration.version.part, one.alteration.kind) == (part, kind)
            ]
            for least in thresholds:
                states = Counter(_state(one, least) for one in mine)
                shares = (
                    share(states[name], len(mine))
                    for name in ("found", "beside", "doubted", "unseen")
                )
                table.add_row(part, kind, str(len(mine)), f"{least}", *shares)
    CONSOLE.print(table)


def _state(outcome: Outcome, least: float) -> str:
    if outcome.on >= least:
        return "found"
    if outcome.beside >= least:
        return "beside"
    return "doubted" if outcome.on or outcome.beside else "unseen"


def main(arguments: Sequence[str] | None = None) -> None:
    """Read the command line, alter and check the texts, show."""
    parser = command_line(__doc__)
    parser.add_argument("--corpus", nargs="+", default=TRUE_TEXTS, metavar="NAME")
    parser.add_argument("--part", nargs="+", default=PARTS, choices=PARTS)
    parser.add_argument(
        "--min-confidence", type=float, nargs="+", default=[DEFAULT_CONFIDENCE], metavar="P"
    )
    args = parser.parse_args(arguments)
    checker = FactChecker(args.kb, min_confidence=0)
    true = list(true_stories(args.data, args.corpus, args.part))
    show(list(outcomes(checker, true)), args.min_confidence)


if __name__ == "__main__":
    sys.exit(main())
