"""Corrections in the grammar of the words they replace.

A rule says what is right in one form: "lost", "at home", "third". Where the story has another
form, the same is said so that it reads in the sentence: "winners of five" becomes "losers of
five", "visiting the Pistons" becomes "hosting the Pistons", "last place" becomes "third place".
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from factcheck.language.agreement import in_form_of
from factcheck.language.english import inflections, number_word, ordinal_value

_ENDINGS = ("", "s", "ed", "ing")


def _verbs(said: str, put_in: str, rest_said: str = "", rest: str = "") -> dict[str, str]:
    """Return all forms of a regular verb with those of the one to put in."""

    def form(verb: str, ending: str) -> str:
        stem = verb[:-1] if verb.endswith("e") and ending.startswith(("e", "i")) else verb
        return stem + ending

    return {form(said, ending) + rest_said: form(put_in, ending) + rest for ending in _ENDINGS}


_FORMS: Mapping[str, Mapping[str, str]] = {
    "loss": {"won": "lost", "winning": "losing", "wins": "losses", "victories": "losses",
             "beat": "lost to", "defeated": "lost to", "beating": "losing to"},
    "win": {"lost": "won", "losing": "winning", "losses": "wins", "defeats": "wins",
            "fell": "won", "fallen": "won", "falling": "winning"},
    "lost": {
        "winning": "losing", "winners": "losers", "winner": "loser", "wins": "losses",
        "victors": "losers", "victorious": "beaten", "beating": "losing to",
    },
    "won": {
        "losing": "winning", "losers": "winners", "loser": "winner", "losses": "wins",
        "falling": "winning",
    },
    "trailed": {"up": "down", "ahead": "behind", "in front": "behind", "on top": "behind",
                "in the lead": "behind", "advantage": "deficit", "edge": "deficit"},
    "led": {"down": "up", "behind": "ahead", "deficit": "lead"},
    "road": {"at home": "on the road"},
    "home": {"on the road": "at home"},
    "at home": {
        **_verbs("visit", "host"), **_verbs("travel", "host", " to"),
        **_verbs("head", "host", " to"), "traveling": "playing at home",
        "travelling to": "hosting", "travelled to": "hosted",
    },
    "on the road": {
        **_verbs("host", "visit"), **_verbs("play", "visit", " host to"),
        **_verbs("play", "travel", " host"),
        **_verbs("welcome", "visit"),
    },
    "were tied": {
        "lead": "tie", "advantage": "tie", "edge": "tie", "deficit": "tie", "leading": "tied",
        "trailing": "tied",
    },
    "free-throw": {"": "the free-throw line", "field goals": "free throws"},
    "three-point": {"": "three-point range", "free throws": "three-pointers",
                    "field goals": "three-pointers", "shots": "three-pointers"},
    "field": {"": "the field", "free throws": "field goals", "three-pointers": "field goals",
              "threes": "field goals"},
}  # fmt: skip
"""Correction → words of the story → what to put there; nothing stands for a place after "from"."""

_OPPOSITES: Mapping[str, tuple[str, tuple[str, ...]]] = {
    "trailed": ("trail", ("lead",)),
    "led": ("lead", ("trail",)),
    "extended": ("extend", ("snap", "end", "stop", "halt")),
    "snapped": ("snap", ("extend", "continue")),
    "ended": ("end", ("extend", "continue")),
}
"""Correction → its verb, and the verbs whose form it takes on: "looking to [snap → extend]"."""

_FROM = re.compile(r"from (?:the )?\w.*", re.IGNORECASE | re.DOTALL)
_OUTDONE = re.compile(r"(?P<verb>out[\w-]*?)(?P<ending>ed|ing|s)?", re.IGNORECASE)
_RANK = re.compile(r"(?P<rank>[\w-]+)(?P<rest>\s+[a-z]+)", re.IGNORECASE)
_PERCENT = re.compile(r"[\d.]+(?P<rest>\s*(?:%|percent|per cent))", re.IGNORECASE)
_TIMES = re.compile(r"(\d+) times")
_CLOCK = re.compile(r"0:0?(?P<seconds>[1-5]?\d(?:\.\d)?)")
_SECONDS = re.compile(r"(?P<number>[\w.]+?)(?P<rest>[\s-]+seconds?)", re.IGNORECASE)
_PLACES = frozenset({"last", "top", "bottom"})


def fitted(correction: str, said: str) -> str:
    """Return a correction in the grammar of the words it replaces.

    Args:
        correction: What would be right.
        said: The words of the story.
    """
    known, words = correction.lower(), " ".join(said.lower().replace(" - ", "-").split())
    forms = _FORMS.get(known, {})
    if words in forms:
        return forms[words]
    if "" in forms and _FROM.fullmatch(words):
        return f"from {forms['']}"
    outdone = _OUTDONE.fullmatch(words)
    if known == "lost" and outdone is not None and len(outdone["verb"]) > len("out"):
        return _outdone(outdone["verb"], outdone["ending"])
    return _verb(known, words) or _measured(known, words) or correction + _kept(correction, said)


def _verb(known: str, words: str) -> str | None:
    """Return a verb in the form of the one it replaces, None where these are no opposites."""
    base, others = _OPPOSITES.get(known, ("", ()))
    if any(words in inflections(other) for other in others):
        return in_form_of(base, words)
    return None


def _measured(known: str, words: str) -> str | None:
    """Return how often or how long, in words where it was, and seconds as such: not 0:34."""
    in_words = not any(sign.isdigit() for sign in words)
    times = _TIMES.fullmatch(known)
    if times is not None and in_words:
        return f"{number_word(int(times[1]))} times"
    clock, seconds = _CLOCK.fullmatch(known), _SECONDS.fullmatch(words)
    if clock is not None and seconds is not None:
        left = clock["seconds"]
        if left == "1":
            return f"{number_word(1) if in_words else left} second"
        number = number_word(int(left)) if in_words and left.isdigit() else left
        return f"{number} seconds"
    # A bank shot is called so by plays; nobody makes "a jump bank".
    return f"{known} shot" if known.endswith(" bank") else None


def _outdone(verb: str, ending: str | None) -> str:
    """Return the passive of "outscore" and its like: who outdid the others was outdone."""
    past = f"{verb.removesuffix('e')}ed"
    return f"{'being' if ending == 'ing' else 'were' if ending == 'ed' else 'are'} {past} by"


def _kept(correction: str, said: str) -> str:
    """Return the noun or unit of the story's words that the correction leaves out."""
    rank = _RANK.fullmatch(said)
    if rank is not None and _is_rank(correction) and _is_rank(rank["rank"]):
        return rank["rest"]
    percent = _PERCENT.fullmatch(said)
    if percent is not None and re.fullmatch(r"[\d.]+", correction):
        return percent["rest"]
    return ""


def _is_rank(text: str) -> bool:
    word = text.lower()
    return word in _PLACES or ordinal_value(word) is not None
