"""The desk's requests: who may do what, what is kept, what comes of several annotators."""

from __future__ import annotations

import csv
import io
import json
import zipfile
from typing import Any

import pytest
from servers import WRONG, MakeClient
from starlette.testclient import TestClient

from factcheck.reviews import ReviewFolder


def act(desk: TestClient, action: str, story: str = "s1", who: str = "ann", **more: object) -> Any:
    body = {"annotator": who, "story": story, "action": action, **more}
    return desk.post("/desk/actions", json=body)


def review(desk: TestClient, story: str = "s1", who: str = "ann") -> Any:
    found = desk.get("/desk/story", params={"annotator": who, "story": story}).json()
    return found["review"]


def test_a_story_comes_with_all_that_decides(desk: TestClient) -> None:
    story = desk.get("/desk/story", params={"annotator": "ann", "story": "s1"}).json()
    assert story["text"] == WRONG
    assert [mark["id"] for mark in story["review"]["marks"]] == ["m1", "m2"]
    about = story["marks"]["m2"]
    assert about["explanation"] == "Mike Conley had 11 assists."
    assert about["read_as"] == ["Mike Conley, assists"]
    assert about["summary"]
    assert about["evidence"]["rows"][0][:2] == ["Mike Conley", "assists"]
    tables = story["box"]["tables"]
    assert [tables[t]["rows"][y][x] for t, y, x in about["cells"]] == ["11"]
    assert story["marks"]["m1"]["cells"] == []  # no cell tells the day
    first, last, sentence = story["tokens"][0]
    assert (WRONG[first:last], sentence) == ("The", 1)


def test_decisions_are_kept_and_seen_in_every_window(desk: TestClient) -> None:
    done = act(desk, "accept", mark="m1", seconds=7.4, revision=0)
    assert done.status_code == 200
    assert done.json()["story"]["kept"] == 1
    act(desk, "change", mark="m2", category="WORD", correction="eleven", revision=1)
    found = review(desk)
    assert [(m["state"], m["category"], m["correction"]) for m in found["marks"]] == [
        ("accepted", "NAME", "Wednesday"),
        ("accepted", "WORD", "eleven"),
    ]
    assert found["seconds"] == 7
    changes = desk.get("/desk/changes", params={"annotator": "ann", "since": 0}).json()
    assert (changes["entries"], [row["id"] for row in changes["stories"]]) == (2, ["s1"])
    assert desk.get("/desk/changes", params={"annotator": "ben"}).json()["stories"] == []


def test_what_another_window_has_changed_is_not_overwritten(desk: TestClient) -> None:
    act(desk, "reject", mark="m1", revision=0)
    stale = act(desk, "accept", mark="m1", revision=0)
    assert stale.status_code == 409
    assert "another window" in stale.json()["error"]
    assert stale.json()["review"]["marks"][0]["state"] == "rejected"


def test_marks_by_hand_cover_whole_words_of_one_sentence(desk: TestClient) -> None:
    start = WRONG.index("efeated")
    added = act(desk, "add", category="WORD", start=start, end=start + 3).json()
    assert added["mark"] == "a1"
    mark = added["review"]["marks"][-1]
    assert WRONG[mark["start"] : mark["end"]] == "defeated"
    over = act(desk, "add", category="WORD", start=start, end=WRONG.index("Conley") + 3)
    assert (over.status_code, "runs over the end of sentence" in over.json()["error"]) == (
        409,
        True,
    )
    twice = act(desk, "add", category="WORD", start=start, end=start + 3)
    assert "overlaps with the mark a1" in twice.json()["error"]
    beyond = act(desk, "add", category="WORD", start=start, end=10**6)
    assert beyond.status_code == 409


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"action": "accept"}, "the story has no mark None"),
        ({"action": "accept", "mark": 3}, "mark: not a text"),
        ({"action": "accept", "mark": "m9"}, "the story has no mark 'm9'"),
        ({"action": "add", "category": "WRONG", "start": 0, "end": 3}, "category: none of"),
        ({"action": "add", "category": "WORD", "start": 0}, "give both or neither"),
        ({"action": "note", "text": "x" * 4001}, "at most 4000"),
        ({"action": "time", "seconds": "long"}, "seconds: not a number"),
        ({"action": "undo"}, "nothing to undo"),
        ({"action": "accept", "mark": "m1", "annotator": "a/b"}, "give a name"),
        ({"action": "accept", "mark": "m1", "story": "s9"}, "there is no story 's9'"),
    ],
)
def test_what_does_not_fit_is_refused_and_not_written(
    desk: TestClient, more: dict[str, Any], words: str
) -> None:
    answer = desk.post("/desk/actions", json={"annotator": "ann", "story": "s1", **more})
    assert answer.status_code in {400, 409}
    assert words in answer.json()["error"]
    assert review(desk)["revision"] == 0


def test_no_pause_counts_as_work(desk: TestClient) -> None:
    act(desk, "time", seconds=1e9)
    act(desk, "time", seconds=-50)
    assert review(desk)["seconds"] == 300


def test_only_the_annotators_named_may_review(make_client: MakeClient) -> None:
    desk = make_client(1, annotators=("ann", "ben"))
    assert act(desk, "done", who="ann").status_code == 200
    assert act(desk, "done", who="carla").status_code == 403
    assert desk.get("/desk/session").json()["annotators"] == ["ann", "ben"]


@pytest.fixture
def reviewed(desk: TestClient) -> TestClient:
    """Three annotators: all keep the day, two of them the assists, one a word of her own."""
    for who in ("ann", "ben", "carla"):
        act(desk, "accept", who=who, mark="m1", seconds=10)
        act(desk, "reject" if who == "carla" else "accept", who=who, mark="m2", seconds=20)
        act(desk, "done", who=who)
        act(desk, "done", who=who, story="s2")
    start = WRONG.index("defeated")
    act(desk, "reopen", who="ben")
    act(desk, "add", who="ben", category="WORD", start=start, end=start + 8, correction="beat")
    act(desk, "change", who="ben", mark="m1", category="WORD")
    act(desk, "done", who="ben")
    act(desk, "time", who="dora", seconds=5)  # has only looked
    return desk


def test_the_majority_is_the_gold_list(reviewed: TestClient) -> None:
    gold = reviewed.get("/desk/export", params={"to": "csv"})
    assert gold.headers["content-disposition"] == 'attachment; filename="majority.csv"'
    rows = list(csv.DictReader(io.StringIO(gold.text)))
    assert [(row["TOKENS"], row["TYPE"], row["CORRECTION"]) for row in rows] == [
        ("Tuesday", "NAME", "Wednesday"),
        ("12", "NUMBER", "11"),
    ]


def test_side_by_side_says_who_marked_what(reviewed: TestClient) -> None:
    found = reviewed.get("/desk/compare", params={"story": "s1"}).json()
    assert [each["name"] for each in found["annotators"]] == ["ann", "ben", "carla"]
    by_text = {item["text"]: item for item in found["items"]}
    assert by_text["Tuesday"]["majority"] == "NAME"
    assert by_text["Tuesday"]["marks"]["ben"]["category"] == "WORD"
    assert by_text["12"]["marks"]["carla"] is None
    assert by_text["defeated"]["majority"] is None


def test_results_tell_time_agreement_and_score(reviewed: TestClient) -> None:
    found = reviewed.get("/desk/results").json()
    people = {each["name"]: each for each in found["annotators"]}
    assert list(people) == ["ann", "ben", "carla"]
    assert (people["ann"]["done"], people["ann"]["kept"], people["ann"]["seconds"]) == (2, 2, 30)
    assert (found["common"], found["gold"]) == (2, 2)
    assert found["agreement"]["errors"] == 2
    assert found["agreement"]["items"] == 3
    assert len(found["agreement"]["cohen_kappa"]) == 3
    assert found["score"]["ALL"]["recall"] == {"correct": 2, "of_total": 2}
    assert found["marks"]["total"]["share_kept"] == 1.0


@pytest.mark.slow
def test_reviews_go_out_in_every_format(reviewed: TestClient) -> None:
    formats = reviewed.get("/desk/session").json()["formats"]
    assert len(formats) > 10
    for name in formats:
        answer = reviewed.get("/desk/export", params={"annotator": "ben", "to": name})
        assert answer.status_code == 200, (name, answer.text)
        if answer.headers["content-type"] == "application/zip":
            with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
                assert archive.testzip() is None
                assert archive.namelist()
    lines = reviewed.get("/desk/export", params={"annotator": "ben", "to": "jsonl"}).text
    first = json.loads(lines.splitlines()[0])
    assert [(m["text"], m["category"]) for m in first["mistakes"]] == [
        ("defeated", "WORD"),
        ("Tuesday", "WORD"),
        ("12", "NUMBER"),
    ]
    assert first["signature"].startswith("factcheck:")
    nothing = reviewed.get("/desk/export", params={"annotator": "dora", "to": "csv"})
    assert "no story is done by dora yet" in nothing.json()["error"]


def test_box_scores_and_the_signature_go_along(reviewed: TestClient) -> None:
    assert "Courtney Lee" not in WRONG
    for to, holds in (("label-studio", "tasks.json"), ("brat", "box_scores.html")):
        answer = reviewed.get("/desk/export", params={"annotator": "ben", "to": to})
        with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
            assert "Courtney Lee" in archive.read(holds).decode()
            signature = archive.read("SIGNATURE").decode().strip()
        assert reviewed.get("/desk/results").json()["signatures"] == [signature]


def test_a_restart_shows_the_same(make_client: MakeClient, desk: TestClient) -> None:
    act(desk, "accept", mark="m1", seconds=3)
    act(desk, "note", text="look again")
    before = review(desk)
    desk.__exit__(None, None, None)
    assert review(make_client(2)) == before


def test_a_pasted_text_is_checked_and_not_kept(desk: TestClient) -> None:
    found = desk.post("/desk/check", json={"text": WRONG}).json()
    assert [mark["correction"] for mark in found["review"]["marks"]] == ["Wednesday", "11"]
    assert found["box"]["title"] == "Memphis Grizzlies 102, Phoenix Suns 91"
    rows = desk.get("/desk/stories", params={"annotator": "ann"}).json()["stories"]
    assert [row["id"] for row in rows] == ["s1", "s2"]


def test_without_reviews_there_is_no_list(client: TestClient) -> None:
    assert client.get("/desk/stories", params={"annotator": "ann"}).status_code == 404
    assert client.get("/desk/session").json()["reviews"] is False
    assert client.get("/").status_code == 200


def test_the_folder_can_be_read_while_it_is_served(reviewed: TestClient, tmp_path: Any) -> None:
    assert ReviewFolder(tmp_path / "reviews").annotators == ["ann", "ben", "carla"]
