"""What XML 1.0 can hold."""

from __future__ import annotations

import re
from collections.abc import Iterable

from factcheck.errors import FormatError

_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def check_xml(story: str, texts: Iterable[str]) -> None:
    """Refuse texts with a character that XML cannot hold, escaped or not.

    Args:
        story: The story's id, for the error message.
        texts: Whatever is to be written of it.

    Raises:
        FormatError: There is such a character.
    """
    for text in (story, *texts):
        if found := _NOT_XML.search(text):
            raise FormatError(
                f"story {story} holds the character U+{ord(found[0]):04X}, "
                "which XML cannot hold; remove it"
            )
