"""A parsed story: tokens, sentences of units, mentions, and what each unit is about."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field

from factcheck.language.capitals import holds
from factcheck.language.mentions import Mention, Sentence
from factcheck.language.tokenizer import Token
from factcheck.model import Span
from factcheck.parser.names import Game


@dataclass(frozen=True, slots=True)
class ClauseContext:
    """What a unit is about, from the words or from the context.

    Args:
        clause: The clause's number in the document.
        subject: ``player``, ``team`` or "" where nobody is named yet.
        players: The mentions of the players it is about; more than one when they share it.
        distribution: ``single``, ``distributive``, ``collective``, ``respectively`` or
            ``group``.
        team_id: The team it is about, or the player's team.
        team: The team named last in the clause, as its subject or not.
        topic: The mention that names the clause's subject where that is a team.
        scope: ``game``, ``next``, ``previous``, ``last_n``, ``season`` or ``career``.
        scope_n: The number of games of a ``last_n`` scope.
        topic_team_id: The team the text has been speaking of before this clause.
        named: Players named as subjects before, in order.
        cues: All times that cues of the clause speak of, the losing ones too.
        anaphoric: Whether the subject stands as a pronoun or is left out.
        aside: Whether it tells of another game than the rest of its clause.
        told_by: The construction that tells it; "" where the order of clauses does.
    """

    clause: int = 0
    subject: str = ""
    players: tuple[Mention, ...] = ()
    distribution: str = "single"
    team_id: str | None = None
    team: Mention | None = None
    topic: Mention | None = None
    scope: str = "game"
    scope_n: int | None = None
    topic_team_id: str | None = None
    named: tuple[int, ...] = ()
    cues: frozenset[str] = frozenset()
    anaphoric: bool = False
    aside: bool = False
    told_by: str = ""


_LONGEST_QUESTION = 8
"""Units of a question that names what is told of next."""


def _first_character(token: Token) -> int:
    return token.start


def _start(sentence: Sentence) -> int:
    return sentence.units[0].start if sentence.units else -1


@dataclass(slots=True)
class Document:
    """A story as the parser leaves it for the rules.

    Args:
        text: The text as given.
        tokens: Its tokens in the shared task's scheme.
        words: The tokens, normalised.
        sentences: The sentences as units.
        game: The game the names were bound to, once known.
        frames: For each sentence, for each unit, what it is about.
        loud: The lines in capital letters, as character offsets.
        notes: What of the text was not read as it stands.
    """

    text: str
    tokens: list[Token]
    words: list[str]
    sentences: list[Sentence] = field(default_factory=list)
    game: Game | None = None
    frames: list[list[ClauseContext]] = field(default_factory=list)
    loud: Sequence[tuple[int, int]] = ()
    notes: list[str] = field(default_factory=list)
    _spans: dict[tuple[int, int], Span] = field(default_factory=dict, repr=False, compare=False)

    def is_capitalised(self, index: int) -> bool:
        """Return whether a token begins with a capital letter that tells something."""
        token = self.tokens[index]
        return token.text[0].isupper() and not holds(self.loud, token.start)

    def sentence_at(self, token: int) -> int:
        """Return which of the sentences a token belongs to, from 0.

        They are more than the token scheme's, which end at periods alone.
        """
        after = bisect_right(self.sentences, token, key=_start)
        return max(after - 1, 0)

    def tokens_of(self, span: Span) -> tuple[int, int]:
        """Return the first token of a span, from 0, and one past its last.

        They are more than the span's ids count, which a time of the clock ("5:33") has one of.
        """
        first = bisect_left(self.tokens, span.start, key=_first_character)
        return first, bisect_left(self.tokens, span.end, key=_first_character)

    def question_before(self, sentence: Sentence) -> Sentence | None:
        """Return the short question that a sentence answers: "Rebounds? 52-47, Lakers."."""
        before = self.sentences[sentence.number - 2] if sentence.number > 1 else None
        if before is None or len(before.units) > _LONGEST_QUESTION:
            return None
        return before if before.units and before.units[-1].norm == "?" else None

    def mentions(self) -> list[Mention]:
        """Return all mentions in order of the text."""
        return [
            unit.mention
            for sentence in self.sentences
            for unit in sentence.units
            if unit.mention is not None
        ]

    def span(self, start: int, end: int) -> Span:
        """Return the span of the tokens ``start`` to ``end`` (exclusive, from 0)."""
        known = self._spans.get((start, end))
        if known is not None:
            return known
        first, last = self.tokens[start], self.tokens[end - 1]
        span = self._spans[start, end] = Span(
            start=first.start,
            end=last.end,
            token_start=first.id,
            token_end=last.id,
            sentence=first.sentence,
            sent_token_start=first.sent_id,
            sent_token_end=last.sent_id,
            text=self.text[first.start : last.end],
        )
        return span
