"""Every row of words looked up by its name is in the vocabulary, and none is there unread."""

from __future__ import annotations

from dataclasses import fields

import pytest

from factcheck.interpretation import wordings as interpretation_wordings
from factcheck.interpretation.matching.fixtures_told import FixtureWords
from factcheck.parser import wordings
from factcheck.rulebook.book import Rulebook
from factcheck.rulebook.vocabulary import Vocabulary, WordSets
from factcheck.support.resources import rules_folder

KINDS = [
    kind
    for module in (wordings, interpretation_wordings)
    for kind in vars(module).values()
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
