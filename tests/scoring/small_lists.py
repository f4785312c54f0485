"""A small gold standard and submission of our own, small enough to score by hand."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

HEADER = (
    "TEXT_ID,SENTENCE_ID,ANNOTATION_ID,TOKENS,SENT_TOKEN_START,SENT_TOKEN_END,"
    "DOC_TOKEN_START,DOC_TOKEN_END,TYPE,CORRECTION,COMMENT"
)

# Two stories of two sentences, of 4 + 6 and 5 + 5 tokens.
SENTENCES = {"alpha": (4, 6), "beta": (5, 5)}

GOLD = (
    "alpha.txt,1,1,Monday,2,2,2,2,NAME,Wednesday,",
    "alpha.txt,1,2,ten points,3,4,3,4,NUMBER,12,",
    "alpha.txt,2,3,led the bench,1,3,5,7,WORD,,he started",
    "beta.txt,2,4,Suns,1,1,6,6,NAME,Kings,",
)

SUBMITTED = (
    "alpha.txt,1,1,Monday ten,2,3,2,3,NUMBER,Wednesday,",
    "alpha.txt,1,2,points,4,4,4,4,NUMBER,twelve,",
    "alpha.txt,2,3,the bench was,2,4,6,8,WORD,started,",
    "beta.txt,1,4,five,5,5,5,5,NUMBER,6,",
)

WriteList = Callable[..., Path]
RunFactcheck = Callable[..., "subprocess.CompletedProcess[str]"]


def lookup_text() -> str:
    """Return a token_lookup.yaml for the two stories."""
    lines = ["doc_to_sent:"]
    for story, lengths in SENTENCES.items():
        lines.append(f"  {story}:")
        token = 0
        for sentence, length in enumerate(lengths, start=1):
            for place in range(1, length + 1):
                token += 1
                lines += [
                    f"    {token}:",
                    f"      sentence_id: {sentence}",
                    f"      token_id: {place}",
                ]
    return "\n".join(lines) + "\n"
