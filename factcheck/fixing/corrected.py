"""A story with its corrections put in, and the words around them made to agree.

"a [steal → zero]" becomes "no steals", "an [18 → 8]-point lead" stays "an 8-point lead",
"[two → one] assists" becomes "one assist", "Gasol" becomes "Conley" and not "Mike Conley".
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from factcheck.fixing.draft import Draft
from factcheck.fixing.surroundings import agree_around
from factcheck.fixing.wording import fitted
from factcheck.language.agreement import (
    CLOSED,
    agreeing_verb,
    article,
    is_count,
    is_no_noun,
    like,
    plural,
    singular,
)
from factcheck.language.english import number_value
from factcheck.model import Mistake, Report

_ARTICLES = frozenset({"a", "an"})
_ONE = frozenset({"a", "an", "another"})
_NOUN_WITHIN = 4


@dataclass(frozen=True, slots=True)
class Edit:
    """A stretch of a story to replace, so that what is wrong there becomes right.

    Args:
        start: Offset of its first character in the story's text.
        end: Offset after its last.
        text: What to put there.
        mistakes: The mistakes that this mends; more than one where their words touch.
    """

    start: int
    end: int
    text: str
    mistakes: tuple[Mistake, ...]


def corrected_text(report: Report) -> str:
    """Return the story with all corrections put in; what has none stays as it is."""
    return put_in(report.story.text, edits_of(report))


def put_in(text: str, edits: Iterable[Edit]) -> str:
    """Return a text with edits made; they are in order and do not overlap."""
    position, parts = 0, []
    for edit in edits:
        parts += [text[position : edit.start], edit.text]
        position = edit.end
    return "".join([*parts, text[position:]])


def edits_of(report: Report) -> list[Edit]:
    """Return what to replace in a story, in order of the text; edits never overlap.

    Args:
        report: The checked story; mistakes without a correction need no edit.
    """
    text = report.story.text
    mistakes = [mistake for mistake in report.mistakes if mistake.correction is not None]
    draft = Draft(text, [(mistake.span.start, mistake.span.end) for mistake in mistakes])
    for number, mistake in enumerate(mistakes):
        said = mistake.span.text
        put_in = fitted(mistake.replacement or mistake.correction or "", said)
        draft.change(draft.marked[number], like(put_in, said), number)
    for number, mistake in enumerate(mistakes):
        _agree(draft, number, mistake)
    return [
        Edit(start, end, new, tuple(mistakes[number] for number in sorted(owners)))
        for start, end, new, owners in draft.changes()
    ]


def _agree(draft: Draft, number: int, mistake: Mistake) -> None:
    """Make the words around a correction agree with it."""
    place = draft.marked[number]
    old, new = mistake.span.text.lower(), (mistake.correction or "").lower()
    if number_value(new) is not None and not draft.is_joined(place):
        _agree_in_number(draft, number, place, old, new)
    agree_around(draft, number, mistake.span.text)
    before = draft.before(place)
    if before is not None and draft.pieces[before].text.lower() in _ARTICLES:
        draft.change(
            before, like(article(draft.pieces[place].text), draft.pieces[before].text), number
        )


def _agree_in_number(draft: Draft, number: int, place: int, old: str, new: str) -> None:
    """Make article, noun and verb agree with a count."""
    quantity = not is_count(old) and is_count(draft.pieces[place].text)
    if quantity:
        _drop_frame(draft, number, place)
    noun = _counted_noun(draft, place, one=old in _ONE or number_value(old) == 1)
    one = number_value(new) == 1
    if noun is not None:
        text = draft.pieces[noun].text
        draft.change(noun, singular(text) if one else plural(text), number)
        if new == "zero":
            draft.change(place, like("no", draft.pieces[place].text), number)
    elif new == "zero" and _word(draft, draft.after(place)) == "of":
        draft.change(place, like("none", draft.pieces[place].text), number)
    if (one or old in _ONE or number_value(old) == 1) and noun is not None:
        _agree_verbs(draft, number, place, noun, one=one)


def _drop_frame(draft: Draft, number: int, place: int) -> None:
    """Take "a" and "of" from around what was a noun: "a pair of steals" → "one steal"."""
    before, after = draft.before(place), draft.after(place)
    if before is not None and _word(draft, before) in _ARTICLES:
        draft.change(place, like(draft.pieces[place].text, draft.pieces[before].text), number)
        draft.remove(before, number)
    if after is not None and _word(draft, after) == "of":
        draft.remove(after, number)


def _counted_noun(draft: Draft, place: int, *, one: bool) -> int | None:
    """Return the noun that a number counts: after a few adjectives, before any closed word.

    Of a plural noun phrase it is the first word in the plural ("blocked shots"), of a
    singular one the last ("a blocked shot").
    """
    words: list[int] = []
    after = draft.after(place)
    while after is not None and len(words) < _NOUN_WITHIN:
        text = draft.pieces[after].text
        if text.lower() in CLOSED or not text.isalpha() or text[0].isupper():
            break
        if not one and singular(text) != text:
            return after
        words.append(after)
        after = draft.after(after)
    if not one:
        return None
    while len(words) > 1 and is_no_noun(draft.pieces[words[-1]].text):
        words.pop()
    return words[-1] if words else None


def _agree_verbs(draft: Draft, number: int, place: int, noun: int, *, one: bool) -> None:
    """Turn the verb after the noun, and the one after "there", to singular or plural."""
    before = draft.before(place)
    if before is not None and _word(draft, draft.before(before)) == "there":
        draft.change(before, agreeing_verb(draft.pieces[before].text, one=one), number)
    after = draft.after(noun)
    if after is not None and draft.pieces[place].owner == number and _starts_clause(draft, place):
        draft.change(after, agreeing_verb(draft.pieces[after].text, one=one), number)


def _starts_clause(draft: Draft, place: int) -> bool:
    """Return whether nothing but a sign or the text's start is before: a subject stands there."""
    before = draft.before(place)
    return before is None or _word(draft, before) in {"and", "but", "while", "as", "only", "that"}


def _word(draft: Draft, place: int | None) -> str:
    return "" if place is None else draft.pieces[place].text.lower()
