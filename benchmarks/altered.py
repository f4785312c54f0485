"""How often one wrong name or number is found in a text that is right in everything else.

    python benchmarks/altered.py --data DIR --kb nba.duckdb [--min-confidence 0.4 …]
    python benchmarks/altered.py --data DIR --kb nba.duckdb --corpus rotowire --sample 150 --most 1

Of each true text of a known game this takes versions in which a single word is altered: the name
of a man for that of a team-mate whom the text names too, a team for the other one, a number, a
percentage or one of the numbers of a shooting line for another one near it, what is counted for
something else that is, a weekday, a part of the game or a word for another one. No annotator is
needed and no rule can be written for it, so there are many of them; and a lone mistake is what
language models of today make. Journalists' summaries (``rotowire``) are true but for a slip in
each, which is there before and after; no rule was written for what is altered in them, and few for
how they put it. What is found has its mark on the altered word; a flag elsewhere in
the sentence, that the true text has not, is *beside* it. Prints shares, *keep* first.
"""

from __future__ import annotations

import random
import re
import sys
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from corpora import (
    CONSOLE,
    OWN,
    PARTS,
    PLAYS,
    PROSE,
    SUMMARIES,
    command_line,
    planted,
    share,
    stories,
)
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

AMOUNT = 8
"""So many words of a kind are altered in a text, one at a time."""
LEAST, FARTHEST = 3, 4
"""Numbers from here on are altered, by no more than this: what is absurd is found too easily."""
NOUNS = ("points", "rebounds", "assists", "steals", "blocks", "turnovers")
PARTS_OF = ("first", "second", "third", "fourth")
OPPOSITES = (
    ("beat", "lost to"), ("defeated", "fell to"), ("win", "loss"), ("victory", "defeat"),
    ("won", "lost"), ("winning", "losing"), ("led by", "trailed by"), ("ahead", "behind"),
    ("outscored", "were outscored by"), ("more than", "fewer than"), ("at home", "on the road"),
    ("off the bench", "as a starter"), ("double-double", "triple-double"),
)  # fmt: skip
DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
TRUE_TEXTS = tuple(name for name in (*PROSE, *OWN) if name not in {*PLAYS, "traps"})

Change = tuple[int, int, str]
"""The first character of what is altered, one past its last, and what stands there instead."""


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


def summaries(checker: FactChecker, data: Path, part: str, sample: int) -> list[Version]:
    """Return journalists' summaries of a part, as many as asked for, drawn at random."""
    found = [
        Version(corpus, part, "none", story, (), 1.0)
        for corpus, where, story, _ in stories(data, SUMMARIES, checker.kb)
        if where == part
    ]
    return random.Random(part).sample(found, min(sample, len(found)))


def alterations(document: Document, true: Version, most: int = AMOUNT) -> list[Alteration]:
    """Return the altered versions of a true text.

    Args:
        document: The text as parsed, bound to its game.
        true: The text.
        most: So many words of a kind are altered.
    """
    draw = random.Random(true.story.id)
    found: dict[str, list[Change]] = {kind: [] for kind in KINDS}
    found[WORD] = _opposites(true.story.text)
    for mention in document.mentions():
        for kind, change in KINDS.items():
            altered = change(document, mention, draw)
            if altered is not None:
                found[kind].append(altered)
    return [
        Alteration(kind, version)
        for kind, changes in found.items()
        for version in _versions(true, kind, draw.sample(changes, min(most, len(changes))))
    ]


def _opposites(text: str) -> list[Change]:
    """Return the words of a text that have an opposite, each with that."""
    meant = {one: other for pair in OPPOSITES for one, other in (pair, pair[::-1])}
    anyone = "|".join(re.escape(word) for word in sorted(meant, key=len, reverse=True))
    found = re.finditer(rf"(?<![\w-])({anyone})(?![\w-])", text)
    return [(*match.span(), meant[match.group()]) for match in found]


def _versions(true: Version, kind: str, chosen: Sequence[Change]) -> Iterator[Version]:
    story = true.story
    for number, (start, end, words) in enumerate(chosen):
        text = f"{story.text[:start]}{words}{story.text[end:]}"
        gold = ((start, start + len(words), CATEGORIES[kind]),)
        altered = Story(f"{story.id}:{kind}:{number}", text, story.game)
        yield Version(true.corpus, true.part, "one", altered, gold, 1 / len(chosen))


def _other_name(document: Document, mention: Mention, draw: random.Random) -> Change | None:
    """Return how the text names a team-mate, with as many words."""
    if mention.label != "player" or "team_id" not in mention.data:
        return None
    size = mention.end - mention.start
    others = {
        document.span(one.start, one.end).text
        for one in document.mentions()
        if one.label == "player"
        and one.end - one.start == size
        and one.data.get("team_id") == mention.data["team_id"]
        and one.data.get("value") != mention.data.get("value")
    }
    return _one_of(others, document, mention, draw)


def _other_team(document: Document, mention: Mention, draw: random.Random) -> Change | None:
    """Return how the text names the other team, in the singular or plural of the one named."""
    game, here = document.game, document.span(mention.start, mention.end).text
    teams = () if game is None else (game.home_id, game.away_id)
    if mention.label != "team" or mention.data.get("value") not in teams:
        return None
    others = {
        there
        for one in document.mentions()
        if one.label == "team"
        and one.data.get("value") in teams
        and one.data["value"] != mention.data["value"]
        and (there := document.span(one.start, one.end).text).endswith("s") == here.endswith("s")
        and there[0].isupper() == here[0].isupper()
    }
    return _one_of(others, document, mention, draw)


def _other_number(document: Document, mention: Mention, draw: random.Random) -> Change | None:
    """Return digits for a number near one in digits."""
    span = document.span(mention.start, mention.end)
    if mention.label != "number" or not span.text.isdecimal() or int(span.text) < LEAST:
        return None
    return _near(span.start, span.text, draw)


def _other_shots(document: Document, mention: Mention, draw: random.Random) -> Change | None:
    """Return digits for one of the two numbers of a shooting line, as good as possible."""
    span = document.span(mention.start, mention.end)
    digits = list(re.finditer(r"\d+", span.text))
    if mention.label != "shooting" or len(digits) != len(("made", "tried")):
        return None
    chosen = draw.choice(digits)
    change = _near(span.start + chosen.start(), chosen.group(), draw)
    made, tried = (int(change[2] if one is chosen else one.group()) for one in digits)
    return change if made <= tried else None


def _other_percent(document: Document, mention: Mention, draw: random.Random) -> Change | None:
    """Return digits for a percentage near one in digits."""
    span = document.span(mention.start, mention.end)
    digits = re.match(r"\d+(?=\s?(%|percent))", span.text)
    if mention.label != "percent" or digits is None:
        return None
    return _near(span.start, digits.group(), draw, farthest=6)


def _other_statistic(document: Document, mention: Mention, draw: random.Random) -> Change | None:
    """Return another noun for what is counted, in the same number."""
    word = document.span(mention.start, mention.end).text
    plural = word if word.endswith("s") else f"{word}s"
    if mention.label != "statistic" or plural not in NOUNS:
        return None
    others = {noun.removesuffix("s") if plural != word else noun for noun in NOUNS} - {word}
    return _one_of(others, document, mention, draw)


def _other_day(document: Document, mention: Mention, draw: random.Random) -> Change | None:
    """Return another weekday."""
    word = document.span(mention.start, mention.end).text
    if mention.label != "day" or word not in DAYS:
        return None
    return _one_of({*DAYS} - {word}, document, mention, draw)


def _other_part(document: Document, mention: Mention, draw: random.Random) -> Change | None:
    """Return another ordinal for a quarter or half."""
    span = document.span(mention.start, mention.end)
    which = re.match(r"(first|second|third|fourth)(?=[ -](quarter|half|period))", span.text)
    if mention.label != "period" or which is None:
        return None
    others = PARTS_OF[: 2 if which[2] == "half" else 4]
    other = draw.choice([one for one in others if one != which[1]])
    return span.start, span.start + len(which[1]), other


def _near(start: int, digits: str, draw: random.Random, farthest: int = FARTHEST) -> Change:
    """Return digits for another number near one, not below two; from a character on."""
    value = int(digits)
    steps = [n for n in range(-farthest, farthest + 1) if n and value + n > 1]
    return start, start + len(digits), str(value + draw.choice(steps))


def _one_of(
    words: Collection[str], document: Document, mention: Mention, draw: random.Random
) -> Change | None:
    """Return one of some words in place of a mention; None where there are none."""
    span = document.span(mention.start, mention.end)
    return (span.start, span.end, draw.choice(sorted(words))) if words else None


KINDS: Mapping[str, Callable[[Document, Mention, random.Random], Change | None]] = {
    "name": _other_name,
    "number": _other_number,
    "shots": _other_shots,
    "percent": _other_percent,
    "statistic": _other_statistic,
    "team": _other_team,
    "day": _other_day,
    "part": _other_part,
}
"""What is altered, and how; besides words with an opposite."""
WORD = "word"
CATEGORIES = {
    "name": "NAME", "number": "NUMBER", "shots": "NUMBER", "percent": "NUMBER",
    "statistic": "WORD", "team": "NAME", "day": "NAME", "part": "NUMBER",
    WORD: "WORD",
}  # fmt: skip
"""The category of a mistake of each kind."""


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


def outcomes(
    checker: FactChecker, true: Sequence[Version], most: int = AMOUNT
) -> Iterator[Outcome]:
    """Yield what becomes of the altered versions of texts.

    A version that is refused, as one with the score of another game, counts as unseen.

    Args:
        checker: Checks them, and reports all flags.
        true: The texts.
        most: So many words of a kind are altered in each.
    """
    for first in track(range(0, len(true), BATCH // 8), console=Console(stderr=True)):
        texts = true[first : first + BATCH // 8]
        for text, marks in zip(texts, _marks(checker, [one.story for one in texts]), strict=True):
            before = {(mark.rule, mark.span.text) for mark in marks}
            chosen = alterations(checker.prepare(text.story), text, most)
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
        for kind in CATEGORIES:
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
    parser.add_argument("--sample", type=int, default=150, help="summaries of each part")
    parser.add_argument(
        "--most", type=int, default=AMOUNT, help="words of a kind altered in a text"
    )
    parser.add_argument("--part", nargs="+", default=PARTS, choices=PARTS)
    parser.add_argument(
        "--min-confidence", type=float, nargs="+", default=[DEFAULT_CONFIDENCE], metavar="P"
    )
    args = parser.parse_args(arguments)
    checker = FactChecker(args.kb, min_confidence=0)
    true = list(true_stories(args.data, args.corpus, args.part))
    if not set(args.corpus).isdisjoint(SUMMARIES):
        for part in args.part:
            true += summaries(checker, args.data, part, args.sample)
    show(list(outcomes(checker, true, args.most)), args.min_confidence)


if __name__ == "__main__":
    sys.exit(main())
