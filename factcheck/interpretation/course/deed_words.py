"""How a block, a steal, a turnover, a rebound or a foul is put for a reader."""

from __future__ import annotations

from collections.abc import Mapping

from factcheck.interpretation.course.shot_words import when_of
from factcheck.knowledge.deeds import Deed


def explanation_of_deed(deed: Deed, names: Mapping[int, str]) -> str:
    """Say who did what, and when: "0:33 left in Q4: Caron Butler stole from Gerald Wallace."."""
    actor = names.get(deed.actor or 0, "")
    victim = names.get(deed.victim or 0, "")
    match deed.kind:
        case "block":
            did = f"{actor} blocked {victim}"
        case "steal":
            did = f"{actor} stole from {victim}"
        case "rebound":
            did = f"{actor} had the rebound" + (f" of {victim}" if victim else "")
        case "foul":
            did = f"{actor}, foul {deed.nth}" + (f" on {victim}" if victim else "")
        case _:
            did = f"{victim} turned it over"
    return f"{when_of(deed.period, deed.clock)}: {did}."
