"""What stands right beside a correction, made to fit: apostrophes, full stops, "home" and "road".

"[Cousins → McLemore]' fadeaway" becomes "McLemore's", "[Larry Nance Jr → Huertas]., who" loses
the full stop, and who does not "remain [home → road]" remains "on the road".
"""

from __future__ import annotations

from factcheck.fixing.draft import Draft
from factcheck.language.agreement import CLOSED

_APOSTROPHES = frozenset({"'", "’"})
_CROWDS = frozenset({"crowd", "audience"})
_OWNERS = frozenset({"their", "its", "his", "our", "the"})
_SHORTENED = ("jr", "sr")


def agree_around(draft: Draft, number: int, said: str) -> None:
    """Make signs and words next to a correction fit it.

    Args:
        draft: The text, the correction in it already.
        number: Which correction.
        said: The words that it replaced.
    """
    place = draft.marked[number]
    now = draft.pieces[place].text
    if now == said:
        return
    if now[:1].isupper():
        _agree_possessive(draft, number, said)
        _agree_full_stop(draft, number, said)
    elif said.lower() == "home" and now.lower() == "road":
        _take_the_road(draft, number)
    elif said.lower() == "road" and now.lower() == "home":
        after = draft.after(place)
        if after is not None and draft.pieces[after].text == "trip":
            draft.change(after, "stand", number)


def _agree_possessive(draft: Draft, number: int, said: str) -> None:
    """Write "McLemore's" for "Cousins'", and "the Lakers'" for "the Heat's"."""
    place = draft.marked[number]
    now, pieces = draft.pieces[place].text, draft.pieces
    sign = place + 1
    if sign < len(pieces) and pieces[sign].is_space:
        sign += 1
    if sign + 1 >= len(pieces) or pieces[sign].text not in _APOSTROPHES:
        return
    owned = pieces[sign + 1].text.lower() == "s"
    if not owned and said.endswith("s") and not now.endswith("s") and draft.after(sign) is not None:
        draft.change(sign, f"{pieces[sign].text}s", number)
    elif owned and now.endswith("s") and not said.endswith("s") and _is_team(draft, place):
        draft.change(sign + 1, "", number)


def _is_team(draft: Draft, place: int) -> bool:
    """Return whether "the" stands before a name: that of a team, which is a plural."""
    before = draft.before(place)
    return before is not None and draft.pieces[before].text.lower() == "the"


def _agree_full_stop(draft: Draft, number: int, said: str) -> None:
    """Keep one full stop after "Jr.", and none that belonged to it alone."""
    place = draft.marked[number]
    now = draft.pieces[place].text
    if place + 1 >= len(draft.pieces) or draft.pieces[place + 1].text != ".":
        return
    if now.endswith("."):
        draft.change(place, now.removesuffix("."), number)
    elif said.lower().endswith(_SHORTENED) and not _ends_sentence(draft, place + 1):
        draft.change(place + 1, "", number)


def _ends_sentence(draft: Draft, stop: int) -> bool:
    """Return whether nothing but a capital or the end comes after a full stop."""
    rest = [piece.text for piece in draft.pieces[stop + 1 : stop + 3]]
    if not rest:
        return True
    return not rest[0].strip() and (len(rest) == 1 or rest[1][:1].isupper())


def _take_the_road(draft: Draft, number: int) -> None:
    """Write "remain on the road" for "remain home", and "a road crowd" for "their home crowd"."""
    place = draft.marked[number]
    after, before = draft.after(place), draft.before(place)
    noun = "" if after is None else draft.pieces[after].text.lower()
    if after is None or noun in CLOSED:
        returning = before is not None and draft.pieces[before].text.lower().startswith("return")
        draft.change(place, "to the road" if returning else "on the road", number)
    elif noun in _CROWDS and before is not None and draft.pieces[before].text.lower() in _OWNERS:
        draft.change(before, "a", number)
