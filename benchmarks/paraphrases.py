"""How many ways of telling a fact the rules read: one fact, fourteen sentences that tell it.

    python benchmarks/paraphrases.py --kb nba.duckdb [--kind record …] [--games 3] [--look look.tsv]

``paraphrases/{look,keep}.jsonl`` hold sentences with slots ("{P} finished with {pts} points."),
written by writers who knew neither rules nor flags. They are filled with facts of games drawn at
random, as they are and with one slot changed. Of the sentences in *keep* nobody reads words, flags
or claims: figures alone are printed. ``--look`` writes what was missed or
wrongly flagged in *look*.

A true sentence is *read* if a claim of it holds, *silent* if none was decided, or *flagged*. A
false one is *found* if the changed words are flagged (a changed name, if anything is), flagged
*elsewhere*, *doubted* (below the confidence asked for), held to be *true*, or *unread*.
"""

from __future__ import annotations

import argparse
import json
import random
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import paraphrase_boxes
import paraphrase_plays
import paraphrase_seasons
from paraphrase_games import KINDS, Games, Telling
from rich.console import Console
from rich.table import Table

from factcheck import FactChecker, Report, Story
from factcheck.knowledge import KnowledgeBase
from factcheck.model import Verdict

KIND_MODULES = (paraphrase_boxes, paraphrase_plays, paraphrase_seasons)
"""Each puts its kinds into ``KINDS`` when it is imported."""
HERE = Path(__file__).parent / "paraphrases"
PARTS = ("keep", "look")
TRIES = 60
"""So many games are tried for a template: not every game has a man who fouled out."""
PRIOR = 0.25
"""One sentence tells nothing of how error-prone its text is: like machine stories of today."""
ALWAYS = {
    "numbers-of-absent-player", "impossible-shooting", "player-not-in-game", "team-not-in-game",
    "player-as-team",
}  # fmt: skip
"""Rules whose claims hold wherever a name or number stands; they tell of no reading."""
COLUMNS = ("read", "silent", "flagged", "found", "elsewhere", "doubted", "true", "unread")
_SLOT = re.compile(r"\{(\w+)(:word)?\}")
_ONES = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
)  # fmt: skip
_TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]


@dataclass(frozen=True)
class Sentence:
    """A filled template.

    Args:
        part: ``look`` or ``keep``.
        kind: What it tells.
        story: The sentence, as a story of its game.
        wrong: The words put in for the true ones; None in a true sentence, "" where the whole
            sentence is untrue or names changed places.
    """

    part: str
    kind: str
    story: Story
    wrong: str | None


def in_words(number: int) -> str:
    """Return a number below 100 in words, larger ones in figures."""
    if number < len(_ONES):
        return _ONES[number]
    if number >= 100:
        return str(number)
    tens, ones = divmod(number, 10)
    return _TENS[tens - 2] + (f"-{_ONES[ones]}" if ones else "")


def fill(text: str, slots: dict[str, str | int]) -> str:
    """Put facts into a template.

    Raises:
        KeyError: A slot of the template is none of its kind's.
    """

    def word(match: re.Match[str]) -> str:
        value = slots[match[1]]
        return in_words(int(value)) if match[2] else str(value)

    return _SLOT.sub(word, text)


def tellings(text: str, telling: Telling) -> Iterator[tuple[str, str | None]]:
    """Yield a template filled truly, then with each thing that may be wrong, with that."""
    if not telling.holds:
        yield fill(text, telling.slots), ""
        return
    yield fill(text, telling.slots), None
    for change in telling.false:
        told = [slot for slot in change if f"{{{slot}}}" in text or f"{{{slot}:word}}" in text]
        if not told:
            continue
        spelled = len(change) == 1 and f"{{{told[0]}:word}}" in text
        value = change[told[0]]
        wrong = "" if len(change) > 1 or told[0].startswith("P") else str(value)
        yield (
            fill(text, telling.slots | change),
            in_words(int(value)) if wrong and spelled else wrong,
        )


def sentences(games: Games, kinds: Sequence[str], count: int, seed: int) -> Iterator[Sentence]:
    """Yield the filled templates of both parts."""
    for part in PARTS:
        chance = random.Random(f"{seed} {part}")
        for line in (HERE / f"{part}.jsonl").read_text(encoding="utf-8").splitlines():
            template = json.loads(line)
            kind, text = template["kind"], template["text"]
            if kinds and kind not in kinds:
                continue
            found = 0
            for _ in range(TRIES):
                game = games.draw(chance)
                telling = KINDS[kind](game, chance)
                if telling is None:
                    continue
                for told, wrong in tellings(text, telling):
                    yield Sentence(part, kind, Story("", told, game.id), wrong)
                found += 1
                if found == count:
                    break


def outcome(sentence: Sentence, report: Report, least: float) -> str:
    """Return which of :data:`COLUMNS` a checked sentence falls into."""
    text = sentence.story.text
    flags = [mistake for mistake in report.mistakes if (mistake.confidence or 1.0) >= least]
    holds = any(
        claim.verdict is Verdict.SUPPORTED and claim.rule not in ALWAYS for claim in report.claims
    )
    if sentence.wrong is None:
        return "flagged" if flags else "read" if holds else "silent"
    marked = [text[flag.span.start : flag.span.end] for flag in flags]
    if any(sentence.wrong in words or words in sentence.wrong for words in marked):
        return "found"
    if flags:
        return "found" if not sentence.wrong else "elsewhere"
    if report.mistakes:
        return "doubted"
    return "true" if holds else "unread"


def show(counts: Counter[tuple[str, str, str]], part: str, console: Console) -> None:
    """Print a row for each kind, and one for all."""
    table = Table(title=part)
    table.add_column("kind")
    for column in (*COLUMNS, "recall", "false"):
        table.add_column(column, justify="right")
    for kind in [*sorted({kind for one, kind, _ in counts if one == part}), "all"]:
        row = Counter[str]()
        for (one, told, column), number in counts.items():
            if one == part and kind in {told, "all"}:
                row[column] += number
        true, false = (sum(row[c] for c in some) for some in (COLUMNS[:3], COLUMNS[3:]))
        shares = (row["found"] / false if false else 0.0, row["flagged"] / true if true else 0.0)
        table.add_row(kind, *(str(row[c]) for c in COLUMNS), *(f"{share:.3f}" for share in shares))
    console.print(table)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--kb", type=Path, required=True, help="with player lines, periods, plays")
    parser.add_argument("--kind", nargs="*", default=[], choices=sorted(KINDS), metavar="KIND")
    parser.add_argument("--games", type=int, default=2, help="games for each template")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--min-confidence", type=float, default=0.4)
    parser.add_argument("--prior", type=float, default=PRIOR)
    parser.add_argument("--look", type=Path, help="write what was not read in look/")
    arguments = parser.parse_args()
    knowledge = KnowledgeBase.open(arguments.kb)
    filled = list(sentences(Games(knowledge), arguments.kind, arguments.games, arguments.seed))
    checker = FactChecker(knowledge, min_confidence=0.05, prior=arguments.prior)
    counts: Counter[tuple[str, str, str]] = Counter()
    missed = []
    reports = checker.check_each([sentence.story for sentence in filled])
    for sentence, report in zip(filled, reports, strict=True):
        if not isinstance(report, Report):
            # A wrong score may tell of another game than the one that is said.
            counts[sentence.part, sentence.kind, "elsewhere"] += 1
            continue
        column = outcome(sentence, report, arguments.min_confidence)
        counts[sentence.part, sentence.kind, column] += 1
        if sentence.part == "look" and column not in {"read", "found"}:
            said = "true" if sentence.wrong is None else sentence.wrong
            missed.append((column, sentence.kind, sentence.story.game, said, sentence.story.text))
    console = Console(width=120)
    for part in PARTS:
        show(counts, part, console)
    if arguments.look:
        lines = ("\t".join(str(field) for field in one) + "\n" for one in missed)
        arguments.look.write_text("".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()
