"""Subjects without a name that are somebody else than the man spoken of."""

from __future__ import annotations

from factcheck.parser.cues import ContextCues
from factcheck.parser.surroundings import Surroundings
from factcheck.parser.wordings import OtherSubjectWords

_LONGEST = 10
"""Units of a subject, at most."""
_MEN = 30
"""So many men two teams have, at most."""


def is_other_subject(around: Surroundings, cues: ContextCues, index: int) -> bool:
    """Return whether the verb at a unit tells of somebody else than the man spoken of.

    Example: "Irving scored 29; the other six who played had 30", "the man guarding him had 28" →
    not Irving's; "the guard had 28" → his.

    Args:
        around: The sentence's words.
        cues: The vocabulary's word lists.
        index: A unit.
    """
    if not _tells_a_deed(around, cues, index):
        return False
    words = cues.other_subjects
    first = index
    while first > 0 and around.norm(first - 1) not in words.boundaries:
        first -= 1
        if index - first > _LONGEST:
            return False
    end = index
    while end > first and (around.norm(end - 1) in words.adverbs or _is_adverb(around, end - 1)):
        end -= 1
    told = [around.norm(place) for place in range(first, end)]
    numbers = [place for place in range(first, end) if _counts(around, place)]
    kinds = {unit.mention.label for unit in around.units[first:end] if unit.mention is not None}
    if len(told) < 2 or kinds - {"number", "ordinal"} or told[-1] in words.own_subjects:
        return False
    if first in numbers:
        # "Six other men had 30", "two of them had 30".
        return not words.others.isdisjoint(told) or _is_plural(told, words)
    leading, rest = told[0], told[1:]
    if leading in words.indefinite:
        return any(word and word not in words.adverbs for word in rest)
    if leading in words.his:
        return not numbers and cues.things.isdisjoint(rest)
    if leading not in words.definite:
        return False
    told_by_him = not words.him.isdisjoint(rest[1:])
    others = not words.others.isdisjoint(rest) or bool(numbers)
    return told_by_him or others or _is_plural(rest, words)


def is_other_team(around: Surroundings, cues: ContextCues, index: int) -> bool:
    """Return whether the verb at a unit tells of the other team: "the other side had 39 boards"."""
    if not _tells_a_deed(around, cues, index):
        return False
    words, noun = cues.other_subjects, around.norm(index - 1)
    before = (around.norm(index - 2), around.norm(index - 3))
    if noun in words.opponents:
        return before[0] in words.of_team
    return noun in cues.team_nouns | words.teams and words.other_team.issuperset(before)


def _tells_a_deed(around: Surroundings, cues: ContextCues, index: int) -> bool:
    verb = around.norm(index)
    # No union of both: this is asked of every word.
    return verb in cues.deeds or verb in cues.acts


def _counts(around: Surroundings, index: int) -> bool:
    """Return whether a number of men stands at a unit: not "the 7-foot-1 man", "the 2015 pick"."""
    mention = around.units[index].mention
    return (
        mention is not None
        and mention.label == "number"
        and mention.data["value"] <= _MEN
        and "-" not in {around.norm(index - 1), around.norm(index + 1)}
    )


def _is_adverb(around: Surroundings, index: int) -> bool:
    return around.norm(index).endswith("ly")


def _is_plural(told: list[str], words: OtherSubjectWords) -> bool:
    """Return whether a noun phrase is of several: "the guys off the bench"."""
    head = ""
    for word in told:
        if word in words.behind_noun or word.endswith("ing"):
            break
        head = word or head
    plural = head.endswith("s") and not head.endswith("ss") and len(head) > 3
    return head in words.plural or (plural and head not in words.singular)
