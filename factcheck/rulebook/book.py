"""The rule base as a whole: rules, the vocabulary they share, and the SQL functions they share."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

from factcheck.errors import RuleError
from factcheck.rulebook.compiled import read_folder
from factcheck.rulebook.files import VOCABULARY
from factcheck.rulebook.rule import Rule
from factcheck.rulebook.vocabulary import Vocabulary


@dataclass(slots=True)
class Rulebook:
    """All rules, the vocabulary they share, and the SQL functions they share."""

    rules: list[Rule] = field(default_factory=list)
    vocabulary: Vocabulary = field(default_factory=Vocabulary)
    macros: str = ""
    digest: str = ""
    """Tells rule bases apart by their content, in eight hexadecimal digits."""

    @classmethod
    def load(cls, folder: Path, extra: Sequence[Path] = ()) -> Rulebook:
        """Read the rules and vocabulary of a folder, and more rules from other folders.

        Args:
            folder: Holds rule files or folders of them, ``vocabulary/*.toml`` and ``macros.sql``.
            extra: Folders with rule files of a person's own.

        Raises:
            RuleError: A file is not TOML, or a rule is not well formed; names file and rule.
        """
        book = cls()
        words = folder / VOCABULARY
        seen: dict[str, Path | None] = {}
        for place in (folder, *extra):
            if not place.is_dir():
                raise RuleError("no such folder of rules", path=place)
            vocabulary, rules = read_folder(place, words)
            if place is folder:
                book.vocabulary = vocabulary
            for rule in rules:
                book._add(rule, seen)
        for rule in book.rules:
            if unknown := sorted(set(rule.silences) - seen.keys()):
                problem = f"rule {rule.id}: silences names {unknown[0]}, which is no rule"
                raise RuleError(problem, path=rule.path, line=rule.line)
        if (folder / "macros.sql").is_file():
            book.macros = (folder / "macros.sql").read_text(encoding="utf-8")
        book.digest = _digest([folder, *extra])
        return book

    def _add(self, rule: Rule, seen: dict[str, Path | None]) -> None:
        if rule.id in seen:
            other = seen[rule.id]
            name = other.name if other else "another file"
            raise RuleError(f"rule {rule.id} stands in {name} too", path=rule.path, line=rule.line)
        seen[rule.id] = rule.path
        self.rules.append(rule)

    def get(self, rule_id: str) -> Rule:
        """Return a rule by its id.

        Raises:
            RuleError: There is no such rule.
        """
        for rule in self.rules:
            if rule.id == rule_id:
                return rule
        raise RuleError(f"there is no rule {rule_id!r}; `factcheck rules list` names them all")


def _digest(folders: Iterable[Path]) -> str:
    """Return a digest of all files of rule bases; where they lie makes no difference."""
    digest = sha256()
    for folder in folders:
        for path in sorted([*folder.rglob("*.toml"), *folder.rglob("*.sql")]):
            content = path.read_bytes()
            digest.update(f"{path.relative_to(folder).as_posix()} {len(content)} ".encode())
            digest.update(content)
    return digest.hexdigest()[:8]
