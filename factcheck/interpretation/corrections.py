"""Corrections in the form of the words they replace: "twelve" becomes "eleven", not "11"."""

from __future__ import annotations

from factcheck.language.english import number_word, ordinal_word
from factcheck.language.mentions import Mention
from factcheck.parser.document import Document
from factcheck.parser.names import NameIndex

_WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


class CorrectionWriter:
    """Writes what a rule's SQL returned as a correction in the form that the story has.

    Args:
        index: The names of players and teams by their ids.
    """

    def __init__(self, index: NameIndex) -> None:
        self.index = index

    def write(
        self, document: Document, correction: str, mention: Mention | None, mark: str = ""
    ) -> str:
        """Return a correction as the story would write it.

        Args:
            document: The story, bound to its game.
            correction: What the rule's SQL returned: a number, an id of a player or team, the
                number of a weekday from 0, or words.
            mention: The mention that is marked, where one is.
            mark: What is marked, as the rule names it (``score.first``).
        """
        if mention is None:
            return correction
        if mention.kind == "number" and mention.data.get("form") != "digits":
            return number_word(int(correction)) if correction.isdigit() else correction
        if mark.endswith((".first", ".second")) and correction.isdigit():
            part = mention.parts.get(mark.split(".")[1], (mention.start, mention.end))
            digits = document.words[part[0]][0].isdigit()
            return correction if digits else number_word(int(correction))
        if mention.kind == "ordinal" and correction.isdigit():
            digits = document.words[mention.start][0].isdigit()
            return ordinal_word(int(correction), digits=digits)
        if mention.kind == "day" and correction.isdigit():
            return _WEEKDAYS[int(correction)]
        if mention.kind == "player" and correction.lstrip("-").isdigit():
            return self.index.player_names.get(int(correction), correction)
        if mention.kind in {"team", "place"}:
            return self._team(document, correction, mention)
        return correction

    def _team(self, document: Document, team_id: str, mention: Mention) -> str:
        assert document.game is not None
        if team_id not in self.index.team_names:
            return team_id
        season = document.game.season
        words = document.span(mention.start, mention.end).text
        if mention.kind == "place" or mention.value == "city":
            return self.index.team_name(team_id, season, "city")
        full = len(words.split()) > 1 and words not in {"Trail Blazers"}
        return self.index.team_name(team_id, season, "full_name" if full else "nickname")
