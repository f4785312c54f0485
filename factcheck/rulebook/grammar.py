r"""The grammar of patterns: from their text to regular expressions over a sentence's units.

A pattern is a row of elements separated by white space:

==========================  ==========================================================
``word``                    that word, in any case
``~verb``                   any inflection of a verb or noun
``<a b | c | ~d>``          one of several rows of elements
``name:<a | b>``            the same, and the matched words can be marked as ``name``
``name:<x: a | y: b>``      the same, and ``name`` has the value ``x`` or ``y``
``{player}``                a mention with that label, in a slot called after it
``{scorer:player}``         the same in a slot called ``scorer``
``{statistic=PTS|REB}``     only with one of these values
``{player|team}``           one of several labels
``@bench``                  a group of the vocabulary
``...`` ``...8``            up to 4 (8) units, not across "while", "but" or a semicolon
``!element``                what may not follow here
``&<a | b>``                what must follow here, without being part of the match
``^!<a | b>``               words and mentions that may not stand right before
``element?``                an element that may be missing
``^`` ``$``                 the beginning and the end of the sentence
==========================  ==========================================================

spaCy's own Matcher has no alternatives of several words, no named captures and
returns every sub-match of an optional element; compiled regular expressions have
all three, and match a sentence in a few microseconds.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache

from factcheck.errors import RuleError
from factcheck.language.english import inflections, number_value, ordinal_value
from factcheck.language.mentions import LABELS, SEPARATOR, label_part, normalise
from factcheck.language.tokenizer import tokenize
from factcheck.rulebook import openings
from factcheck.rulebook.look_behind import SLOT, not_behind
from factcheck.rulebook.openings import NOTHING, Opening, either, joined

_WORD = re.compile(r"[^\s<>|{}@!?]+")
_LABEL = re.compile(r"(\w+):(?=[<@])")
_VALUE = re.compile(r"\s*([\w-]+):(?=\s)")
_GAP = re.compile(r"\.\.\.(\d+)?$")
_GROUP = re.compile(r"@(\w+)")
_NOT_BEHIND = re.compile(r"\.\.\.|[!&^$]|\w[?]|\w:[<@\s]")
_NO_LABEL = re.compile(r"[a-z]\w*:")
_GAP_UNITS = 4
_BARRIERS = ("while", "but", ";", ".", "whereas", "although")
_END = rf"(?![^{SEPARATOR}])"
"""The end of a unit."""
GAP = rf"(?:{SEPARATOR}(?!(?:{'|'.join(map(re.escape, _BARRIERS))}){_END})"
"""How the expression of a gap begins."""


@dataclass(slots=True)
class Compiled:
    """A piece of a pattern: its expression and what a sentence must hold for it to match.

    Of each set of ``required`` a sentence must have one among its ``parts``. ``size`` is the
    least number of units it takes, ``opening`` tells what the first ones are. Where it is one
    unit and no more than one of some words, ``words`` are these.
    """

    regex: str
    size: int = 0
    required: list[frozenset[str]] = field(default_factory=list)
    opening: Opening = field(default_factory=lambda: NOTHING)
    words: frozenset[str] = frozenset()

    def add(self, element: Compiled) -> None:
        """Append an element."""
        self.opening = joined(self.opening, element.opening)
        self.words = frozenset() if self.regex else element.words
        # Where a unit begins, the one before it has ended.
        if element.regex.startswith(SEPARATOR):
            self.regex = self.regex.removesuffix(_END)
        self.regex += element.regex
        self.size += element.size
        self.required += element.required


class PatternParser:
    """A recursive-descent parser of one pattern."""

    def __init__(
        self,
        source: str,
        groups: Mapping[str, str],
        is_mention: Callable[[str], str | None] | None,
        within: tuple[str, ...] = (),
        label: str | None = None,
    ) -> None:
        self.source = source
        self.position = 0
        self.groups = groups
        self.within = within
        # Of the group that is read: "how:@results".
        self.label = label
        self.is_mention = is_mention
        self.slots: dict[str, str] = {}
        self.labels: list[str] = []
        self.aliases: dict[str, str] = {}

    def error(self, message: str) -> RuleError:
        return RuleError(f"pattern {self.source!r}, character {self.position + 1}: {message}")

    def parse(self) -> Compiled:
        compiled = self.everything()
        if compiled.size == 0:
            raise self.error("the pattern is empty, or all of it may be missing")
        return compiled

    def everything(self) -> Compiled:
        compiled = self.row(closing=False)
        if self.position < len(self.source):
            raise self.error(f"unexpected {self.source[self.position]!r}")
        return compiled

    def row(self, *, closing: bool) -> Compiled:
        """Parse elements up to the end, or up to ``|`` or ``>``."""
        result = Compiled("")
        literals: list[str] = []
        while True:
            while self.position < len(self.source) and self.source[self.position].isspace():
                self.position += 1
            if self.position >= len(self.source):
                if closing:
                    raise self.error("a '<' is not closed")
                break
            if self.source[self.position] in "|>":
                break
            start = self.position
            element = self.element()
            literal = self.source[start : self.position]
            if _WORD.fullmatch(literal) and literal[0] not in "~^$" and not _GAP.match(literal):
                literals.append(literal)
            else:
                self.check_literals(literals)
                literals = []
            result.add(element)
        self.check_literals(literals)
        return result

    def check_literals(self, literals: list[str]) -> None:
        if literals and self.is_mention is not None:
            found = self.is_mention(" ".join(literals))
            if found:
                raise self.error(f"{found}; write that")

    def element(self) -> Compiled:
        character = self.source[self.position]
        if self.source.startswith("^!<", self.position):
            return self.not_after()
        if self.source.startswith("^!", self.position):
            raise self.error("words in '<' and '>' must follow '^!'")
        if character == "!":
            self.position += 1
            if not self.source[self.position : self.position + 1].strip():
                raise self.error("an element must follow '!'")
            inner = self.element()
            return Compiled(f"(?!{inner.regex})")
        if character == "&" and self.source[self.position + 1 : self.position + 2] in {"<", "@"}:
            self.position += 1
            inner = self.element()
            return Compiled(f"(?={inner.regex})", 0, inner.required)
        atom = self.atom()
        if self.source[self.position : self.position + 1] == "?":
            self.position += 1
            return Compiled(f"(?:{atom.regex})?", opening=either(NOTHING, atom.opening))
        return atom

    def not_after(self) -> Compiled:
        """Parse ``^!<a | b <c | d>>``."""
        end, depth = self.position + 2, 0
        while end < len(self.source):
            depth += {"<": 1, ">": -1}.get(self.source[end], 0)
            if not depth:
                break
            end += 1
        else:
            raise self.error("a '<' is not closed")
        rows = self.source[self.position + 3 : end]
        self.position = end + 1
        return Compiled(not_behind(self._written_out(rows)))

    def _written_out(self, rows: str, within: tuple[str, ...] = ()) -> str:
        """Return rows of a look-behind with the words of groups that they name."""

        def words_of(group: re.Match[str]) -> str:
            name = group[1]
            words = self.groups.get(name)
            if words is None:
                raise self.error(f"the vocabulary has no group @{name}")
            if name in within:
                raise self.error(f"the group @{name} contains itself")
            if _NOT_BEHIND.search(words):
                raise self.error(f"no look-behind may name @{name}, for it holds more than words")
            return f" {self._written_out(words, (*within, name))} "

        return _GROUP.sub(words_of, rows)

    def atom(self) -> Compiled:
        rest = self.source[self.position :]
        if rest[0] == "<":
            return self.alternatives(None)
        if label := _LABEL.match(rest):
            self.position += label.end()
            self.labels.append(label[1])
            if self.source[self.position] == "<":
                return self.alternatives(label[1])
            group = self.group(label[1])
            return replace(group, regex=f"(?P<{label[1]}>{group.regex})", words=frozenset())
        if rest[0] == "{":
            return self.slot()
        if rest[0] == "@":
            return self.group()
        word = _WORD.match(rest)
        if not word:
            raise self.error(f"unexpected {rest[0]!r}")
        if _NO_LABEL.match(word[0]):
            raise self.error("a label stands right before '<' or '@'")
        self.position += word.end()
        return self.word(word[0])

    def word(self, word: str) -> Compiled:
        if word == "^":
            return Compiled("^")
        if word == "$":
            return Compiled(rf"(?:{SEPARATOR}[.!?])*$")
        if gap := _GAP.match(word):
            units = int(gap[1] or _GAP_UNITS)
            return Compiled(_gap(units), opening=openings.gap(units))
        if word.startswith("~"):
            parts = word[1:].split("-")
            forms = inflections(parts[0]) if parts[0] else frozenset({"-"})
            if len(parts) == 1:
                return _one_of(forms)
            row = [_one_of(frozenset({p})) for p in " - ".join(parts[:-1]).split()]
            row += [_one_of(frozenset({"-"})), _one_of(inflections(parts[-1]))]
            return _joined(row)
        return _joined([_one_of(frozenset({token})) for token in _tokens(word)])

    def alternatives(self, label: str | None) -> Compiled:
        self.position += 1
        # A value within is the nearest label's, in alternatives and groups however deep.
        outer, self.label = self.label, label or self.label
        rows = [self.alternative()]
        while self.source[self.position] == "|":
            self.position += 1
            rows.append(self.alternative())
        self.label = outer
        self.position += 1
        rows = _merged(rows)
        if len(rows) == 1 and not label:
            return rows[0]
        regex = "|".join(row.regex for row in rows)
        name = f"?P<{label}>" if label else "?:"
        # One of the rarest parts of each row is needed, one of the next rarest, and so on.
        ranked = [sorted(row.required, key=rarity, reverse=True) for row in rows]
        required: list[frozenset[str]] = [
            frozenset().union(*parts) for parts in zip(*ranked, strict=False)
        ]
        opening = either(*(row.opening for row in rows))
        return Compiled(f"({name}{regex})", min(row.size for row in rows), required, opening)

    def alternative(self) -> Compiled:
        """Parse one of several rows, perhaps with the value that it gives to the label."""
        value = _VALUE.match(self.source, self.position)
        if value is None:
            return self.row(closing=True)
        self.position = value.end()
        row = self.row(closing=True)
        if row.size == 0:
            raise self.error(f"nothing stands behind the value {value[1]}")
        if self.label is None and self.within:
            # A group that has no label here.
            return row
        if self.label is None:
            raise self.error(f"the value {value[1]} stands in alternatives without a label")
        group = f"{self.label}__{len(self.aliases)}"
        self.aliases[group] = f"{self.label}={value[1]}"
        return replace(row, regex=f"(?P<{group}>{row.regex})", words=frozenset())

    def slot(self) -> Compiled:
        match = SLOT.match(self.source, self.position)
        if not match:
            raise self.error("a slot is written {label}, {name:label} or {label=VALUE|VALUE}")
        labels = match[2].split("|")
        for label in labels:
            if label not in LABELS:
                raise self.error(f"there are no mentions labelled {label}, but {', '.join(LABELS)}")
        self.position = match.end()
        name = match[1] or match[2].replace("|", "_")
        value = "[^}]*"
        parts = {label_part(label) for label in labels}
        if match[3]:
            values = match[3].split("|")
            value = "(?:" + "|".join(map(re.escape, values)) + ")"
            parts = {label_part(label, option) for label in labels for option in values}
        # One slot may stand in several alternatives; a regular expression's group may not.
        group = f"{name}__{len(self.aliases)}" if name in self.slots else name
        self.aliases[group] = name
        self.slots[name] = match[2]
        regex = rf"{SEPARATOR}(?P<{group}>\{{(?:{'|'.join(labels)}):\d+:{value}\}})"
        return Compiled(regex, 1, [frozenset(parts)], openings.unit(frozenset(parts)))

    def group(self, label: str | None = None) -> Compiled:
        word = _WORD.match(self.source, self.position + 1)
        name = word[0] if word else ""
        if name not in self.groups:
            raise self.error(f"the vocabulary has no group @{name}")
        self.position += 1 + len(name)
        if name in self.within:
            raise self.error(f"the group @{name} contains itself")
        inner = PatternParser(
            self.groups[name], self.groups, self.is_mention, (*self.within, name),
            label or self.label,
        )  # fmt: skip
        # Slots of the group must not take the names of groups already in the expression.
        inner.slots, inner.aliases, inner.labels = self.slots, self.aliases, self.labels
        compiled = inner.everything()
        return replace(compiled, regex=f"(?:{compiled.regex})")


@cache
def _tokens(word: str) -> tuple[str, ...]:
    """Return the tokens of a word of a pattern as sentences have them."""
    if word in {"'s", "n't", "'"}:
        return (word,)
    return tuple(normalise(token.text) for token in tokenize(word + " x")[:-1])


def _gap(units: int) -> str:
    return rf"{GAP}[^{SEPARATOR}]+){{0,{units}}}?"


def _one_of(forms: frozenset[str]) -> Compiled:
    """A unit that is one of some words; number words are units labelled number or ordinal."""
    regexes = []
    parts = set(forms)
    for form in sorted(forms):
        value = number_value(form)
        ordinal = ordinal_value(form)
        if value is not None:
            regexes.append(rf"\{{number:\d+:{value:g}\}}")
            parts.add(label_part("number", f"{value:g}"))
        if ordinal is not None:
            regexes.append(rf"\{{ordinal:\d+:{ordinal}\}}")
            parts.add(label_part("ordinal", ordinal))
        regexes.append(re.escape(form))
    body = regexes[0] if len(regexes) == 1 else f"(?:{'|'.join(regexes)})"
    opening = openings.unit(frozenset(parts))
    return Compiled(f"{SEPARATOR}{body}{_END}", 1, [frozenset(parts)], opening, forms)


def _merged(rows: Sequence[Compiled]) -> list[Compiled]:
    """Return alternatives, those of one word that follow each other as one."""
    merged: list[Compiled] = []
    for row in rows:
        if row.words and merged and merged[-1].words:
            merged[-1] = _one_of(merged[-1].words | row.words)
        else:
            merged.append(row)
    return merged


@cache
def rarity(parts: Iterable[str]) -> int:
    """Guess how seldom a sentence has one of some parts: long words and given values are rare."""

    def of(part: str) -> int:
        if not part.startswith("{"):
            return len(part)
        return 9 if ":" in part else 0

    return min(map(of, parts))


def _joined(row: list[Compiled]) -> Compiled:
    result = Compiled("")
    for part in row:
        result.add(part)
    return result
