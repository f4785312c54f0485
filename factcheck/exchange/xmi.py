"""UIMA CAS XMI with its type system, through dkpro-cassis.

Tokens, sentences and the document's id are DKPro Core's types; a mistake is an annotation
of the shared task's layer, with the features of :mod:`factcheck.exchange.webanno`.
cassis turns our character offsets into UIMA's UTF-16 code units and back.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path
from types import ModuleType
from typing import Any

from factcheck.errors import FormatError
from factcheck.exchange.format import Batch, Format, Piece, Reviewed
from factcheck.exchange.inception import LAYER_FILE
from factcheck.exchange.lines import file_name, story_of
from factcheck.exchange.marks import Mark, MarkError, TokenisedText, category_of, in_line
from factcheck.exchange.remarks import Remark, read_remark
from factcheck.exchange.webanno import FEATURES, LAYER, feature_values, layer_file
from factcheck.exchange.xml_text import check_xml
from factcheck.language.tokenizer import Token, tokenize
from factcheck.model import Report, Story

TOKEN = "de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Token"
SENTENCE = "de.tudarmstadt.ukp.dkpro.core.api.segmentation.type.Sentence"
META_DATA = "de.tudarmstadt.ukp.dkpro.core.api.metadata.type.DocumentMetaData"
TYPE_SYSTEM = "TypeSystem.xml"


def encode(reports: Iterable[Report], batch: Batch) -> Iterator[Piece]:
    """Write the layer for a new project, the type system, and one XMI file a story.

    Raises:
        FormatError: dkpro-cassis is not installed, or XML cannot hold a text.
    """
    cassis = _cassis()
    types = _type_system(cassis)
    yield LAYER_FILE, layer_file()
    yield TYPE_SYSTEM, types.to_xml().encode()
    for report in reports:
        cas = _cas(cassis, types, report, batch.name)
        yield file_name(report.story.id, ".xmi"), cas.to_xmi(pretty_print=True).encode()


def _cassis() -> ModuleType:
    try:
        # Not an import statement: cassis has no types.
        return importlib.import_module("cassis")
    except ModuleNotFoundError as error:
        raise FormatError("needs dkpro-cassis; pip install 'factcheck[export]'") from error


def _type_system(cassis: ModuleType) -> Any:
    types = cassis.TypeSystem()
    for name in (TOKEN, SENTENCE):
        types.create_type(name=name, supertypeName="uima.tcas.Annotation")
    described = types.create_type(name=META_DATA, supertypeName="uima.tcas.DocumentAnnotation")
    for name in ("documentTitle", "documentId", "collectionId"):
        types.create_feature(described, name, "uima.cas.String")
    layer = types.create_type(name=LAYER, supertypeName="uima.tcas.Annotation")
    for name in FEATURES:
        types.create_feature(layer, name, "uima.cas.String")
    return types


def _cas(cassis: ModuleType, types: Any, report: Report, batch: str) -> Any:
    text = report.story.text
    said = [value for each in report.mistakes for value in feature_values(each).values()]
    check_xml(report.story.id, (text, *said))
    cas = cassis.Cas(typesystem=types)
    cas.sofa_string, cas.sofa_mime = text, "text/plain"
    title = {"documentTitle": report.story.id, "documentId": report.story.id, "collectionId": batch}
    described = types.get_type(META_DATA)
    cas.add(described(begin=0, end=len(text), language="en", **title))
    token_type, sentence_type, layer = (types.get_type(n) for n in (TOKEN, SENTENCE, LAYER))
    for _, group in groupby(tokenize(text), key=lambda token: token.sentence):
        tokens = list(group)
        cas.add(sentence_type(begin=tokens[0].start, end=tokens[-1].end))
        cas.add_all([token_type(begin=token.start, end=token.end) for token in tokens])
    for mistake in report.mistakes:
        values = feature_values(mistake)
        cas.add(layer(begin=mistake.span.start, end=mistake.span.end, **values))
    return cas


def decode(path: Path) -> Iterator[Reviewed]:
    """Read one XMI file; its type system stands beside it.

    Tokens and sentences of the file are kept; where it has none, the text is tokenised.

    Raises:
        FormatError: The file or its type system cannot be read, or lacks the layer.
    """
    cas = _load(path)
    text = cas.sofa_string
    if not text:
        raise FormatError("holds no text", path=path)
    tokenised = TokenisedText(text, _tokens(cas, text) or None)
    marks = [_mark(annotation, path) for annotation in _select(cas, LAYER)]
    names = [getattr(item, "documentId", None) for item in _select(cas, META_DATA)]
    story = Story(next((name for name in names if name), None) or story_of(path), text)
    yield Reviewed(tokenised.report(story, marks, path))


def _load(path: Path) -> Any:
    cassis = _cassis()
    beside = path.with_name(TYPE_SYSTEM)
    if not beside.is_file():
        raise FormatError(f"{TYPE_SYSTEM} does not stand beside it; put it there", path=path)
    opened = beside
    try:
        with beside.open("rb") as stream:
            types = cassis.load_typesystem(stream)
        opened = path
        with path.open("rb") as stream:
            cas = cassis.load_cas_from_xmi(stream, typesystem=types)
    except OSError as error:
        raise FormatError(f"cannot be read: {error.strerror}", path=opened) from error
    # cassis lets the errors of lxml and of its own model through, of many types.
    except Exception as error:
        line = getattr(error, "lineno", None)
        raise FormatError(f"not UIMA CAS XMI: {error}", path=opened, line=line) from error
    if not types.contains_type(LAYER):
        raise FormatError(
            f"no type {LAYER}; export from a project that has this layer", path=beside
        )
    return cas


def _select(cas: Any, name: str) -> list[Any]:
    return list(cas.select(name)) if cas.typesystem.contains_type(name) else []


def _tokens(cas: Any, text: str) -> list[Token]:
    sentences = [(item.begin, item.end) for item in _select(cas, SENTENCE)]
    tokens: list[Token] = []
    for begin, end in sorted((item.begin, item.end) for item in _select(cas, TOKEN)):
        sentence = sum(start <= begin for start, _ in sentences)
        new = not tokens or tokens[-1].sentence != sentence
        within = 1 if new else tokens[-1].sent_id + 1
        tokens.append(Token(text[begin:end], begin, end, len(tokens) + 1, sentence, within))
    return tokens


def _mark(annotation: Any, path: Path) -> Mark:
    # XMI has no lines to speak of: the place in the text is named instead.
    place = f"mark {annotation.begin}-{annotation.end}"
    with in_line(path, None, place):
        category = category_of(getattr(annotation, "A_Type", None) or "")
    try:
        remark = read_remark(getattr(annotation, "G_Problem", None))
    except MarkError:
        remark = Remark()
    return Mark(
        start=annotation.begin,
        end=annotation.end,
        category=category,
        correction=getattr(annotation, "B_Correction", None),
        explanation=getattr(annotation, "C_Comment", None),
        rule=remark.rule,
        evidence=remark.evidence,
    )


FORMAT = Format(
    name="xmi",
    description="UIMA CAS XMI with its type system: a file a story.",
    extension=".xmi",
    is_folder=True,
    encode=encode,
    decode=decode,
    is_text_only=True,
    companions=frozenset({LAYER_FILE}),
)
