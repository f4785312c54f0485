"""What the review desk shows, as JSON-ready objects."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from factcheck.checker import FactChecker
from factcheck.errors import StoryError
from factcheck.exchange.marks import TokenisedText
from factcheck.language.codes import in_words
from factcheck.model import Report
from factcheck.page import BoxScore, box_score
from factcheck.page.proof import proving_cells
from factcheck.page.view import evidence_column, evidence_value
from factcheck.reviews import Review, StoryCard
from factcheck.reviews.stories import record_of

Object = dict[str, Any]


class Views:
    """Turns stories and reviews into what a page shows.

    Args:
        summaries: One sentence for each rule.
    """

    def __init__(self, summaries: Mapping[str, str]) -> None:
        self.summaries = summaries

    def row(self, card: StoryCard, review: Review, title: str) -> Object:
        """Return a story as the list shows it."""
        return {
            "id": card.id,
            "title": title,
            "system": card.system,
            "marks": len(review.marks),
            "open": review.open,
            "kept": len(review.kept),
            "done": review.done,
            "started": review.started,
            "seconds": round(review.seconds),
            "doubt": round(1 - card.doubt, 3),
            "note": bool(review.note),
            "revision": review.revision,
        }

    def review(self, review: Review) -> Object:
        """Return an annotator's review of a story."""
        return {
            "revision": review.revision,
            "done": review.done,
            "note": review.note,
            "seconds": round(review.seconds),
            "can_undo": review.can_undo,
            "can_redo": review.can_redo,
            "marks": [asdict(mark) for mark in review.marks.values()],
        }

    def story(self, item: Mapping[str, Any], checker: FactChecker) -> Object:
        """Return a story with its marks as checked, claims, evidence and box score.

        Args:
            item: The story as a folder of reviews keeps it.
            checker: Knows the game.
        """
        box = _box_score(item.get("game"), checker)
        text = TokenisedText(item["text"])
        claims = [self._claim(claim) for claim in item.get("claims") or ()]
        mistakes = sorted(item["mistakes"], key=lambda mistake: int(mistake["start"]))
        return {
            "id": item["id"],
            "game": item.get("game"),
            "system": item.get("system"),
            "signature": item.get("signature"),
            "text": item["text"],
            "tokens": [[token.start, token.end, token.sentence] for token in text.tokens],
            "marks": {
                f"m{place}": self._mark(mistake, claims, box)
                for place, mistake in enumerate(mistakes, start=1)
            },
            "claims": claims,
            "box": None if box is None else _box(box),
        }

    def checked(self, report: Report, checker: FactChecker) -> Object:
        """Return a story that was just checked, with a review that nobody has begun."""
        item = self.story(record_of(report), checker)
        marks = [
            {
                "id": f"m{place}",
                "start": mistake.span.start,
                "end": mistake.span.end,
                "category": str(mistake.category),
                "correction": mistake.correction,
                "state": "open",
                "note": "",
                "rule": mistake.rule,
                "changed": False,
            }
            for place, mistake in enumerate(report.mistakes, start=1)
        ]
        return item | {"review": {"marks": marks, "done": False, "note": ""}}

    def _mark(
        self,
        mistake: Mapping[str, Any],
        claims: Sequence[Object],
        box: BoxScore | None,
    ) -> Object:
        evidence = mistake.get("evidence") or []
        start, end, rule = mistake["start"], mistake["end"], mistake.get("rule") or ""
        about = [
            claim
            for claim in claims
            if claim["start"] < end and start < claim["end"] and claim["rule"] == rule
        ]
        return {
            "rule": rule,
            "summary": self.summaries.get(rule, ""),
            "explanation": mistake.get("explanation"),
            "confidence": mistake.get("confidence"),
            "read_as": list(dict.fromkeys(_readings(about))),
            "could_mean": list(
                dict.fromkeys(words for claim in about for words in claim.get("could_mean") or ())
            ),
            "evidence": _evidence(evidence),
            "cells": [] if box is None else proving_cells(evidence, box),
        }

    def _claim(self, claim: Mapping[str, Any]) -> Object:
        return {
            "start": claim["start"],
            "end": claim["end"],
            "rule": claim["rule"],
            "summary": self.summaries.get(claim["rule"], ""),
            "verdict": claim["verdict"],
            "read_as": claim.get("read_as"),
            "states": [_stated(each) for each in claim.get("states") or ()],
        }


def titles(checker: FactChecker, games: Sequence[str | None]) -> dict[str, str]:
    """Return a headline for each game: who played, with the score.

    Args:
        checker: Knows the games.
        games: Their ids; what the knowledge base does not hold is left out.
    """
    wanted = sorted({game for game in games if game is not None})
    rows = checker.kb.rows(
        """
        SELECT game_id, visitors.nickname AS visitors, hosts.nickname AS hosts, game.date,
               away.points AS visitors_points, home.points AS hosts_points
        FROM game
        JOIN team AS visitors ON visitors.team_id = away_id AND visitors.season = game.season
        JOIN team AS hosts ON hosts.team_id = home_id AND hosts.season = game.season
        JOIN team_game AS away USING (game_id)
        JOIN team_game AS home USING (game_id)
        WHERE away.team_id = away_id AND home.team_id = home_id AND list_contains(?, game_id)
        """,
        [wanted],
    )
    return {row["game_id"]: _headline(row) for row in rows}


def _headline(row: Mapping[str, Any]) -> str:
    sides = ((row["visitors"], row["visitors_points"]), (row["hosts"], row["hosts_points"]))
    teams = ", ".join(name if points is None else f"{name} {points}" for name, points in sides)
    return f"{teams} · {row['date'].day} {row['date']:%b %Y}"


def _box_score(game: str | None, checker: FactChecker) -> BoxScore | None:
    if game is None:
        return None
    try:
        return box_score(checker.kb.show(game))
    except StoryError:
        # The folder outlives the knowledge base it was made with: show the story alone.
        return None


def _box(box: BoxScore) -> Object:
    tables = (box.line_score, *box.players)
    return {
        "title": box.title,
        "subtitle": box.subtitle,
        "tables": [
            {
                "title": table.title,
                "columns": table.columns,
                "rows": [[evidence_value(cell) for cell in row] for row in table.rows],
                "starters": table.starters,
            }
            for table in tables
        ],
    }


def _stated(each: Mapping[str, Any]) -> Object:
    words = [_readable(word) for word in str(each["relation"]).split()]
    subject = str(each["subject"])
    return {
        "text": f"{'the game' if subject == 'GAME' else subject}, {' '.join(words)}: "
        f"{in_words(str(each['value']))}",
        "verdict": each["verdict"],
    }


def _readings(claims: Sequence[Object]) -> list[str]:
    return [
        reading
        for claim in claims
        for reading in (
            [claim["read_as"]]
            if claim["read_as"]
            else [str(each["text"]) for each in claim["states"]]
        )
    ]


def _readable(word: str) -> str:
    """Return a part of a relation's name in words: ``FG_PCT`` → ``field goal percentage``."""
    told = in_words(word)
    return told if told != word else word.replace("_", " ").lower()


def _evidence(rows: Sequence[Mapping[str, Any]]) -> Object | None:
    """Return evidence as a table of texts, the same row once."""
    columns = list(dict.fromkeys(name for row in rows for name in row))
    lines = [tuple(evidence_value(row.get(name)) for name in columns) for row in rows]
    if not columns:
        return None
    heads = [evidence_column(name) for name in columns]
    return {"columns": heads, "rows": list(dict.fromkeys(lines))}
