"""The columns of a claim: what fills its slots, and what its clause and sentence tell."""

from __future__ import annotations

from typing import Any
from zlib import crc32

from factcheck.language.mentions import Mention, Sentence
from factcheck.parser.document import Document, Frame
from factcheck.parser.names import Game
from factcheck.parser.periods import earlier_period, flow_period, nearest_period, story_period
from factcheck.rulebook.rule import Rule


def player_columns(game: Game, mention: Mention) -> dict[str, Any]:
    """Return whom a row is about: a player, his team and its opponent."""
    team_id = mention.data.get("team_id")
    return {
        "player_id": mention.data["value"],
        "team_id": team_id,
        "opponent_id": game.opponent(team_id),
    }


def context_columns(
    document: Document, sentence: Sentence, frames: list[Frame], anchor: int
) -> dict[str, Any]:
    """Return what the clause and the sentence tell of a match at a unit (see docs/rules.md)."""
    game, frame = document.game, frames[anchor]
    assert game is not None
    return {
        "game_id": game.id,
        "subject": frame.subject,
        "scope": frame.scope,
        "scope_n": frame.scope_n,
        "clause": frame.clause,
        "sharing": frame.sharing,
        "pronoun": frame.pronoun,
        "cues": sorted(frame.cues),
        "flow_team_id": frame.flow_team_id,
        "team_named": frame.team.data["value"] if frame.team else None,
        "named": list(frame.named),
        "players": [player.data["value"] for player in frame.players],
        "context_period": nearest_period(sentence, frames, anchor),
        "sentence_period": earlier_period(sentence, anchor) or sentence.section,
        "section_period": sentence.section,
        "flow_period": flow_period(document, sentence),
        "story_period": story_period(document, sentence, anchor),
        # Only tells which claims of a batch are of one story; the same in every run.
        "story": crc32(document.text.encode("utf-8", "surrogatepass")),
        "place": sentence.units[anchor].start,
        "sentence_teams": _teams_named(sentence),
        "sentence_statistics": earlier_statistics(sentence, anchor),
        "sentence_shot": earlier_shot(sentence, anchor),
        "clause_statistics": [
            unit.mention.value
            for unit, other in zip(sentence.units, frames, strict=True)
            if unit.mention is not None
            and unit.mention.kind == "statistic"
            and other.clause == frame.clause
        ],
        "sentence": sentence.number,
    }


def _teams_named(sentence: Sentence) -> list[str]:
    """Return the teams that a sentence names, by name, home or arena."""
    named: set[str] = set()
    for mention in (unit.mention for unit in sentence.units if unit.mention is not None):
        if mention.kind == "team":
            named.add(mention.data["value"])
        elif mention.kind in {"place", "arena"}:
            named.update(mention.data.get("place_teams") or mention.data.get("keys") or [])
    return sorted(named)


def earlier_statistics(sentence: Sentence, anchor: int) -> list[str]:
    """Return what was counted before a unit in its sentence: "13 rebounds, while Beal had 9"."""
    return [
        unit.mention.value
        for unit in sentence.units[:anchor]
        if unit.mention is not None and unit.mention.kind == "statistic"
    ]


def earlier_shot(sentence: Sentence, anchor: int) -> str | None:
    """Return the kind of shot named last before a unit: "from deep, where they hit 41 percent"."""
    for unit in reversed(sentence.units[:anchor]):
        if unit.mention is not None and unit.mention.kind == "shot":
            return unit.mention.value
    return None


def slot_columns(name: str, mention: Mention, document: Document) -> dict[str, Any]:
    """Return the claim's columns for a slot and the mention in it."""
    data = mention.data
    if mention.kind in {"score", "record", "shooting"}:
        return {f"{name}_first": data["first"], f"{name}_second": data["second"]}
    columns = {name: data.get("value")}
    if mention.kind in {"number", "percent"}:
        columns[f"{name}_hedge"] = data.get("hedge", "exact")
        columns[f"{name}_form"] = data.get("form", "digits")
    elif mention.kind == "player":
        columns[f"{name}_team_id"] = data.get("team_id")
    elif mention.kind == "shot":
        columns[f"{name}_words"] = " ".join(document.words[mention.start : mention.end])
    elif mention.kind in {"team", "place"}:
        columns[f"{name}_teams"] = data.get("place_teams") or data.get("keys") or []
        columns[f"{name}_kind"] = mention.kind
    return columns


def column_types(rule: Rule) -> dict[str, str]:
    """Return the columns of the rule's ``claim`` relation with their SQL types."""
    types = {
        "id": "INTEGER", "game_id": "VARCHAR", "player_id": "BIGINT", "team_id": "VARCHAR",
        "opponent_id": "VARCHAR", "subject": "VARCHAR", "scope": "VARCHAR", "scope_n": "INTEGER",
        "clause": "INTEGER", "sharing": "VARCHAR", "pronoun": "BOOLEAN",
        "flow_team_id": "VARCHAR", "team_named": "VARCHAR", "cues": "VARCHAR[]",
        "named": "BIGINT[]",
        "players": "BIGINT[]", "context_period": "VARCHAR", "sentence_period": "VARCHAR",
        "section_period": "VARCHAR",
        "flow_period": "VARCHAR",
        "story_period": "VARCHAR",
        "story": "BIGINT",
        "place": "INTEGER",
        "sentence_teams": "VARCHAR[]",
        "sentence_statistics": "VARCHAR[]",
        "sentence_shot": "VARCHAR",
        "clause_statistics": "VARCHAR[]",
        "sentence": "INTEGER",
    }  # fmt: skip
    for name, kinds in rule.slots.items():
        for kind in kinds.split("|"):
            types |= _slot_types(name, kind)
    return types | dict.fromkeys(rule.labels, "VARCHAR")


def _slot_types(name: str, kind: str) -> dict[str, str]:
    if kind in {"score", "record", "shooting"}:
        return {f"{name}_first": "INTEGER", f"{name}_second": "INTEGER"}
    if kind in {"number", "percent"}:
        return {name: "DOUBLE", f"{name}_hedge": "VARCHAR", f"{name}_form": "VARCHAR"}
    if kind == "player":
        return {name: "BIGINT", f"{name}_team_id": "VARCHAR"}
    if kind in {"team", "place"}:
        return {name: "VARCHAR", f"{name}_teams": "VARCHAR[]", f"{name}_kind": "VARCHAR"}
    if kind == "shot":
        return {name: "VARCHAR", f"{name}_words": "VARCHAR"}
    if kind in {"ordinal", "day"}:
        return {name: "INTEGER"}
    return {name: "VARCHAR"}
