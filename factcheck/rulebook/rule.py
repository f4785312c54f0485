"""Rules as data: TOML files of patterns to match, SQL that decides, examples that test."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from factcheck.errors import RuleError
from factcheck.language.lexicon import Lexicon, fold
from factcheck.model import Category
from factcheck.rulebook.examples import Example, read_example
from factcheck.rulebook.fields import (
    LISTS,
    NUMBER,
    SWITCH,
    TABLE,
    TABLES,
    TEXT,
    TEXTS,
    TRIPLES,
    check_fields,
    is_a,
    nested,
    required,
)
from factcheck.rulebook.patterns import Pattern
from factcheck.rulebook.telling import Telling, read_telling
from factcheck.rulebook.vocabulary import Vocabulary

SCOPES = (
    "game", "next", "previous", "last_n", "season", "average", "career", "other", "imagined",
)  # fmt: skip
DISTRIBUTIONS = ("single", "distributive", "collective", "respectively", "group")
SUBJECTS = ("player", "team", "any")
FACTS = (
    "difference", "sum", "rest", "value", "missed", "own", "percent",
    "parallel", "than", "leader", "beyond", "both", "part", "pair", "stray", "clip",
)  # fmt: skip
"""What a rule without SQL may state."""
PART = "part"
"""The fact of rules on parts of the game."""
PAIR = "pair"
"""The fact of two numbers that no other rule read."""
STRAY = "stray"
"""The fact of two numbers that nothing of the game is."""
CLIP = "clip"
"""The fact of percentages of shots that no other rule read."""
WORDED_FACTS = frozenset({"leader", "than"})
"""Facts that may be stated without a number: who has the most, or as many as another."""
QUANTITY = "quantity"
"""The fact of rules with a construction."""
CONSTRUCTIONS = ("share", "item", "carried", "line", "bare", "named")
"""How numbers of a sentence may be tied to each other, for rules without patterns."""
CUES = (
    "in", "after", "before", "start", "same", "rest", "next", "ahead", "behind", "won", "lost",
    "played", "level", "gap", "link", "void", "moment",
)  # fmt: skip
"""What the cues of a file may tell, for ``fact = "part"``; a part of the game may follow."""
_FIELDS = {
    "id": TEXT, "category": TEXT, "summary": TEXT, "patterns": TEXTS, "mark": TEXT,
    "exclude": TEXTS, "needs": TEXTS,
    "scope": TEXTS, "subject": TEXT, "distribution": TEXTS, "consumes": TEXTS, "others": TEXTS,
    "priority": NUMBER, "when_unknown": TEXT, "alternatives": SWITCH, "each": TABLE,
    "only_absent": SWITCH, "distributive": SWITCH,
    "suppresses": SWITCH, "silences": TEXTS, "details": LISTS, "requires": TEXTS,
    "relation": TRIPLES, "explanation": TEXT, "verify": TEXT, "fact": TEXT,
    "construction": TEXT, "example": TABLES, "alone": TEXT, "numbers": TEXTS,
    "tells": LISTS, "may_tell": LISTS, "course": TEXT,
}  # fmt: skip
SHOT, DEED = "shot", "deed"
"""What a rule's SQL may write down of the course of the game, instead of deciding it."""
_HEADER = re.compile(r"\s*\[\[\s*rule\s*\]\]")


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule of the rule base.

    Args:
        id: Its name, in lower case with hyphens.
        category: The category of its mistakes, unless its SQL returns another.
        summary: One sentence: what a text says that this rule checks.
        patterns: What to match, compiled.
        exclude: Antipatterns, compiled: what a match of one touches is no claim of this rule.
        mark: The slot or label whose words are marked where the SQL names none.
        scope: The times a clause may speak of for the rule to apply.
        subject: What the clause must be about: ``player``, ``team`` or ``any``.
        distribution: How several players may share its numbers for it to apply.
        consumes: Slots and labels that no less specific rule may match as well.
        others: Slots that must name somebody else than the clause is about.
        priority: Wins before specificity.
        when_unknown: ``flag`` to flag a claim the knowledge base cannot decide, ``absent`` where it
            has not even a row, ``pass`` to let it stand.
        alternatives: Whether its claims speak for or against another name as their subject.
        each: Of a claim that tells several names a number each: the slot of the number, by the
            slot of the name.
        only_absent: Whether it is asked only of players who have no line in the game.
        distributive: Whether what it says of several players is said of each, whatever the words.
        relations: What makes a claim's content triples: subject, relation, value of each.
        explanation: What to tell a reader about a claim that cannot be checked.
        suppresses: Whether, where it decides, rules of lower priority do not judge its words.
        silences: Rules that, where it decides, have nothing against its words but what it marks.
        details: Patterns for what stands around a match, by name; they fill slots as well.
        requires: Slots and labels of which a match or its details must fill at least one.
        needs: Columns of the sentence without which a match is no claim.
        verify: The SQL over ``claim`` that decides; empty where a fact does.
        fact: What its number states, as one of :data:`FACTS`; empty where SQL decides.
        course: :data:`SHOT` or :data:`DEED` where its SQL but writes down what is told of one.
        construction: One of :data:`CONSTRUCTIONS`, instead of patterns: what the reader of noun
            patterns finds.
        telling: What the whole sentence must tell, and nothing else, instead of patterns.
        cues: For ``part``: patterns by what they tell wherever they stand in the sentence.
        examples: Texts with the mistakes the rule must find in them.
        path: The file it stands in.
        line: The line of its id.
        slots: The slots over all patterns: name to labels, joined by ``|``.
        labels: The labels over all patterns.
        valued: Those of them to which alternatives give a value.
    """

    id: str
    category: Category
    summary: str
    patterns: tuple[Pattern, ...]
    mark: str
    verify: str
    scope: frozenset[str] = frozenset({"game"})
    subject: str = "any"
    distribution: frozenset[str] = frozenset(DISTRIBUTIONS)
    consumes: tuple[str, ...] = ()
    others: tuple[str, ...] = ()
    priority: int = 0
    when_unknown: str = "pass"
    alternatives: bool = False
    each: Mapping[str, str] = field(default_factory=dict)
    only_absent: bool = False
    distributive: bool = False
    relations: tuple[tuple[str, str, str], ...] = ()
    explanation: str = ""
    suppresses: bool = False
    silences: tuple[str, ...] = ()
    fact: str = ""
    course: str = ""
    construction: str = ""
    telling: Telling | None = None
    cues: Mapping[str, tuple[Pattern, ...]] = field(default_factory=dict, hash=False)
    details: Mapping[str, tuple[Pattern, ...]] = field(default_factory=dict, hash=False)
    requires: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    exclude: tuple[Pattern, ...] = ()
    examples: tuple[Example, ...] = ()
    path: Path | None = None
    line: int | None = field(default=None, compare=False)
    slots: Mapping[str, str] = field(init=False, compare=False, repr=False)
    labels: tuple[str, ...] = field(init=False, compare=False, repr=False)
    valued: tuple[str, ...] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        """Gather slots and labels once: they are asked for with every claim."""
        patterns = [*self.patterns, *(one for group in self.details.values() for one in group)]
        telling = self.telling
        patterns += telling.patterns if telling else []
        slots = dict(_QUANTITY_SLOTS) if self.construction else _slots(patterns)
        object.__setattr__(self, "slots", slots | (telling.slots if telling else {}))
        labels = dict.fromkeys(name for pattern in patterns for name in pattern.labels)
        labels |= dict.fromkeys(telling.values if telling else ())
        object.__setattr__(self, "labels", tuple(labels))
        valued = dict.fromkeys(name for pattern in patterns for name in pattern.valued)
        object.__setattr__(self, "valued", tuple(valued))

    @property
    def topic(self) -> str:
        """What the rule is about: the folder that its file lies in; empty without a file."""
        return "" if self.path is None else self.path.parent.name


_QUANTITY_SLOTS = {
    "number": "number", "total": "number", "owner": "player|team", "part": "period",
}  # fmt: skip
"""What a construction fills: the number, its whole, the name and the period behind it."""


def _slots(patterns: Iterable[Pattern]) -> dict[str, str]:
    slots: dict[str, str] = {}
    for pattern in patterns:
        for name, labels in pattern.slots.items():
            known = slots.get(name, labels)
            slots[name] = "|".join(dict.fromkeys((known + "|" + labels).split("|")))
    return slots


def read_rules(path: Path, vocabulary: Vocabulary) -> list[Rule]:
    """Read one rule file.

    Raises:
        RuleError: With the file, the line of the rule and what is wrong.
    """
    try:
        source = path.read_text(encoding="utf-8")
        data = tomllib.loads(source)
    except UnicodeDecodeError as error:
        raise RuleError("not UTF-8; save the file as UTF-8", path=path) from error
    except tomllib.TOMLDecodeError as error:
        place = re.search(r"at line (\d+)", str(error))
        line = int(place[1]) if place else None
        raise RuleError(f"not valid TOML: {error}", path=path, line=line) from error
    unexpected = sorted(set(data) - {"rule", "groups", "cues"})
    if unexpected:
        message = "only [[rule]], [groups] and [cues] may stand here"
        raise RuleError(message, path=path, field=unexpected[0])
    own = data.get("groups", {})
    if not is_a(own, TABLE):
        raise RuleError(f"must be {TABLE}", path=path, field="groups")
    groups = {**vocabulary.groups, **own}
    items = data.get("rule", [])
    if not is_a(items, TABLES):
        raise RuleError("a rule begins with [[rule]]", path=path, field="rule")
    is_mention = _mention_check(vocabulary)
    cues = _cues(data.get("cues", {}), groups, is_mention, path)
    lines = [n for n, text in enumerate(source.splitlines(), start=1) if _HEADER.match(text)]
    rules = []
    for number, item in enumerate(items):
        name = str(item.get("id", "?"))
        line = _line_of(source, name) or (lines[number] if number < len(lines) else None)
        try:
            rule = _rule(item, groups, is_mention, path)
            rules.append(replace(rule, line=line, cues=cues if rule.fact == "part" else {}))
        except RuleError as error:
            raise RuleError(f"rule {name}: {error.message}", path=path, line=line) from error
    return rules


def _cues(
    data: Any,
    groups: Mapping[str, str],
    is_mention: Callable[[str], str | None],
    path: Path,
) -> dict[str, tuple[Pattern, ...]]:
    """Return the cues that the rules of a file share, compiled."""
    if not is_a(data, LISTS):
        raise RuleError(f"must be {LISTS}", path=path, field="cues")
    for name in data:
        if name.split(" ")[0] not in CUES:
            message = f"{name} is none of {', '.join(CUES)}"
            raise RuleError(message, path=path, field="cues")
    try:
        return {
            name: tuple(Pattern(source, groups, is_mention) for source in sources)
            for name, sources in data.items()
        }
    except RuleError as error:
        raise RuleError(error.message, path=path, field="cues") from error


def _line_of(source: str, rule_id: str) -> int | None:
    for number, line in enumerate(source.splitlines(), start=1):
        if line.replace(" ", "") == f'id="{rule_id}"':
            return number
    return None


def _mention_check(vocabulary: Vocabulary) -> Callable[[str], str | None]:
    lexicon = Lexicon(vocabulary.entries())

    def check(text: str) -> str | None:
        folded = [fold(word) for word in text.split()]
        position = 0
        while position < len(folded):
            found = lexicon.longest(folded, [w.title() for w in folded], position)
            if found and found[0].label not in {"plain"}:
                words = " ".join(text.split()[position : position + len(found[0].words)])
                return f"{words!r} is always read as {{{found[0].label}={found[0].value}}}"
            position += len(found[0].words) if found else 1
        return None

    return check


def _triples(value: list[Any]) -> tuple[tuple[str, str, str], ...]:
    return tuple((subject, name, stated) for subject, name, stated in nested(value))


def _rule(
    item: Mapping[str, Any],
    groups: Mapping[str, str],
    is_mention: Callable[[str], str | None],
    path: Path,
) -> Rule:
    check_fields(item, "rules", _FIELDS)
    construction = item.get("construction", "")
    if construction:
        _check_construction(item, construction)
    telling = read_telling(item, lambda source: Pattern(source, groups, is_mention))
    sources = [] if construction or telling else required(item, "patterns")
    patterns = tuple(Pattern(source, groups, is_mention) for source in sources)
    category = required(item, "category")
    if category not in Category.__members__:
        raise RuleError(f"category {category!r} is none of {', '.join(Category)}")
    scope = frozenset(item.get("scope", ["game"]))
    subject = item.get("subject", "any")
    if not scope <= set(SCOPES):
        raise RuleError(f"scope must be some of {', '.join(SCOPES)}")
    if subject not in SUBJECTS:
        raise RuleError(f"subject must be one of {', '.join(SUBJECTS)}")
    distribution = frozenset(item.get("distribution", DISTRIBUTIONS))
    if not distribution <= set(DISTRIBUTIONS):
        raise RuleError(f"distribution must be some of {', '.join(DISTRIBUTIONS)}")
    if item.get("when_unknown", "pass") not in {"flag", "absent", "pass"}:
        raise RuleError("when_unknown must be flag, absent or pass")
    rule = Rule(
        id=required(item, "id"),
        category=Category(category),
        summary=required(item, "summary"),
        patterns=patterns,
        mark=required(item, "mark"),
        course=_course(item),
        verify="" if item.get("fact") or construction else required(item, "verify").strip(),
        fact=QUANTITY if construction else item.get("fact", ""),
        construction=construction,
        telling=telling,
        scope=scope,
        subject=subject,
        distribution=distribution,
        consumes=telling.owned if telling else tuple(item.get("consumes", ())),
        others=tuple(item.get("others", ())),
        priority=item.get("priority", 0),
        when_unknown=item.get("when_unknown", "pass"),
        alternatives=item.get("alternatives", False),
        each=dict(item.get("each", {})),
        only_absent=item.get("only_absent", False),
        distributive=item.get("distributive", False),
        relations=_triples(item.get("relation", [])),
        explanation=item.get("explanation", ""),
        suppresses=item.get("suppresses", False),
        silences=tuple(item.get("silences", ())),
        requires=tuple(item.get("requires", ())),
        needs=tuple(item.get("needs", ())),
        details={
            name: tuple(Pattern(source, groups, is_mention) for source in sources)
            for name, sources in item.get("details", {}).items()
        },
        exclude=tuple(Pattern(source, groups, is_mention) for source in item.get("exclude", ())),
        examples=tuple(read_example(example) for example in item.get("example", ())),
        path=path,
    )
    numbers = {"number", "percent"}
    if rule.fact == PART:
        numbers |= {"score", "shooting", "zero"}
    if rule.fact in {PAIR, STRAY}:
        numbers = {"pair"}
    counted = bool(numbers & {*rule.slots, *rule.labels}) or rule.fact in WORDED_FACTS
    if (
        rule.fact
        and not construction
        and (rule.fact not in FACTS or "verify" in item or not counted)
    ):
        raise RuleError(
            f"fact must be one of {', '.join(FACTS)}, of a slot number or percent, "
            "and without verify"
        )
    known = {*rule.slots, *rule.labels}
    for name in (rule.mark.split(".")[0], *rule.consumes, *rule.others, *rule.requires):
        if name and name not in known:
            raise RuleError(
                f"mark, consumes, others or requires names {name}, "
                "which is no slot or label of its patterns"
            )
    return rule


def _course(item: Mapping[str, Any]) -> str:
    course = str(item.get("course", ""))
    if course not in {"", SHOT, DEED}:
        raise RuleError(f"course must be {SHOT} or {DEED}")
    return course


def _check_construction(item: Mapping[str, Any], construction: str) -> None:
    if construction not in CONSTRUCTIONS:
        raise RuleError(f"construction must be one of {', '.join(CONSTRUCTIONS)}")
    for name in ("patterns", "exclude", "details", "verify", "fact", "consumes"):
        if name in item:
            raise RuleError(
                f"a rule with a construction has no {name}: it is read without patterns"
            )
