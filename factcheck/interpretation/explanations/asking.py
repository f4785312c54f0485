"""What stories say, asked again with other words: all stories' questions in the same statements."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from factcheck.interpretation.matching.claims import RawClaim
from factcheck.interpretation.verification.verifying import VerifiedClaim

Verify = Callable[[Sequence[RawClaim]], list[VerifiedClaim]]
"""Verifies claims, and returns them with their findings in the same order."""
_Doubt = TypeVar("_Doubt")


def ask_again(
    doubts: Iterable[Sequence[_Doubt]],
    asked_of: Callable[[_Doubt], Iterable[RawClaim]],
    verify: Verify,
) -> list[list[tuple[_Doubt, list[VerifiedClaim]]]]:
    """Return the doubts of each story, each with the answers to what is asked of it.

    Args:
        doubts: What may be meant otherwise, by story.
        asked_of: What is asked of a doubt.
        verify: Verifies claims; it is called once, and not at all where nothing is asked.
    """
    asked = [[(doubt, list(asked_of(doubt))) for doubt in story] for story in doubts]
    claims = [claim for story in asked for _, some in story for claim in some]
    answers = iter(verify(claims) if claims else ())
    return [[(doubt, [next(answers) for _ in some]) for doubt, some in story] for story in asked]
