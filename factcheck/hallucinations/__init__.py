"""What a generator gets wrong: mistakes of a corpus counted, placed and compared."""

from factcheck.hallucinations.breakdown import Breakdown, Occurrence, Row
from factcheck.hallucinations.comparison import Change, Comparison, Pair, compare
from factcheck.hallucinations.corpus import Corpus, read_corpora, read_corpus
from factcheck.hallucinations.estimates import Estimate
from factcheck.hallucinations.page import render_html
from factcheck.hallucinations.study import Study, SystemRates, analyse
from factcheck.hallucinations.tables import to_csv, to_dict, to_markdown

__all__ = [
    "Breakdown",
    "Change",
    "Comparison",
    "Corpus",
    "Estimate",
    "Occurrence",
    "Pair",
    "Row",
    "Study",
    "SystemRates",
    "analyse",
    "compare",
    "read_corpora",
    "read_corpus",
    "render_html",
    "to_csv",
    "to_dict",
    "to_markdown",
]
