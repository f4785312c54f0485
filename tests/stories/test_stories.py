"""Reading stories from Python: kinds of files, places, what is left out."""

from __future__ import annotations

from pathlib import Path

import pytest
from command_line import GAME

from factcheck.errors import FactCheckError
from factcheck.knowledge import KnowledgeBase
from factcheck.stories.reading import Column, PlacedStory, read_stories

HEADER = "TEXT_ID,HOME_NAME,VIS_NAME,GENERATED_TEXT,DETOKENIZED_GENERATED_TEXT,DATE"


@pytest.fixture(scope="module")
def kb(demo: KnowledgeBase) -> KnowledgeBase:
    return demo


def read(
    kb: KnowledgeBase, *paths: Path, column: Column = Column.TOKENISED
) -> tuple[list[PlacedStory], list[str]]:
    """Return the stories and what was said about those left out."""
    skipped: list[FactCheckError] = []
    stories = list(read_stories(paths, kb, skipped.append, column=column))
    return stories, [str(error) for error in skipped]


def write(folder: Path, name: str, content: str | bytes) -> Path:
    path = folder / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def test_a_text_file_is_one_story_named_for_the_file(kb: KnowledgeBase, tmp_path: Path) -> None:
    path = write(tmp_path, "S900.txt", "The Suns won.\r\nTwice.\n")
    ((placed,), skipped) = read(kb, path)
    assert (placed.story.id, placed.story.text) == ("S900", "The Suns won.\r\nTwice.\n")
    assert placed.story.game is None
    assert skipped == []


def test_a_byte_order_mark_is_no_part_of_the_story(kb: KnowledgeBase, tmp_path: Path) -> None:
    for name, content in (("a.txt", "Suns."), ("b.jsonl", '{"id": "b", "text": "Suns."}')):
        ((placed,), _) = read(kb, write(tmp_path, name, b"\xef\xbb\xbf" + content.encode()))
        assert placed.story.text == "Suns."


def test_json_lines_give_all_fields_and_their_lines(kb: KnowledgeBase, tmp_path: Path) -> None:
    path = write(
        tmp_path,
        "stories.jsonl",
        '\n{"id": "a", "game": "g", "text": "A\\u2028b", "system": "s", "references": ["r", "q"]}\n'
        '{"id": "b", "text": "B", "references": "r", "score": 3, "game": null}\n',
    )
    ((first, second), skipped) = read(kb, path)
    assert (first.line, second.line) == (2, 3)
    assert (first.story.game, first.story.system, first.story.references) == ("g", "s", ("r", "q"))
    assert first.story.text == "A\u2028b"
    assert (second.story.game, second.story.system, second.story.references) == (None, None, ("r",))
    assert skipped == []


def test_json_lines_are_recognised_by_content_where_the_ending_says_nothing(
    kb: KnowledgeBase, tmp_path: Path
) -> None:
    path = write(tmp_path, "stories", '{"id": "a", "text": "A"}\n{"id": "b", "text": "B"}\n')
    (stories, _) = read(kb, path)
    assert [placed.story.id for placed in stories] == ["a", "b"]


def test_games_are_found_by_day_and_any_usual_name_of_the_teams(
    kb: KnowledgeBase, tmp_path: Path
) -> None:
    rows = [
        'S1.txt,Suns,Grizzlies,"A , ""b""",A,11_05_14',
        "S2,Phoenix Suns,Memphis,B,B,11_05_14",
        'S3,Suns,Grizzlies,"C\nd",C,11_05_14',
        "S4,Grizzlies,Suns,D,D,11_05_14",
    ]
    path = write(tmp_path, "games.csv", "\n".join([HEADER, *rows]) + "\n")
    (stories, skipped) = read(kb, path)
    assert [placed.story.id for placed in stories] == ["S1", "S2", "S3"]
    assert [placed.line for placed in stories] == [2, 3, 4]
    assert {placed.story.game for placed in stories} == {GAME}
    assert stories[0].story.text == 'A , "b"'
    # Hosts and visitors are swapped: that is another game, which was not played.
    assert skipped == [f"{path}:6: the knowledge base has no game Suns at Grizzlies on 2014-11-05"]


def test_the_column_decides_which_text_is_read(kb: KnowledgeBase, tmp_path: Path) -> None:
    path = write(tmp_path, "games.csv", f"{HEADER}\nS1,Suns,Grizzlies,a - b,a-b,11_05_14\n")
    texts = [read(kb, path, column=column)[0][0].story.text for column in Column]
    assert texts == ["a - b", "a-b"]


def test_the_same_id_twice_keeps_the_first(kb: KnowledgeBase, tmp_path: Path) -> None:
    one = write(tmp_path, "one.jsonl", '{"id": "a", "text": "first"}')
    two = write(tmp_path, "two.jsonl", '{"id": "a", "text": "second"}')
    (stories, skipped) = read(kb, one, two)
    assert [placed.story.text for placed in stories] == ["first"]
    assert skipped == [f"{two}:1: story a: comes a second time; give each story an id of its own"]


def test_a_deeply_nested_line_is_refused_not_fatal(kb: KnowledgeBase, tmp_path: Path) -> None:
    path = write(tmp_path, "deep.jsonl", "[" * 100_000 + "\n" + '{"id": "a", "text": "A"}\n')
    (stories, skipped) = read(kb, path)
    assert [placed.story.id for placed in stories] == ["a"]
    assert len(skipped) == 1
    assert "not JSON" in skipped[0]


def test_all_stories_of_the_shared_task_find_their_games(full_kb: Path, data: Path) -> None:
    folder = data / "accuracy_shared_task"
    with KnowledgeBase.open(full_kb) as kb:
        (stories, skipped) = read(kb, folder / "games.csv")
    assert skipped == []
    assert len(stories) == 60
    for placed in stories:
        text = (folder / "texts" / f"{placed.story.id}.txt").read_text(encoding="utf-8")
        assert placed.story.text.split() == text.split()
