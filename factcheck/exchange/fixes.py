"""Corrected stories: put back into their files, shown as a diff, and what is left listed."""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from rich.console import Console
from rich.text import Text

from factcheck.errors import FormatError
from factcheck.exchange.places import Place
from factcheck.fixing import Fixed
from factcheck.language.agreement import counted
from factcheck.model import Story
from factcheck.support.files import read_text, write_whole
from factcheck.support.streams import STANDARD_INPUT

_STYLES = {"+": "green", "-": "red", "@": "cyan"}
_BYTE_ORDER_MARK = "\ufeff"


def corrected_file(path: Path, stories: Sequence[Fixed]) -> str:
    """Return what a file holds once the texts of its stories are corrected.

    All else stays as it is: other fields, lines that hold no story, line ends.

    Args:
        path: A text file, or JSON lines.
        stories: Its stories, corrected.

    Raises:
        FormatError: The file is of another kind.
    """
    if len(stories) == 1 and stories[0].story.line is None:
        mark = _BYTE_ORDER_MARK if _starts_with_mark(path) else ""
        return mark + stories[0].text
    texts = {fixed.story.line: fixed.text for fixed in stories if fixed.edits}
    lines = read_text(path).split("\n")
    for number, text in texts.items():
        assert number is not None
        try:
            item = json.loads(lines[number - 1])
        except json.JSONDecodeError:
            raise FormatError(
                "is neither a text nor JSON lines; write the corrected stories with -o OUT.jsonl",
                path=path,
            ) from None
        end = "\r" if lines[number - 1].endswith("\r") else ""
        lines[number - 1] = json.dumps({**item, "text": text}, ensure_ascii=False) + end
    return "\n".join(lines)


def as_json_lines(stories: Iterable[Fixed]) -> str:
    """Return corrected stories as JSON lines, ready to be checked again."""
    return "".join(
        json.dumps(
            {
                "id": fixed.story.id,
                "game": fixed.story.game,
                "system": fixed.story.system,
                "text": fixed.text,
            },
            ensure_ascii=False,
        )
        + "\n"
        for fixed in stories
    )


def write_fixed(stories: Sequence[Fixed], output: Path | None) -> str | None:
    """Write corrected stories to their files, or to another place.

    Args:
        stories: The stories, those of a file one after the other.
        output: A JSON Lines file for all stories, or a file for a single text; None to
            rewrite the files that the stories came from.

    Returns:
        What belongs on standard output, where the story came from standard input.

    Raises:
        FormatError: A file cannot be rewritten, or several stories do not go into one text.
    """
    if output is not None:
        if output.suffix.lower() == ".jsonl":
            write_whole(output, as_json_lines(stories))
        elif len(stories) == 1:
            write_whole(output, stories[0].text)
        else:
            raise FormatError("holds one text; name a .jsonl file for all stories", path=output)
        return None
    contents: dict[Path, str] = {}
    printed: str | None = None
    for path, group in _by_file(stories).items():
        if path == STANDARD_INPUT:
            single = len(group) == 1 and group[0].story.line is None
            printed = group[0].text if single else as_json_lines(group)
        elif any(fixed.edits for fixed in group):
            contents[path] = corrected_file(path, group)
    for path, content in contents.items():
        write_whole(path, content)
    return printed


def diff_of(fixed: Fixed) -> Iterator[str]:
    """Yield the lines of a unified diff from a story to its correction; none where nothing is.

    Of a text file it is one that ``patch`` takes; a story of a file of several is named after
    its file and its id.
    """
    name = _name(fixed.story)
    given, new = (text.splitlines(keepends=True) for text in (fixed.story.text, fixed.text))
    for line in difflib.unified_diff(given, new, name, name):
        yield line.rstrip("\n")
        if not line.endswith("\n"):
            yield "\\ No newline at end of file"


def print_diff(stories: Iterable[Fixed], console: Console) -> None:
    """Print the diff of every story that was changed, in colour on a terminal."""
    for fixed in stories:
        for line in diff_of(fixed):
            style = "bold" if line.startswith(("---", "+++")) else _STYLES.get(line[:1], "")
            console.print(Text(line, style), soft_wrap=True)


def print_remaining(stories: Iterable[Fixed], console: Console) -> None:
    """Print the mistakes that are left, one a line: place, category, words and explanation."""
    for fixed in stories:
        place = Place(Story(fixed.story.id, fixed.text, path=fixed.story.path,
                            line=fixed.story.line))  # fmt: skip
        for mistake in fixed.remaining:
            region = place.region(mistake.span.start, mistake.span.end)
            where = [place.file, str(region.line)]
            if region.column is not None:
                where.append(str(region.column))
            words = " ".join(mistake.span.text.split())
            said = f"{':'.join(where)}: {mistake.category} {words}: {mistake.explanation or ''}"
            console.print(Text(f"{said.rstrip(': ')} ({mistake.rule})"), soft_wrap=True)


def summary_of(stories: Sequence[Fixed], *, done: bool) -> str:
    """Return one sentence on what was corrected and what is left.

    Args:
        stories: The stories.
        done: Whether the corrections were written, or only shown.
    """
    corrected = sum(fixed.corrected for fixed in stories)
    left = sum(len(fixed.remaining) for fixed in stories)
    verb = "" if done else "would be "
    stand = f"{left} {'stands' if left == 1 else 'stand'} without a correction"
    where = counted(len(stories), "story", "stories")
    return f"{counted(corrected, 'mistake')} {verb}corrected in {where}, {stand}"


def _by_file(stories: Iterable[Fixed]) -> dict[Path, list[Fixed]]:
    files: dict[Path, list[Fixed]] = {}
    for fixed in stories:
        path = fixed.story.path
        known = path is not None and path != "standard input"
        files.setdefault(Path(path) if known and path else STANDARD_INPUT, []).append(fixed)
    return files


def _name(story: Story) -> str:
    place = Place(story)
    return place.file if place.is_text else f"{place.file}:{story.id}"


def _starts_with_mark(path: Path) -> bool:
    with path.open("rb") as stream:
        return stream.read(3) == _BYTE_ORDER_MARK.encode()
