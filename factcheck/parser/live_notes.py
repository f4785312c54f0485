"""Notes that were taken while a game went on: "**Q2, 7:23.** Irving has nine"."""

from __future__ import annotations

from factcheck.language.mentions import Unit
from factcheck.parser.document import Document
from factcheck.parser.wordings import PeriodWords

_MARKUP = frozenset({"-", "*", "#", "(", "[", "|", "--"})
_CLOSING = frozenset({".", ":", "--", "*", ")", "]"})
_LAST = {"H1": "Q2", "H2": "Q4", "Q1-Q3": "Q3", "OT": "OT1"}


def set_notes(document: Document, words: PeriodWords) -> None:
    """Give each sentence of a note the moment that its paragraph begins with."""
    moment: tuple[str, int] | None = None
    end, alone = -1, False
    for sentence in document.sentences:
        first = document.tokens[sentence.units[0].start]
        if document.text.rfind("\n", 0, first.start) >= end:
            ahead, length = moment_ahead(sentence.units, words)
            # A heading on a line of its own is that of the paragraph below.
            moment = moment if ahead is None and alone else ahead
            alone = ahead is not None and length >= len(sentence.units)
        else:
            alone = False
        sentence.moment = moment
        end = document.tokens[sentence.units[-1].end - 1].end


def moment_ahead(units: list[Unit], words: PeriodWords) -> tuple[tuple[str, int] | None, int]:
    """Return the quarter and the seconds to play that a note is headed by, and how long that is.

    Example: "Q2, 7:23." → ("Q2", 443); "End of the third:" → ("Q3", 0); "Half." → ("Q2", 0)
    """
    place = next((at for at, unit in enumerate(units) if unit.norm not in _MARKUP), len(units))
    period: str | None = None
    seconds: int | None = None
    clock = False
    while place < len(units):
        mention, norm = units[place].mention, units[place].norm
        if mention is not None and mention.label == "period" and period is None:
            period = mention.value
        elif (told := _clock(units[place : place + 3])) is not None and not clock:
            seconds, clock = told, True
            place += 2
        elif norm in words.ends and seconds is None:
            seconds = 0
        elif norm in words.half_time | words.halves and period is None:
            period, seconds = "H1", 0
        elif norm == "(" and seconds is not None and period is None:
            # "7:23 (Q2): …"
            pass
        elif norm in _CLOSING or (norm == "-" and period is not None and seconds is not None):
            break
        elif norm not in words.note_joints:
            return None, 0
        place += 1
    if period is None or seconds is None:
        return None, 0
    while place < len(units) and units[place].norm in {*_CLOSING, "-"}:
        place += 1
    return (_LAST.get(period, period), seconds), place


def _clock(units: list[Unit]) -> int | None:
    """Return the seconds of a time such as "7:23"."""
    if len(units) < 3 or units[1].norm != ":":
        return None
    minutes, seconds = units[0].mention, units[2].mention
    if minutes is None or seconds is None or {minutes.label, seconds.label} != {"number"}:
        return None
    return 60 * int(minutes.data["value"]) + int(seconds.data["value"])
