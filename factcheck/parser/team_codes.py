"""Teams by the three letters of scoreboards: "BOS 113, LAL 107"."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from factcheck.language.mentions import Mention

CODE = "code"
"""The value of a mention that names a team so."""

_FEWEST_TEAMS = 2
"""Who writes one code writes that of the other team as well."""


def find_codes(
    texts: Sequence[str],
    mentions: Mapping[int, Mention],
    teams: Collection[str],
    also_words: Collection[str] = (),
) -> dict[int, Mention]:
    """Return the teams named by their codes, by token, where a text so names two.

    "MIN" counts minutes, unless a number follows and none stands before it.

    Args:
        texts: The tokens as written.
        mentions: What was found before, by first token.
        teams: The codes of all teams, which are their ids.
        also_words: Codes that are words as well, in small letters: teams where a number follows.
    """
    covered = {place for one in mentions.values() for place in range(one.start, one.end)}
    found: dict[int, Mention] = {}
    for place, text in enumerate(texts):
        if text not in teams or not text.isupper():
            continue
        known = mentions.get(place)
        if known is not None and known.label == "team":
            found[place] = known
            continue
        numbered = "".join(texts[place + 1 : place + 2]).isdigit()
        before = "".join(texts[place - 1 : place]).isdigit() if place else False
        unit = known is not None and known.label == "statistic" and known.end == place + 1
        doubtful = text.lower() in also_words or unit
        if (place in covered and not unit) or (doubtful and (before or not numbered)):
            continue
        found[place] = Mention(
            "team", place, place + 1, CODE, {"keys": [text], "place_teams": [text]}
        )
    named = {key for one in found.values() for key in one.data["keys"]}
    return found if len(named) >= _FEWEST_TEAMS else {}
