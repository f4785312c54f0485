"""doccano, Prodigy, Label Studio and our own JSONL, each read by its documented grammar."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import Any

import pytest
from annotated_stories import ENGLISH, batch
from spacy.tokens import Doc
from spacy.vocab import Vocab

from factcheck.errors import FormatError
from factcheck.exchange import read, write
from factcheck.model import Category


def lines(name: str, folder: Path) -> list[dict[str, Any]]:
    write(batch(), name, folder / "out.jsonl")
    content = (folder / "out.jsonl").read_bytes().decode()
    return [json.loads(line) for line in content.removesuffix("\n").split("\n")]


def put(items: list[dict[str, Any]], folder: Path) -> Path:
    path = folder / "reviewed.jsonl"
    path.write_text("".join(json.dumps(item) + "\n" for item in items))
    return path


# doccano: https://doccano.github.io/doccano/ — {"text", "label": [[start, end, label]]}


def test_doccano_labels_cover_the_words(tmp_path: Path) -> None:
    found = [
        (item["text"][start:end], label)
        for item in lines("doccano", tmp_path)
        for start, end, label in item["label"]
    ]
    assert found == [(m.span.text, str(m.category)) for r in batch() for m in r.mistakes]


def test_doccano_with_relations_is_read_as_well(tmp_path: Path) -> None:
    item = lines("doccano", tmp_path)[0]
    entities = [
        {"id": number, "start_offset": start, "end_offset": end, "label": label}
        for number, (start, end, label) in enumerate(item.pop("label"))
    ]
    (report,) = read([put([{**item, "entities": entities, "relations": []}], tmp_path)], "doccano")
    assert report.mistakes == batch()[0].mistakes


def test_doccano_keeps_corrections_with_marks_that_stay(tmp_path: Path) -> None:
    item = lines("doccano", tmp_path)[0]
    item["label"] = [[35, 47, "CONTEXT"], [0, 3, "OTHER"]]
    (report,) = read([put([item], tmp_path)], "doccano")
    assert [(m.span.text, m.category, m.correction, m.rule) for m in report.mistakes] == [
        ("The", Category.OTHER, None, ""),
        ("Phoenix Suns", Category.CONTEXT, "Utah Jazz", "player-statistic"),
    ]


# Prodigy: https://prodi.gy/docs/api-interfaces#spans_manual


def test_prodigy_tokens_are_spacys(tmp_path: Path) -> None:
    for item in lines("prodigy", tmp_path):
        words = [token["text"] for token in item["tokens"]]
        doc = Doc(Vocab(), words, [token["ws"] for token in item["tokens"]])
        assert doc.text == item["text"]
        for token in item["tokens"]:
            assert doc[token["id"]].idx == token["start"]
            assert item["text"][token["start"] : token["end"]] == token["text"]
        for span in item["spans"]:
            found = doc.char_span(span["start"], span["end"])
            assert (found.start, found.end - 1) == (span["token_start"], span["token_end"])


def test_prodigy_spans_carry_the_correction(tmp_path: Path) -> None:
    spans = [span for item in lines("prodigy", tmp_path) for span in item["spans"]]
    assert [span["correction"] for span in spans] == [
        m.correction for r in batch() for m in r.mistakes
    ]


def test_a_rejected_prodigy_task_is_left_out_and_named(tmp_path: Path) -> None:
    items = lines("prodigy", tmp_path)
    answers = [
        {**item, "answer": answer}
        for item, answer in zip(items, ("accept", "reject", "ignore"), strict=True)
    ]
    skipped: list[tuple[str, str]] = []
    reports = read([put(answers, tmp_path)], "prodigy", on_skip=lambda *left: skipped.append(left))
    assert [report.story.id for report in reports] == ["tokenised"]
    assert skipped == [("english/2: é", "rejected"), ("right", "rejected")]


def test_one_of_several_annotators_must_be_named(tmp_path: Path) -> None:
    item = lines("prodigy", tmp_path)[0]
    path = put([{**item, "_annotator_id": who} for who in ("batch-ann", "batch-bob")], tmp_path)
    with pytest.raises(FormatError, match="batch-ann and of batch-bob; name one with --annotator"):
        read([path], "prodigy")
    (report,) = read([path], "prodigy", annotator="batch-bob")
    assert report.mistakes == batch()[0].mistakes


# Label Studio: https://labelstud.io/guide/predictions, https://labelstud.io/guide/export


def tasks(folder: Path) -> list[dict[str, Any]]:
    write(batch(), "label-studio", folder / "out")
    found: list[dict[str, Any]] = json.loads((folder / "out" / "tasks.json").read_text())
    return found


def test_label_studio_regions_cover_the_words(tmp_path: Path) -> None:
    found = []
    for task in tasks(tmp_path):
        for result in task["predictions"][0]["result"]:
            value = result["value"]
            if result["type"] == "labels":
                assert task["data"]["text"][value["start"] : value["end"]] == value["text"]
                found.append((value["text"], value["labels"]))
    assert found == [(m.span.text, [str(m.category)]) for r in batch() for m in r.mistakes]


def test_label_studio_annotations_count_before_predictions(tmp_path: Path) -> None:
    task = tasks(tmp_path)[0]
    first, second = task["predictions"][0]["result"][:2]
    first["value"]["labels"] = ["CONTEXT"]
    second["value"]["text"] = ["Kings"]
    task["annotations"] = [
        {"was_cancelled": True, "completed_by": 1, "result": []},
        {
            "was_cancelled": False,
            "completed_by": {"id": 2, "email": "a@b.org"},
            "result": [first, second],
        },
    ]
    path = tmp_path / "export.json"
    path.write_text(json.dumps([task], indent=2))
    (report,) = read([path], "label-studio")
    assert [(m.category, m.correction) for m in report.mistakes] == [(Category.CONTEXT, "Kings")]


def test_a_skipped_label_studio_task_is_left_out_and_named(tmp_path: Path) -> None:
    task = tasks(tmp_path)[0]
    task["annotations"] = [{"was_cancelled": True, "completed_by": 1, "result": []}]
    path = tmp_path / "export.json"
    path.write_text(json.dumps([task]))
    skipped: list[tuple[str, str]] = []
    assert read([path], "label-studio", on_skip=lambda *left: skipped.append(left)) == []
    assert skipped == [("tokenised", "rejected")]


def test_an_export_of_all_tasks_leaves_out_those_that_nobody_annotated(tmp_path: Path) -> None:
    first, second = tasks(tmp_path)[:2]
    first |= {"id": 61, "predictions": [62], "annotations": []}
    second["annotations"] = [{"completed_by": 1, "result": []}]
    path = tmp_path / "export.json"
    path.write_text(json.dumps([first, second]))
    left_out: list[tuple[str, str]] = []
    reports = read([path], "label-studio", on_skip=lambda *left: left_out.append(left))
    assert [report.story.id for report in reports] == [second["data"]["story"]]
    assert left_out == [(first["data"]["story"], "not reviewed")]


def test_an_error_in_a_file_of_one_line_names_the_task(tmp_path: Path) -> None:
    first, second = tasks(tmp_path)[:2]
    second["id"] = 71
    del second["data"]["text"]
    path = tmp_path / "export.json"
    path.write_text(json.dumps([first, second]))
    with pytest.raises(FormatError, match=r"export.json:1: task 71, text: missing"):
        read([path], "label-studio")


@pytest.mark.parametrize("name", ["doccano", "webanno"])
def test_a_zip_file_is_read_like_a_folder(tmp_path: Path, name: str) -> None:
    write(batch(), name, tmp_path / "out")
    out = tmp_path / "out"
    files = sorted(out.rglob("*")) if out.is_dir() else [out]
    with zipfile.ZipFile(tmp_path / "export.zip", "w") as archive:
        for number, file in enumerate(files):
            archive.write(file, file.name if out.is_dir() else f"all{number}.jsonl")
        archive.writestr("../outside.txt", "x")
    again = read([tmp_path / "export.zip"], name)
    assert sorted(again, key=str) == sorted(read([out], name), key=str)
    assert not (tmp_path.parent / "outside.txt").exists()


def test_a_zip_file_without_stories_is_refused(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "export.zip", "w") as archive:
        archive.writestr("readme.txt", "x")
    with pytest.raises(FormatError, match=r"export.zip: holds no \*.tsv file of webanno"):
        read([tmp_path / "export.zip"], "webanno")


def test_an_empty_batch_is_still_a_file(tmp_path: Path) -> None:
    write([], "label-studio", tmp_path / "out")
    assert json.loads((tmp_path / "out" / "tasks.json").read_text()) == []


# Our own JSONL


def test_jsonl_edited_by_hand_needs_only_place_and_category(tmp_path: Path) -> None:
    start = ENGLISH.index("lost")
    mistake = {"start": start, "end": start + 2, "category": "word"}
    (report,) = read(
        [put([{"id": "a", "text": ENGLISH, "mistakes": [mistake]}], tmp_path)], "jsonl"
    )
    (found,) = report.mistakes
    assert (found.span.text, found.category, found.rule) == ("lost", Category.WORD, "")
    assert (found.span.sentence, found.span.token_start) == (1, 11)
