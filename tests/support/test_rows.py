"""Rows whose names are kept once."""

from __future__ import annotations

import copy
import pickle
import sys

import pytest

from factcheck.support.rows import Row


def test_a_row_reads_as_a_dictionary() -> None:
    row = Row({"points": 24, "team": "MEM"})
    assert row == {"points": 24, "team": "MEM"}
    assert [*row] == ["points", "team"]
    assert (row["team"], row.get("assists"), len(row), "points" in row) == ("MEM", None, 2, True)
    assert repr(row) == "{'points': 24, 'team': 'MEM'}"


def test_a_name_that_is_missing_is_a_key_error() -> None:
    with pytest.raises(KeyError, match="assists"):
        Row({"points": 24})["assists"]


def test_a_row_can_be_copied_and_sent_to_another_process() -> None:
    row = Row({"points": 24, "teams": ["MEM", "PHX"]})
    assert pickle.loads(pickle.dumps(row)) == copy.deepcopy(row) == row


def test_a_row_takes_less_than_a_dictionary() -> None:
    values = {f"column {number}": None for number in range(24)}
    rows = [Row(values) for _ in range(2)]
    assert rows[0]._names is rows[1]._names
    taken = sys.getsizeof(rows[0]) + sys.getsizeof(rows[0]._values)
    assert 2 * taken < sys.getsizeof(dict(values))
