"""Mistakes grouped by what they have in common: rule, place, words, who and what."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from factcheck.hallucinations.corpus import Corpus
from factcheck.language.codes import in_words
from factcheck.model import Category, Claim, Mistake, Report, Verdict

PLAYER_COLUMNS = ("player", "player_name")
TEAM_COLUMNS = ("team", "team_name", "team_id")
STATISTIC_COLUMNS = ("statistic",)
"""Columns of evidence and slots of claims that name a player, a team, a statistic; the
first that is there counts."""

LAST_SENTENCE = 20
"""Sentences from this one on share a row: few stories go on for longer."""


@dataclass(frozen=True, slots=True)
class Occurrence:
    """One mistake of the corpora.

    Args:
        corpus: Index of its corpus.
        story: Index of its story within the corpus.
        number: Its number in the story, from 1 in order of the text.
        mistake: The mistake.
    """

    corpus: int
    story: int
    number: int
    mistake: Mistake


@dataclass(frozen=True, slots=True)
class Row:
    """Mistakes that have one thing in common.

    Args:
        label: That thing: a rule's id, the words, a player's name.
        occurrences: Per corpus, the mistakes in order of the corpus.
        chances: Per corpus, how often it could have gone wrong: stories that have such a
            sentence, or claims that the rule recognised; None where that is not known.
        remark: What else there is to say, such as the usual corrections.
        category: The category, where all mistakes of the row share it by definition.
        wrong: Per corpus, how many of the claims are wrong, where claims are the chances; a
            claim may hold several mistakes.
    """

    label: str
    occurrences: tuple[tuple[Occurrence, ...], ...]
    chances: tuple[int | None, ...]
    remark: str = ""
    category: Category | None = None
    wrong: tuple[int | None, ...] = ()

    @property
    def total(self) -> int:
        """Mistakes in all corpora together."""
        return sum(map(len, self.occurrences))

    def stories(self, corpus: int) -> int:
        """Return how many stories of a corpus hold such a mistake."""
        return len({occurrence.story for occurrence in self.occurrences[corpus]})


@dataclass(frozen=True, slots=True)
class Breakdown:
    """All mistakes by one aspect.

    Args:
        aspect: ``rule``, ``sentence``, ``words``, ``confidence``, ``statistic``, ``player`` or
            ``team``.
        title: The heading.
        explanation: One sentence on what is counted.
        rows: In order of the story for sentences, else the most frequent first.
        chances: What the rows' chances are, such as ``claims``, or None.
    """

    aspect: str
    title: str
    explanation: str
    rows: tuple[Row, ...]
    chances: str | None = None


def occurrences(corpora: Sequence[Corpus]) -> list[Occurrence]:
    """Return the mistakes of all corpora in their order, numbered as pages number them."""
    return [
        Occurrence(number, index, place, mistake)
        for number, corpus in enumerate(corpora)
        for index, report in enumerate(corpus.reports)
        for place, mistake in enumerate(
            sorted(report.mistakes, key=lambda mistake: mistake.span.start), start=1
        )
    ]


def breakdowns(corpora: Sequence[Corpus]) -> tuple[Breakdown, ...]:
    """Group the mistakes of the corpora by every aspect.

    Args:
        corpora: One or more corpora; each row holds its mistakes per corpus.

    Returns:
        The breakdowns by sentence, words, rule, confidence, statistic, player and team; those
        of the last four are left out where there are none.
    """
    found = occurrences(corpora)
    named = [
        by_confidence(corpora, found),
        by_names(corpora, found, "statistic", "Statistics involved", STATISTIC_COLUMNS),
        by_names(corpora, found, "player", "Players involved", PLAYER_COLUMNS),
        by_names(corpora, found, "team", "Teams involved", TEAM_COLUMNS),
    ]
    return (
        by_sentence(corpora, found),
        by_words(corpora, found),
        by_rule(corpora, found),
        *(breakdown for breakdown in named if breakdown.rows),
    )


def by_rule(corpora: Sequence[Corpus], found: Iterable[Occurrence]) -> Breakdown:
    """Group by the rule that found the mistake, with the claims it recognised."""
    groups = _grouped(found, lambda occurrence: [occurrence.mistake.rule])
    claims = [
        Counter(claim.rule for report in corpus.reports for claim in report.claims)
        for corpus in corpora
    ]
    wrong = [_wrong_claims(corpus) for corpus in corpora]
    rows = [
        Row(
            rule,
            _by_corpus(group, corpora),
            tuple(counted[rule] if counted else None for counted in claims),
            category=_common_category(group),
            wrong=tuple(
                counted[rule] if known else None
                for counted, known in zip(wrong, claims, strict=True)
            ),
        )
        for rule, group in groups.items()
    ]
    return Breakdown(
        "rule",
        "By rule",
        "Mistakes by the rule that found them"
        + (", and the share of the claims it recognised that are wrong." if any(claims) else "."),
        _frequent_first(rows),
        "claims" if any(claims) else None,
    )


def by_sentence(corpora: Sequence[Corpus], found: Iterable[Occurrence]) -> Breakdown:
    """Group by the sentence's place in the story, from 1."""
    groups = _grouped(
        found, lambda occurrence: [min(occurrence.mistake.span.sentence, LAST_SENTENCE)]
    )
    lengths = [[_sentences(report) for report in corpus.reports] for corpus in corpora]
    longest = min(max((max(known, default=0) for known in lengths), default=0), LAST_SENTENCE)
    rows = [
        Row(
            f"{place} and later" if place == LAST_SENTENCE else str(place),
            _by_corpus(groups.get(place, []), corpora),
            tuple(_sentences_at(place, known) for known in lengths),
        )
        for place in range(1, longest + 1)
    ]
    return Breakdown(
        "sentence",
        "By place in the story",
        "Mistakes per sentence, over the stories that have a sentence in that place.",
        tuple(rows),
        "sentences",
    )


def by_words(corpora: Sequence[Corpus], found: Iterable[Occurrence]) -> Breakdown:
    """Group by category and marked words, upper and lower case alike."""
    groups = _grouped(
        found,
        lambda occurrence: [
            (occurrence.mistake.category, " ".join(occurrence.mistake.span.text.casefold().split()))
        ],
    )
    unknown = (None,) * len(corpora)
    rows = [
        Row(
            _commonest(" ".join(item.mistake.span.text.split()) for item in group),
            _by_corpus(group, corpora),
            unknown,
            _corrections(group),
            category,
        )
        for (category, _), group in groups.items()
    ]
    return Breakdown(
        "words",
        "Commonest wrong claims",
        "The words marked most often, and what would have been right.",
        _frequent_first(rows),
    )


def by_confidence(corpora: Sequence[Corpus], found: Iterable[Occurrence]) -> Breakdown:
    """Group by how sure the mistakes are, in tenths, the surest first.

    A confidence is the share of such marks that are right, so that their mean tells the
    precision to expect of all that are at least so sure, and their sum how many of these
    are right: what is lost and what is won by a threshold.
    """
    groups = _grouped(
        found,
        lambda item: (
            [] if item.mistake.confidence is None else [min(9, int(item.mistake.confidence * 10))]
        ),
    )
    rows = []
    surer: list[float] = []
    for tenth in sorted(groups, reverse=True):
        surer += [item.mistake.confidence or 0.0 for item in groups[tenth]]
        rows.append(
            Row(
                f"{tenth / 10:.1f} to {(tenth + 1) / 10:.1f}",
                _by_corpus(groups[tenth], corpora),
                (None,) * len(corpora),
                f"from here up {len(surer)}, of which {sum(surer):.0f} should be right "
                f"({sum(surer) / len(surer):.2f})",
            )
        )
    return Breakdown(
        "confidence",
        "How sure they are",
        "Mistakes by confidence, and what a threshold there would keep and how much of it should "
        "be right.",
        tuple(rows),
    )


def by_names(
    corpora: Sequence[Corpus],
    found: Iterable[Occurrence],
    aspect: str,
    title: str,
    columns: Sequence[str],
) -> Breakdown:
    """Group by what evidence or claims name in certain columns.

    Args:
        corpora: The corpora.
        found: Their mistakes.
        aspect: The breakdown's aspect.
        title: Its heading.
        columns: Columns that hold the name; the first that a row has counts.
    """
    groups = _grouped(
        found,
        lambda item: _names(corpora[item.corpus].reports[item.story], item.mistake, columns),
    )
    unknown = (None,) * len(corpora)
    rows = [
        Row(in_words(name) if aspect == "statistic" else name, _by_corpus(group, corpora), unknown)
        for name, group in groups.items()
    ]
    explanation = f"Mistakes by the {aspect} that their evidence names; one may name several."
    return Breakdown(aspect, title, explanation, _frequent_first(rows))


def _names(report: Report, mistake: Mistake, columns: Sequence[str]) -> list[str]:
    """Return the distinct names in a mistake's evidence, or else in the claim behind it."""
    rows: list[Mapping[str, Any]] = list(mistake.evidence)
    rows += [claim.slots for claim in report.claims if _is_behind(claim, mistake)]
    for column in columns:
        names = {row[column]: None for row in rows if isinstance(row.get(column), str)}
        if names:
            return list(names)
    return []


def _is_behind(claim: Claim, mistake: Mistake) -> bool:
    return (
        claim.rule == mistake.rule
        and claim.verdict is not Verdict.SUPPORTED
        and claim.span.start < mistake.span.end
        and mistake.span.start < claim.span.end
    )


def _wrong_claims(corpus: Corpus) -> Counter[str]:
    """Return the number of claims behind the mistakes of each rule."""
    counted: Counter[str] = Counter()
    for report in corpus.reports:
        by_rule: dict[str, list[Mistake]] = defaultdict(list)
        for mistake in report.mistakes:
            by_rule[mistake.rule].append(mistake)
        counted.update(
            claim.rule
            for claim in report.claims
            if any(_is_behind(claim, mistake) for mistake in by_rule.get(claim.rule, ()))
        )
    return counted


def _grouped(
    found: Iterable[Occurrence], keys: Callable[[Occurrence], Iterable[Any]]
) -> dict[Any, list[Occurrence]]:
    groups: dict[Any, list[Occurrence]] = defaultdict(list)
    for occurrence in found:
        for key in keys(occurrence):
            groups[key].append(occurrence)
    return groups


def _by_corpus(
    group: Iterable[Occurrence], corpora: Sequence[Corpus]
) -> tuple[tuple[Occurrence, ...], ...]:
    parts: list[list[Occurrence]] = [[] for _ in corpora]
    for occurrence in group:
        parts[occurrence.corpus].append(occurrence)
    return tuple(map(tuple, parts))


def _frequent_first(rows: Iterable[Row]) -> tuple[Row, ...]:
    return tuple(sorted(rows, key=lambda row: (-row.total, row.label)))


def _common_category(group: Iterable[Occurrence]) -> Category | None:
    categories = {occurrence.mistake.category for occurrence in group}
    return categories.pop() if len(categories) == 1 else None


def _commonest(texts: Iterable[str]) -> str:
    return Counter(texts).most_common(1)[0][0]


def _corrections(group: Iterable[Occurrence]) -> str:
    counted = Counter(item.mistake.correction for item in group if item.mistake.correction)
    return ", ".join(
        text if count == 1 else f"{text} ({count})" for text, count in counted.most_common(4)
    ) + (", …" if len(counted) > 4 else "")


def _sentences(report: Report) -> int:
    """Return the number of sentences, at least up to the last one with a mistake."""
    marked = max((mistake.span.sentence for mistake in report.mistakes), default=0)
    return max(report.sentences, marked)


def _sentences_at(place: int, lengths: Iterable[int]) -> int:
    if place == LAST_SENTENCE:
        return sum(max(0, length - LAST_SENTENCE + 1) for length in lengths)
    return sum(length >= place for length in lengths)
