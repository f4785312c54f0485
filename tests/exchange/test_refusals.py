"""Malformed and foreign files are refused with the line and with what to do."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from annotated_stories import batch, story
from command_line import factcheck, refused

from factcheck.errors import FormatError
from factcheck.exchange import FORMATS, read, write

SPAN = '"start": 0, "end": 2'
STORY = '{"id": "a", "text": "He led .", "mistakes": '
TASK = '[\n{"data": {"story": "a", "text": "He led ."},\n"annotations": [{"result": ['
LABELS = '"type": "labels", "id": "r"'
TSV = (
    "#FORMAT=WebAnno TSV 3.2\n#T_SP=webanno.custom.Errors|A_Type|B_Correction\n\n\n#Text=He led .\n"
)

MALFORMED = [
    ("jsonl", "", 0, "holds no story"),
    ("jsonl", '{"id": "a", "text": "He led .", "mistakes": []}\n{"id": \n', 2, "not JSON"),
    ("jsonl", "[1]\n", 1, "not a JSON object"),
    ("jsonl", '{"text": "He led .", "mistakes": []}', 1, "id: missing"),
    ("jsonl", '{"id": "a", "text": "He led .", "mistakes": {}}', 1, "mistakes: not a list"),
    ("jsonl", '{"id": "a", "text": "He led ."}', 1, "mistakes: missing"),
    (
        "jsonl",
        f'{{"id": "a", "text": "He led .", "mistakes": [{{{SPAN}, "category": "FACT"}}]}}',
        1,
        "category: 'FACT' is not a category; use one of NUMBER, NAME",
    ),
    (
        "jsonl",
        STORY + f'[{{{SPAN}, "text": "led", "category": "WORD"}}]}}',
        1,
        "'led' does not stand at characters 0 to 2, 'He' does",
    ),
    (
        "jsonl",
        STORY + '[{"start": 3, "end": 99, "category": "WORD"}]}',
        1,
        "marks characters 3 to 99 of a text of 8",
    ),
    (
        "jsonl",
        STORY.replace(" led", "  led") + '[{"start": 2, "end": 4, "category": "WORD"}]}',
        1,
        "marks white space at characters 2 to 4",
    ),
    (
        "jsonl",
        STORY.replace("He led", "No . He") + '[{"start": 0, "end": 7, "category": "WORD"}]}',
        1,
        "runs over the end of sentence 1",
    ),
    (
        "jsonl",
        f'{{"id": "a", "text": "He led .", "mistakes": [{{{SPAN}, "category": "WORD"}}, '
        '{"start": 0, "end": 6, "category": "NAME"}]}',
        1,
        "the marks 'He' and 'He led' of story a overlap",
    ),
    ("doccano", '{"text": "He led .", "label": []}', 1, "story: missing"),
    (
        "doccano",
        '{"story": "a", "text": "He led .", "label": [[0, "WORD"]]}',
        1,
        "is not [start, end",
    ),
    ("doccano", '{"story": "a", "text": "He led ."}', 1, "label: missing"),
    ("prodigy", '{"text": "He led .", "spans": []}', 1, "meta: missing"),
    ("prodigy", '{"text": "He led .", "meta": {"story": "a"}, "spans": [{}]}', 1, "start: missing"),
    ("label-studio", '{"data": {}}', 1, "not a JSON list"),
    ("label-studio", '[\n{"data": {"story": "a"', 2, "not JSON"),
    ("label-studio", '[\n\n{"text": "He led ."}]', 3, "data: missing"),
    (
        "label-studio",
        '[{"data": {"story": "a", "text": "He led ."}}]',
        1,
        "annotate the task first",
    ),
    (
        "label-studio",
        TASK + f'{{{LABELS}, "value": {{{SPAN}, "labels": ["WORD", "NAME"]}}}}]}}]}}]',
        2,
        '["WORD", "NAME"]\' is not a category',
    ),
    ("factgenie", '{"annotations": [], "dataset": "d"}', 1, "split: missing"),
    (
        "factgenie",
        '{"annotations": [], "dataset": "d", "split": "s", "setup_id": "m", "example_idx": 0}',
        1,
        "no text of ours for d/s/m/0; put the campaign into campaigns/",
    ),
    ("webanno", "1\tHe\tO\n", 1, "not WebAnno TSV 3"),
    ("webanno", "#FORMAT=WebAnno TSV 3.2\n\n\n", 4, "holds no sentence"),
    ("webanno", TSV + "1-1\t0-2\tHe\t_\n", 6, "4 columns; expected 5"),
    ("webanno", TSV + "He led\n", 6, "not a token"),
    ("webanno", TSV + "1-1\t0-2\tShe\t_\t_\t\n", 6, "'She' is not in the sentence's #Text"),
    (
        "webanno",
        TSV + "1-1\t0-2\tHe\t_\t_\t\n1-2\t4-7\tled\t_\t_\t\n",
        7,
        "'led' does not stand at",
    ),
    ("webanno", TSV + "1-1\t0-2\tHe\tFACT\t*\t\n", 6, "'FACT' is not a category"),
    ("webanno", TSV + "1-1\t0-2\tHe\tWORD|NAME\t*|*\t\n", 6, "two marks on one token"),
    (
        "webanno",
        TSV.replace("custom.Errors", "custom.Other") + "1-1\t0-2\tHe\t_\t_\t\n",
        5,
        "no layer webanno.custom.Errors",
    ),
]


@pytest.mark.parametrize(("name", "content", "line", "words"), MALFORMED)
def test_a_malformed_file_is_refused_with_its_line(
    name: str, content: str, line: int, words: str, tmp_path: Path
) -> None:
    path = tmp_path / "file"
    path.write_text(content)
    with pytest.raises(FormatError) as caught:
        read([path], name)
    assert str(caught.value).startswith(f"{path}:{line}: " if line else f"{path}: ")
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("T1\tWORD 3 6;0 2\tled He", "separate parts"),
        ("T1\tWORD 0 2;7 8\tHe .", "separate parts"),
        ("T1 WORD 0 2 He", "expected T1<TAB>NUMBER 10 12<TAB>30"),
        ("T1\tFACT 0 2\tHe", "'FACT' is not a category"),
        ("He\tO", "not a line of brat's"),
        ("T1\tWORD 3 60\tled", "marks characters 3 to 60"),
        ("#1\tAnnotatorNotes T1\trule: a | evidence: [", "the evidence is not JSON any more"),
    ],
)
def test_a_malformed_brat_line_is_refused(line: str, words: str, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("He led .")
    (tmp_path / "a.ann").write_text(f"T9\tWORD 7 8\t.\n{line}\n")
    with pytest.raises(FormatError) as caught:
        read([tmp_path], "brat")
    assert str(caught.value).startswith(f"{tmp_path / 'a.ann'}:2: ")
    assert words in str(caught.value)


def test_brat_without_its_text_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.ann").write_text("")
    with pytest.raises(FormatError, match=r"a\.txt: cannot be read: No such file"):
        read([tmp_path / "a.ann"], "brat")


def test_xmi_that_is_not_xml_or_has_no_type_system_is_refused(tmp_path: Path) -> None:
    write(batch(), "xmi", tmp_path / "out")
    (tmp_path / "out" / "right.xmi").write_text("<xmi>\n<a>")
    with pytest.raises(FormatError, match=r"right\.xmi:2: not UIMA CAS XMI"):
        read([tmp_path / "out" / "right.xmi"], "xmi")
    (tmp_path / "out" / "TypeSystem.xml").unlink()
    with pytest.raises(FormatError, match=r"TypeSystem\.xml does not stand beside it"):
        read([tmp_path / "out" / "tokenised.xmi"], "xmi")


def test_xmi_of_a_project_without_the_layer_is_refused(tmp_path: Path) -> None:
    write(batch(), "xmi", tmp_path / "out")
    for file in (tmp_path / "out").iterdir():
        file.write_text(file.read_text().replace("Errors", "Others"))
    with pytest.raises(FormatError, match=r"TypeSystem\.xml: no type webanno\.custom\.Errors"):
        read([tmp_path / "out" / "right.xmi"], "xmi")


@pytest.mark.parametrize("name", [name for name, each in FORMATS.items() if each.two_way])
def test_every_format_refuses_the_files_of_every_other(name: str, tmp_path: Path) -> None:
    # The desk keeps its stories as JSON lines of ours.
    foreign = [other for other in FORMATS if other != name and {other, name} != {"desk", "jsonl"}]
    for other in foreign:
        write(batch()[:1], other, tmp_path / other)
        files = (
            [tmp_path / other] if (tmp_path / other).is_file() else (tmp_path / other).rglob("*.*")
        )
        for file in (path for path in files if path.is_file()):
            with pytest.raises(FormatError) as caught:
                read([file], name)
            assert str(caught.value).startswith(str(tmp_path / other))


@pytest.mark.parametrize("name", [name for name, each in FORMATS.items() if each.two_way])
def test_a_file_that_is_no_text_or_not_there_is_refused(name: str, tmp_path: Path) -> None:
    file = tmp_path / f"a{FORMATS[name].extension}"
    with pytest.raises(FormatError, match=str(file.with_suffix(""))):
        read([file], name)
    file.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(FormatError, match=str(file.with_suffix(""))):
        read([file], name)


def test_a_folder_without_files_of_the_format_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=r"holds no \*\.ann file of brat"):
        read([tmp_path], "brat")


def test_a_story_that_comes_twice_is_refused(tmp_path: Path) -> None:
    write(batch(), "jsonl", tmp_path / "a.jsonl")
    with pytest.raises(FormatError, match=r"a\.jsonl: story tokenised comes a second time"):
        read([tmp_path / "a.jsonl", tmp_path / "a.jsonl"], "jsonl")


@pytest.mark.parametrize("name", FORMATS)
def test_two_stories_of_one_id_are_not_written(name: str, tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="two stories have the id 'a'"):
        write([story("a", "He led ."), story("a", "She led .")], name, tmp_path / "out")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "name", [name for name, each in FORMATS.items() if each.two_way or name == "docx"]
)
def test_a_lone_surrogate_is_not_written(name: str, tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=r"U\+D83C"):
        write([story("a", "He led \ud83c .")], name, tmp_path / "out")
    assert list(tmp_path.iterdir()) == []


def test_a_folder_in_use_is_not_touched(tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "reviewed.ann").write_text("work of a week")
    with pytest.raises(FormatError, match="out: is there already; name a new folder"):
        write(batch(), "brat", tmp_path / "out")
    assert [file.name for file in (tmp_path / "out").iterdir()] == ["reviewed.ann"]


@pytest.mark.parametrize("name", FORMATS)
def test_a_place_that_cannot_be_written_is_refused(name: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(FormatError, match="cannot be written"):
        write(batch(), name, tmp_path / "file" / "out")


def test_the_command_line_says_it_in_one_line(tmp_path: Path) -> None:
    results = tmp_path / "results.jsonl"
    results.write_text(json.dumps({"id": "a", "text": "He led .", "mistakes": []}) + "\n{\n")
    refused(factcheck("export", results, "--to", "doccano"), "results.jsonl:2: not JSON")
    refused(
        factcheck("export", results, "--to", "excel"), "'excel' is not a format; use one of webanno"
    )
    refused(
        factcheck("export", results, "--to", "brat"), "brat is a folder of files; name one with -o"
    )
    refused(
        factcheck("import", results, "--from", "docx"),
        "docx cannot be read back; use one of webanno",
    )
    refused(factcheck("import", results, "--from", "prodigy"), "results.jsonl:1: meta: missing")
    refused(factcheck("review-stats", results, results), "results.jsonl:2: not JSON")


@pytest.mark.parametrize(
    ("name", "library", "package"),
    [("xmi", "cassis", "dkpro-cassis"), ("docx", "docx", "python-docx")],
)
def test_a_missing_library_is_named(name: str, library: str, package: str, tmp_path: Path) -> None:
    write(batch(), "jsonl", tmp_path / "results.jsonl")
    # An entry of None is how Python notes a module that cannot be imported.
    code = (
        f"import sys; sys.modules[{library!r}] = None; sys.argv = ['factcheck', 'export', "
        f"'results.jsonl', '--to', {name!r}, '-o', 'out']; "
        "from factcheck.__main__ import main; main()"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    refused(done, f"needs {package}; pip install 'factcheck[export]'")
    assert [file.name for file in tmp_path.iterdir()] == ["results.jsonl"]
