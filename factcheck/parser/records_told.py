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
_PAIRS = {"score", "record"}


def find_records(words: Sequence[str], mentions: dict[int, Mention], cues: NumberWords) -> None:
    """Join two numbers with "and" between them where they are a team's wins and losses.

    A verb of being, or of moving to a record, stands before them, after a team's name, or the name
    alone, or another record does; behind them the clause ends, or it is told where they were won.

    Args:
        words: The document's tokens, normalised.
        mentions: Mentions by first token; pairs replace numbers in place.
        cues: The words that tell of records.
    """
    before: Mention | None = None
    for index in sorted(mentions):
        first = mentions.get(index)
        if first is not None and first.label in _PAIRS and _games(first) <= MOST_GAMES:
            before = first
        if first is None or first.label != "number" or words[first.end : first.end + 1] != ["and"]:
            continue
        second = mentions.get(first.end + 1)
        if second is None or not _may_be_record(words, first, second, cues):
            continue
        if _goes_on(words, mentions, before, index, cues.record) or _leads(
            words, mentions, index, cues.record
        ):
            mentions[index] = before = pair_of("record", first, second)
            del mentions[second.start]


def _games(score: Mention) -> int:
    return int(score.data["first"]) + int(score.data["second"])


def _may_be_record(
    words: Sequence[str], first: Mention, second: Mention, cues: NumberWords
) -> bool:
    if second.label != "number" or {first.data["form"], second.data["form"]} - {"digits", "word"}:
        return False
    games = first.data["value"] + second.data["value"]
    whole = games == int(games) and first.data["value"] == int(first.data["value"])
    after = words[second.end] if second.end < len(words) else "."
    return whole and games <= MOST_GAMES and (after in cues.ends or after in cues.record.after)


def _goes_on(
    words: Sequence[str],
    mentions: Mapping[int, Mention],
    before: Mention | None,
    index: int,
    cues: RecordWords,
) -> bool:
    """Return whether another record leads on to a number: ", five and one at home"."""
    if before is None or index - before.end > 4:
        return False
    place = before.end
    while place < index:
        team = mentions.get(place)
        if team is not None and team.label in _NAMES:
            place = team.end
        elif words[place] in cues.listing or words[place] in cues.beside:
            place += 1
        else:
            return False
    return True


def _leads(
    words: Sequence[str], mentions: Mapping[int, Mention], index: int, cues: RecordWords
) -> bool:
    """Return whether the words before a number lead to a record: "Boston is now", "fell to"."""
    place = index - 1
    while place > 0 and words[place] in cues.beside:
        place -= 1
    if place > 0 and words[place] == "to":
        return words[place - 1] in cues.moving_to
    if place > 0 and words[place] == ",":
        return _is_team(mentions, place) or words[place - 1] in cues.groups
    if words[place] == "at" and _stands(words, mentions, place, cues):
        return True
    if place > 0 and words[place] in cues.short_being:
        return words[place - 1] in cues.it
    if place > 0 and words[place] in cues.being:
        return words[place - 1] in cues.those or _is_team(mentions, place)
    if place > 0 and words[place] in cues.finishing:
        return _is_team(mentions, place)
    made = _team_before(mentions, index)
    return made is not None and made > 0 and words[made - 1] in cues.making


def _stands(
    words: Sequence[str], mentions: Mapping[int, Mention], place: int, cues: RecordWords
) -> bool:
    """Return whether "at" tells of a place among the teams: "ninth out West, at"."""
    if place == 0 or words[place - 1] in cues.starts or words[place - 1] in cues.table_words:
        return True
    return words[place - 1] == "," and (
        words[place - 2] in cues.table_words or _is_team(mentions, place - 1)
    )


def _is_team(mentions: Mapping[int, Mention], end: int) -> bool:
    return _team_before(mentions, end) is not None


def _team_before(mentions: Mapping[int, Mention], end: int) -> int | None:
    """Return where the team's name begins that ends before a word."""
    starts = (mention.start for mention in ending_at(mentions, end) if mention.label in _NAMES)
    return next(starts, None)
