"""Corrections in the form of the words they replace: "twelve" becomes "eleven", not "11"."""

from __future__ import annotations

import re
from dataclasses import dataclass

from factcheck.language.agreement import like, plural, singular
from factcheck.language.english import is_fraction, number_word, ordinal_word
from factcheck.language.mentions import Mention
from factcheck.parser.document import Document
from factcheck.parser.names import NameIndex
from factcheck.parser.team_codes import CODE

_WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_SUFFIXES = frozenset({"Jr.", "Jr", "Sr.", "Sr", "II", "III", "IV", "V"})
_PERCENTAGE = re.compile(r"[0-9]{1,3}(?:\.[0-9])?")
_NAMES = frozenset({"player", "team", "place", "arena", "coach", "day"})
_NO = "no"
"""The form of a number that is marked with its noun; of "a steal" people mark the article alone."""


@dataclass(frozen=True, slots=True)
class Correction:
    """A correction as a person reads it, and as the story would have it.

    Args:
        text: In full ("Mike Conley"); None where nothing else than the marked words is known.
        replacement: What to put in where that is other words ("Conley" for "Gasol").
    """

    text: str | None = None
    replacement: str | None = None


class CorrectionWriter:
    """Writes what a rule's SQL returned as a correction in the form that the story has.

    Args:
        index: The names of players and teams by their ids.
    """

    def __init__(self, index: NameIndex) -> None:
        self.index = index

    def write(
        self,
        document: Document,
        correction: str,
        mention: Mention | None,
        span: tuple[int, int],
    ) -> Correction:
        """Return a correction as the story would write it; it never equals the marked words.

        Args:
            document: The story, bound to its game.
            correction: What the rule's SQL returned: a number, an id of a player or team, the
                number of a weekday from 0, or words.
            mention: The mention that is marked, where one is.
            span: The marked tokens: the first, counted from 0, and one past the last.
        """
        words = document.span(*span).text
        forms = [
            like(form, words) for form in self._forms(document, correction, mention, words, span[1])
        ]
        if (
            mention is not None
            and mention.label in _NAMES
            and words.islower()
            and words[0].isalpha()
        ):
            forms = [form.lower() for form in forms]
        different = [form for form in forms if not _same(form, words)]
        if not different:
            return Correction()
        if mention is None or mention.label != "player" or len(different) == 1:
            return Correction(different[0])
        return Correction(different[-1], different[0])

    def _forms(
        self, document: Document, correction: str, mention: Mention | None, words: str, end: int
    ) -> list[str]:
        """Return what the correction may be written as, the form of the story first."""
        kind = None if mention is None else mention.label
        if mention is not None and kind == "player" and correction.lstrip("-").isdigit():
            return self._player(document, int(correction), mention)
        if mention is not None and kind in {"team", "place"}:
            return self._team(document, correction, mention)
        if is_fraction(words) and _PERCENTAGE.fullmatch(correction):
            places = 3 if "." in correction else 2
            return [
                f"{float(correction) / 100:.{places}f}".removeprefix("0" * words.startswith("."))
            ]
        if not correction.isdigit():
            return [correction]
        if mention is not None and kind == "number" and mention.end < end:
            noun = document.span(mention.end, end).text
            one = int(correction) == 1
            return [f"{number_word(int(correction))} {singular(noun) if one else plural(noun)}"]
        digits = any(letter.isdigit() for letter in words)
        if kind == "day":
            return [_WEEKDAYS[int(correction)]]
        if kind == "ordinal":
            return [ordinal_word(int(correction), digits=digits)]
        return [correction if digits else number_word(int(correction))]

    def _player(self, document: Document, player_id: int, mention: Mention) -> list[str]:
        """Return a player's surname where the story has one word and nobody shares it."""
        name = self.index.player_names.get(player_id)
        if name is None:
            # Nobody can read an id.
            return []
        surname = _surname(name)
        assert document.game is not None
        others = document.game.roster.keys() - {player_id}
        shared = {_surname(self.index.player_names.get(other, "")) for other in others}
        is_short = mention.end - mention.start == 1
        return [surname, name] if is_short and surname not in shared else [name]

    def _team(self, document: Document, team_id: str, mention: Mention) -> list[str]:
        """Return a team's city, nickname or full name, as the story names it, then in full."""
        assert document.game is not None
        if team_id not in self.index.team_names:
            # A number is the id of somebody who is no team.
            return [] if team_id.isdigit() else [team_id]
        season = document.game.season
        words = document.span(mention.start, mention.end).text
        full = self.index.team_name(team_id, season, "full_name")
        if mention.value == CODE:
            return [team_id]
        if mention.label == "place" or mention.value == "city":
            return [self.index.team_name(team_id, season, "city"), full]
        nickname = self.index.team_name(team_id, season, "nickname")
        is_short = len(words.split()) == 1 or words == "Trail Blazers"
        return [nickname, full] if is_short else [full]


def with_noun(
    document: Document, mention: Mention | None, span: tuple[int, int], correction: str
) -> tuple[int, int]:
    """Return the tokens that a correction replaces: those of "no rebounds", not of "no" alone.

    Args:
        document: The story.
        mention: The mention that is marked, where one is.
        span: The marked tokens.
        correction: What a rule's SQL returned.
    """
    if (
        mention is None
        or mention.label != "number"
        or mention.data.get("form") != _NO
        or (mention.start, mention.end) != span
        or not correction.isdigit()
    ):
        return span
    for unit in document.sentences[document.sentence_at(span[0])].units:
        noun = unit.mention
        if noun is not None and noun.start == span[1] and noun.label in {"statistic", "shot"}:
            return (span[0], noun.end)
    return span


def _surname(name: str) -> str:
    """Return a name without its first word and without "Jr." and its like."""
    words = name.split()
    while len(words) > 2 and words[-1] in _SUFFIXES:
        words.pop()
    return " ".join(words[1:]) or name


def _same(correction: str, words: str) -> bool:
    return correction.casefold().split() == words.casefold().split()
