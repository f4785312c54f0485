"""The engine's steps with rules of a test's own, over the demo's knowledge base."""

from __future__ import annotations

from pathlib import Path

from factcheck.interpretation.matching.claims import Matcher, RawClaim
from factcheck.interpretation.verification.verifying import VerifiedClaim, Verifier
from factcheck.knowledge import KnowledgeBase
from factcheck.parser.document import Document
from factcheck.parser.names import NameIndex
from factcheck.parser.pipeline import Parser
from factcheck.rulebook.book import Rulebook
from factcheck.rulebook.rule import Rule, read_rules
from factcheck.rulebook.vocabulary import Vocabulary
from factcheck.support.resources import rules_folder

GAME = "2014-11-05-MEM-PHX"


def rule(
    id: str, *patterns: str, verify: str = "SELECT id, true AS holds FROM claim", **fields: object
) -> str:
    """One rule of a rule file; ``mark`` is the first slot or label unless given."""
    values = {"category": "WORD", "summary": "A test.", "mark": "number", **fields}
    rows = [f"{name} = {written(value)}" for name, value in values.items()]
    sources = ", ".join(f'"{pattern}"' for pattern in patterns)
    return "\n".join(
        [
            "[[rule]]",
            f'id = "{id}"',
            f"patterns = [{sources}]",
            f'verify = """{verify}"""',
            *rows,
            "",
        ]
    )


def written(value: object) -> str:
    """A value as TOML."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        return "[" + ", ".join(written(item) for item in value) + "]"
    return str(value) if isinstance(value, int) else f'"{value}"'


class Engine:
    """Parses, matches and verifies with chosen rules.

    Args:
        kb: The demo's knowledge base.
        folder: Where to put the rules.
    """

    def __init__(self, kb: KnowledgeBase, folder: Path) -> None:
        self.kb = kb
        self.folder = folder
        book = Rulebook.load(rules_folder())
        self.vocabulary: Vocabulary = book.vocabulary
        self.macros = book.macros
        self.index = NameIndex.load(kb.connection)
        self.parser = Parser(self.index, book.vocabulary)

    def read(self, text: str, game: str = GAME) -> Document:
        """Parse a text about a game."""
        return self.parser.bind(self.parser.recognise(text), self.index.games[game])

    def rules(self, *texts: str) -> list[Rule]:
        """Read rules as :func:`rule` writes them."""
        path = self.folder / "own.toml"
        path.write_text("\n".join(texts), encoding="utf-8")
        return read_rules(path, self.vocabulary)

    def claims(self, text: str, *rules: str) -> list[RawClaim]:
        """Return the claims of a text by rules."""
        return Matcher(self.rules(*rules), self.vocabulary).match(self.read(text))

    def verify(self, text: str, *rules: str) -> list[VerifiedClaim]:
        """Return the verified claims of a text by rules."""
        return Verifier(self.kb.connection, self.macros).verify(self.claims(text, *rules))
