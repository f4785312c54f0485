"""The shared task's ``token_lookup.yaml``: sentence token ids and document token ids."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import yaml

from factcheck.errors import FormatError
from factcheck.support.files import read_text

SentenceToken = tuple[int, int]
"""A sentence and a token within it, both counted from 1."""


def story_id(text_id: str) -> str:
    """Return the story's id for a TEXT_ID, which may be the name of its text file."""
    return text_id.removesuffix(".txt")


class TokenLookup:
    """Which document token each token of each sentence is, and the other way round.

    Args:
        stories: Story id to document token to sentence and token in it; all from 1.
    """

    def __init__(self, stories: Mapping[str, Mapping[int, SentenceToken]]) -> None:
        self._sentence = {story_id(name): dict(tokens) for name, tokens in stories.items()}
        self._document = {
            name: {place: token for token, place in tokens.items()}
            for name, tokens in self._sentence.items()
        }

    def __contains__(self, story: object) -> bool:
        return story in self._sentence

    def __iter__(self) -> Iterator[str]:
        return iter(self._sentence)

    def tokens(self, story: str) -> int:
        """Return the number of tokens of a story."""
        return len(self._sentence[story])

    def sentence_token(self, story: str, token: int) -> SentenceToken | None:
        """Return sentence and token in it for a document token, None where there is none."""
        return self._sentence[story].get(token)

    def document_token(self, story: str, sentence: int, token: int) -> int | None:
        """Return the document token for a token of a sentence, None where there is none."""
        return self._document[story].get((sentence, token))


def read_token_lookup(path: str | Path) -> TokenLookup:
    """Read ``token_lookup.yaml``; only its ``doc_to_sent`` is used, the rest repeats it.

    Args:
        path: The file, with ``doc_to_sent`` → text id → document token →
            ``sentence_id`` and ``token_id``.

    Raises:
        FormatError: The file is not YAML, or not of this shape.
    """
    # libyaml's loader is four times as fast; wheels of PyYAML bring it, some builds do not.
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        content = yaml.load(read_text(path), Loader=loader)
    except yaml.MarkedYAMLError as error:
        line = None if error.problem_mark is None else error.problem_mark.line + 1
        raise FormatError(f"not YAML: {error.problem}", path=path, line=line) from error
    except yaml.YAMLError as error:
        raise FormatError(f"not YAML: {str(error).splitlines()[0]}", path=path) from error
    return TokenLookup(_stories(content, path))


def _stories(content: Any, path: str | Path) -> dict[str, dict[int, SentenceToken]]:
    stories = content.get("doc_to_sent") if isinstance(content, dict) else None
    if not isinstance(stories, dict):
        raise FormatError(
            "missing; give the shared task's token_lookup.yaml", path=path, field="doc_to_sent"
        )
    return {str(name): _places(tokens, str(name), path) for name, tokens in stories.items()}


def _places(tokens: Any, name: str, path: str | Path) -> dict[int, SentenceToken]:
    try:
        return {
            int(token): (int(place["sentence_id"]), int(place["token_id"]))
            for token, place in tokens.items()
        }
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise FormatError(
            "expected document tokens with sentence_id and token_id",
            path=path,
            field=f"doc_to_sent.{name}",
        ) from error
