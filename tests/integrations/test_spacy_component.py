"""The spaCy components in real pipelines, added by name."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest
import spacy
from spacy import displacy
from spacy.language import Language
from spacy.tokens import Doc, DocBin
from spacy.vocab import Vocab

from factcheck.errors import KnowledgeBaseError, StoryError
from factcheck.integrations.spacy_component import displacy_options

GAME = "2014-11-05-MEM-PHX"
# Lee had 22 points and 3 assists; the game was on a Wednesday, the Grizzlies won 102-91.
TEXT = "Courtney Lee scored 21 points and had three assists. Marc Gasol had six rebounds."


def marks(doc: Doc) -> list[tuple[str, str, str | None]]:
    return [(span.text, span.label_, span._.correction) for span in doc.spans["factcheck"]]


def make(demo_kb: Path, **settings: object) -> Language:
    nlp = spacy.blank("en")
    nlp.add_pipe("factcheck", config={"kb": str(demo_kb), **settings})
    return nlp


@pytest.fixture(scope="module")
def nlp(demo_kb: Path) -> Language:
    return make(demo_kb, game=GAME)


@pytest.mark.slow
def test_the_component_is_found_without_an_import(demo_kb: Path) -> None:
    program = f"""
import spacy
nlp = spacy.blank("en")
nlp.add_pipe("factcheck", config={{"kb": {str(demo_kb)!r}, "game": {GAME!r}}})
nlp.add_pipe("factcheck_mentions", config={{"kb": {str(demo_kb)!r}, "game": {GAME!r}}})
doc = nlp({TEXT!r})
print([span._.correction for span in doc.spans["factcheck"]], len(doc.spans["factcheck_mentions"]))
"""
    result = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert result.stdout == "['22', 'five'] 8\n", result.stderr


def test_mistakes_become_spans_with_attributes(nlp: Language) -> None:
    doc = nlp(TEXT)
    assert marks(doc) == [("21", "NUMBER", "22"), ("six", "NUMBER", "five")]
    span = doc.spans["factcheck"][0]
    assert span._.rule == span.id_ == "player-statistic"
    assert span._.explanation == "Courtney Lee had 22 points."
    assert span._.evidence == ({"player": "Courtney Lee", "statistic": "PTS", "value": 22},)
    assert doc._.game == GAME


def test_a_clean_story_has_an_empty_group(nlp: Language) -> None:
    assert marks(nlp("Courtney Lee scored 22 points.")) == []


@pytest.mark.parametrize("text", ["", "  \n"])
def test_a_doc_without_words_passes(text: str, nlp: Language) -> None:
    assert len(nlp(text).spans["factcheck"]) == 0


def test_spans_widen_to_the_tokens_of_any_tokenizer(demo_kb: Path) -> None:
    nlp = make(demo_kb, game=GAME)
    nlp.tokenizer = spacy.tokenizer.Tokenizer(nlp.vocab)  # splits at white space only
    doc = nlp("Courtney Lee 😀 scored 21-points.")
    assert marks(doc) == [("21-points.", "NUMBER", "22-points.")]


def test_two_mistakes_in_one_token_become_one_span(demo_kb: Path) -> None:
    nlp = make(demo_kb, game=GAME)
    nlp.tokenizer = spacy.tokenizer.Tokenizer(nlp.vocab)
    doc = nlp("The Grizzlies beat the Suns 103-92 at home .")
    span = doc.spans["factcheck"][0]
    assert (span.text, span._.correction) == ("103-92", "102-91")
    assert len(span._.evidence) == 2


@pytest.mark.slow
def test_the_shared_tasks_tokenizer_can_be_configured(demo_kb: Path) -> None:
    config = {"nlp": {"tokenizer": {"@tokenizers": "factcheck.SharedTaskTokenizer.v1"}}}
    nlp = spacy.blank("en", config=config)
    nlp.add_pipe("factcheck", config={"kb": str(demo_kb), "game": GAME})
    doc = nlp("Karl-Anthony watched, Courtney Lee shot 9-of-13 from the field.")
    assert [token.text for token in doc][:2] == ["Karl-Anthony", "watched"]
    assert ("13", "NUMBER", "14") in marks(doc)


@dataclass
class Context:
    game: str


@pytest.mark.parametrize("context", [GAME, {"game": GAME, "row": 7}, Context(GAME)])
def test_the_game_comes_with_the_context_of_pipe(context: object, demo_kb: Path) -> None:
    # The text alone does not tell the game.
    text = "He watched as Courtney Lee scored 21 points."
    with pytest.raises(StoryError):
        make(demo_kb)(text)
    found = list(make(demo_kb).pipe([(text, context)] * 3, as_tuples=True, batch_size=2))
    assert [(marks(doc), back) for doc, back in found] == [
        ([("21", "NUMBER", "22")], context)
    ] * 3  # fmt: skip


@pytest.mark.parametrize("way", ["attribute", "user_data"])
def test_the_game_can_be_set_on_the_doc(way: str, demo_kb: Path) -> None:
    nlp = make(demo_kb, game="no such game")
    doc = nlp.make_doc("Courtney Lee scored 21 points.")
    if way == "attribute":
        doc._.game = GAME
    else:
        doc.user_data["game"] = GAME
    assert len(nlp(doc).spans["factcheck"]) == 1


def test_the_game_is_found_from_the_story(demo_kb: Path) -> None:
    text = "The Memphis Grizzlies defeated the Phoenix Suns 102-91. Courtney Lee had 21 points."
    doc = make(demo_kb)(text)
    assert doc._.game == GAME
    assert ("21", "NUMBER", "22") in marks(doc)


def test_a_doc_that_cannot_be_checked_goes_to_the_error_handler(demo_kb: Path) -> None:
    nlp = make(demo_kb)
    errors: list[str] = []
    nlp.set_error_handler(lambda name, component, docs, error: errors.append(f"{name}: {error}"))
    texts = [(TEXT, GAME), (TEXT, "1999-01-01-MEM-PHX"), (TEXT, GAME)]
    assert len(list(nlp.pipe(texts, as_tuples=True))) == 2
    assert len(errors) == 1
    assert errors[0].startswith("factcheck: ") and "1999-01-01-MEM-PHX" in errors[0]


@pytest.mark.slow
def test_several_processes_work(demo_kb: Path) -> None:
    nlp = make(demo_kb)
    found = nlp.pipe([(TEXT, GAME)] * 6, as_tuples=True, n_process=2, batch_size=2)
    assert [marks(doc)[0] for doc, _ in found] == [("21", "NUMBER", "22")] * 6


def test_docs_survive_a_docbin(nlp: Language) -> None:
    doc = nlp("The Grizzlies and Suns met on Thursday. " + TEXT)
    stored = DocBin(docs=[doc], store_user_data=True).to_bytes()
    back = next(iter(DocBin().from_bytes(stored).get_docs(Vocab())))
    assert marks(back) == marks(doc)
    assert back._.game == GAME
    attributes = [
        [(span._.rule, span._.explanation, span._.evidence) for span in each.spans["factcheck"]]
        for each in (doc, back)
    ]
    assert attributes[0] == attributes[1]
    assert any(span.text == "Thursday" and span._.evidence for span in back.spans["factcheck"])


def test_a_pipeline_survives_the_disk(nlp: Language, tmp_path: Path) -> None:
    nlp.to_disk(tmp_path / "pipeline")
    assert marks(spacy.load(tmp_path / "pipeline")(TEXT)) == marks(nlp(TEXT))


def test_a_missing_knowledge_base_is_told_when_the_pipe_is_added(tmp_path: Path) -> None:
    with pytest.raises(KnowledgeBaseError, match=r"none\.duckdb: no such knowledge base"):
        spacy.blank("en").add_pipe("factcheck", config={"kb": str(tmp_path / "none.duckdb")})


def test_displacy_shows_mistakes_with_our_colours(nlp: Language) -> None:
    doc = nlp("Courtney Lee <b>scored</b> 21 points.")
    html = displacy.render(doc, style="span", options=displacy_options(), jupyter=False)
    assert "NUMBER" in html
    assert "#0072b2" in html
    assert "&lt;" in html and "<b>" not in html


def test_displacy_needs_no_more_than_the_key(nlp: Language) -> None:
    options = {"spans_key": "factcheck"}
    html = displacy.render(nlp(TEXT), style="span", options=options, jupyter=False)
    assert html.count("NUMBER") == 2


def test_mentions_are_labelled_and_bound(demo_kb: Path) -> None:
    nlp = spacy.blank("en")
    nlp.add_pipe("factcheck_mentions", config={"kb": str(demo_kb), "game": GAME})
    doc = nlp("Lee led the Grizzlies with 22 points in the first half.")
    assert [(span.text, span.label_, span.kb_id_) for span in doc.spans["factcheck_mentions"]] == [
        ("Lee", "player", "201584"),
        ("Grizzlies", "team", "MEM"),
        ("22", "number", ""),
        ("points", "statistic", "PTS"),
        ("first half", "period", "H1"),
    ]


def test_names_stay_unbound_while_the_game_is_unknown(demo_kb: Path) -> None:
    nlp = spacy.blank("en")
    nlp.add_pipe("factcheck_mentions", config={"kb": str(demo_kb)})
    doc = nlp("Courtney Lee had 22 points.")
    assert [(span.label_, span.kb_id_) for span in doc.spans["factcheck_mentions"]] == [
        ("player", ""), ("number", ""), ("statistic", "PTS"),
    ]  # fmt: skip


@pytest.mark.slow
def test_both_components_work_on_the_parsers_own_pipeline(demo_kb: Path) -> None:
    program = """
import json, sys
from factcheck.integrations.spacy_tokenizer import create_language
nlp = create_language()
for name in ("factcheck_mentions", "factcheck"):
    nlp.add_pipe(name, config={"kb": sys.argv[1], "game": sys.argv[2]})
doc = nlp("Courtney Lee scored 21  points .")
print(json.dumps([nlp.pipe_names, doc.text, [[s.start, s.end] for s in doc.spans["factcheck"]]]))
"""
    result = subprocess.run(
        [sys.executable, "-c", program, str(demo_kb), GAME],
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(result.stdout) == [
        ["factcheck_mentions", "factcheck"],
        "Courtney Lee scored 21 points .",
        [[3, 4]],
    ]
