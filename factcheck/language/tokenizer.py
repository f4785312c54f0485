"""The shared task's token scheme, for pre-tokenised text and for normal English.

Its tokens are what white space separates in its pre-tokenised texts: punctuation
and brackets stand alone, numbers and lower-case words are split at hyphens
(``113 - 107``, ``double - double``), names are not (``Karl-Anthony``), clitics are
cut off as the Penn Treebank does (``did n't``, ``Thomas 's``). Sentences end at a
period token.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from factcheck.language.capitals import holds, loud_lines

_ABBREVIATIONS = (
    r"(?:Jr|Sr|St|vs|No|Mt|Ft|Dr|Mr|Mrs|Ms|Jan|Feb|Mar|Apr|Aug|Sept?|Oct|Nov|Dec|approx|avg)\."
)

_CLITIC = r"['’](?:s|S|re|ve|ll|d|m|RE|VE|LL|D|M)(?!\w)"

# The first alternative that fits wins.
_TOKEN = re.compile(
    rf"""
      (?:[A-Z]\.){{2,}}                               # C.J., L.A.
    | {_ABBREVIATIONS}(?=\s+[\w(,]|\s*,|[;:)]|{_CLITIC})  # Jr. within a sentence
    | \d+(?:,\d{{3}})+(?:\.\d+)?                      # 1,234
    | \d*\.\d+                                        # 7.5 and .500
    | [A-Z]J\.(?=\s[A-Z])                             # CJ. before a surname
    | (?!3pts?\b)\d+(?=(?:pts?|rebs?|asts?|stls?|blks?|mins?|points|rebounds|assists)\b)  # 20pts
    | \d+[^\W\d_]+\b                                  # 17th, 76ers, 3Pt, 3s, 4Q
    | n['’]t(?!\w) | N['’]T(?!\w)
    | {_CLITIC}
    | (?:(?!n['’]t(?!\w))(?!{_CLITIC})[^\W\d_]        # a word stops before its clitic
        | (?<=[^\W\d_])['’](?=[A-Z]|[^\W\d_]{{3,}})   # D'Angelo, O'Neal
      )+
    | \d+
    | \.{{2,}}
    | \w
    | \S
    """,
    re.VERBOSE,
)

# Names keep their hyphens: both sides begin with a capital letter.
# Possessive, for a word of 50,000 letters would else be tried 50,000 times.
_HYPHENATED_NAME = re.compile(r"[A-Z][^\W\d_]*+(?:['’][^\W\d_]*+)?(?:[-‐‑][A-Z][^\W\d_]++)+")
_PRE_TOKENISED = re.compile(r"\s[,.](?=\s|$)|\(\s\d|\s-\s\d")
_ATTACHED = re.compile(r"\w[,.](?=\s|$)|\(\w|\d-\w")
_SPACE = re.compile(r"\S+")

# A time of the clock, which pre-tokenised texts keep in one: "5:33".
_CLOCK = re.compile(r"(\d{1,2})(:)(\d\d)")

# "Three-point", "25-point", "12-of-32", "113-107", as other tokenisers leave them.
_HYPHEN = re.compile(r"\w[-‐‑]\w")
_COMPOUND = re.compile(r"[^\W_]++(?:[-‐‑][^\W_]++)+")
_PIECE = re.compile(r"[-‐‑]|[^-‐‑]+")

UNSEEN = "\u00ad\u200b\u200c\u200e\u200f\u2060\ufeff"
"""Soft hyphens, and zero-width spaces, joiners and marks: in the text, not on the page."""

# With them the asterisks and underscores that Markdown puts around words.
_UNREAD = re.compile(
    rf"[{UNSEEN}]|(?<![\w*])(?:\*{{1,3}}|__?)(?=[^\W_])|(?<=[^\W_]|[.,;:!?)])(?:\*{{1,3}}|__?)(?![\w*])"
)
# One of these signs is in all that is not read; most texts have none.
_SIGN = re.compile(rf"[{UNSEEN}*_]")


class Token(NamedTuple):
    """One token with its place in the text as given.

    ``start`` and ``end`` are character offsets (end exclusive); ``id`` counts from 1
    in the document, ``sent_id`` from 1 in its sentence, ``sentence`` from 1.
    """

    text: str
    start: int
    end: int
    id: int
    sentence: int
    sent_id: int


def is_pretokenised(text: str) -> bool:
    """Tell whether a text's tokens are separated by white space already.

    Decided by counting: punctuation standing alone against punctuation attached.
    """
    return len(_PRE_TOKENISED.findall(text)) > len(_ATTACHED.findall(text))


def _spans(text: str) -> list[tuple[int, int]]:
    if _SIGN.search(text) is None:
        return _split(text)
    unread = {place for match in _UNREAD.finditer(text) for place in range(*match.span())}
    if not unread:
        return _split(text)
    places = [place for place in range(len(text)) if place not in unread]
    spans = _split("".join(text[place] for place in places))
    return [(places[start], places[end - 1] + 1) for start, end in spans]


def _split(text: str) -> list[tuple[int, int]]:
    if is_pretokenised(text):
        return [match.span() for match in _SPACE.finditer(text)]
    spans: list[tuple[int, int]] = []
    loud = loud_lines(text)
    for chunk in _SPACE.finditer(text):
        position, end = chunk.span()
        shouted = holds(loud, position)
        while position < end:
            # In capitals "DOUBLE-DOUBLE" looks like a name; the lexicon knows names split as well.
            match = None if shouted else _HYPHENATED_NAME.match(text, position, end)
            match = match or _TOKEN.match(text, position)
            if match is None or match.end() == position:
                raise AssertionError(f"no token at {position}")
            spans.append((position, min(match.end(), end)))
            position = spans[-1][1]
    return spans


def tokenize(text: str) -> list[Token]:
    """Split a text into the shared task's tokens and sentences.

    Args:
        text: A story, pre-tokenised or in normal English.

    Returns:
        Its tokens in order; their offsets never overlap and leave out only white space,
        what is not seen, and Markdown's emphasis.
    """
    tokens: list[Token] = []
    sentence, within = 1, 0
    ended = False
    for number, (start, end) in enumerate(_spans(text), start=1):
        if ended:
            sentence, within, ended = sentence + 1, 0, False
        within += 1
        word = text[start:end]
        tokens.append(Token(word, start, end, number, sentence, within))
        ended = word == "."
    return tokens


def split_joined(tokens: list[Token]) -> list[Token]:
    """Return tokens with what pre-tokenised texts keep in one cut as in normal English.

    That is each time of the clock (``5 : 33``) and, of texts that others tokenised or that keep it
    where a sentence begins, each compound that is no name (``Three - point``, ``12 - of - 32``).
    The pieces keep the place of the one they are, so that what is marked is told by the tokens
    of the text as given.
    """
    if not any(":" in token.text or _HYPHEN.search(token.text) for token in tokens):
        return tokens
    return [piece for token in tokens for piece in _pieces(token)]


def _pieces(token: Token) -> Iterator[Token]:
    clock = _CLOCK.fullmatch(token.text)
    if clock is not None:
        spans = [clock.span(part) for part in range(1, 4)]
    elif _COMPOUND.fullmatch(token.text) and not _HYPHENATED_NAME.fullmatch(token.text):
        spans = [piece.span() for piece in _PIECE.finditer(token.text)]
    else:
        spans = [(0, len(token.text))]
    for first, last in spans:
        start, end = token.start + first, token.start + last
        yield token._replace(text=token.text[first:last], start=start, end=end)
