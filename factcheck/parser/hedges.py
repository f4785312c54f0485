"""How exact a number claims to be: "nearly 20", "at least 15 points and eight assists"."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from factcheck.language.mentions import Mention
from factcheck.parser.number_words import NumberWords

_LONGEST = 3
"""Words of the longest hedge: "no fewer than"."""


def add_hedge(
    words: Sequence[str], mention: Mention, mentions: Mapping[int, Mention], cues: NumberWords
) -> None:
    """Note how exact a number claims to be, by the words before it, or its verb, or behind it.

    Where it is not told before, ``hedged`` tells where: ``behind`` it, or ``joined`` to it.

    Args:
        words: The document's tokens, normalised.
        mention: A number; "plus" behind it becomes part of it: "35-plus points".
        mentions: All mentions by first token, to see what it counts.
        cues: What such words say of it; verbs that they stand before, "nearly had 15 assists".
    """
    start = mention.start
    if start and words[start - 1] in cues.having:
        start -= 1
    before = (" ".join(words[start - size : start]) for size in range(min(start, _LONGEST), 0, -1))
    hedge = next((cues.hedges[said] for said in before if said in cues.hedges), "exact")
    if hedge == "exact":
        hedge = _behind(words, mention, mentions, cues)
    mention.data["hedge"] = hedge


def _behind(
    words: Sequence[str], mention: Mention, mentions: Mapping[int, Mention], cues: NumberWords
) -> str:
    """ "35-plus points", "35 or more", "35 points or more", "35 or so"."""
    for size in (2, 1):
        joined = cues.hedges_joined.get(" ".join(words[mention.end : mention.end + size]))
        if joined is not None and mention.end not in mentions:
            mention.end += size
            mention.data["hedged"] = "joined"
            return joined
    counted = mentions.get(mention.end)
    ends = [mention.end]
    if counted is not None and counted.label == "statistic":
        ends.append(counted.end)
    for said in (" ".join(words[end : end + 2]) for end in ends):
        if said in cues.hedges_behind:
            mention.data["hedged"] = "behind"
            return cues.hedges_behind[said]
    return "exact"


def spread_bounds(words: Sequence[str], mentions: Mapping[int, Mention]) -> None:
    """Spread a bound: "at least 15 points, eight assists and five rebounds" bounds all three."""
    bound = -1
    for index in sorted(mentions):
        mention = mentions[index]
        if mention.label == "statistic" and bound == index:
            bound = mention.end
        elif mention.label != "number":
            continue
        elif mention.data["hedge"] == "at least":
            bound = mention.end
        elif bound >= 0 and mention.data["hedge"] == "exact" and _listed(words, bound, index):
            mention.data["hedge"] = "at least"
            bound = mention.end
        else:
            bound = -1


def _listed(words: Sequence[str], start: int, end: int) -> bool:
    between = words[start:end]
    return 0 < len(between) <= 2 and set(between) <= {",", "and"}
