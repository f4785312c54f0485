"""Verify: claims go to DuckDB, one statement per rule, for any number of stories."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from dataclasses import dataclass
from functools import partial
from threading import Lock
from typing import Any

import duckdb

from factcheck.errors import RuleError, StatementLimitError
from factcheck.evaluation.retold import Retelling, RetoldRows
from factcheck.evaluation.statements import Compiled, Statements
from factcheck.evaluation.values import Unsupported
from factcheck.interpretation.confidence import error_prior
from factcheck.interpretation.course.claims import CourseVerifier
from factcheck.interpretation.findings import Finding, broken, read_rows
from factcheck.interpretation.matching.claims import RawClaim
from factcheck.interpretation.matching.columns import column_types
from factcheck.interpretation.verification.sessions import (
    Question,
    Session,
    Statement,
    games_read,
    large_relations,
)
from factcheck.interpretation.verification.statements import over_claims, reading
from factcheck.knowledge.play_store import PlayStore
from factcheck.parser.unknown_people import PERSON
from factcheck.rulebook.rule import Rule
from factcheck.support.resources import is_shipped

_SESSIONS = min(4, os.cpu_count() or 1)
"""How many statements run at once: most of their time goes to planning, one thread each."""

_KEPT = 32
"""Games up to which the rows put before large relations stay there after a batch."""

_NOTHING = re.compile(
    r"select\s+claim\.id,\s*null::boolean as holds\s+from claim\s+where false", re.I
)
"""The SQL of a rule that only keeps words from other rules: planning it would be for nothing."""

_OF_CONTEXT = {"team", "player"}
"""Marks that a claim has from its context, not from its words."""


@dataclass(slots=True)
class VerifiedClaim:
    """A claim with all that was found about it; nothing found means not checkable.

    Args:
        claim: What is said.
        findings: What the knowledge base says of it.
        denied: Whether the sentence says that it is not so, which the findings heed.
    """

    claim: RawClaim
    findings: list[Finding]
    denied: bool = False

    def read(self) -> Iterator[int]:
        """Yield the tokens that the claim rests on: its match, its subjects and its details.

        Details count where the knowledge base says something of the claim: the score and the
        time of the clock around a shot are read with it. A person of whom nothing is known is named
        and no more.
        """
        claim = self.claim
        if not self.findings and claim.mentions.keys() - _OF_CONTEXT == {PERSON}:
            return
        yield from range(claim.start, claim.end)
        for subject in claim.subjects:
            yield from range(subject.start, subject.end)
        if claim.rule.details and self.findings:
            for name, (first, last) in claim.marks.items():
                if name not in _OF_CONTEXT:
                    yield from range(first, last)

    def sort_findings(self) -> None:
        """Put findings in the order of what they mark; a database returns rows in any order."""
        if len(self.findings) > 1:
            whole = (self.claim.start, self.claim.end)
            marks, own = self.claim.marks, self.claim.rule.mark
            self.findings.sort(
                key=lambda one: (
                    marks.get(one.mark or own, whole),
                    one.explanation or "",
                    one.mark or "",
                )
            )

    @property
    def decided(self) -> bool:
        """Whether the knowledge base could say anything."""
        # A loop: this is asked of every claim many times, and a generator takes thrice as long.
        for finding in self.findings:  # noqa: SIM110
            if finding.holds is not None:
                return True
        return False

    def tokens(self, finding: Finding) -> tuple[int, int]:
        """Return the tokens that one of the findings speaks of, those of its mark if it has one."""
        claim = self.claim
        return claim.marks.get(finding.mark or claim.rule.mark, (claim.start, claim.end))

    def contradicted(self) -> frozenset[tuple[int, int]]:
        """Return the tokens that findings speak against."""
        return frozenset(self.tokens(finding) for finding in self.contradictions)

    @property
    def contradictions(self) -> list[Finding]:
        """The findings that speak against the claim."""
        if not self.findings:
            return []
        return [finding for finding in self.findings if finding.holds is False]


def contradicted(items: Iterable[VerifiedClaim]) -> set[tuple[int, int]]:
    """Return the tokens that the findings of claims speak against."""
    return {tokens for item in items for tokens in item.contradicted()}


def prior_of(items: Iterable[VerifiedClaim], typical: tuple[float, float]) -> float:
    """Return the log odds of a mistake in a text, by how many of its decided claims are wrong.

    Args:
        items: All claims of the text.
        typical: Wrong and right claims that a text of unknown quality counts with beforehand.
    """
    decided = [item for item in items if item.decided]
    wrong = sum(bool(item.contradictions) for item in decided)
    return error_prior(wrong, len(decided), typical)


class Verifier:
    """Decides claims with the knowledge base.

    Args:
        connection: An open knowledge base.
        macros: SQL that creates the functions the rules share.
    """

    def __init__(self, connection: duckdb.DuckDBPyConnection, macros: str = "") -> None:
        self.connection = connection
        self._macros = macros
        self._idle: list[Session] = []
        self._most_games = 0
        self._pool = ThreadPoolExecutor(_SESSIONS)
        self._statements: dict[str, Statement] = {}
        self._parsed: dict[str, duckdb.Statement] = {}
        self._lock = Lock()
        self._relations = large_relations(connection)
        self._idle.append(self._session())
        self._definitions = self._idle[0].definitions()
        defined = {name: (one.parameters, one.sql) for name, one in self._definitions.items()}
        self._in_memory = Statements(connection, defined)
        self._course = CourseVerifier(PlayStore(connection))

    def verify(self, claims: Sequence[RawClaim]) -> list[VerifiedClaim]:
        """Return the claims, in the same order, with their findings.

        Raises:
            RuleError: A rule's SQL fails; names the rule and its file.
        """
        verified = [VerifiedClaim(claim, []) for claim in claims]
        games = frozenset(claim.row["game_id"] for claim in claims)
        self._most_games = max(self._most_games, len(games))
        for findings in self._answers(self._questions(claims, games), games):
            for index, finding in findings:
                verified[index].findings.append(finding)
        told = [one for one in verified if one.claim.rule.course and one.findings]
        decided = self._course.decide([(one.claim, one.findings[0]) for one in told])
        for item, found in zip(told, decided, strict=True):
            item.findings = found
        for item in verified:
            item.sort_findings()
        return verified

    def verify_retold(
        self, claims: Sequence[RawClaim], retelling: Retelling
    ) -> list[VerifiedClaim]:
        """Return the claims with what is found where a source is believed in all it says.

        Nothing is found for those of which that would say the same, nor by what only DuckDB runs.

        Args:
            claims: Claims about a game.
            retelling: The game as the source tells it.
        """
        verified = [VerifiedClaim(claim, []) for claim in claims]
        other = [place for place, claim in enumerate(claims) if self._may_turn(claim, retelling)]
        if not other:
            return verified
        with self._lock:
            retold = RetoldRows(self._in_memory.stored, retelling)
            asked = [claims[place] for place in other]
            for question in self._questions(asked, frozenset({retelling.game})):
                for index, finding in self._in_memory_of(question, retold) or ():
                    verified[other[index]].findings.append(finding)
        return verified

    def _may_turn(self, claim: RawClaim, retelling: Retelling) -> bool:
        """Return whether a claim may be another thing by a source."""
        if claim.rule.fact or claim.rule.course or _NOTHING.fullmatch(claim.rule.verify):
            return False
        compiled = self._statement(claim.rule).in_memory
        return compiled is not None and retelling.may_change(
            compiled.by_game, claim.row.get("statistic")
        )

    def _questions(self, claims: Sequence[RawClaim], games: frozenset[str]) -> list[Question]:
        """Return what is asked of each rule that claims are of.

        Args:
            claims: The claims; those that state a fact are not SQL's.
            games: The games of all that are verified together.
        """
        by_rule: dict[str, list[int]] = {}
        for index, claim in enumerate(claims):
            if claim.rule.fact:
                continue
            by_rule.setdefault(claim.rule.id, []).append(index)
        questions = []
        for indices in by_rule.values():
            rule = claims[indices[0]].rule
            if _NOTHING.fullmatch(rule.verify):
                continue
            statement = self._statement(rule)
            rows = [claims[index].row for index in indices]
            values = [
                indices if name == "id" else [row.get(name) for row in rows]
                for name in statement.columns
            ]
            own = frozenset(row["game_id"] for row in rows)
            questions.append(Question(rule, statement, frozenset(indices), values, own, games))
        return questions

    def _answers(
        self, questions: Sequence[Question], games: frozenset[str]
    ) -> Iterator[list[tuple[int, Finding]]]:
        """Yield what is found for each question, in memory or by DuckDB."""
        others = []
        with self._lock:
            stored = self._in_memory.stored
            stored.keep(games)
            for question in questions:
                if question.statement.in_memory is not None:
                    stored.ask_whole(question.statement.in_memory.whole)
            for question in questions:
                found = self._in_memory_of(question)
                if found is None:
                    others.append(question)
                else:
                    yield found
        # What takes long to plan begins first, so that no session is left with it at the end.
        others.sort(key=lambda question: -len(question.rule.verify))
        yield from self._pool.map(partial(self._ask, wanted=games_read(others)), others)

    def _in_memory_of(
        self, question: Question, retold: RetoldRows | None = None
    ) -> list[tuple[int, Finding]] | None:
        """Return what is found for a question in memory; None where it is left to DuckDB.

        Args:
            question: What is asked.
            retold: The rows to ask it of, if not those that are believed.
        """
        compiled, cost = question.statement.in_memory, question.statement.cost
        claims = len(question.ids)
        if compiled is None or (retold is None and cost.prefers_duckdb(claims)):
            return None
        stored = self._in_memory.stored
        try:
            compiled.prepare(stored, question.values, question.batch)
            with nullcontext() if retold else cost.in_memory(claims, lambda: stored.fetching):
                found = compiled.run(
                    retold or stored, question.values, question.batch, question.games, cost.steps
                )
        except Unsupported:
            return None
        return read_rows(question.rule, question.ids, list(compiled.query.columns), found)

    def look_ahead(self, games: Sequence[str]) -> None:
        """Fetch rows of games for these as well, for stories to come are about them."""
        self._in_memory.stored.look_ahead(games)

    def spare(self, sparing: bool) -> None:
        """Keep rows of few games in memory, unless they are asked for again; or of many."""
        self._in_memory.stored.spare(sparing)

    def release(self) -> None:
        """Give up the rows of a large batch's games, which nobody may ask for again."""
        if self._most_games > _KEPT:
            for session in self._idle:
                session.release()
        self._most_games = 0

    def prepare(self, rules: Iterable[Rule]) -> None:
        """Run every rule's SQL on no claims, so that broken SQL is found at once.

        Raises:
            RuleError: A rule's SQL fails, or lacks ``id`` or ``holds``.
        """
        for rule in rules:
            if rule.fact:
                continue
            statement = self._statement(rule)
            none: list[list[Any]] = [[] for _ in statement.columns]
            question = Question(rule, statement, frozenset(), none, frozenset(), frozenset())
            self._ask(question, games_read([question]))

    def _statement(self, rule: Rule) -> Statement:
        if rule.id not in self._statements:
            types = column_types(rule)
            sql, columns = over_claims(rule.verify, types)
            read = partial(reading, rule.verify, self._relations, self._definitions)
            compiled = self._compiled(rule, {name: types[name] for name in columns})
            self._statements[rule.id] = Statement(sql, columns, read, compiled)
        return self._statements[rule.id]

    def _compiled(self, rule: Rule, types: Mapping[str, str]) -> Compiled | None:
        # The rules of others run under DuckDB's limits of time and memory.
        if not is_shipped(rule.path):
            return None
        relations = self._in_memory.stored.by_game
        narrow = reading(rule.verify, relations, self._definitions).narrow
        try:
            return self._in_memory.compile(rule.verify, types, narrow)
        except Unsupported:
            return None

    def _parse(self, rule: Rule, sql: str) -> duckdb.Statement:
        if rule.id not in self._parsed:
            try:
                statements = self.connection.extract_statements(sql)
            except duckdb.Error as error:
                raise _failure(rule, error) from error
            if len(statements) != 1:
                raise broken(rule, "verify must be one statement")
            self._parsed[rule.id] = statements[0]
        return self._parsed[rule.id]

    def _session(self) -> Session:
        return Session(self.connection, self._macros, self._relations)

    def _ask(
        self, question: Question, wanted: Mapping[str, frozenset[str]]
    ) -> list[tuple[int, Finding]]:
        """Answer a question in a session that no other thread uses."""
        sql = self._parse(question.rule, question.statement.sql)
        try:
            session = self._idle.pop()
        except IndexError:
            session = self._session()
        try:
            names, found = session.answer(question, sql, wanted)
        except duckdb.Error as error:
            raise _failure(question.rule, error) from error
        finally:
            self._idle.append(session)
        return read_rows(question.rule, question.ids, names, found)


def _failure(rule: Rule, error: duckdb.Error) -> RuleError:
    if isinstance(error, duckdb.InterruptException | duckdb.OutOfMemoryException):
        what = "time" if isinstance(error, duckdb.InterruptException) else "memory"
        message = f"rule {rule.id}: verify takes more {what} than a statement may"
        return StatementLimitError(message, path=rule.path, line=rule.line)
    return broken(rule, "verify fails: " + " ".join(str(error).split()))
