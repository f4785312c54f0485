"""Records that are told with "and": "the Celtics are 32 and 18, 18 and eight at home"."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from factcheck.language.mentions import Mention
from factcheck.parser.number_pairs import ending_at, pair_of
from factcheck.parser.number_words import NumberWords
from factcheck.parser.wordings import RecordWords

MOST_GAMES = 82
"""Games of a regular season: no record has more."""
_NAMES = {"team", "place"}


def find_records(words: Sequence[str], mentions: dict[int, Mention], cues: NumberWords) -> None:
    """Join two numbers with "and" between them where they are a team's wins and losses.

    A verb of being, or of moving to a record, stands before them, after a team's name, or another
    record does; behind them the clause ends, or it is told where they were won.

    Args:
        words: The document's tokens, normalised.
        mentions: Mentions by first token; pairs replace numbers in place.
        cues: The words that tell of records.
    """
    before: Mention | None = None
    for index in sorted(mentions):
        first = mentions.get(index)
        if first is None or first.label != "number" or words[first.end : first.end + 1] != ["and"]:
            continue
        second = mentions.get(first.end + 1)
        if second is None or not _may_be_record(words, first, second, cues):
            continue
        listed = before is not None and index - before.end <= 1
        if listed or _leads(words, mentions, index, cues.record):
            mentions[index] = before = pair_of("score", first, second)
            del mentions[second.start]


def _may_be_record(
    words: Sequence[str], first: Mention, second: Mention, cues: NumberWords
) -> bool:
    if second.label != "number" or {first.data["form"], second.data["form"]} - {"digits", "word"}:
        return False
    games = first.data["value"] + second.data["value"]
    whole = games == int(games) and first.data["value"] == int(first.data["value"])
    after = words[second.end] if second.end < len(words) else "."
    return whole and games <= MOST_GAMES and (after in cues.ends or after in cues.record.after)


def _leads(
    words: Sequence[str], mentions: Mapping[int, Mention], index: int, cues: RecordWords
) -> bool:
    """Return whether the words before a number lead to a record: "Boston is now", "fell to"."""
    place = index - 1
    while place > 0 and words[place] in cues.beside:
        place -= 1
    if place > 0 and words[place] == "to":
        return words[place - 1] in cues.moving_to
    if place > 0 and words[place] in cues.being:
        return words[place - 1] in cues.those or _is_team(mentions, place)
    return False


def _is_team(mentions: Mapping[int, Mention], end: int) -> bool:
    return any(mention.label in _NAMES for mention in ending_at(mentions, end))
