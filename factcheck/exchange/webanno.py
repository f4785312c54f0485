r"""WebAnno TSV 3.2, in the layout of the shared task's own annotation project.

One file a story; the layer ``webanno.custom.Errors`` with the features of that project.
A_Type holds the category with its number there (``3_WORD``), B_Correction the correction,
C_Comment the explanation, G_Problem the rule and the evidence. The format is defined in
WebAnno's user guide, appendix "WebAnno TSV 3.2 File format", which INCEpTION's follows:
offsets count UTF-16 code units, ``*`` is an empty feature, ``_`` an absent mark, ``[n]``
joins the tokens of one mark, reserved characters are escaped by a backslash.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from pathlib import Path

from factcheck.exchange.format import Batch, Format, Piece, Reviewed
from factcheck.exchange.inception import LAYER_FILE, layer_json
from factcheck.exchange.lines import file_name, story_of
from factcheck.exchange.marks import TokenisedText, utf16_offsets
from factcheck.exchange.remarks import write_remark
from factcheck.exchange.webanno_reader import WebAnnoReader
from factcheck.language.tokenizer import Token, tokenize
from factcheck.model import Category, Mistake, Report, Story

LAYER = "webanno.custom.Errors"
FEATURES = (
    "A_Type",
    "B_Correction",
    "C_Comment",
    "G_Corrected_Types",
    "G_Problem",
    "H_FOUND_ERR",
    "I_Correction_Disagreement",
    "I_Spans_Match",
    "J_Corrected_Type",
    "J_Types_Match",
)
"""The features of the layer, in the order of the shared task's files."""

TAGS: Mapping[Category, str] = {
    Category.NAME: "1_NAME",
    Category.NUMBER: "2_NUMBER",
    Category.WORD: "3_WORD",
    Category.CONTEXT: "4_CONTEXT",
    Category.OTHER: "5_OTHER",
    Category.NOT_CHECKABLE: "6_NOT_CHECKABLE",
}
"""The tags of A_Type in the shared task's project."""

_RESERVED = re.compile(r"->|[\\\[\]|_;\t\n\r*]")
# Text is escaped less: WebAnno's own files keep brackets and underscores in it.
_CONTROL = re.compile(r"[\\\t\r\x08\x0c]")
_CONTROL_ESCAPES = {"\\": r"\\", "\t": r"\t", "\r": r"\r", "\x08": r"\b", "\x0c": r"\f"}


def layer_file() -> bytes:
    """Return the layer as INCEpTION and WebAnno import it into a project."""
    return layer_json(LAYER, FEATURES, {"A_Type": tuple(TAGS.values())})


def feature_values(mistake: Mistake) -> dict[str, str]:
    """Return the layer's features that a mistake fills, unescaped."""
    values = {
        "A_Type": TAGS[mistake.category],
        "B_Correction": mistake.correction,
        "C_Comment": mistake.explanation,
        "G_Problem": write_remark(mistake, ("rule", "evidence")),
    }
    return {name: value for name, value in values.items() if value}


def encode(reports: Iterable[Report], _batch: Batch) -> Iterator[Piece]:
    """Write the layer for a new project, and one file a story."""
    yield LAYER_FILE, layer_file()
    for report in reports:
        yield file_name(report.story.id, ".tsv"), _document(report).encode()


def _document(report: Report) -> str:
    text = report.story.text
    offsets = utf16_offsets(text)
    marked = _marked(report)
    blocks = []
    for _, group in groupby(tokenize(text), key=lambda token: token.sentence):
        sentence = list(group)
        shown = text[sentence[0].start : sentence[-1].end].split("\n")
        lines = [f"#Text={_escape_text(line)}\n" for line in shown]
        lines += [_row(token, offsets, marked) for token in sentence]
        blocks.append("".join(lines))
    header = f"#FORMAT=WebAnno TSV 3.2\n#T_SP={LAYER}|{'|'.join(FEATURES)}\n\n\n"
    return header + "\n".join(blocks)


def _marked(report: Report) -> dict[int, tuple[str, ...]]:
    """Return the columns of the layer for each marked token."""
    columns: dict[int, tuple[str, ...]] = {}
    number = 0
    for mistake in report.mistakes:
        span = mistake.span
        joint = ""
        if span.token_end > span.token_start:
            number += 1
            joint = f"[{number}]"
        values = feature_values(mistake)
        row = tuple((_escape(values[name]) if name in values else "*") + joint for name in FEATURES)
        columns |= dict.fromkeys(range(span.token_start, span.token_end + 1), row)
    return columns


def _row(token: Token, offsets: list[int], marked: Mapping[int, tuple[str, ...]]) -> str:
    cells = (
        f"{token.sentence}-{token.sent_id}",
        f"{offsets[token.start]}-{offsets[token.end]}",
        _escape_text(token.text),
        *marked.get(token.id, ("_",) * len(FEATURES)),
    )
    return "\t".join(cells) + "\t\n"


def _escape(value: str) -> str:
    escapes = {"\t": r"\t", "\n": r"\n", "\r": r"\r"}
    return _RESERVED.sub(lambda found: escapes.get(found[0], "\\" + found[0]), value)


def _escape_text(text: str) -> str:
    return _CONTROL.sub(lambda found: _CONTROL_ESCAPES[found[0]], text)


def decode(path: Path) -> Iterator[Reviewed]:
    """Read one file; its tokens and sentences are kept, its name gives the story's id.

    Raises:
        FormatError: The file is not WebAnno TSV 3, lacks the layer, or a row is wrong.
    """
    document = WebAnnoReader(path, LAYER).read()
    tokenised = TokenisedText(document.text, document.tokens)
    story = Story(story_of(path), document.text)
    yield Reviewed(tokenised.report(story, document.marks, path))


FORMAT = Format(
    name="webanno",
    description="WebAnno TSV 3.2, as WebAnno and INCEpTION import it: a file a story.",
    extension=".tsv",
    is_folder=True,
    encode=encode,
    decode=decode,
    is_text_only=True,
    companions=frozenset({LAYER_FILE}),
)
