"""Read bare numbers of one player: his points, his rebounds or assists, or all three."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from factcheck.interpretation.quantities.context import QuantityContext
from factcheck.interpretation.quantities.meanings import Meaning, Quantity
from factcheck.interpretation.quantities.noun_phrases import PhraseReader
from factcheck.interpretation.quantities.phrase_words import Complement, Phrase
from factcheck.interpretation.readings.costs import costs
from factcheck.knowledge.facts import ASSISTS, BLOCKS, GAME, POINTS, REBOUNDS, STEALS, Owner
from factcheck.language.english import GENITIVE
from factcheck.language.mentions import Mention, Unit

_MORE = 6
"""So many more rebounds than points make a line unlikely to begin with points."""
_BEFORE_LINE = {"with", ":", "at", "for", ".", "("}
_MADE_OF, _SEVERAL_TENS = {",", "of", "--", "-"}, {"double", "double-double"}
_COUNTED = {"number", "score"}
_HEADED = 2
"""Where numbers stand behind a name with a comma that a sentence begins with."""
_IN_LINES = {POINTS, REBOUNDS, ASSISTS}
"""What a line leaves out, as a rule."""
_LINES: dict[int, tuple[tuple[tuple[str, ...], int], ...]] = {
    2: (((POINTS, REBOUNDS), 0), ((POINTS, ASSISTS), 1)),
    3: (
        ((POINTS, REBOUNDS, ASSISTS), 0),
        ((POINTS, ASSISTS, REBOUNDS), 0),
        ((POINTS, REBOUNDS, BLOCKS), 1),
        ((POINTS, REBOUNDS, STEALS), 1),
        ((POINTS, ASSISTS, STEALS), 1),
    ),
}
"""What the numbers of a line count, in their order, with how many are likelier, by their number."""


def line_of(context: QuantityContext, place: int, phrase: Phrase) -> Quantity | None:
    """Return a quantity where a phrase is one of two or three such numbers.

    Example: "Cousins had 17 and 11": points and rebounds, or points and assists. Each number may
    be wrong where the others are right.

    Args:
        context: The sentence's phrases.
        place: Which of them.
        phrase: That phrase.
    """
    for first, line in _lines_with(context, place):
        owner = _owner(context, line)
        if owner is None:
            continue
        meanings = []
        for counted, rank in _LINES[len(line)]:
            told = [(owner, code, one.value) for code, one in zip(counted, line, strict=True)]
            _, code, _ = told.pop(place - first)
            meanings.append(
                Meaning((owner,), code, GAME, costs().rarer_line * rank, witnesses=tuple(told))
            )
        return Quantity("line", phrase, line[0].start, tuple(meanings))
    return None


def _lines_with(context: QuantityContext, place: int) -> Iterator[tuple[int, Sequence[Phrase]]]:
    """Yield the lists of three and of two bare numbers that a phrase is in, with their places."""
    for size in (3, 2):
        for first in range(max(0, place - size + 1), place + 1):
            line = context.phrases[first : first + size]
            if len(line) == size and _is_list(context, first, line):
                yield first, line


def _is_list(context: QuantityContext, first: int, line: Sequence[Phrase]) -> bool:
    """Return whether phrases are bare, with nothing but commas and an "and" in between."""
    reader = context.reader
    if not all(_is_bare(context, one) for one in line):
        return False
    if len(line) == 2:
        return adjoin(reader, *line) and not (
            first and adjoin(reader, context.phrases[first - 1], line[0])
        )
    one, two, three = line
    between = reader.codes[one.end : two.start], reader.codes[two.end : three.start]
    return between[0] == [","] and between[1] in (["and"], ["&"], [",", "and"])


def _owner(context: QuantityContext, line: Sequence[Phrase]) -> Owner | None:
    """Return the player whose points and rebounds bare numbers are."""
    start = line[0].start
    before = context.reader.norm(start - 1)
    led = (
        context.verb(start)
        or context.of_role(start)
        or context.given(start)
        # "A double-double, 20 and 12": what it was made of.
        or (before in _MADE_OF and context.reader.norm(start - 2) in _SEVERAL_TENS)
    )
    if before not in _BEFORE_LINE and not led:
        # "Tristan Thompson, 10 and 14.": the name that the sentence begins with.
        heads = before == "," and start == _HEADED
        name = context.reader.mention(start - 1 - (before in GENITIVE or heads))
        if name is None or name.label != "player":
            return None
    frame = context.frames[line[0].unit]
    if frame.subject != "player" or len(frame.players) != 1 or _names_statistic(context, line[0]):
        return None
    if any(context.frames[other.unit].players != frame.players for other in line):
        return None
    if any(other.value > line[0].value + _MORE for other in line[1:]):
        return None
    owner: Owner = frame.players[0].data["value"]
    return owner


def begins_list(context: QuantityContext, place: int) -> bool:
    """Return whether bare numbers follow a phrase that count different things.

    Example: "Plumlee's ten, nine and five".
    """
    if place + 1 >= len(context.phrases):
        return False
    one, two = context.phrases[place : place + 2]
    between = context.reader.codes[one.end : two.start]
    # "Scored seven, none after the break": none of the seven.
    return _is_bare(context, two) and two.value > 0 and between in ([","], ["and"], ["&"])


def begins_line(context: QuantityContext, place: int) -> bool:
    """Return whether a bare number and the next one are of one player: "24 and 12 from Love"."""
    one, two = context.phrases[place : place + 2]
    between = context.reader.codes[one.end : two.start]
    return _is_bare(context, one) and not two.nouns and between in ([","], ["and"], ["&"])


def _names_statistic(context: QuantityContext, phrase: Phrase) -> bool:
    """Return whether the sentence tells before a phrase what its numbers may count.

    Points told before leave a line as it is, and so do shooting lines, and the lines of others
    before one in brackets: "Parsons (22 points, five rebounds) and Chandler (14 and 12)".
    """
    usual = _IN_LINES if context.reader.norm(phrase.start - 1) == "(" else {POINTS}
    units = context.sentence.units[: phrase.unit]
    # "Harris had eight rebounds, Vucevic has 19 and 13": what was counted of others before.
    named = [place for place, unit in enumerate(units) if _label(unit.mention) == "player"]
    others = named[-1] if named and context.verb(phrase.start) else 0
    before = ""
    for place, unit in enumerate(units):
        kind, mention = _label(unit.mention), unit.mention
        if kind == "shot" and before not in {"shooting", *(_COUNTED if place < others else ())}:
            return True
        if kind == "statistic" and mention is not None and mention.value not in usual:
            counted = place < others and (before in _COUNTED or _heads_count(units, place))
            # "A rebound short of a double-double with 15 and nine".
            lacked = context.words.holds("doubts", context.reader.norm(place + 1))
            if not counted and not lacked:
                return True
        before = kind
    return False


def _label(mention: Mention | None) -> str:
    return mention.label if mention is not None else ""


def _heads_count(units: Sequence[Unit], place: int) -> bool:
    """Return whether a number is told right behind a statistic: "Bench points: 39-32"."""
    behind = units[place + 1 : place + 3]
    return len(behind) > 1 and behind[0].norm == ":" and _label(behind[1].mention) in _COUNTED


def _is_bare(context: QuantityContext, phrase: Phrase) -> bool:
    mention = context.reader.mention(phrase.unit)
    if mention is None or mention.data.get("form") == "noun":
        # "Barnes with 14 and a pair with 11": two others.
        return False
    if phrase.nouns or phrase.whole or not all(_changes_nothing(one) for one in phrase.complements):
        return False
    return phrase.closed or context.acts(phrase)


def _changes_nothing(complement: Complement) -> bool:
    """Return whether a complement leaves numbers bare: "20 and nine for Denver", "off the bench".

    It names whom a player plays for, or tells how he was used.
    """
    if complement.kind == "group" and complement.word == "used":
        return True
    teams = all(isinstance(owner, str) for owner in complement.value)
    return complement.kind == "owner" and complement.word == "for" and teams


def adjoin(reader: PhraseReader, one: Phrase, two: Phrase) -> bool:
    """Return whether nothing but "and" stands between two phrases."""
    between = reader.codes[one.end : two.start]
    return len(between) == 1 and between[0] in {"and", "&"}
