"""Check the style of all SQL: the knowledge base's files and the statements of rules.

    python tests/lint_sql.py

Prints what sqlfluff finds, by file and line; what it cannot parse (DuckDB knows more than its
dialect) is left to the tests, which run every statement. The rules are in pyproject.toml. What was
found in order is remembered in the user's cache folder, so that only new SQL takes time.
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

from sqlfluff.core import FluffConfig, Linter

from factcheck.rulebook.files import rule_files
from factcheck.support.cache import cache_folder
from factcheck.support.files import write_whole

ROOT = Path(__file__).resolve().parent.parent


def statements() -> Iterator[tuple[str, int, str]]:
    """Yield path, line before the first one, and SQL."""
    for path in sorted((ROOT / "kb").rglob("*.sql")):
        yield str(path.relative_to(ROOT)), 0, path.read_text(encoding="utf-8")
    for path in rule_files(ROOT / "rules"):
        source = path.read_text(encoding="utf-8")
        for rule in tomllib.loads(source).get("rule", ()):
            sql = rule.get("verify", "")
            if sql:
                # Of SQL with escapes the place is not known; that of its rule is.
                place = source.find(sql)
                place = source.find(f'id = "{rule["id"]}"') if place < 0 else place
                before = source[:place].count("\n")
                yield str(path.relative_to(ROOT)), before, sql


def digest(sql: str) -> str:
    """Return what a statement, the settings and the linter's version come to."""
    settings = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    return sha256("\0".join((sql, settings, version("sqlfluff"))).encode()).hexdigest()


def lint(item: tuple[str, int, str]) -> list[str]:
    """Return what is found in one file or statement."""
    path, before, sql = item
    # Parameters are none of the dialect's.
    sql = re.sub(r"\$(?=[a-z])", "", sql)
    config = FluffConfig.from_path(str(ROOT))
    found = Linter(config=config).lint_string(sql).get_violations(filter_ignore=True)
    return [
        f"{path}:{before + each.line_no}: {each.rule_code()} {each.desc()}"
        for each in found
        if each.rule_code() != "PRS"
    ]


def main() -> int:
    """Lint everything; return 1 if something was found."""
    memory = cache_folder() / "linted-sql"
    in_order = set(memory.read_text().split()) if memory.exists() else set()
    items = [(item, digest(item[2])) for item in statements()]
    new = [(item, key) for item, key in items if key not in in_order]
    with ProcessPoolExecutor() as pool:
        results = list(pool.map(lint, [item for item, _ in new], chunksize=8))
    found = [line for lines in results for line in lines]
    clean = {key for (_, key), lines in zip(new, results, strict=True) if not lines}
    memory.parent.mkdir(parents=True, exist_ok=True)
    write_whole(memory, "\n".join(sorted(clean | in_order)).encode())
    for line in found:
        print(line)
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
