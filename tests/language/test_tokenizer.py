"""The shared task's tokens, from both forms of a text."""

from __future__ import annotations

import csv
import itertools
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from spacy.vocab import Vocab

from factcheck.integrations.spacy_tokenizer import SharedTaskTokenizer
from factcheck.language.tokenizer import UNSEEN, is_pretokenised, split_joined, tokenize


def words(text: str) -> list[str]:
    return [token.text for token in tokenize(text)]


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("They won 102-91.", "They won 102 - 91 ."),
        ("He was 8-of-15 (3-5 3Pt).", "He was 8 - of - 15 ( 3 - 5 3Pt ) ."),
        ("a double-double and a triple-double", "a double - double and a triple - double"),
        ("Karl-Anthony Towns and Kentavious Caldwell-Pope won.",
         "Karl-Anthony Towns and Kentavious Caldwell-Pope won ."),
        ("They didn't score; he's out, they're done.",
         "They did n't score ; he 's out , they 're done ."),
        ("Thomas's 15 points", "Thomas 's 15 points"),
        ("the Suns' bench", "the Suns ' bench"),
        ("De'Aaron Fox and D'Angelo Russell", "De'Aaron Fox and D'Angelo Russell"),
        ("C.J. McCollum of the L.A. Lakers", "C.J. McCollum of the L.A. Lakers"),
        ("Larry Nance Jr. scored. He won.", "Larry Nance Jr. scored . He won ."),
        ("Larry Nance Jr.'s (Ed Jr.) 18", "Larry Nance Jr. 's ( Ed Jr. ) 18"),
        ("They shot 45.5 percent, a .500 record", "They shot 45.5 percent , a .500 record"),
        ("before 18,997 fans", "before 18,997 fans"),
        ("the 76ers' 17th win", "the 76ers ' 17th win"),
        ("He had 20pts and 8rebs.", "He had 20 pts and 8 rebs ."),
        ("Wait... what?!", "Wait ... what ? !"),
        ("He was N/A.", "He was N / A ."),
        ("A DOUBLE-DOUBLE FOR THE SUNS", "A DOUBLE - DOUBLE FOR THE SUNS"),
    ],
)  # fmt: skip
def test_normal_english_is_split_as_the_shared_task_does(text: str, tokens: str) -> None:
    assert words(text) == tokens.split()


def test_curly_apostrophes_split_as_straight_ones_do() -> None:
    assert words("They didn’t; he’s Thomas’s.") == [
        "They", "did", "n’t", ";", "he", "’s", "Thomas", "’s", ".",
    ]  # fmt: skip


@pytest.mark.parametrize("dash", ["-", "–", "—", "−"])
def test_a_score_splits_at_any_dash(dash: str) -> None:
    assert words(f"They won 102{dash}91.") == ["They", "won", "102", dash, "91", "."]


def test_accents_and_emoji_are_no_trouble() -> None:
    text = "Luka Dončić 🏀🔥 and José Calderón won."
    assert words(text) == ["Luka", "Dončić", "🏀", "🔥", "and", "José", "Calderón", "won", "."]


def test_what_is_not_seen_and_emphasis_are_left_out() -> None:
    text = "\ufeff**Marc Gasol** had\u200b __28__ poi\u00adnts, *his* best; 5 * 3."
    tokens = tokenize(text)
    assert " ".join(token.text.replace("\u00ad", "") for token in tokens) == (
        "Marc Gasol had 28 points , his best ; 5 * 3 ."
    )
    assert all(text[token.start : token.end] == token.text for token in tokens)


def test_lines_may_end_as_they_do_on_any_system() -> None:
    unix = words("They won.\nHe scored 20.\n\nIt ended.")
    assert words("They won.\r\nHe scored 20.\r\n\r\nIt ended.") == unix
    assert unix == ["They", "won", ".", "He", "scored", "20", ".", "It", "ended", "."]


def test_pre_tokenised_text_is_split_at_white_space_alone() -> None:
    text = "The Suns ( 3 - 2 ) lost , 102 - 91 . P.J. Tucker 's 11 rebounds did n't help ."
    assert is_pretokenised(text)
    assert words(text) == text.split()


def test_clocks_of_pre_tokenised_text_are_split_within_their_token() -> None:
    tokens = split_joined(tokenize("It was 90 - 83 with 4:30 left , and then 96 - 85 ."))
    clock = tokens[6:9]
    assert [token.text for token in clock] == ["4", ":", "30"]
    assert {(token.id, token.sent_id) for token in clock} == {(7, 7)}
    assert clock[2].end - clock[0].start == len("4:30")


def test_compounds_of_pre_tokenised_text_are_split_within_their_token() -> None:
    text = "Three-point shooting was it , with Karl-Anthony Towns 4-of-7 ."
    tokens = split_joined(tokenize(text))
    assert [token.text for token in tokens[:3]] == ["Three", "-", "point"]
    assert {token.id for token in tokens[:3]} == {1}
    assert [token.text for token in tokens if token.id == 9] == ["4", "-", "of", "-", "7"]
    assert "Karl-Anthony" in [token.text for token in tokens]
    assert all(text[token.start : token.end] == token.text for token in tokens)


def test_normal_english_is_not_taken_for_pre_tokenised() -> None:
    assert not is_pretokenised("The Suns (3-2) lost, 102-91.")


def test_ids_count_from_one_in_document_and_sentence() -> None:
    tokens = tokenize("They won. He scored 20 points.")
    assert [token.id for token in tokens] == list(range(1, 9))
    assert [token.sentence for token in tokens] == [1] * 3 + [2] * 5
    assert [token.sent_id for token in tokens] == [1, 2, 3, 1, 2, 3, 4, 5]


def test_only_a_period_ends_a_sentence() -> None:
    assert {token.sentence for token in tokenize("What a game! Did they win? Yes; 102-91")} == {1}


def test_a_text_without_words_has_no_tokens() -> None:
    assert tokenize(" \r\n\t") == []


@given(st.text(max_size=120))
@example("Karl-Anthony's 8-of-15")
@example("n't")
@example("\x1c ’s")
@example("**Gasol\u00ad** had \u200b__28__ *")
def test_tokens_cover_all_that_is_read(text: str) -> None:
    tokens = tokenize(text)
    rest = list(text)
    for token in tokens:
        assert text[token.start : token.end] == token.text
        assert token.text
        assert not any(letter.isspace() for letter in token.text)
        rest[token.start : token.end] = " " * len(token.text)
    assert [sign for sign in rest if not sign.isspace() and sign not in f"{UNSEEN}*_"] == []


PIECES = st.sampled_from(
    [
        "The",
        "Suns",
        "(",
        "3",
        "-",
        "2",
        ")",
        ",",
        ".",
        "n't",
        "'s",
        "🏀",
        "Jr.",
        "Dončić",
        "—",
        "\n",
    ]
)


@given(st.lists(PIECES, max_size=40), st.sampled_from(["", " ", "\r\n"]))
def test_tokens_are_in_order_and_numbered_without_a_gap(pieces: list[str], glue: str) -> None:
    tokens = tokenize(glue.join(pieces))
    assert [token.id for token in tokens] == list(range(1, len(tokens) + 1))
    for before, after in itertools.pairwise(tokens):
        assert before.end <= after.start
        new_sentence = before.text == "."
        assert after.sentence == before.sentence + new_sentence
        assert after.sent_id == (1 if new_sentence else before.sent_id + 1)


@given(st.lists(PIECES.filter(str.strip), min_size=1, max_size=40))
def test_tokens_joined_by_spaces_stay_the_same_tokens_in_pre_tokenised_text(
    pieces: list[str],
) -> None:
    text = " ".join([*pieces, *["so", ".", "and", ","] * 20])
    assert words(text) == text.split()


def test_a_spacy_doc_has_the_same_tokens_and_sentences() -> None:
    text = "They  won 102-91.\nHe scored."
    doc = SharedTaskTokenizer(Vocab())(text)
    assert [token.text for token in doc] == words(text)
    assert doc.text == "They won 102-91. He scored."
    assert [token.i for token in doc if token.is_sent_start] == [0, 6]


def test_both_forms_of_the_shared_tasks_texts_give_the_same_tokens(data: Path) -> None:
    with (data / "accuracy_shared_task" / "games.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    pairs = [(words(r["GENERATED_TEXT"]), words(r["DETOKENIZED_GENERATED_TEXT"])) for r in rows]
    assert all(
        left == r["GENERATED_TEXT"].split() for (left, _), r in zip(pairs, rows, strict=True)
    )
    different = [pair for pair in pairs if pair[0] != pair[1]]
    assert (len(pairs), len(different)) == (60, 2)
    for left, right in different:
        # These two texts write a pair of initials with a period in one form only.
        assert left == [f"{w[:-1]}" if w in {"DJ.", "PJ."} else w for w in right]
