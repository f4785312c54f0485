"""Every row of words that the parser looks up is in the vocabulary, and none is there unread."""

from __future__ import annotations

from dataclasses import fields

import pytest

from factcheck.interpretation.fixtures_told import FixtureWords
from factcheck.parser import wordings
from factcheck.rulebook.book import Rulebook
from factcheck.rulebook.vocabulary import Vocabulary, WordSets
from factcheck.support.resources import rules_folder

KINDS = [
    kind
    for kind in vars(wordings).values()
    if isinstance(kind, type) and issubclass(kind, WordSets) and kind is not WordSets
] + [FixtureWords]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.table)
def test_each_field_is_a_row_of_its_table_and_each_row_a_field(kind: type[WordSets]) -> None:
    rows = Rulebook.load(rules_folder()).vocabulary.tables[kind.table]
    assert {field.name for field in fields(kind)} == set(rows)
    assert all(rows.values())


def test_a_row_that_is_missing_is_empty() -> None:
    words = wordings.NeighbourWords.of(Vocabulary(tables={"neighbours": {"joints": ["and"]}}))
    assert words.joints == {"and"}
    assert words.articles == frozenset()
