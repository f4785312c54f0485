"""Rule files: what they may hold, and what is said of those that are broken."""

from __future__ import annotations

from pathlib import Path

import pytest

from factcheck.errors import RuleError
from factcheck.model import Category
from factcheck.rulebook.book import Rulebook
from factcheck.rulebook.rule import read_rules
from factcheck.rulebook.vocabulary import Vocabulary
from factcheck.support.resources import rules_folder

GOOD = """
[[rule]]
id = "geese"
category = "WORD"
summary = "Geese are counted."
patterns = ["bird:<goose | geese>", "{number} ducks"]
mark = "bird"
verify = "SELECT id, false AS holds FROM claim"
"""
EXAMPLE = '[[rule.example]]\ngame = "G"\ntext = "A goose."\n'


def broken(tmp_path: Path, text: str) -> str:
    """What is said of a rule file."""
    path = tmp_path / "own.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(RuleError) as caught:
        read_rules(path, Vocabulary())
    message = str(caught.value)
    assert "\n" not in message
    assert message.startswith(str(path))
    return message.removeprefix(str(path))


def test_a_rule_is_read_with_its_defaults(tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text(GOOD, encoding="utf-8")
    (rule,) = read_rules(tmp_path / "own.toml", Vocabulary())
    assert (rule.id, rule.category, rule.mark) == ("geese", Category.WORD, "bird")
    assert (rule.subject, rule.scope, rule.when_unknown) == ("any", {"game"}, "pass")
    assert (rule.priority, rule.alternatives, rule.consumes) == (0, False, ())
    assert not rule.only_absent
    assert rule.slots == {"number": "number"}
    assert rule.labels == ("bird",)
    assert rule.path == tmp_path / "own.toml"


def test_slots_of_all_patterns_are_gathered(tmp_path: Path) -> None:
    text = GOOD.replace('"{number} ducks"', '"{who:player} led", "{who:team} led"')
    (tmp_path / "own.toml").write_text(text, encoding="utf-8")
    (rule,) = read_rules(tmp_path / "own.toml", Vocabulary())
    assert rule.slots == {"who": "player|team"}


def test_a_file_may_have_groups_of_its_own(tmp_path: Path) -> None:
    text = '[groups]\nbirds = "<goose | geese>"\n' + GOOD.replace("<goose | geese>", "@birds")
    (tmp_path / "own.toml").write_text(text, encoding="utf-8")
    (rule,) = read_rules(tmp_path / "own.toml", Vocabulary())
    assert rule.labels == ("bird",)


def test_the_cues_of_a_file_serve_its_rules_on_parts_of_the_game(tmp_path: Path) -> None:
    cues = '[cues]\nin = ["{part:period}"]\n'
    part = GOOD.replace(GOOD[GOOD.index("verify = ") :], 'fact = "part"\n')
    (tmp_path / "own.toml").write_text(cues + part, encoding="utf-8")
    (rule,) = read_rules(tmp_path / "own.toml", Vocabulary())
    assert [pattern.source for pattern in rule.cues["in"]] == ["{part:period}"]


def test_examples_are_read(tmp_path: Path) -> None:
    mistakes = 'mistakes = [{ mark = "goose", category = "WORD", correction = "duck" }]\n'
    (tmp_path / "own.toml").write_text(GOOD + EXAMPLE + mistakes, encoding="utf-8")
    (rule,) = read_rules(tmp_path / "own.toml", Vocabulary())
    ((mistake,),) = [example.mistakes for example in rule.examples]
    assert (mistake.mark, mistake.category, mistake.correction) == ("goose", "WORD", "duck")


@pytest.mark.parametrize("name", ["id", "category", "summary", "patterns", "mark", "verify"])
def test_a_missing_field_is_named(tmp_path: Path, name: str) -> None:
    lines = [line for line in GOOD.splitlines(keepends=True) if not line.startswith(f"{name} =")]
    rule, line = ("?", 2) if name == "id" else ("geese", 3)
    message = broken(tmp_path, "".join(lines))
    assert message == f":{line}: rule {rule}: the field {name} is missing"


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"WORD"', '"WORDS"', "category 'WORDS' is none of NUMBER, NAME, WORD, CONTEXT"),
        ('"WORD"', "3", "the field category must be text"),
        ('mark = "bird"', 'mark = "beast"', "names beast, which is no slot or label of its"),
        ("<goose | geese>", "<goose", "character 12: a '<' is not closed"),
        ("<goose | geese>", "@birds", "the vocabulary has no group @birds"),
        ('["bird:<goose | geese>", "{number} ducks"]', '"a"', "patterns must be a list of texts"),
        ('["bird:<goose | geese>", "{number} ducks"]', "[]", "the field patterns is missing"),
    ],
)
def test_a_broken_field_names_file_line_and_rule(
    tmp_path: Path, old: str, new: str, message: str
) -> None:
    assert old in GOOD
    said = broken(tmp_path, GOOD.replace(old, new))
    assert said.startswith(":3: rule geese: ")
    assert message in said


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('colour = "white"', "unknown field colour; rules have alone, alternatives, category"),
        ('scope = ["tomorrow"]', "scope must be some of game, next, previous"),
        ('scope = "game"', "the field scope must be a list of texts"),
        ('subject = "goose"', "subject must be one of player, team, any"),
        ('distribution = ["alone"]', "distribution must be some of single, distributive"),
        ('when_unknown = "perhaps"', "when_unknown must be flag, absent or pass"),
        ('priority = "high"', "the field priority must be a whole number"),
        ("priority = true", "the field priority must be a whole number"),
        ('alternatives = "yes"', "the field alternatives must be true or false"),
        ('consumes = ["wing"]', "names wing, which is no slot or label"),
        ('others = ["wing"]', "names wing, which is no slot or label"),
        ("example = [3]", "the field example must be a list of tables"),
        ('[[rule.example]]\ntext = "A goose."', "the field game is missing"),
        ('[[rule.example]]\ngame = "G"', "the field text is missing"),
        (EXAMPLE + "note = 3", "unknown field note; examples have game, mistakes, name, text"),
        (EXAMPLE + 'mistakes = ["goose"]', "the field mistakes must be a list of tables"),
        (EXAMPLE + 'mistakes = [{ mark = "goose" }]', "the field category is missing"),
        (EXAMPLE + 'mistakes = [{ mark = "goose", category = "BIRD" }]', "'BIRD' is none of"),
        (EXAMPLE + 'mistakes = [{ mark = "a", category = "WORD", correction = 3 }]',
         "the field correction must be text"),
    ],
)  # fmt: skip
def test_a_wrong_line_names_file_line_and_rule(tmp_path: Path, line: str, message: str) -> None:
    said = broken(tmp_path, f"{GOOD}{line}\n")
    assert said.startswith(":3: rule geese: ")
    assert message in said


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("rule = [", ": not valid TOML: "),
        ('[rule]\nid = "a"', ": rule: a rule begins with [[rule]]"),
        ("rule = 3", ": rule: a rule begins with [[rule]]"),
        ("[groups]\nbirds = 3", ": groups: must be a table of texts"),
        ("[cues]\nafter = 3", ": cues: must be a table of lists of texts"),
        ('[cues]\nduring = ["in"]', ": cues: during is none of in, after, before"),
        ('[cues]\nafter = ["<in"]', ": cues: pattern '<in', character 4: a '<' is not closed"),
        ("[rules]", ": rules: only [[rule]], [groups] and [cues] may stand here"),
    ],
)
def test_a_broken_file_is_named(tmp_path: Path, text: str, message: str) -> None:
    assert broken(tmp_path, text).startswith(message)


def test_bytes_that_are_not_utf_8_are_refused(tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_bytes(b'id = "\xff"')
    with pytest.raises(RuleError, match=r"own\.toml: not UTF-8"):
        read_rules(tmp_path / "own.toml", Vocabulary())


def test_the_second_of_two_rules_is_named_by_its_own_line(tmp_path: Path) -> None:
    second = GOOD.replace('"geese"', '"ducks"').replace('"WORD"', '"BIRD"')
    assert broken(tmp_path, GOOD + second).startswith(":11: rule ducks: ")


def test_words_that_are_always_a_mention_are_named(tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text(GOOD.replace("goose |", "many points |"), encoding="utf-8")
    with pytest.raises(RuleError, match=r"'points' is always read as \{statistic=PTS\}; write"):
        Rulebook.load(rules_folder(), [tmp_path])


def test_own_rules_stand_beside_those_that_ship(tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text(GOOD, encoding="utf-8")
    book = Rulebook.load(rules_folder(), [tmp_path])
    assert book.get("geese").summary == "Geese are counted."
    assert len(book.rules) == len(Rulebook.load(rules_folder()).rules) + 1


def test_a_rule_silences_only_rules_that_there_are(tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text(GOOD + 'silences = ["gander"]\n', encoding="utf-8")
    with pytest.raises(RuleError, match=r"rule geese: silences names gander, which is no rule"):
        Rulebook.load(rules_folder(), [tmp_path])


def test_a_rule_may_not_have_the_id_of_another(tmp_path: Path) -> None:
    for name in ("a.toml", "b.toml"):
        (tmp_path / name).write_text(GOOD, encoding="utf-8")
    with pytest.raises(RuleError, match=r"b\.toml:3: rule geese stands in a\.toml too"):
        Rulebook.load(rules_folder(), [tmp_path])


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(RuleError, match=r"nowhere: no such folder of rules"):
        Rulebook.load(rules_folder(), [tmp_path / "nowhere"])


def test_a_rule_that_does_not_exist_cannot_be_had() -> None:
    with pytest.raises(RuleError, match="there is no rule 'geese'"):
        Rulebook().get("geese")


QUANTITY = """
[[rule]]
id = "geese"
category = "NUMBER"
summary = "A number of geese is part of another."
construction = "share"
mark = "number"
"""


def test_a_construction_takes_the_place_of_patterns(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text(QUANTITY, encoding="utf-8")
    (rule,) = read_rules(path, Vocabulary())
    assert (rule.construction, rule.patterns, rule.verify) == ("share", (), "")


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"share"', '"gaggle"', "construction must be one of share, item, carried, line"),
        ('mark = "number"', 'mark = "bird"', "mark, consumes, others or requires names bird"),
        ('mark = "number"', 'mark = "number"\npatterns = ["{number}"]', "has no patterns"),
    ],
)
def test_a_construction_is_checked_when_read(tmp_path: Path, old: str, new: str, said: str) -> None:
    assert said in broken(tmp_path, QUANTITY.replace(old, new))


TELLING = """
[[rule]]
id = "geese"
category = "NUMBER"
summary = "A sentence tells how many geese a team has."
alone = "team"
numbers = ["number"]
mark = "number"
verify = "SELECT id, true AS holds FROM claim"
[rule.tells]
"bird GOOSE" = ["<goose | geese>"]
"bird DUCK" = ["kind:<duck | ducks>"]
[rule.may_tell]
day = ["{day}"]
"""


def test_a_telling_takes_the_place_of_patterns(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text(TELLING, encoding="utf-8")
    (rule,) = read_rules(path, Vocabulary())
    assert rule.patterns == ()
    assert rule.slots == {"team": "team", "number": "number", "day": "day"}
    assert rule.labels == ("kind", "bird")
    assert rule.consumes == ("number",)
    assert rule.telling is not None
    assert [(one.name, one.needed) for one in rule.telling.concepts] == [
        ("bird", True), ("day", False),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            '"team"',
            '"flock"',
            "alone must be one of nobody, player, team, two players, three players, two teams",
        ),
        ('alone = "team"', "", "the field alone is missing"),
        ('mark = "number"', 'mark = "bird"\npatterns = ["a goose"]', "has no patterns"),
        ('mark = "number"', 'mark = "number"\nconsumes = ["number"]', "has no consumes"),
        ('["number"]', '["number", "number"]', "numbers names a slot twice"),
        ('["number"]', '["team"]', "numbers names a slot twice, or one that a name fills"),
        ('mark = "number"', 'mark = "nest"', "names nest, which is no slot or label"),
        ('["{day}"]', '["{number}"]', "pattern '{number}': number is filled without a pattern"),
        ('["{day}"]', '["... {day}"]', "begins with no gap"),
        ('"bird DUCK"', '"bird"', "all of it has values, or nothing has"),
        ('"bird DUCK"', '"bird IN FLIGHT"', "a name stands there, and perhaps one value"),
        ("day =", "bird =", "tells and may_tell both say bird"),
    ],
)
def test_a_telling_is_checked_when_read(tmp_path: Path, old: str, new: str, said: str) -> None:
    assert said in broken(tmp_path, TELLING.replace(old, new))


def test_a_course_is_of_a_known_kind(tmp_path: Path) -> None:
    message = broken(tmp_path, GOOD + 'course = "geese"\n')
    assert message == ":3: rule geese: course must be shot or deed"
