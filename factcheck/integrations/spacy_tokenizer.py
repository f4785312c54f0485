"""The shared task's tokens in spaCy: a tokenizer, and a blank pipeline that has it.

Stories are checked without spaCy, whose import takes longer than to check one.
"""

from __future__ import annotations

from itertools import pairwise

import spacy
from spacy.language import Language
from spacy.tokens import Doc
from spacy.vocab import Vocab

from factcheck.language.tokenizer import tokenize


class SharedTaskTokenizer:
    """A spaCy tokenizer for the shared task's scheme.

    The Doc's text is its tokens joined by one space where the text as given has white
    space; :func:`~factcheck.language.tokenizer.tokenize` gives the offsets in the text as given.
    """

    def __init__(self, vocab: Vocab) -> None:
        self.vocab = vocab

    def __call__(self, text: str) -> Doc:
        """Return the Doc of a text, with sentence starts set."""
        tokens = tokenize(text)
        words = [token.text for token in tokens]
        spaces = [a.end < b.start for a, b in pairwise(tokens)]
        starts: list[bool | int | None] = [token.sent_id == 1 for token in tokens]
        return Doc(self.vocab, words, [*spaces, False] if tokens else [], sent_starts=starts)

    def to_bytes(self, **_: object) -> bytes:
        """Serialise: the tokenizer has no settings."""
        return b""

    def from_bytes(self, _data: bytes, **_options: object) -> SharedTaskTokenizer:
        """Restore from :meth:`to_bytes`."""
        return self

    def to_disk(self, _path: object, **_options: object) -> None:
        """Serialise: the tokenizer has no settings."""

    def from_disk(self, _path: object, **_options: object) -> SharedTaskTokenizer:
        """Restore from :meth:`to_disk`."""
        return self


def create_language() -> Language:
    """Return a blank English pipeline with the shared task's tokenizer."""
    nlp = spacy.blank("en")
    nlp.tokenizer = SharedTaskTokenizer(nlp.vocab)
    return nlp
