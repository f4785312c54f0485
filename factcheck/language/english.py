"""English mechanics: number words, ordinals and the inflection of verbs and nouns."""

from __future__ import annotations

import re
from functools import cache

GENITIVE = frozenset({"'s", "'"})
"""What makes a name the owner of what follows it."""

_ONES = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
]
_TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
_ORDINALS = [
    "zeroth",
    "first",
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
    "eleventh",
    "twelfth",
    "thirteenth",
    "fourteenth",
    "fifteenth",
    "sixteenth",
    "seventeenth",
    "eighteenth",
    "nineteenth",
]

NUMBER_WORDS: dict[str, int] = {word: value for value, word in enumerate(_ONES)} | {
    word: value for value, word in zip(range(20, 100, 10), _TENS, strict=True)
}
ORDINAL_WORDS: dict[str, int] = {word: value for value, word in enumerate(_ORDINALS)} | {
    word.replace("y", "ieth"): value for value, word in zip(range(20, 100, 10), _TENS, strict=True)
}
_MONTHS = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december",
]  # fmt: skip
_SHORTEST_MONTH = 3
_ORDINAL_DIGITS = re.compile(r"(\d+)(?:st|nd|rd|th)")
_FRACTION = re.compile(r"0?\.[0-9]{3}")
_DIGITS = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d*\.\d+|\d+")

LARGEST = 999_999
"""What a larger number counts as: nothing told of a game comes near, so it is as wrong as that,
and every type that a rule may compute with can hold it."""

# Verbs whose past or participle is not made by rule.
_IRREGULAR = {
    "be": "is are was were been being am 's 're",
    "beat": "beats beat beaten beating",
    "become": "becomes became become becoming",
    "begin": "begins began begun beginning",
    "bite": "bites bit bitten biting",
    "blow": "blows blew blown blowing",
    "break": "breaks broke broken breaking",
    "bring": "brings brought bringing",
    "build": "builds built building",
    "burst": "bursts burst bursting",
    "buy": "buys bought buying",
    "catch": "catches caught catching",
    "choose": "chooses chose chosen choosing",
    "cling": "clings clung clinging",
    "come": "comes came coming",
    "creep": "creeps crept creeping",
    "cut": "cuts cut cutting",
    "deal": "deals dealt dealing",
    "dig": "digs dug digging",
    "dish": "dishes dished dishing",
    "do": "does did done doing",
    "draw": "draws drew drawn drawing",
    "drive": "drives drove driven driving",
    "eat": "eats ate eaten eating",
    "fall": "falls fell fallen falling",
    "feed": "feeds fed feeding",
    "fight": "fights fought fighting",
    "find": "finds found finding",
    "fling": "flings flung flinging",
    "fly": "flies flew flown flying",
    "get": "gets got gotten getting",
    "give": "gives gave given giving",
    "go": "goes went gone going",
    "grow": "grows grew grown growing",
    "hang": "hangs hung hanging",
    "have": "has had having 've",
    "hit": "hits hit hitting",
    "hold": "holds held holding",
    "hurt": "hurts hurt hurting",
    "keep": "keeps kept keeping",
    "knock": "knocks knocked knocking",
    "know": "knows knew known knowing",
    "lay": "lays laid laying",
    "lead": "leads led leading",
    "leave": "leaves left leaving",
    "let": "lets let letting",
    "light": "lights lit lighting",
    "lose": "loses lost losing",
    "make": "makes made making",
    "meet": "meets met meeting",
    "offset": "offsets offset offsetting",
    "outdo": "outdoes outdid outdone outdoing",
    "outrun": "outruns outran outrunning",
    "outshine": "outshines outshone outshining",
    "outshoot": "outshoots outshot outshooting",
    "overcome": "overcomes overcame overcoming",
    "overtake": "overtakes overtook overtaken overtaking",
    "pay": "pays paid paying",
    "play": "plays played playing",
    "put": "puts put putting",
    "ride": "rides rode ridden riding",
    "ring": "rings rang rung ringing",
    "rise": "rises rose risen rising",
    "run": "runs ran running",
    "see": "sees saw seen seeing",
    "seek": "seeks sought seeking",
    "send": "sends sent sending",
    "set": "sets set setting",
    "shake": "shakes shook shaken shaking",
    "shoot": "shoots shot shooting",
    "shrink": "shrinks shrank shrunk shrinking",
    "sink": "sinks sank sunk sinking",
    "sit": "sits sat sitting",
    "slide": "slides slid sliding",
    "sling": "slings slung slinging",
    "spend": "spends spent spending",
    "spin": "spins spun spinning",
    "split": "splits split splitting",
    "spring": "springs sprang sprung springing",
    "stand": "stands stood standing",
    "steal": "steals stole stolen stealing",
    "stick": "sticks stuck sticking",
    "strike": "strikes struck striking",
    "string": "strings strung stringing",
    "sweep": "sweeps swept sweeping",
    "swell": "swells swelled swollen swelling",
    "swing": "swings swung swinging",
    "take": "takes took taken taking",
    "tear": "tears tore torn tearing",
    "throw": "throws threw thrown throwing",
    "tie": "ties tied tying",
    "undergo": "undergoes underwent undergone undergoing",
    "upset": "upsets upset upsetting",
    "wear": "wears wore worn wearing",
    "win": "wins won winning",
    "wind": "winds wound winding",
    "withstand": "withstands withstood withstanding",
    "wring": "wrings wrung wringing",
}


def number_value(word: str) -> float | None:
    """Return the value of a number in digits or one word ("twelve", "twenty-four"), or None.

    It is :data:`LARGEST` at most.
    """
    if word in NUMBER_WORDS:
        return NUMBER_WORDS[word]
    if _DIGITS.fullmatch(word):
        return min(float(word.replace(",", "")), LARGEST)
    tens, hyphen, unit = word.partition("-")
    if hyphen and tens in NUMBER_WORDS and unit in NUMBER_WORDS:
        first, second = NUMBER_WORDS[tens], NUMBER_WORDS[unit]
        if 20 <= first <= 90 and first % 10 == 0 and 1 <= second <= 9:
            return first + second
    return None


def is_fraction(word: str) -> bool:
    """Return whether a number is written as shares of one are: ".471", "0.471"."""
    return _FRACTION.fullmatch(word) is not None


def ordinal_value(word: str) -> int | None:
    """Return the value of an ordinal such as ``second`` or ``17th``, at most LARGEST, or None."""
    if word in ORDINAL_WORDS:
        return ORDINAL_WORDS[word]
    match = _ORDINAL_DIGITS.fullmatch(word)
    return int(min(float(match[1]), LARGEST)) if match else None


def number_word(value: int) -> str:
    """Write a number as sports desks do: words up to ten, digits above."""
    return _ONES[value] if 0 <= value <= 10 else str(value)


def ordinal_word(value: int, *, digits: bool = False) -> str:
    """Write an ordinal as a word up to tenth, in digits above or where asked for."""
    if 0 <= value <= 10 and not digits:
        return _ORDINALS[value]
    suffix = "th" if 10 <= value % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(value % 10, "th")
    return f"{value}{suffix}"


def month_number(word: str) -> int | None:
    """Return which month a name or its abbreviation means ("November", "Nov."), 1 to 12."""
    name = word.lower().removesuffix(".")
    if len(name) < _SHORTEST_MONTH:
        return None
    found = (number for number, month in enumerate(_MONTHS, 1) if month.startswith(name))
    return next(found, None)


def irregular_forms(verb: str) -> tuple[str, ...] | None:
    """Return the forms of an irregular verb, or None where it has regular ones.

    They are the third person, the past, the participle where it is another word, and "-ing".
    """
    if verb == "be" or verb not in _IRREGULAR:
        return None
    return tuple(form for form in _IRREGULAR[verb].split() if not form.startswith("'"))


IRREGULAR_PAST = frozenset(
    form for verb in _IRREGULAR for form in (irregular_forms(verb) or ())[1:-1] if form != verb
)
"""Pasts and participles that are not made by rule: "led", "shot", "thrown"."""


def is_past(word: str) -> bool:
    """Return whether a word may be a past or a participle that differs from its verb."""
    return word in IRREGULAR_PAST or word.endswith("ed")


@cache
def inflections(verb: str) -> frozenset[str]:
    """Return all forms of a verb or noun, itself included.

    Regular forms are made by spelling rules (``pull``, ``pulls``, ``pulled``,
    ``pulling``); irregular verbs come from a table.
    """
    if verb in _IRREGULAR:
        return frozenset([verb, *_IRREGULAR[verb].split()])
    forms = {verb}
    if verb.endswith("e"):
        forms |= {verb + "s", verb + "d", verb[:-1] + "ing"}
    elif verb.endswith("y") and verb[-2] not in "aeiou":
        forms |= {verb[:-1] + "ies", verb[:-1] + "ied", verb + "ing"}
    elif verb.endswith(("s", "sh", "ch", "x", "z")):
        forms |= {verb + "es", verb + "ed", verb + "ing"}
    else:
        forms |= {verb + "s", verb + "ed", verb + "ing"}
        if re.fullmatch(r"[^aeiou]*[aeiou][bdgklmnprt]|.*[^aeiou][aeiou][dglmnprt]", verb):
            forms |= {verb + verb[-1] + "ed", verb + verb[-1] + "ing"}
    return frozenset(forms)
