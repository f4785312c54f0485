"""English agreement: articles, singular and plural, forms of verbs, capitals and hyphens.

For text in which words are replaced: what is put in takes the form of what it replaces, and
the words around it agree with it. Mechanics only; what a word means is nobody's business here.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from factcheck.language.english import IRREGULAR_PAST, irregular_forms, number_value

_CLOSED = """
a about above across after against ago all along also although am amid an and any apiece are
around as at away back be because been before behind being below better between both but by can
could did do does down during each either every fewer for from had has have he her here him his
how if in inside into is it its itself just less may me might minus more most my near neither no
nor not now of off on once only onto or our out outside over overall past per plus she short
should shy since so some still such than that the their them then there these they this those
though through throughout to today together tomorrow tonight too total under until up upon us
versus via vs was we well were what when where whereas which while who whom whose why will with
within without would yesterday yet you your
"""

CLOSED = frozenset(_CLOSED.split())
"""Words that no noun phrase goes on with: prepositions, pronouns, auxiliaries, conjunctions."""

_INVARIANT = frozenset({"percent", "series", "means", "headquarters", "species", "offspring"})
_IRREGULAR = {
    "man": "men",
    "woman": "women",
    "foot": "feet",
    "person": "people",
    "child": "children",
}
_SINGULAR = {plural: singular for singular, plural in _IRREGULAR.items()}
_SINGULAR_VERB = {"was": "were", "is": "are", "has": "have", "does": "do", "wasn't": "weren't",
                  "isn't": "aren't", "hasn't": "haven't", "doesn't": "don't"}  # fmt: skip
_PLURAL_VERB = {plural: singular for singular, plural in _SINGULAR_VERB.items()}
_SAID_WITH_VOWEL = re.compile(r"8|1[18](?!\d)|hours?\b|honou?r|honest|heir|l\.?a\b|mvp|nba")
_SAID_WITH_CONSONANT = re.compile(r"uni(?!n)|unanim|use|usual|uta|eu|one\b|once\b|u(?=[.])")


def article(word: str) -> str:
    """Return "a" or "an", as a word is said: "an 18", "an hour", "a one"."""
    lower = word.lower()
    if _SAID_WITH_VOWEL.match(lower):
        return "an"
    if _SAID_WITH_CONSONANT.match(lower):
        return "a"
    return "an" if lower[:1] in {"a", "e", "i", "o", "u"} else "a"


def plural(noun: str) -> str:
    """Return a noun's plural; one that is a plural already comes back as it is."""
    lower = noun.lower()
    if lower in _IRREGULAR:
        return _with_case(_IRREGULAR[lower], noun)
    if lower in _INVARIANT or singular(noun) != noun:
        return noun
    if lower.endswith(("s", "x", "z", "ch", "sh")):
        return noun + "es"
    if lower.endswith("y") and lower[-2:-1] not in {"a", "e", "i", "o", "u"}:
        return noun[:-1] + "ies"
    return noun + "s"


def singular(noun: str) -> str:
    """Return a noun's singular; one that is a singular already comes back as it is."""
    lower = noun.lower()
    if lower in _SINGULAR:
        return _with_case(_SINGULAR[lower], noun)
    if lower in _INVARIANT or len(lower) < 3 or lower.endswith(("ss", "us", "is")):
        return noun
    if lower.endswith("ies") and len(lower) > 4:
        return noun[:-3] + "y"
    if lower.endswith(("sses", "xes", "zes", "ches", "shes")):
        return noun[:-2]
    return noun[:-1] if lower.endswith("s") else noun


def agreeing_verb(verb: str, *, one: bool) -> str:
    """Return "was" or "were", "is" or "are", "has" or "have" as the subject is one or more.

    Other verbs come back as they are: their past has one form for both.
    """
    other = (_PLURAL_VERB if one else _SINGULAR_VERB).get(verb.lower())
    return verb if other is None else _with_case(other, verb)


def in_form_of(verb: str, model: str) -> str:
    """Return a verb in the form that another has: "lose", as "defeated" is, gives "lost".

    Args:
        verb: The base form, with or without words that follow it ("lose to").
        model: The word whose form it takes.
    """
    base, space, rest = verb.partition(" ")
    return _form(base, _form_of(model.lower())) + space + rest


def is_no_noun(word: str) -> bool:
    """Return whether a word has the form of a verb or an adverb rather than of a noun."""
    # "A shot" is one of the few pasts that are nouns as well.
    return word.endswith(("ed", "ing", "ly")) or (word in IRREGULAR_PAST and word != "shot")


def like(text: str, model: str) -> str:
    """Return a text with the capitals and the spacing of hyphens of the words it replaces.

    Example: "team-high" for "GAME - HIGH" → "TEAM - HIGH".
    """
    if re.search(r"\w\s+-\s+\w", model):
        text = re.sub(r"(?<=[^\W\d_])-(?=[^\W\d_])", " - ", text)
    elif re.search(r"\w-\w", model):
        text = re.sub(r"(?<=[^\W\d_])\s+-\s+(?=[^\W\d_])", "-", text)
    letters = [letter for letter in model if letter.isalpha()]
    if len(letters) > 1 and model.isupper():
        return text.upper()
    if letters and letters[0].isupper() and text[:1].islower():
        return text[:1].upper() + text[1:]
    return text


def is_count(text: str) -> bool:
    """Return whether a text is a number, in digits or in words, articles included."""
    return text.lower() in {"a", "an", "another"} or number_value(text.lower()) is not None


def _form_of(word: str) -> str:
    if word.endswith("ing"):
        return "ing"
    if word.endswith("ed") or word in IRREGULAR_PAST:
        return "ed"
    return "s" if word.endswith("s") and not word.endswith("ss") else ""


def _form(base: str, form: str) -> str:
    if not form:
        return base
    irregular = irregular_forms(base)
    if irregular is not None:
        return irregular[{"s": 0, "ed": 1, "ing": -1}[form]]
    if form == "s":
        return plural(base)
    stem = base
    if base.endswith("e"):
        stem = base[:-1]
    elif form == "ed" and base.endswith("y") and base[-2:-1] not in {"a", "e", "i", "o", "u"}:
        stem = base[:-1] + "i"
    elif re.fullmatch(r"[^aeiou]*[aeiou][bdgklmnprt]", base):
        stem = base + base[-1]
    return stem + form


def _with_case(text: str, model: str) -> str:
    if model.isupper() and len(model) > 1:
        return text.upper()
    return text.capitalize() if model[:1].isupper() else text


def counted(count: int, noun: str, many: str | None = None) -> str:
    """Return a number and what it counts: "1 story", "2 stories".

    Args:
        count: How many.
        noun: What, in the singular.
        many: The plural, where it is not made by rule.
    """
    return f"{count} {noun if count == 1 else many or plural(noun)}"


def listed(names: Sequence[str], most: int = 5) -> str:
    """Return names in a row, the first few of many: ``a, b, c, d, e and 595 others``."""
    rest = len(names) - most
    if rest <= 0:
        return ", ".join(names)
    return f"{', '.join(names[:most])} and {counted(rest, 'other')}"
