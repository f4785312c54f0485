"""Periods named by another: "Boston won the third. It scored 31 in the quarter"."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from factcheck.language.mentions import Mention
from factcheck.language.tokenizer import Token
from factcheck.parser.wordings import Words
from factcheck.rulebook.vocabulary import WordSets

AGAIN = "again"
"""In the data of a mention that points back to an earlier one."""

NEXT = {"Q1": "Q2", "Q2": "Q3", "H1": "Q3", "Q3": "Q4", "Q1-Q3": "Q4", "OT1": "OT2", "OT2": "OT3"}
"""The period after another part."""

_MEMORY = 3
"""How many sentences later "the quarter" still is the one that was named."""
_LAST = "Q4"
_HALVES = frozenset({"H1", "H2"})
_PERIODS = frozenset({"Q1", "Q2", "Q3", "Q4", "OT", "OT1", "OT2", "OT3", "OT4"})


@dataclass(frozen=True, slots=True)
class AgainWords(WordSets):
    """Words for a period that was named before, and words beside these."""

    table: ClassVar[str] = "again"

    period: Words
    pointing: Words
    inside: Words
    edges: Words
    next: Words
    same: Words
    itself: Words
    bound: Words
    last: Words
    one: Words
    entering: Words
    half_time: Words
    halves: Words
    at_half: Words


def find_again(
    words: Sequence[str],
    tokens: Sequence[Token],
    mentions: dict[int, Mention],
    cues: AgainWords,
) -> None:
    """Add mentions of the period named last, or the one after it, where a noun points to them.

    Args:
        words: The words of a story, normalised.
        tokens: Its tokens.
        mentions: What was found, by first token; added to.
        cues: Words for any one quarter, such as "frame", and words before them.
    """
    named, since = "", 0
    which = (0, 0)
    half: int | None = None
    index = 0
    while index < len(words):
        mention, sentence = mentions.get(index), tokens[index].sentence
        if mention is not None:
            # "No basket until the second quarter": what follows is told of the first.
            if mention.label == "period" and not cues.bound.intersection(words[index - 2 : index]):
                named, since, half = mention.value, sentence, None
                which = mention.parts.get("which", (mention.start, mention.end))
            index = mention.end
            continue
        if words[index] in cues.half_time or (
            words[index] in cues.halves and words[max(index - 2, 0)] in cues.at_half
        ):
            # "Up 61-59 at the break. Denver took the next period": the third.
            half = sentence
        elif (
            words[index] in cues.period
            and index
            and words[(pointing := index - 1 - (words[index - 1] in cues.same))] in cues.pointing
            and words[max(pointing - 1, 0)] in cues.inside
            and words[max(pointing - 2, 0)] not in cues.edges
            and named in _PERIODS
            and sentence - since <= _MEMORY
            and words[index + 1 : index + 2] not in (["of"], ["-"])
        ):
            mentions[index] = _pointing_back(index, named, which)
            since = sentence
        elif (
            words[index] in cues.itself
            and words[index - 1] == "in"
            and named in {*_PERIODS, *_HALVES}
            and sentence - since <= 1
            and (_counts(mentions, index - 2) or _counts(mentions, index - 3))
        ):
            mentions[index] = _pointing_back(index, named, which)
        elif (
            words[index] in cues.last
            and index
            and words[index - 1] in cues.pointing
            and not cues.one.isdisjoint(words[index + 1 : index + 2])
            and named
            and sentence - since <= 1
            and (
                words[max(index - 2, 0)] in cues.entering
                or _tells_score(words, mentions, index + 2)
            )
        ):
            # "Utah won three quarters before conceding the last one, 29-26".
            mention = Mention("period", index, index + 2, _LAST, {"value": _LAST})
            mention.parts["which"] = which = (index, index + 1)
            mentions.pop(index + 1, None)
            mentions[index] = mention
            named, since = _LAST, sentence
        elif (
            words[index] in cues.period
            and words[index - 1] in cues.next
            and words[max(index - 2, 0)] in cues.pointing
            and index - 1 not in mentions
            and (half is not None or named in NEXT)
            and sentence - (since if half is None else half) <= _MEMORY
        ):
            named, since, half = NEXT[named if half is None else "H1"], sentence, None
            mention = Mention("period", index - 1, index + 1, named, {"value": named})
            mention.parts["which"] = which = (index - 1, index)
            mentions[index - 1] = mention
        index += 1


def _pointing_back(index: int, named: str, which: tuple[int, int]) -> Mention:
    """Return a mention of a period named before: which one it is, the words there say."""
    data = {"value": named, AGAIN: True}
    return Mention("period", index, index + 1, named, data, {"which": which})


def _tells_score(words: Sequence[str], mentions: Mapping[int, Mention], index: int) -> bool:
    """Return whether a score follows, or by how much something was won: ", 29-26", "by 10"."""
    place = index + (words[index : index + 1] in ([","], ["by"]))
    mention = mentions.get(place)
    counted = {"score", "number"} if words[place - 1] == "by" else {"score"}
    return mention is not None and mention.label in counted


def _counts(mentions: Mapping[int, Mention], token: int) -> bool:
    """Return whether a token is a number or what it counts: "31", "31 points", "five times"."""
    return any(
        (mention := mentions.get(token)) is not None and mention.label == label
        for label in ("number", "statistic")
    )
