"""How exact a number claims to be: "nearly 20", "at least 15 points and eight assists"."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from factcheck.language.mentions import Mention


def add_hedge(
    words: Sequence[str], mention: Mention, hedges: Mapping[str, str], having: Collection[str]
) -> None:
    """Note how exact a number claims to be, by the one or two words before it, or its verb.

    Args:
        words: The document's tokens, normalised.
        mention: A number.
        hedges: What such words say of it.
        having: Verbs that hedges stand before: "nearly had 15 assists".
    """
    start = mention.start
    if start and words[start - 1] in having:
        start -= 1
    two = " ".join(words[max(0, start - 2) : start])
    one = words[start - 1] if start else ""
    mention.data["hedge"] = hedges.get(two) or hedges.get(one) or "exact"


def spread_bounds(words: Sequence[str], mentions: Mapping[int, Mention]) -> None:
    """Spread a bound: "at least 15 points, eight assists and five rebounds" bounds all three."""
    bound = -1
    for index in sorted(mentions):
        mention = mentions[index]
        if mention.kind == "statistic" and bound == index:
            bound = mention.end
        elif mention.kind != "number":
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
