"""Ordinals that are quarters: "in the fourth", "through three"."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from factcheck.language.mentions import Mention
from factcheck.parser.number_pairs import NO_NOUN, ending_at

_FAR = 200
"""Tokens back to which an ordinal may follow another."""
_BEFORE_QUARTER = (
    "in", "into", "entering", "to", "of", "during", "through", "for", "over", "owned", "won",
    "dominated", "controlled", "took", "opened", "began", "finished", "closed",
)  # fmt: skip
_IN_QUARTER = {f"{word} the" for word in _BEFORE_QUARTER}
_CLOCK = {
    "left", "remaining", "play", "go", "mark", "gone", "early", "midway", "late", "halfway",
    "minutes", "minute", "seconds", "end", "start", "beginning", "stages", "moments", "clock",
}  # fmt: skip
# "Late in the second game of a back-to-back", "early in the first meeting".
_OTHER_ORDINALS = {
    "game", "meeting", "matchup", "contest", "night", "half", "leg", "overtime", "extra", "ot",
    "round", "month", "week", "season", "year", "time", "straight", "consecutive", "of", "-",
    "session",
}  # fmt: skip
_OF_QUARTER = {
    "belonged", "was", "began", "brought", "opened", "started", "ended", "closed", "saw", "went",
}  # fmt: skip


def find_quarters(words: Sequence[str], mentions: dict[int, Mention]) -> None:
    """Read "in the fourth" and "through three" as quarters where no noun follows."""
    for index, mention in list(mentions.items()):
        after = words[mention.end] if mention.end < len(words) else "."
        before = " ".join(words[max(0, index - 2) : index])
        value = mention.data.get("value")
        is_quarter = mention.kind == "ordinal" and value in {1, 2, 3, 4}
        next_one = mentions.get(mention.end + (after == ","))
        scored = next_one is not None and next_one.kind == "score"
        if is_quarter and (
            (before in _IN_QUARTER and (after in NO_NOUN or scored))
            or _ends_moment(words, index, after)
            or (scored and words[index - 1] == "the")
            or (before.endswith("the") and _by_number(words, mentions, mention.end))
            or (_begins(words, index) and (after in _OF_QUARTER or after in NO_NOUN))
            or ((before == "- point" or _ends_score(mentions, index)) and _is_alone(after))
            or (
                after == ":"
                and (
                    words[index][0].isdigit()
                    or words[index - 1 : index] in ([], ["-"], ["*"], ["."])
                )
            )
        ):
            code = _next_of_series(words, mentions, index)
            mentions[index] = Mention("period", index, mention.end, code, {"value": code})
            mentions[index].parts["which"] = (index, mention.end)


def _ends_moment(words: Sequence[str], index: int, after: str) -> bool:
    """ "With 5:40 left in the third they led": a time of the clock, then its quarter."""
    return (
        words[index - 1 : index] == ["the"]
        and words[max(0, index - 2)] in {"in", "of", "through", "into"}
        and bool(_CLOCK.intersection(words[max(0, index - 5) : index - 2]))
        and after not in _OTHER_ORDINALS
    )


def _next_of_series(words: Sequence[str], mentions: Mapping[int, Mention], index: int) -> str:
    """ "Seven each in the first overtime, and they won the second": of overtimes, not quarters."""
    value = int(mentions[index].data["value"])
    for before in range(index - 1, max(index - _FAR, -1), -1):
        mention = mentions.get(before)
        if words[before] == "." or (mention is not None and mention.kind == "period"):
            overtime = mention is not None and mention.value == f"OT{value - 1}"
            return f"OT{value}" if overtime else f"Q{value}"
    return f"Q{value}"


def _by_number(words: Sequence[str], mentions: Mapping[int, Mention], index: int) -> bool:
    """ "The third by seven": after the ordinal of a quarter comes its margin."""
    counted = mentions.get(index + 1)
    return words[index : index + 1] == ["by"] and counted is not None and counted.kind == "number"


def _begins(words: Sequence[str], index: int) -> bool:
    """ "The third belonged to them": a sentence begins with the ordinal."""
    return words[index - 1 : index] == ["the"] and words[max(0, index - 2) : index - 1] in (
        [], ["."], ["-"],
    )  # fmt: skip


def _is_alone(after: str) -> bool:
    """ "A 35-20 third pushed the lead to 26": no noun follows the ordinal."""
    return after in NO_NOUN or after.endswith("ed") or after in {"gave", "put", "made", "left"}


def _ends_score(mentions: Mapping[int, Mention], index: int) -> bool:
    """ "A 35-20 third": a score right before an ordinal."""
    return any(m.kind == "score" for m in ending_at(mentions, index))
