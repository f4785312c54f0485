"""What the vocabulary tells about words beside numbers."""

from __future__ import annotations

from factcheck.parser.describing import DescribingWords
from factcheck.parser.wordings import RecordWords
from factcheck.rulebook.vocabulary import Vocabulary


class NumberWords:
    """The word lists of ``vocabulary/numbers.toml``, ready to look up.

    Args:
        vocabulary: The rule base's wordings.
    """

    def __init__(self, vocabulary: Vocabulary) -> None:
        words = vocabulary.words
        self.hedges = vocabulary.by_word("hedge")
        self.hedges_joined = vocabulary.by_word("hedge_joined")
        self.hedges_behind = vocabulary.by_word("hedge_behind")
        self.having = frozenset(words("number", "having"))
        self.percent = frozenset(words("number", "percent"))
        self.shooting = frozenset(words("number", "shooting"))
        self.ends = frozenset(words("number", "ends"))
        self.after_score = self.ends | frozenset(words("number", "after_score"))
        self.before_range = frozenset(words("number", "before_range"))
        self.whose = frozenset(words("number", "whose"))
        self.no_pairs = frozenset(words("number", "no_pairs"))
        self.joining = frozenset(words("number", "joining"))
        self.near_misses = tuple([word] for word in words("number", "near_misses"))
        self.making = frozenset(words("number", "making"))
        self.only = frozenset(words("number", "only"))
        self.copulas = frozenset(words("number", "copulas"))
        self.superlatives = frozenset(words("number", "superlatives"))
        self.demonstratives = frozenset(words("number", "demonstratives"))
        self.any_one = frozenset(words("number", "any_one"))
        self.after_any_one = self.ends | {"of"}
        self.articles = frozenset(words("number", "articles"))
        self.none = frozenset(words("number", "none"))
        self.counts = {word: int(count) for word, count in vocabulary.by_word("count").items()}
        self.bare_counts = frozenset(words("number", "bare_counts"))
        self.nothing = frozenset(words("number", "nothing"))
        self.of_those = frozenset(words("number", "of_those"))
        self.naught = frozenset(words("number", "naught"))
        self.naught_behind = frozenset(words("number", "naught_behind"))
        self.naught_before = frozenset(words("number", "naught_before"))
        self.record = RecordWords.of(vocabulary)
        self.describing = DescribingWords.of(vocabulary)
        self.in_a_row = frozenset(words("number", "in_a_row"))
        self.lone = frozenset(words("number", "lone"))
        self.never = frozenset(words("number", "never"))
        self.denials = frozenset(words("number", "denials"))
        self.timed = frozenset(words("number", "timed"))
        self.before_dozen = frozenset(words("number", "before_dozen"))
        self.before_five = frozenset(words("number", "before_five"))
        self.shots = frozenset(words("number", "shots"))
        self.pairs = tuple(
            (label, tuple(between.split()))
            for label in ("shooting", "score")
            for between in words("pair", label)
        )
        self.in_quarter = frozenset(f"{word} the" for word in words("quarter", "before"))
        self.within_quarter = frozenset(f"{word} the" for word in words("quarter", "within"))
        self.no_verbs = frozenset(words("quarter", "no_verbs"))
        self.joints = frozenset(words("quarter", "joints"))
        self.compounds = frozenset(words("quarter", "compounds"))
        self.owning = frozenset(words("quarter", "owning"))
        self.qualities = frozenset(words("quarter", "qualities"))
        self.points = frozenset(words("quarter", "points"))
        self.halves = frozenset(words("quarter", "halves"))
        self.clock = frozenset(words("quarter", "clock"))
        self.clock_to = frozenset(words("quarter", "clock_to"))
        self.ended = frozenset(words("quarter", "ended"))
        self.other_ordinals = frozenset(words("quarter", "others"))
        self.meetings = frozenset(words("quarter", "meetings"))
        self.quarter_verbs = frozenset(words("quarter", "verbs"))
        self.of_quarter = self.ends | self.quarter_verbs
        self.gives = self.ends | frozenset(words("quarter", "gives"))
        self.after_quarter = self.gives | frozenset(words("quarter", "follow"))
        self.within_words = self.after_quarter | frozenset(words("quarter", "within_words"))
        self.adds_overtime = frozenset(words("quarter", "adds_overtime"))
        self.before_overtime = frozenset(words("quarter", "before_overtime"))
        self.within_follow = frozenset(words("quarter", "within_follow"))
