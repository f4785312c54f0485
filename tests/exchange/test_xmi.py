"""UIMA CAS XMI, read by dkpro-cassis and by a plain XML parser."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import cassis
import pytest
from annotated_stories import ENGLISH, batch, story

from factcheck.errors import FormatError
from factcheck.exchange import read, write
from factcheck.exchange.xmi import LAYER, META_DATA, SENTENCE, TOKEN
from factcheck.model import Category

TAGS = {
    "1_NAME": Category.NAME,
    "2_NUMBER": Category.NUMBER,
    "3_WORD": Category.WORD,
    "4_CONTEXT": Category.CONTEXT,
    "5_OTHER": Category.OTHER,
    "6_NOT_CHECKABLE": Category.NOT_CHECKABLE,
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write(batch(), "xmi", tmp_path / "out")
    return tmp_path / "out"


def load(folder: Path, name: str) -> cassis.Cas:
    with (folder / "TypeSystem.xml").open("rb") as stream:
        types = cassis.load_typesystem(stream)
    with (folder / f"{name}.xmi").open("rb") as stream:
        return cassis.load_cas_from_xmi(stream, typesystem=types)


def test_cassis_finds_text_tokens_sentences_and_marks(folder: Path) -> None:
    for report, name in zip(batch(), ("tokenised", "english%2F2%3A %C3%A9", "right"), strict=True):
        cas = load(folder, name)
        assert cas.sofa_string == report.story.text
        assert len(cas.select(TOKEN)) == report.tokens
        assert len(cas.select(SENTENCE)) == report.sentences
        found = [
            (mark.get_covered_text(), TAGS[mark.A_Type], mark.B_Correction, mark.C_Comment)
            for mark in cas.select(LAYER)
        ]
        assert found == [
            (m.span.text, m.category, m.correction, m.explanation) for m in report.mistakes
        ]
        assert [meta.documentId for meta in cas.select(META_DATA)] == [report.story.id]


def test_offsets_in_the_file_count_utf16_code_units(folder: Path) -> None:
    root = ElementTree.parse(folder / "english%2F2%3A %C3%A9.xmi").getroot()
    marks = [element for element in root if element.tag.endswith("Errors")]
    encoded = ENGLISH.encode("utf-16-le")
    covered = [
        encoded[2 * int(mark.attrib["begin"]) : 2 * int(mark.attrib["end"])].decode("utf-16-le")
        for mark in marks
    ]
    assert covered == [m.span.text for m in batch()[1].mistakes]


def test_a_file_without_tokens_is_tokenised(folder: Path) -> None:
    cas = load(folder, "tokenised")
    for kind in (TOKEN, SENTENCE):
        for annotation in list(cas.select(kind)):
            cas.remove(annotation)
    cas.to_xmi(folder / "tokenised.xmi")
    (report,) = read([folder / "tokenised.xmi"], "xmi")
    assert report.mistakes == batch()[0].mistakes


def test_marks_changed_in_the_cas_come_back(folder: Path) -> None:
    cas = load(folder, "tokenised")
    first, second, *_ = cas.select(LAYER)
    first.A_Type, first.B_Correction = "4_CONTEXT", None
    cas.remove(second)
    cas.to_xmi(folder / "tokenised.xmi")
    (report,) = read([folder / "tokenised.xmi"], "xmi")
    assert [(m.span.text, m.category, m.correction) for m in report.mistakes] == [
        ("Phoenix Suns", Category.CONTEXT, None),
        ("triple - double", Category.WORD, None),
        ("12", Category.NUMBER, "11"),
    ]


@pytest.mark.parametrize("name", ["xmi", "docx"])
def test_a_character_that_xml_cannot_hold_is_refused_and_nothing_is_left(
    name: str, tmp_path: Path
) -> None:
    with pytest.raises(FormatError, match=r"story a holds the character U\+0001, which XML"):
        write([story("a", "He led\x01 .")], name, tmp_path / "out")
    assert list(tmp_path.iterdir()) == []
