"""Remarks that annotators read: numbers as people write them."""

from __future__ import annotations

from factcheck.exchange.remarks import read_remark, write_evidence


def test_numbers_of_evidence_have_no_decimals_that_nobody_reads() -> None:
    evidence = ({"team": "Suns", "value": 11.0, "share": 39.130434782608695, "made": None},)
    written = write_evidence(evidence)
    assert written == '[{"team": "Suns", "value": 11, "share": 39.13, "made": null}]'
    assert read_remark(f"evidence: {written}").evidence[0]["share"] == 39.13


def test_codes_of_evidence_are_written_in_words_and_read_again() -> None:
    evidence = ({"statistic": "FG3_PCT", "period": "H1", "team": "BOS", "player": "Al Horford"},)
    written = write_evidence(evidence)
    assert '"three-point percentage"' in written
    assert '"first half"' in written
    assert read_remark(f"evidence: {written}").evidence == evidence
