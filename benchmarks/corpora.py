"""What factcheck flags on text at hand, on the part that nobody has looked at first.

    python benchmarks/corpora.py run --data DIR --kb nba.duckdb -o after.jsonl [--corpus NAME …]
    python benchmarks/corpora.py show after.jsonl [--min-confidence 0.5]
    python benchmarks/corpora.py compare before.jsonl after.jsonl [--samples 5]

DIR holds ``prose``, ``rotowire``, ``system_outputs`` and ``accuracy_shared_task`` (docs/data.md).
The first three are split by game into ``look/``, which may be read, and ``keep/``, of which
nobody opens texts, marks or flags: of these the programs print figures alone, and a run stores
them without words and packed, so that nobody reads them by accident.

Our own texts have a third part, ``fit/``: nobody opens it either; fit_confidence.py alone learns
from it how far confidence holds on text that no rule was widened for.

``run`` checks the stories and stores each flag by story, span, rule, category and confidence.
``show`` prints, for prose with planted mistakes and for the annotated stories, recall and precision
by the shared task's rules (a flag is right if it overlaps a mistake), and false alarms a story
without a mistake; for journalists' summaries and systems' outputs, flags a story and what no rule
read. ``compare`` prints which flags came and which went between two runs, by rule.

``judgements.csv`` says of flags on journalists' summaries whether they are right (``mistake``: the
writer's slip) or not, by story and characters; a flag that nobody judged is counted apart.
"""

from __future__ import annotations

import argparse
import base64
import csv
import json
import random
import re
import sys
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import track
from rich.table import Table

from factcheck import FactChecker, Report, Story
from factcheck.checker import DEFAULT_CONFIDENCE
from factcheck.errors import StoryError
from factcheck.interpretation.reports.reporting import NAMES, claimable
from factcheck.knowledge import KnowledgeBase
from factcheck.scoring import read_mistakes
from factcheck.stories.reading import read_stories

CONSOLE = Console(width=120, soft_wrap=True)
JUDGEMENTS = Path(__file__).with_name("judgements.csv")
PROSE = (
    "journalists", "language_models", "language_models_2",
    "journalists_plays", "play_by_play", "traps",
)  # fmt: skip
PLAYS = ("journalists_plays", "play_by_play")
OWN = (
    "sports", "sports_plays", "models", "models_plays", "short", "short_plays",
    "mixed", "varied", "true_plays", "press", "course_plays", "fresh", "fresh_2",
    "fresh_3", "fresh_4", "fresh_5", "fresh_6", "fresh_plays", "fresh_6_plays",
    "fresh_traps", "fresh_7", "true_plays_2", "fresh_8", "fresh_8_plays",
    "fresh_9", "fresh_9_plays", "fresh_10", "fresh_10_plays", "fresh_11",
    "fresh_11_plays", "fresh_12", "fresh_12_plays", "fresh_13",
    "fresh_13_plays", "fresh_14", "fresh_14_plays",
)  # fmt: skip
TEXTS = Path(__file__).with_name("texts")
ANNOTATED = "annotated"
ALL_ANNOTATED = (ANNOTATED, "annotated_2", "annotated_3", "annotated_4")
SUMMARIES = ("rotowire",)
SYSTEMS = (
    "conditional-copy", "hierarchical", "hierarchical-1", "hierarchical-3", "hierarchical-6",
    "hierarchical-8", "auxiliary-supervision", "template",
)  # fmt: skip
TASK = "shared_task"
TASK_PART = "task"
PARTS = ("keep", "look", "fit")
READABLE = "look"
CLOSE = 150
"""Characters within which a false flag and a missed mistake are likely to be of one statement."""
FIRM = ("NUMBER", "NAME", "WORD", "CONTEXT", "OTHER")


@dataclass(slots=True)
class Flag:
    """A mistake that factcheck reported; words are empty where nobody may look."""

    start: int
    end: int
    rule: str
    category: str
    confidence: float = 1.0
    words: str = ""
    explanation: str = ""


@dataclass(slots=True)
class Checked:
    """A story with its planted or annotated mistakes and its flags, by character offsets."""

    corpus: str
    part: str
    id: str
    flags: list[Flag]
    gold: list[tuple[int, int, str]] | None = None
    numbers: tuple[int, int] = (0, 0)
    names: tuple[int, int] = (0, 0)
    text: str = ""
    family: str = ""

    def matched(self, flags: Sequence[Flag]) -> list[Flag]:
        """Return the flags that match a mistake, as the shared task's scorer matches."""
        used: list[Flag] = []
        for start, end, _ in self.gold or ():
            hit = next(
                (f for f in flags if f.start < end and start < f.end and f not in used), None
            )
            if hit is not None:
                used.append(hit)
        return used


@dataclass(slots=True)
class Figures:
    """Counts over stories."""

    stories: int = 0
    gold: int = 0
    flags: int = 0
    right: int = 0
    clean: int = 0
    false_on_clean: int = 0
    firm: int = 0
    numbers: list[int] = field(default_factory=lambda: [0, 0])
    names: list[int] = field(default_factory=lambda: [0, 0])

    def add(self, story: Checked, flags: Sequence[Flag]) -> None:
        """Count a story."""
        self.stories += 1
        self.flags += len(flags)
        self.firm += sum(flag.category in FIRM for flag in flags)
        for own, theirs in ((self.numbers, story.numbers), (self.names, story.names)):
            own[0] += theirs[0]
            own[1] += theirs[1]
        if story.gold is not None:
            self.gold += len(story.gold)
            self.right += len(story.matched(flags))
            if not story.gold:
                self.clean += 1
                self.false_on_clean += len(flags)


# -- reading the corpora --------------------------------------------------------------------


def stories(
    data: Path, corpora: Iterable[str], kb: KnowledgeBase
) -> Iterator[tuple[str, str, Story, Any]]:
    """Yield corpus, part, story and its known mistakes (None where there are none known)."""
    for corpus in corpora:
        if corpus == TASK:
            yield from ((TASK, TASK_PART, *item) for item in _shared_task(data, kb))
            continue
        for part in PARTS:
            for story, gold in _part(data, corpus, part):
                yield corpus, part, story, gold


def _part(data: Path, corpus: str, part: str) -> Iterator[tuple[Story, Any]]:
    if part == "fit" and corpus not in OWN:
        return
    if corpus in PROSE or corpus in OWN:
        for item in planted(data, corpus, part):
            gold = [(m["start"], m["end"], m["category"]) for m in item["mistakes"]]
            yield Story(item["id"], item["text"], item["game"]), sorted(gold)
    elif corpus in ALL_ANNOTATED:
        yield from _annotated(data, TEXTS / part / f"{corpus}.csv")
    elif corpus in SYSTEMS:
        for item in _lines(data / "system_outputs" / part / f"{corpus}.jsonl"):
            yield Story(str(item["id"]), item["text"], item["game"], corpus), None
    elif corpus == "rotowire":
        for path in sorted((data / "rotowire" / part).glob("*.jsonl")):
            for item in _lines(path):
                if item["game"]:
                    name = f"{path.stem}:{item['line']}"
                    yield Story(name, " ".join(item["summary"]), item["game"]), None
    else:
        known = ", ".join((*PROSE, *OWN, *ALL_ANNOTATED, *SYSTEMS))
        raise SystemExit(f"no corpus {corpus!r}; there are {known}, …")


def planted(data: Path, corpus: str, part: str) -> Iterator[dict[str, Any]]:
    """Yield the texts with planted mistakes of a part, as they are stored."""
    path = (data / "prose" if corpus in PROSE else TEXTS) / part / f"{corpus}.jsonl"
    if path.exists():
        yield from _lines(path)


def _annotated(data: Path, marks: Path) -> Iterator[tuple[Story, Any]]:
    """Yield systems' stories and their marks; both parts are stories of ``look``."""
    if not marks.exists():
        return
    gold: dict[tuple[str, str], list[tuple[int, int, str]]] = {}
    with marks.open(newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            story = gold.setdefault((row["system"], row["story"]), [])
            if row["category"]:
                story.append((int(row["token_start"]), int(row["token_end"]), row["category"]))
    for system in sorted({system for system, _ in gold}):
        for item in _lines(data / "system_outputs" / "look" / f"{system}.jsonl"):
            if (key := (system, str(item["id"]))) in gold:
                spans = token_spans(item["text"])
                yield (
                    Story(key[1], item["text"], item["game"], system),
                    [(spans[a - 1][0], spans[b - 1][1], c) for a, b, c in sorted(gold[key])],
                )


def token_spans(text: str) -> list[tuple[int, int]]:
    """Return where each token of a tokenised text begins and ends, as character offsets."""
    return [match.span() for match in re.finditer(r"\S+", text)]


def read_families() -> dict[str, str]:
    """Return the kind of claim that each of our own short texts makes, by id."""
    return {
        item["id"]: item.get("family", "")
        for path in TEXTS.glob("*/short*.jsonl")
        for item in _lines(path)
    }


def _shared_task(data: Path, kb: KnowledgeBase) -> Iterator[tuple[Story, Any]]:
    folder = data / "accuracy_shared_task"
    gold = read_mistakes(folder / "gsml.csv").by_story()
    for placed in read_stories([folder / "games.csv"], kb, CONSOLE.print):
        spans = token_spans(placed.story.text)
        marks = [
            (spans[m.token_start - 1][0], spans[m.token_end - 1][1], str(m.category))
            for m in gold.get(placed.story.id, [])
        ]
        yield placed.story, marks


def _lines(path: Path) -> Iterator[dict[str, Any]]:
    with path.open(encoding="utf-8") as file:
        yield from map(json.loads, file)


# -- run ------------------------------------------------------------------------------------


def run(args: argparse.Namespace) -> None:
    """Check the corpora and store the flags."""
    checker = FactChecker(args.kb, min_confidence=0)
    items = list(stories(args.data, args.corpus, checker.kb))
    if args.sample:
        items = random.Random(args.seed).sample(items, min(args.sample, len(items)))
        items.sort(key=lambda item: (item[0], item[1], item[2].id))
    families = read_families() if set(args.corpus) & set(OWN) else {}
    refused: Counter[str] = Counter()
    batch = 64
    with args.output.open("w", encoding="utf-8") as out:
        for first in track(range(0, len(items), batch), console=Console(stderr=True)):
            prepared = []
            for corpus, part, story, gold in items[first : first + batch]:
                try:
                    prepared.append((corpus, part, gold, (story, checker.prepare(story))))
                except StoryError:
                    refused[corpus] += 1
            reports = checker.check_prepared([item for *_, item in prepared])
            for (corpus, part, gold, (_, document)), report in zip(prepared, reports, strict=True):
                family = families.get(report.story.id, "")
                row = _row(corpus, part, gold, report, document, family)
                shown = part in {READABLE, TASK_PART}
                out.write(json.dumps(row, ensure_ascii=False) if shown else _sealed(row))
                out.write("\n")
    for corpus, count in refused.items():
        CONSOLE.print(f"{corpus}: {count} stories refused")


def _row(
    corpus: str, part: str, gold: Any, report: Report, document: Any, family: str
) -> dict[str, Any]:
    free = {span.start for span in report.unclaimed}
    counts = {"numbers": [0, 0], "names": [0, 0]}
    for mention in claimable(document):
        kind = counts["names" if mention.label in NAMES else "numbers"]
        kind[0] += document.span(mention.start, mention.end).start in free
        kind[1] += 1
    shown = part in {READABLE, TASK_PART}
    flags = []
    for mistake in report.mistakes:
        span = mistake.span
        confidence = getattr(mistake, "confidence", None)
        row = [
            span.start, span.end, mistake.rule, str(mistake.category),
            1.0 if confidence is None else round(confidence, 3),
        ]  # fmt: skip
        if shown:
            row += [span.text, f"[{mistake.correction}] {mistake.explanation or ''}"]
        flags.append(row)
    return {
        "corpus": corpus, "part": part, "id": report.story.id, "flags": flags, "gold": gold,
        **counts, "text": report.story.text if shown else "", "family": family,
    }  # fmt: skip


def _sealed(row: dict[str, Any]) -> str:
    """Return a row that no eye reads: packed, in one line of JSON."""
    packed = zlib.compress(json.dumps(row).encode())
    return json.dumps({"sealed": base64.b64encode(packed).decode()})


def _unsealed(item: dict[str, Any]) -> dict[str, Any]:
    if "sealed" not in item:
        return item
    row: dict[str, Any] = json.loads(zlib.decompress(base64.b64decode(item["sealed"])))
    return row


def read_run(path: Path) -> list[Checked]:
    """Read what ``run`` stored."""
    return [
        Checked(
            item["corpus"], item["part"], item["id"], [Flag(*flag) for flag in item["flags"]],
            None if item["gold"] is None else [tuple(mark) for mark in item["gold"]],
            tuple(item["numbers"]), tuple(item["names"]), item["text"], item.get("family", ""),
        )
        for item in map(_unsealed, _lines(path))
    ]  # fmt: skip


# -- show -----------------------------------------------------------------------------------


def share(part: int, whole: int) -> str:
    """Write a share, or a dash where there is nothing to divide by."""
    return f"{part / whole:.3f}" if whole else "–"


def show(args: argparse.Namespace) -> None:
    """Print the figures, keep first."""
    checked = read_run(args.run)
    groups: dict[tuple[str, str], Figures] = {}
    for story in checked:
        flags = [flag for flag in story.flags if flag.confidence >= args.min_confidence]
        names = [story.corpus]
        if story.corpus in PROSE:
            names.append("prose with plays" if story.corpus in PLAYS else "prose without traps")
            if story.corpus == "traps":
                names.pop()
            names.append("prose, all")
        elif story.corpus in OWN:
            names.append("own, plays" if story.corpus.endswith("plays") else "own, no plays")
            if args.families and story.family:
                names.append(story.family)
        elif story.corpus in SYSTEMS:
            names.append("systems, all")
        for name in names:
            groups.setdefault((story.part, name), Figures()).add(story, flags)
    for part in (*PARTS, TASK_PART):
        chosen = {name: figures for (p, name), figures in groups.items() if p == part}
        if not chosen:
            continue
        table = Table(title=f"{part}", title_justify="left")
        for name in (
            "corpus", "stories", "mistakes", "flags", "recall", "precision", "F1",
            "flags a clean story", "firm flags a story", "numbers unread", "names unread",
        ):  # fmt: skip
            table.add_column(name, justify="left" if name == "corpus" else "right")
        for name, f in chosen.items():
            r, p = (f.right / (f.gold or 1), f.right / (f.flags or 1))
            table.add_row(
                name, str(f.stories), str(f.gold or "–"), str(f.flags), share(f.right, f.gold),
                share(f.right, f.flags) if f.gold else "–",
                f"{2 * r * p / (r + p):.3f}" if r + p else "–",
                f"{f.false_on_clean / f.clean:.2f}" if f.clean else "–",
                f"{f.firm / f.stories:.2f}",
                share(*f.numbers), share(*f.names),
            )  # fmt: skip
        CONSOLE.print(table)
    for part in PARTS:
        show_calibration(part, [story for story in checked if story.part == part])
        show_misplaced(part, checked, args.min_confidence)
    show_judged(checked, args.min_confidence)


def show_misplaced(part: str, checked: Sequence[Checked], least: float) -> None:
    """Print how many false flags stand close to a mistake that was missed.

    Most of these statements were read rightly and found wrong, but another of their words was
    taken for the wrong one: the number for the name, the name for the day.
    """
    groups = {"prose": PROSE, "our own texts": OWN, "annotated": ALL_ANNOTATED}
    for title, names in groups.items():
        false = close = 0
        for story in checked:
            if story.part != part or story.corpus not in names or story.gold is None:
                continue
            flags = [flag for flag in story.flags if flag.confidence >= least]
            matched = story.matched(flags)
            missed = [
                (start, end)
                for start, end, *_ in story.gold
                if not any(flag.start < end and start < flag.end for flag in flags)
            ]
            for flag in flags:
                if flag not in matched:
                    false += 1
                    close += any(
                        flag.start - CLOSE < end and start < flag.end + CLOSE
                        for start, end in missed
                    )
        if false:
            CONSOLE.print(f"{part}, {title}: {close} of {false} false flags close to a miss")


def show_calibration(part: str, checked: Sequence[Checked]) -> None:
    """Print how often flags of each confidence are right, on stories whose mistakes are known."""
    known: list[tuple[float, bool]] = []
    for story in checked:
        if story.gold is not None:
            right = story.matched(story.flags)
            known += [(flag.confidence, flag in right) for flag in story.flags]
    if not known:
        return
    error = 0.0
    for low in range(10):
        inside = [item for item in known if low <= min(9.99, item[0] * 10) < low + 1]
        if inside:
            said = sum(share for share, _ in inside) / len(inside)
            true = sum(right for _, right in inside) / len(inside)
            error += abs(said - true) * len(inside) / len(known)
    CONSOLE.print(f"{part}: calibration error of {len(known)} flags over ten bins {error:.3f}")


def read_judgements(path: Path = JUDGEMENTS) -> dict[tuple[str, int, int], str]:
    """Return the verdict of each judged flag, by story and characters."""
    if not path.exists():
        return {}
    with path.open(encoding="utf-8", newline="") as file:
        return {
            (row["story"], int(row["start"]), int(row["end"])): row["verdict"]
            for row in csv.DictReader(file)
        }


def show_judged(checked: Sequence[Checked], least: float) -> None:
    """Print how many flags on summaries were judged, and how many of these are right."""
    judgements = read_judgements()
    verdicts = Counter(
        judgements.get((story.id, flag.start, flag.end), "not judged")
        for story in checked
        if story.corpus in SUMMARIES
        for flag in story.flags
        if flag.confidence >= least and flag.category in FIRM
    )
    if verdicts.total():
        judged = verdicts.total() - verdicts["not judged"]
        CONSOLE.print(
            f"flags on summaries: {judged} of {verdicts.total()} judged; right: "
            f"{share(verdicts['mistake'], judged)}"
        )


# -- compare --------------------------------------------------------------------------------


def compare(args: argparse.Namespace) -> None:
    """Print which flags came and went, by rule, with samples that may be read."""
    runs = [{(s.corpus, s.part, s.id): s for s in read_run(path)} for path in (args.old, args.new)]
    random.seed(args.seed)
    for title, a, b in (("gone", *runs), ("new", *reversed(runs))):
        rules: dict[str, list[tuple[Checked, Flag, str]]] = {}
        for key, story in a.items():
            if key not in b:
                continue
            others = [(f.start, f.end) for f in b[key].flags]
            matched = story.matched(story.flags)
            for flag in story.flags:
                if any(flag.start < end and start < flag.end for start, end in others):
                    continue
                what = "?" if story.gold is None else ("right" if flag in matched else "false")
                rules.setdefault(flag.rule, []).append((story, flag, what))
        CONSOLE.print(f"\n== {title}: {sum(map(len, rules.values()))} flags")
        for rule, items in sorted(rules.items(), key=lambda pair: -len(pair[1])):
            counts = Counter(f"{story.part} {what}" for story, _, what in items)
            CONSOLE.print(f"{rule}: " + ", ".join(f"{n} {what}" for what, n in counts.items()))
            readable = [item for item in items if item[0].part in {READABLE, TASK_PART}]
            for story, flag, what in random.sample(readable, min(args.samples, len(readable))):
                around = story.text[max(0, flag.start - 90) : flag.end + 60].replace("\n", " ")
                CONSOLE.print(
                    f"   {what} {story.corpus} {story.id}: …{around}…  "
                    f"<{flag.words}> {flag.explanation}",
                    markup=False, highlight=False,
                )  # fmt: skip


def command_line(description: str | None) -> argparse.ArgumentParser:
    """Return a parser of what every script over the corpora is told: where they are."""
    parser = argparse.ArgumentParser(
        description=description, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--kb", type=Path, required=True)
    return parser


def main(arguments: Sequence[str] | None = None) -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(required=True)
    running = commands.add_parser("run", help="check the corpora")
    running.add_argument("--data", type=Path, required=True)
    running.add_argument("--kb", type=Path, required=True)
    running.add_argument("-o", "--output", type=Path, required=True)
    running.add_argument(
        "--corpus", nargs="+", default=[*PROSE, *OWN, TASK, *SUMMARIES, *SYSTEMS], metavar="NAME"
    )
    running.add_argument("--sample", type=int, help="check this many stories, drawn at random")
    running.add_argument("--seed", type=int, default=1)
    running.set_defaults(action=run)
    showing = commands.add_parser("show", help="print figures")
    showing.add_argument("run", type=Path)
    showing.add_argument("--families", action="store_true", help="figures of each kind of claim")
    showing.add_argument("--min-confidence", type=float, default=DEFAULT_CONFIDENCE)
    showing.set_defaults(action=show)
    comparing = commands.add_parser("compare", help="print which flags came and went")
    comparing.add_argument("old", type=Path)
    comparing.add_argument("new", type=Path)
    comparing.add_argument("--samples", type=int, default=3)
    comparing.add_argument("--seed", type=int, default=1)
    comparing.set_defaults(action=compare)
    args = parser.parse_args(arguments)
    args.action(args)


if __name__ == "__main__":
    sys.exit(main())
