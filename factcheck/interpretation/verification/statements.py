"""What a rule's SQL reads, told from its text: columns of its claims and rows of which games.

A knowledge base has hundreds of thousands of rows, the games at hand some hundred. A
statement that reads no row of another game may run over these alone. It reads none if each
relation with a ``game_id`` is joined on it right where it is named::

    FROM claim JOIN game USING (game_id)
    JOIN player_stat AS made ON made.game_id = claim.game_id AND …
    FROM next_game WHERE next_game.game_id = claim.game_id
    FROM leader WHERE game_id IN (SELECT game_id FROM claim)

Whatever is written otherwise counts as reading all games: slower, and right as well.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cache

_LEADING = re.compile(r"\A(?:\s|--[^\n]*\n)*(with\s)?", re.IGNORECASE)
_WORD = re.compile(r"\w+")
_HIDDEN = re.compile(r"--[^\n]*|'[^']*'")
_BRACKETS = re.compile(r"\([^()]*\)")
# SQL that takes columns without naming them, anywhere or outside of brackets.
_UNNAMED = re.compile(r"\b(natural|pivot|unpivot|columns)\b", re.IGNORECASE)
_UNNAMED_RESULT = re.compile(r"(\b(select|distinct|all)|[,.])\s*\*|\A\s*from\b", re.IGNORECASE)

_ALIAS = (
    r"(?:\s+(?:as\s+)?(?!(?:on|using|where|join|left|right|full|inner|cross|semi|anti|asof|natural"
    r"|positional|group|order|having|qualify|limit|offset|union|intersect|except|window|sample"
    r"|select|tablesample|as)\b)(\w+))?"
)
_PLACE = re.compile(
    r"\b(select|from|join|on|using|where|by|having|qualify|values)\b", re.IGNORECASE
)
_OF_CLAIMS = re.compile(r"\bfrom\s+claim\s+(?:(?:left|inner|semi|anti|full)\s+)*(?:outer\s+)?\Z")
_NAMED = re.compile(r"(\bfrom|\bjoin|,)\s*\"?\b(\w+)\b\"?(?!\s*[.(])")
_ALIASED = re.compile(_ALIAS)
_OWN_GAME = re.compile(r"\s*(?:on|where)\s*\(*(?:(\w+)\.)?game_id\b")
_GAMES_OF_CLAIMS = re.compile(r"\s+in\s*\(\s*select\s+(?:claim\.)?game_id\s+from\s+claim\s*\)")
_SAME_GAME = re.compile(r"\s*=\s*(\w+)\.game_id\b")
_SAME_VALUE = re.compile(r"\s*=\s*(\w+)\b(?!\.)")
_GAME_COLUMN = re.compile(r"(?<=\s)game_id\b")
_SOURCE = re.compile(r"[\w.\])]*\Z")
_LONGEST_SOURCE = 100
_BEFORE_COLUMN = {
    "select", "distinct", "all", "by", "on", "where", "and", "or", "not", "when", "then", "else",
    "having", "in", "case", "filter", "exclude", "using",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Definition:
    """A macro or view that statements may name.

    Args:
        parameters: A macro's parameters.
        sql: What it stands for.
    """

    parameters: tuple[str, ...]
    sql: str


@dataclass(frozen=True, slots=True)
class Reading:
    """The relations by game that a statement reads.

    Args:
        relations: All of them.
        narrow: Those of which it reads only rows of its claims' games.
    """

    relations: frozenset[str]
    narrow: frozenset[str]


def over_claims(sql: str, types: Mapping[str, str]) -> tuple[str, tuple[str, ...]]:
    """Put the relation ``claim`` before a rule's SQL.

    Args:
        sql: One statement over ``claim``.
        types: The columns of a claim with their SQL types.

    Returns:
        The statement, and the columns of claims that it reads: its parameters are a list of
        values for each of them, in this order.
    """
    if _names_its_columns(sql):
        # Every column of a claim costs time to plan, and most rules name a few.
        words = set(_WORD.findall(sql.lower()))
        types = {n: t for n, t in types.items() if n == "id" or n.lower() in words}
    columns = ", ".join(
        f'unnest(${number}::{type}[]) AS "{name}"'
        for number, (name, type) in enumerate(types.items(), start=1)
    )
    match = _LEADING.match(sql)
    assert match is not None
    joint = ", " if match[1] else " "
    return f"WITH claim AS (SELECT {columns}){joint}{sql[match.end() :]}", tuple(types)


def reading(sql: str, relations: Collection[str], definitions: Mapping[str, Definition]) -> Reading:
    """Tell which relations a statement reads, and of which only its claims' games.

    Args:
        sql: The statement.
        relations: The relations that have a ``game_id``.
        definitions: Macros and views that it may name.
    """
    text = _HIDDEN.sub(" ", sql).lower()
    relations = frozenset(relations)
    found = [*_references(text, relations), *_defined(text, relations, definitions)]
    everything = frozenset(name for name, _ in found)
    if all(tie for _, tie in found) and not _renames(text):
        return Reading(everything, everything)
    # A relation may be joined to one of another game; only the claim itself is safe.
    loose = {name for name, tie in found if tie != "claim"}
    return Reading(everything, everything - loose)


def _references(
    text: str, relations: Collection[str], parameters: Collection[str] = ()
) -> Iterator[tuple[str, str | None]]:
    """Yield each relation where it is named, and whose ``game_id`` its own must equal there.

    That is ``claim``, another relation or a parameter, or None if it may be any.
    """
    for match in _NAMED.finditer(text):
        name = match[2]
        if name not in relations:
            continue
        aliased = _ALIASED.match(text, match.end())
        assert aliased is not None
        before, after = text[: match.start()], text[aliased.end() :]
        if match[1] == ",":
            places = _PLACE.findall(before)
            if places and places[-1] in {"from", "join", "on", "using"}:
                yield name, None
            continue
        yield name, _tie(aliased[1] or name, before, after, parameters)


@cache
def _references_of(
    definition: Definition, relations: frozenset[str]
) -> tuple[tuple[str, str | None], ...]:
    """Return what a macro or view names itself, as :func:`_references` does."""
    return tuple(_references(definition.sql.lower(), relations, definition.parameters))


@cache
def _words_of(definition: Definition) -> frozenset[str]:
    return frozenset(_WORD.findall(definition.sql.lower()))


def _tie(alias: str, before: str, after: str, parameters: Collection[str]) -> str | None:
    if re.match(r"\s*using\s*\([^)]*\bgame_id\b", after):
        return "claim" if _OF_CLAIMS.search(before) else "other"
    own = _OWN_GAME.match(after)
    if own is None:
        return None
    named, rest = own[1], after[own.end() :]
    if named in {None, alias}:
        if _GAMES_OF_CLAIMS.match(rest):
            return "claim"
        match = _SAME_GAME.match(rest)
        if match and match[1] != alias:
            return "claim" if match[1] == "claim" else "other"
        match = _SAME_VALUE.match(rest)
        return match[1] if match and match[1] in parameters else None
    match = _SAME_GAME.match(rest)
    if match is None or match[1] != alias:
        return None
    return "claim" if named == "claim" else "other"


def _defined(
    text: str, relations: frozenset[str], definitions: Mapping[str, Definition]
) -> Iterator[tuple[str, str | None]]:
    """Yield what macros and views read that a text names, as :func:`_references` does."""
    for name in definitions.keys() & set(_WORD.findall(text)):
        definition = definitions[name]
        for inner in _reached(definition, definitions, {name}):
            yield from ((relation, None) for relation, _ in _references_of(inner, relations))
        for relation, tie in _references_of(definition, relations):
            if tie is None or tie not in definition.parameters:
                yield relation, None
            else:
                yield from ((relation, given) for given in _given(text, name))


def _reached(
    definition: Definition, definitions: Mapping[str, Definition], without: set[str]
) -> Iterator[Definition]:
    """Yield the macros and views that one names, and those that these name."""
    for name in (definitions.keys() & _words_of(definition)) - without:
        without.add(name)
        yield definitions[name]
        yield from _reached(definitions[name], definitions, without)


def _given(text: str, macro: str) -> Iterator[str | None]:
    """Yield whose ``game_id`` each call of a macro is given."""
    for match in re.finditer(rf"\b{macro}\s*\(", text):
        depth, end = 1, match.end()
        while depth and end < len(text):
            depth += {"(": 1, ")": -1}.get(text[end], 0)
            end += 1
        given = re.search(r"(?:\A|,)\s*(?:(\w+)\.)?game_id\s*(?:,|\Z)", text[match.end() : end - 1])
        yield None if given is None else "claim" if given[1] == "claim" else "other"


def _renames(text: str) -> bool:
    """Tell whether another column becomes a ``game_id``."""
    for match in _GAME_COLUMN.finditer(text):
        source, rest = _last(text, match.start())
        if source == "as":
            source = _last(text, rest)[0] or source
        if source and not source.endswith(("game_id", ".")) and source not in _BEFORE_COLUMN:
            return True
    return False


def _last(text: str, end: int) -> tuple[str, int]:
    """Return what stands before a place, as a column or a closing bracket, and where it begins."""
    before = text[max(0, end - _LONGEST_SOURCE) : end].rstrip()
    if len(before) == end - max(0, end - _LONGEST_SOURCE):
        return "", end
    match = _SOURCE.search(before)
    found = match[0] if match else ""
    return found, max(0, end - _LONGEST_SOURCE) + len(before) - len(found)


def _names_its_columns(sql: str) -> bool:
    """Tell whether columns that a statement does not name cannot make a difference to it.

    A star in brackets hands columns on to the statement around it, which has to name those
    that it wants.
    """
    result = _HIDDEN.sub(" ", sql)
    if _UNNAMED.search(result):
        return False
    while result != (outer := _BRACKETS.sub(" ", result)):
        result = outer
    return not _UNNAMED_RESULT.search(result)
