"""Expressions of SQL as Python's source over ``r``, the rows at hand: NULL is None.

An expression within another is text within its text, so that a condition or a result of a query
is one function, whatever it is made of.

    number > line.pts      (None if (t1_0 := r[1][4]) is None or (t1_1 := r[2][9]) is None
                            else t1_0 > t1_1)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Any

from factcheck.evaluation.values import Value

Rows = list[Any]
"""The current row of each relation of a statement, by slot; slot 0 is the run."""

Expression = Callable[[Rows], Value]

_LONGEST = 1500
"""Characters of source up to which an expression stands within another; Python's parser allows
two hundred brackets within each other."""

_COMPUTED = "SQL computed in memory"


@dataclass(frozen=True, slots=True)
class Code:
    """The source of an expression.

    Args:
        text: What it comes to, in brackets where it needs them.
        depth: How many expressions that put values aside it holds within each other; those of
            one depth never need theirs at the same time.
        certain: Whether it is never NULL.
        test: Whether it is true, where NULL need not be told from false.
    """

    text: str
    depth: int = 0
    certain: bool = False
    test: str | None = None

    @property
    def truth(self) -> str:
        """The source of whether it is true."""
        return self.test or self.text


NULL = Code("None")


class Namespace:
    """Makes functions of the source of one statement; knows the values that it names."""

    def __init__(self) -> None:
        self._values: dict[str, Any] = {}
        self._names: dict[int, str] = {}
        self._functions: dict[str, Callable[..., Any]] = {}

    def name(self, value: object) -> str:
        """Return the name by which source finds a value."""
        known = self._names.get(id(value))
        if known is None:
            known = self._names[id(value)] = f"v{len(self._values)}"
            self._values[known] = value
        return known

    def compiled(self, text: str) -> Callable[..., Any]:
        """Return the function that a ``lambda`` stands for."""
        if text not in self._functions:
            # The text is made here, of a rule's SQL; its constants are written by repr().
            code = compile(text, _COMPUTED, "eval")
            self._functions[text] = eval(code, self._values)
        return self._functions[text]

    def value(self, code: Code) -> Expression:
        """Return the function that computes an expression."""
        return self.compiled(f"lambda r: {code.text}")

    def test(self, codes: Sequence[Code]) -> Expression | None:
        """Return the function that tells whether all of some conditions are true; None of none."""
        if not codes:
            return None
        return self.compiled(f"lambda r: {' and '.join(code.truth for code in codes)}")

    def together(self, codes: Iterable[Code]) -> Expression:
        """Return the function that computes a tuple of expressions."""
        return self.compiled(f"lambda r: ({''.join(code.text + ', ' for code in codes)})")

    def in_turn(self, codes: Iterable[Code], slot: int) -> Expression:
        """Return the function that appends expressions to the list that stands in a slot."""
        texts = "".join(f"p({code.text}), " for code in codes)
        return self.compiled(f"lambda r: (p := r[{slot}].append, {texts})")

    def bounded(self, place: int, sign: str) -> Callable[..., Any]:
        """Return the function that keeps the rows whose column compares with a value."""
        return self.compiled(
            f"lambda rows, value: [row for row in rows "
            f"if (own := row[{place}]) is not None and own {sign} value]"
        )

    def short(self, code: Code) -> Code:
        """Return an expression as the call of its function, if its source is long."""
        if len(code.text) <= _LONGEST and len(code.truth) <= _LONGEST:
            return code
        return self.call(self.value(code), certain=code.certain)

    def call(self, function: Expression, *, certain: bool = False) -> Code:
        """Return the call of a function of the rows."""
        return Code(f"{self.name(function)}(r)", certain=certain)

    def constant(self, value: Value) -> Code:
        """Return a constant."""
        plain = value is None or isinstance(value, str | int)
        if plain or (isinstance(value, float) and isfinite(value)):
            return Code(repr(value), certain=value is not None)
        return Code(self.name(value), certain=True)

    def applied(self, function: Callable[..., Value]) -> Callable[..., str]:
        """Return what writes the call of a function with arguments."""
        name = self.name(function)
        return lambda *arguments: f"{name}({', '.join(arguments)})"


def column(slot: int, place: int) -> Code:
    """Return a column of a row at hand."""
    return Code(f"r[{slot}][{place}]")


def strict(write: Callable[..., str], arguments: Sequence[Code], *, certain: bool = False) -> Code:
    """Return what is NULL where an argument is.

    Args:
        write: Writes it from the sources of its arguments.
        arguments: The arguments.
        certain: Whether it is never NULL otherwise.
    """
    depth = _depth(arguments) + 1
    held, given = [], []
    for number, argument in enumerate(arguments):
        if argument.certain:
            given.append(argument.text)
        else:
            given.append(f"t{depth}_{number}")
            held.append(f"({given[-1]} := {argument.text})")
    written = write(*given)
    if not held:
        return Code(written, depth, certain=certain)
    unknown = " or ".join(f"{one} is None" for one in held)
    known = " and ".join(f"{one} is not None" for one in held)
    return Code(f"(None if {unknown} else {written})", depth, test=f"({known} and {written})")


def compared(sign: str, left: Code, right: Code) -> Code:
    """Return a comparison."""
    found = strict(lambda one, other: f"({one} {sign} {other})", (left, right), certain=True)
    if sign == "==" and not found.certain:
        # A NULL on one side equals nothing that is known.
        test = f"({left.text} == {right.text})"
        if not (left.certain or right.certain):
            held = f"t{found.depth}_0"
            test = f"(({held} := {left.text}) is not None and {held} == {right.text})"
        return Code(found.text, found.depth, test=test)
    return found


def negated(code: Code) -> Code:
    """Return ``NOT`` of an expression."""
    return strict(lambda one: f"(not {one})", (code,), certain=True)


def distinct(left: Code, right: Code, *, equal: bool) -> Code:
    """Return ``IS [NOT] DISTINCT FROM``."""
    sign = "==" if equal else "!="
    return Code(f"({left.text} {sign} {right.text})", _depth((left, right)), certain=True)


def is_null(code: Code, *, known: bool) -> Code:
    """Return ``IS NULL``, or whether it is not."""
    if code.certain:
        return Code(repr(known), certain=True)
    negation = " not" if known else ""
    return Code(f"({code.text} is{negation} None)", code.depth, certain=True)


def choose(when: Code, then: Code, other: Code) -> Code:
    """Return ``if(when, then, other)``."""
    return Code(
        f"({then.text} if {when.truth} else {other.text})",
        _depth((when, then, other)),
        certain=then.certain and other.certain,
        test=f"({then.truth} if {when.truth} else {other.truth})",
    )


def both(left: Code, right: Code) -> Code:
    """Return ``left AND right``."""
    return _joined(left, right, "and", settled=False)


def either(left: Code, right: Code) -> Code:
    """Return ``left OR right``."""
    return _joined(left, right, "or", settled=True)


def _joined(left: Code, right: Code, word: str, *, settled: bool) -> Code:
    depth = _depth((left, right)) + 1
    test = f"({left.truth} {word} {right.truth})"
    one, other = f"t{depth}_0", f"t{depth}_1"
    return Code(
        f"({settled} if ({one} := {left.text}) is {settled} or ({other} := {right.text}) "
        f"is {settled} else None if {one} is None or {other} is None "
        f"else bool({one} {word} {other}))",
        depth,
        certain=left.certain and right.certain,
        test=test,
    )


def coalesce(children: Sequence[Code]) -> Code:
    """Return the first value that is not NULL."""
    depth = _depth(children) + 1
    certain = next((n for n, child in enumerate(children) if child.certain), None)
    if certain is not None:
        children = children[: certain + 1]
    *others, last = children
    held = [f"t{depth}_{number}" for number in range(len(others))]
    firsts = "".join(
        f"{one} if ({one} := {child.text}) is not None else "
        for one, child in zip(held, others, strict=True)
    )
    test = f"({firsts}{last.truth})"
    if len(others) == 1 and last.text == "False":
        test = others[0].truth
    return Code(f"({firsts}{last.text})", depth, certain=last.certain, test=test)


def field(struct: Code, name: str) -> Code:
    """Return a field of a struct."""
    return strict(lambda one: f"{one}[{name!r}]", (struct,))


def struct(names: Sequence[str], values: Sequence[Code]) -> Code:
    """Return a struct of values."""
    fields = zip(names, values, strict=True)
    text = ", ".join(f"{name!r}: {value.text}" for name, value in fields)
    return Code(f"{{{text}}}", _depth(values), certain=True)


def called(write: Callable[..., str], arguments: Sequence[Code], *, certain: bool = False) -> Code:
    """Return what sees the NULLs among its arguments."""
    written = write(*(one.text for one in arguments))
    return Code(written, _depth(arguments), certain=certain)


def contained(value: Code, name: str) -> Code:
    """Return whether a value is among known ones, which a name stands for."""
    found = strict(lambda one: f"({one} in {name})", (value,), certain=True)
    return Code(found.text, found.depth, found.certain, f"({value.text} in {name})")


def _depth(codes: Iterable[Code]) -> int:
    return max((code.depth for code in codes), default=0)
