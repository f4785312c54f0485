"""WebAnno TSV 3.2: the layout of the shared task's files, its escapes, and their damage."""

from __future__ import annotations

import csv
from pathlib import Path

from annotated_stories import ENGLISH, TOKENISED, batch, gold_reports, story
from command_line import factcheck

from factcheck.exchange import read, write
from factcheck.model import Category, Report

FEATURES = (
    "A_Type|B_Correction|C_Comment|G_Corrected_Types|G_Problem|H_FOUND_ERR|"
    "I_Correction_Disagreement|I_Spans_Match|J_Corrected_Type|J_Types_Match"
)
HEADER = f"#FORMAT=WebAnno TSV 3.2\n#T_SP=webanno.custom.Errors|{FEATURES}\n\n\n"
EMPTY = "_\t" * 10


def written(report: Report, folder: Path) -> str:
    file = folder / "story.tsv"
    write([report], "webanno", file)
    return file.read_bytes().decode()


def cells(content: str) -> list[list[str]]:
    """Rows of a file by the documented grammar: tab-separated, comments begin with #."""
    lines = [line for line in content.split("\n") if line and not line.startswith("#")]
    return [line.split("\t")[:-1] for line in lines]


def test_the_layout_is_the_shared_tasks(tmp_path: Path) -> None:
    content = written(story("a", "He led . They lost .", ("led", Category.WORD, "sat")), tmp_path)
    remark = (
        r'rule: player-statistic \| evidence: \[{"player": "Mike Conley", "points": 24, '
        r'"note": "a \\\| \\\\"b\\\\" \\\\\\\\ c\\\\n\[1\]"}\]'
    )
    assert content == (
        HEADER
        + "#Text=He led .\n"
        + f"1-1\t0-2\tHe\t{EMPTY}\n"
        + "1-2\t3-6\tled\t3\\_WORD\tsat\tNot led: see the box score.\t*\t"
        + f"{remark}\t*\t*\t*\t*\t*\t\n"
        + f"1-3\t7-8\t.\t{EMPTY}\n"
        + "\n#Text=They lost .\n"
        + f"2-1\t9-13\tThey\t{EMPTY}\n"
        + f"2-2\t14-18\tlost\t{EMPTY}\n"
        + f"2-3\t19-20\t.\t{EMPTY}\n"
    )


def test_tokens_of_one_mark_share_a_number(tmp_path: Path) -> None:
    report = story(
        "a",
        TOKENISED,
        ("Phoenix Suns", Category.NAME, None),
        ("triple - double", Category.WORD, None),
    )
    types = [row[3] for row in cells(written(report, tmp_path)) if row[3] != "_"]
    assert types == ["1\\_NAME[1]"] * 2 + ["3\\_WORD[2]"] * 3


def test_offsets_count_utf16_code_units_as_java_does(tmp_path: Path) -> None:
    content = written(story("a", ENGLISH), tmp_path)
    encoded = ENGLISH.encode("utf-16-le")
    for _, place, text, *_ in cells(content):
        start, end = map(int, place.split("-"))
        assert encoded[2 * start : 2 * end].decode("utf-16-le") == text.replace("\\\\", "\\")


def test_a_sentence_of_several_lines_has_a_text_line_for_each(tmp_path: Path) -> None:
    content = written(story("a", "One\r\ntwo\nthree ."), tmp_path)
    assert "#Text=One\\r\n#Text=two\n#Text=three .\n1-1\t" in content


def test_gold_files_import_to_the_rows_of_the_gold_standard(data: Path, tmp_path: Path) -> None:
    folder = data / "accuracy_shared_task"
    files = sorted((folder / "webanno").glob("*.tsv"))
    done = factcheck("import", *files, "--from", "webanno", "-o", tmp_path / "gold.csv")
    assert done.returncode == 0, done.stderr
    stories = {f"{file.stem}.txt" for file in files}
    assert len(stories) == 3
    assert rows(tmp_path / "gold.csv") == [
        row for row in rows(folder / "gsml.csv") if row["TEXT_ID"] in stories
    ]


def rows(path: Path) -> list[dict[str, str]]:
    """Rows in order of the text; the gold standard numbers its rows over all stories."""
    with path.open(newline="") as stream:
        found = list(csv.DictReader(stream))
    for row in found:
        del row["ANNOTATION_ID"]
    return sorted(found, key=lambda row: (row["TEXT_ID"], int(row["DOC_TOKEN_START"])))


def test_exported_gold_stories_have_the_cells_of_the_gold_files(data: Path, tmp_path: Path) -> None:
    files = sorted((data / "accuracy_shared_task" / "webanno").glob("*.tsv"))
    write(gold_reports(data), "webanno", tmp_path / "out")
    for file in files:
        ours, theirs = (cells(path.read_text()) for path in (tmp_path / "out" / file.name, file))
        # Sentence and token, type, correction and comment; the texts differ by apostrophes.
        assert [[row[0], *row[3:6]] for row in ours] == [[row[0], *row[3:6]] for row in theirs]


def test_only_the_curated_files_get_their_apostrophes_back(tmp_path: Path) -> None:
    def imported(found: str) -> list[str]:
        marked = f"2\\_NUMBER\t5\t*\t*\t*\t{found}\t*\t*\t*\t*\t"
        rows = ["0-4\tSuns", "5-8\t000", "9-14\tn000t", "15-18\t000", "19-20\t6"]
        lines = [
            f"1-{number}\t{row}\t{marked if number == 5 else EMPTY}"
            for number, row in enumerate(rows, start=1)
        ]
        file = tmp_path / "a.tsv"
        file.write_text(HEADER + "#Text=Suns 000 n000t 000 6\n" + "\n".join(lines) + "\n")
        (report,) = read([file], "webanno")
        (mistake,) = report.mistakes
        return [report.story.text, report.story.text[mistake.span.start : mistake.span.end]]

    # A number of a thousand stays, and so does everything in files of other projects.
    assert imported("3") == ["Suns ' n't 000 6", "6"]
    assert imported("*") == ["Suns 000 n000t 000 6", "6"]


def test_other_layers_and_missing_features_are_passed_over(tmp_path: Path) -> None:
    file = tmp_path / "a.tsv"
    file.write_text(
        "#FORMAT=WebAnno TSV 3.3\n"
        "#T_SP=de.tudarmstadt.ukp.POS|coarse|value\n"
        "#T_SP=webanno.custom.Errors|C_Comment|A_Type\n"
        "#T_RL=webanno.custom.Link|label|BT_webanno.custom.Errors\n\n\n"
        "#Text=  He led.\n#Sentence.id=s1\n"
        "1-1\t2-4\tHe\tPRON\tPRP\t_\t_\t_\t_\n"
        "1-2\t5-8\tled\tVERB\t*\tno\\; he \\*sat\\*\tWord\t_\t_\n"
        "1-2.1\t5-6\tl\t_\t_\t_\t_\t_\t_\n"
        "1-3\t8-9\t.\t_\t_\t_\t_\t_\t_\n"
    )
    (report,) = read([file], "webanno")
    (mistake,) = report.mistakes
    assert (report.story.text, mistake.span.text) == ("  He led.", "led")
    assert (mistake.category, mistake.explanation) == (Category.WORD, "no; he *sat*")


def test_a_mark_on_part_of_a_token_marks_the_token(tmp_path: Path) -> None:
    file = tmp_path / "a.tsv"
    layer = "#FORMAT=WebAnno TSV 3.2\n#T_SP=webanno.custom.Errors|A_Type\n\n\n"
    file.write_text(
        f"{layer}#Text=113-107 .\n1-1\t0-7\t113-107\t_\n1-1.1\t4-7\t107\tNUMBER\n1-2\t8-9\t.\t_\n"
    )
    (report,) = read([file], "webanno")
    assert [mistake.span.text for mistake in report.mistakes] == ["113-107"]


def test_a_file_without_marks_may_lack_the_layer(tmp_path: Path) -> None:
    file = tmp_path / "a.tsv"
    file.write_text(
        "#FORMAT=WebAnno TSV 3.2\n\n\n#Text=He led .\n1-1\t0-2\tHe\t\n1-2\t3-6\tled\t\n"
    )
    (report,) = read([file], "webanno")
    assert (report.mistakes, report.tokens) == ((), 2)


def test_an_export_is_named_for_the_stories(tmp_path: Path) -> None:
    write(batch(), "webanno", tmp_path / "out")
    assert sorted(file.name for file in (tmp_path / "out").glob("*.tsv")) == [
        "english%2F2%3A %C3%A9.tsv",
        "right.tsv",
        "tokenised.tsv",
    ]
