"""The rule base as data: read and compiled once, then kept by its content.

To read TOML and to compile patterns to regular expressions takes over a second; to read the
expressions takes a thirtieth of that.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields
from functools import lru_cache
from pathlib import Path
from typing import Any

from factcheck.model import Category
from factcheck.rulebook.examples import Example, ExampleMistake
from factcheck.rulebook.files import rule_files
from factcheck.rulebook.patterns import Parts, Pattern
from factcheck.rulebook.rule import Rule, read_rules
from factcheck.rulebook.telling import Concept, Telling
from factcheck.rulebook.vocabulary import Vocabulary
from factcheck.support.cache import read_cache, write_cache

_KIND = "rules"
_PACKAGE = Path(__file__).resolve().parent.parent
# What is made of a rule file depends on these as well.
_CODE = ("rulebook", "language")
_SETS = ("scope", "distribution")
_LISTS = ("consumes", "others", "requires", "needs", "silences")


def read_folder(folder: Path, words: Path) -> tuple[Vocabulary, list[Rule]]:
    """Return the vocabulary and the rules of a folder, from the cache where it knows them.

    Args:
        folder: Holds rule files, or folders of them.
        words: The folder of the vocabulary that they use.

    Raises:
        RuleError: A file is not TOML, or a rule is not well formed; names file and rule.
    """
    paths = rule_files(folder)
    named = {path.relative_to(folder).as_posix(): path for path in paths}
    named |= {f"{words.name}/{path.name}": path for path in sorted(words.glob("*.toml"))}
    key = _digest(named)
    vocabulary, rules = _read(folder, words, paths, key)
    return vocabulary, [*rules]


@lru_cache(maxsize=4)
def _read(
    folder: Path, words: Path, paths: tuple[Path, ...], key: str
) -> tuple[Vocabulary, list[Rule]]:
    # Checkers of one process share patterns, and with them the expressions that were needed.
    kept = read_cache(_KIND, key)
    if kept is not None:
        try:
            return _restored(kept, folder)
        except (KeyError, TypeError, ValueError, IndexError, AttributeError):
            # Damaged: it is made again.
            pass
    vocabulary = Vocabulary.load(words)
    rules = [rule for path in paths for rule in read_rules(path, vocabulary)]
    write_cache(_KIND, key, _data(vocabulary, rules, folder))
    return vocabulary, rules


def _digest(named: Mapping[str, Path]) -> str:
    """Return a digest of files, by names and content, and of the code that reads them."""
    digest = hashlib.sha256()
    code = [path for room in _CODE for path in sorted((_PACKAGE / room).glob("*.py"))]
    for name, path in [*((path.name, path) for path in code), *named.items()]:
        try:
            content = path.read_bytes()
        except OSError:
            # What cannot be read is reported when it is read as a rule file.
            content = b"?"
        digest.update(f"{name} {len(content)} ".encode())
        digest.update(content)
    return digest.hexdigest()[:32]


def _data(vocabulary: Vocabulary, rules: Iterable[Rule], folder: Path) -> dict[str, Any]:
    # Many patterns require one of the same words.
    parts: dict[Parts, int] = {}
    return {
        "vocabulary": {
            "tables": vocabulary.tables,
            "groups": vocabulary.groups,
            "scopes": [(name, weight, reach) for name, _, weight, reach in vocabulary.scopes],
            "cues": _patterns_data([pattern for _, pattern, _, _ in vocabulary.scopes], parts),
        },
        "rules": [_rule_data(rule, parts, folder) for rule in rules],
        "parts": [*parts],
    }


def _rule_data(rule: Rule, parts: dict[Parts, int], folder: Path) -> dict[str, Any]:
    data = {field.name: getattr(rule, field.name) for field in fields(Rule) if field.init}
    data |= {name: sorted(data[name]) for name in _SETS}
    data["path"] = None if rule.path is None else rule.path.relative_to(folder).as_posix()
    data["patterns"] = _patterns_data(rule.patterns, parts)
    data["exclude"] = _patterns_data(rule.exclude, parts)
    data["details"] = {
        name: _patterns_data(patterns, parts) for name, patterns in rule.details.items()
    }
    data["cues"] = {name: _patterns_data(patterns, parts) for name, patterns in rule.cues.items()}
    data["telling"] = None if rule.telling is None else _telling_data(rule.telling, parts)
    data["examples"] = [
        {
            "game": example.game,
            "text": example.text,
            "name": example.name,
            "mistakes": [[one.mark, one.category, one.correction] for one in example.mistakes],
        }
        for example in rule.examples
    ]
    return data


def _telling_data(telling: Telling, parts: dict[Parts, int]) -> dict[str, Any]:
    concepts = [
        {
            "name": concept.name,
            "needed": concept.needed,
            "values": [value for _, value in concept.patterns],
            "patterns": _patterns_data([pattern for pattern, _ in concept.patterns], parts),
        }
        for concept in telling.concepts
    ]
    return {"alone": telling.alone, "numbers": telling.numbers, "concepts": concepts}


def _patterns_data(patterns: Iterable[Pattern], parts: dict[Parts, int]) -> list[dict[str, Any]]:
    return [
        {
            **pattern.compiled(),
            "required": [parts.setdefault(part, len(parts)) for part in pattern.required],
            "heads": [
                None if head is None else parts.setdefault(head, len(parts))
                for head in pattern.heads
            ],
        }
        for pattern in patterns
    ]


def _restored(kept: Mapping[str, Any], folder: Path) -> tuple[Vocabulary, list[Rule]]:
    words = kept["vocabulary"]
    # Words that many patterns require are one object each: they take a tenth of the memory.
    parts = [tuple(map(sys.intern, part)) for part in kept["parts"]]
    scopes = [
        (name, pattern, weight, reach)
        for (name, weight, reach), pattern in zip(
            words["scopes"], _patterns(words["cues"], parts), strict=True
        )
    ]
    vocabulary = Vocabulary(words["tables"], words["groups"], scopes)
    return vocabulary, [_rule(data, parts, folder) for data in kept["rules"]]


def _rule(data: dict[str, Any], parts: Sequence[Parts], folder: Path) -> Rule:
    data |= {name: frozenset(data[name]) for name in _SETS}
    data |= {name: tuple(data[name]) for name in _LISTS}
    data["relations"] = tuple((first, second, third) for first, second, third in data["relations"])
    data["category"] = Category(data["category"])
    data["path"] = None if data["path"] is None else folder / data["path"]
    data["patterns"] = _patterns(data["patterns"], parts)
    data["exclude"] = _patterns(data["exclude"], parts)
    data["details"] = {name: _patterns(kept, parts) for name, kept in data["details"].items()}
    data["cues"] = {name: _patterns(kept, parts) for name, kept in data["cues"].items()}
    data["telling"] = None if data["telling"] is None else _telling(data["telling"], parts)
    data["examples"] = tuple(_example(example) for example in data["examples"])
    return Rule(**data)


def _telling(kept: Mapping[str, Any], parts: Sequence[Parts]) -> Telling:
    concepts = tuple(
        Concept(
            concept["name"],
            tuple(zip(_patterns(concept["patterns"], parts), concept["values"], strict=True)),
            concept["needed"],
        )
        for concept in kept["concepts"]
    )
    return Telling(kept["alone"], tuple(kept["numbers"]), concepts)


def _patterns(kept: Iterable[dict[str, Any]], parts: Sequence[Parts]) -> tuple[Pattern, ...]:
    return tuple(
        Pattern.restore(
            {
                **pattern,
                "required": [parts[number] for number in pattern["required"]],
                "heads": [None if head is None else parts[head] for head in pattern["heads"]],
            }
        )
        for pattern in kept
    )


def _example(data: Mapping[str, Any]) -> Example:
    mistakes = tuple(
        ExampleMistake(mark, Category(category), correction)
        for mark, category, correction in data["mistakes"]
    )
    return Example(data["game"], data["text"], mistakes, data["name"])
