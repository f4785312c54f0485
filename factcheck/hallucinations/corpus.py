"""Checked stories of a generator, read from the lines that ``factcheck check`` prints."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from factcheck.errors import FormatError
from factcheck.model import Claim, Report, Span, Verdict
from factcheck.page import view_story
from factcheck.scoring.report_lines import json_lines
from factcheck.support.files import read_text
from factcheck.support.progress import track


@dataclass(frozen=True, slots=True)
class Corpus:
    """Checked stories under one name.

    Args:
        name: The system's name, or the file's.
        reports: The stories in the order of the file.
    """

    name: str
    reports: tuple[Report, ...]


def read_corpora(paths: Sequence[str | Path]) -> tuple[Corpus, ...]:
    """Read one file a corpus and name each so that no two names are the same.

    A corpus is called after the one system that wrote its stories; where the names
    clash, after its file, with its place (A, B) where those clash too.

    Args:
        paths: JSON lines files, the older or first system first.

    Raises:
        FormatError: As :func:`read_corpus` does.
    """
    corpora = [read_corpus(path) for path in paths]
    if _clash(corpora):
        corpora = [
            replace(corpus, name=Path(path).stem)
            for corpus, path in zip(corpora, paths, strict=True)
        ]
    if _clash(corpora):
        corpora = [
            replace(corpus, name=f"{corpus.name} ({letter})")
            for corpus, letter in zip(corpora, "ABCDEFGH", strict=False)
        ]
    return tuple(corpora)


def _clash(corpora: Sequence[Corpus]) -> bool:
    return len({corpus.name for corpus in corpora}) < len(corpora)


def read_corpus(path: str | Path) -> Corpus:
    """Read checked stories, one JSON object a line as :meth:`Report.to_dict` gives it.

    The key ``claims``, a list of :meth:`Claim.to_dict`, may be absent.

    Args:
        path: The JSON lines file.

    Raises:
        FormatError: The file cannot be read, a line is not such an object, a story comes
            twice, mistakes overlap, or there is no story.
    """
    reports: list[Report] = []
    seen: dict[tuple[str, str | None], int] = {}
    lines = list(json_lines(read_text(path), path))
    for line, value in track(lines, f"Reading {Path(path).name}"):
        report = _report(value, path, line)
        first = seen.setdefault((report.story.id, report.story.system), line)
        if first != line:
            raise FormatError(
                f"story {report.story.id!r} is on line {first} already; give each its own id",
                path=path,
                line=line,
                field="id",
            )
        reports.append(report)
    if not reports:
        raise FormatError("no stories; write them with: factcheck check --format jsonl", path=path)
    systems = {report.story.system for report in reports}
    only = systems.pop() if len(systems) == 1 else None
    return Corpus(only or Path(path).stem, tuple(reports))


def _report(value: Mapping[str, Any], path: str | Path, line: int) -> Report:
    try:
        report = Report.from_dict(value)
        report = replace(report, claims=tuple(map(_claim, value.get("claims") or ())))
        _require_types(report)
        # Cutting the text proves the offsets; a page would refuse them later, unnamed.
        view_story(report, "s")
    except FormatError as error:
        raise FormatError(error.message, path=path, line=line, field="mistakes") from error
    except KeyError as error:
        raise FormatError(
            f"the field {error} is missing; write the lines with: factcheck check --format jsonl",
            path=path,
            line=line,
        ) from error
    except (AttributeError, TypeError, ValueError) as error:
        raise FormatError(f"not a checked story: {error}", path=path, line=line) from error
    return report


def _require_types(report: Report) -> None:
    story = report.story
    for field, value in (("id", story.id), ("text", story.text)):
        if not isinstance(value, str):
            raise TypeError(f"{field} is not text")
    for field, optional in (("game", story.game), ("system", story.system)):
        if optional is not None and not isinstance(optional, str):
            raise TypeError(f"{field} is neither text nor null")
    for mistake in report.mistakes:
        numbers = (mistake.span.start, mistake.span.end, mistake.span.sentence, report.tokens)
        if not all(isinstance(number, int) for number in numbers):
            raise TypeError(f"the offsets of the mistake {mistake.span.text!r} are not numbers")


def _claim(data: Mapping[str, Any]) -> Claim:
    return Claim(
        rule=data["rule"],
        span=Span(**{name: data[name] for name in Span.__slots__}),
        verdict=Verdict(data["verdict"]),
        slots=data.get("slots") or {},
        relations={
            (item["subject"], item["relation"], item["value"]): Verdict(item["verdict"])
            for item in data.get("relations") or ()
        },
        evidence=tuple(data.get("evidence") or ()),
    )
