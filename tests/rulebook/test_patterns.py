"""The pattern language, element by element."""

from __future__ import annotations

import pytest

from factcheck.errors import RuleError
from factcheck.language.mentions import Mention, Sentence, build_sentence
from factcheck.rulebook.pattern_index import PatternIndex, PatternMatches
from factcheck.rulebook.patterns import Match, Pattern


def sentence(text: str) -> Sentence:
    """A sentence; ``player:Conley`` is a mention, ``number=24:24`` one with a value."""
    words: list[str] = []
    mentions: dict[int, Mention] = {}
    for place, word in enumerate(text.split()):
        kind, colon, written = word.partition(":")
        if colon and kind:
            kind, _, value = kind.partition("=")
            mentions[place] = Mention(kind, place, place + 1, value)
        words.append((written if colon and kind else word).lower())
    return build_sentence(1, words, 0, len(words), mentions)


def matched(pattern: Pattern, text: str) -> list[str]:
    """The words that a pattern matches in a sentence."""
    units = sentence(text)
    words = text.split()
    return [" ".join(words[match.start : match.end]) for match in pattern.matches(units)]


@pytest.mark.parametrize(
    ("pattern", "text", "found"),
    [
        ("off the bench", "he came off the bench", ["off the bench"]),
        ("OFF the bench", "he came off the bench", ["off the bench"]),
        ("bench", "they bench him and the benches", ["bench"]),
        ("double-double", "a double - double", ["double - double"]),
        ("~lead", "he leads and led", ["leads", "led"]),
        ("~pull away", "they pulled away", ["pulled away"]),
        ("<led | paced the> way", "he led way , paced the way", ["led way", "paced the way"]),
        ("<came | ~go> on", "he came on , went on", ["came on", "went on"]),
        ("{player} led", "player:Conley led", ["player:Conley led"]),
        ("{player|team} led", "player:Conley led , team:Suns led",
         ["player:Conley led", "team:Suns led"]),
        ("{statistic=PTS|REB}", "statistic=PTS:points , statistic=AST:assists",
         ["statistic=PTS:points"]),
        ("three points", "number=3:3 points", ["number=3:3 points"]),
        ("first win", "ordinal=1:1st win", ["ordinal=1:1st win"]),
        ("led ... bench", "led the whole deep bench", ["led the whole deep bench"]),
        ("led ... bench", "led a b c d e bench", []),
        ("led ...6 bench", "led a b c d e bench", ["led a b c d e bench"]),
        ("led ... bench", "led while the bench", []),
        ("led ... bench", "led , the bench", ["led , the bench"]),
        ("led !the", "led the way , led all", ["led"]),
        ("led !<the | a> bench", "led the bench , led bench", ["led bench"]),
        ("led &<the | all>", "led the way , led all , led me", ["led", "led"]),
        ("^!<first | final> quarter", "first quarter , third quarter", ["quarter"]),
        ("^!<double - double> mark", "a double - double mark", []),
        ("^!<~trail by> five", "trailed by five", []),
        ("^!<a | {player}> miss", "player=203114:Allen miss , his miss", ["miss"]),
        ("^!<{s:statistic=MIN|PTS}> led", "statistic=PTS:p led , statistic=AST:a led", ["led"]),
        ("^!<<~cut | trim> <a | the>> lead", "cutting a lead , trim the lead , a lead", ["lead"]),
        ("^!<two> minutes", "number=2:two minutes , number=12:12 minutes", ["minutes"]),
        ("the very? best", "the best , the very best", ["the best", "the very best"]),
        ("<a | the>? bench", "bench , the bench", ["bench", "the bench"]),
        ("^ led", "led and led", ["led"]),
        ("won $", "won and won .", ["won ."]),
        ("won $", "won and lost", []),
        ("the Suns 's", "the suns 's", ["the suns 's"]),
    ],
)  # fmt: skip
def test_an_element_matches(pattern: str, text: str, found: list[str]) -> None:
    assert matched(Pattern(pattern), text) == found


def only(pattern: Pattern, text: str) -> Match:
    (match,) = pattern.matches(sentence(text))
    return match


def test_a_slot_is_called_after_its_kind_or_as_one_wants() -> None:
    pattern = Pattern("{scorer:player} had {number} , {player} {total:number}")
    match = only(pattern, "player:A had number=2:2 , player:B number=9:9")
    assert match.groups == {"scorer": (0, 1), "number": (2, 3), "player": (4, 5), "total": (5, 6)}
    assert pattern.slots == {
        "scorer": "player", "number": "number", "player": "player", "total": "number",
    }  # fmt: skip


def test_a_slot_of_several_kinds_is_called_after_all_of_them() -> None:
    assert Pattern("{player|team}").slots == {"player_team": "player|team"}


def test_a_label_names_the_words_that_matched() -> None:
    pattern = Pattern("verb:<~lead | set the pace> all")
    assert pattern.labels == ("verb",)
    assert only(pattern, "he set the pace all night").groups == {"verb": (1, 4)}


def test_one_slot_may_stand_in_several_alternatives() -> None:
    pattern = Pattern("<{player} led | led by {player}>")
    assert only(pattern, "player:A led").groups == {"player": (0, 1)}
    assert only(pattern, "led by player:A").groups == {"player": (2, 3)}


def test_a_group_of_the_vocabulary_stands_for_its_pattern() -> None:
    groups = {"bench": "<bench | second unit>", "led": "~lead the @bench"}
    assert matched(Pattern("@led", groups), "he led the second unit") == ["led the second unit"]
    labelled = Pattern("~lead the unit:@bench", groups)
    assert only(labelled, "he led the bench").groups == {"unit": (3, 4)}


def test_a_look_behind_names_groups() -> None:
    groups = {"rival": "<@host | visitors>", "host": "<hosts | home side>"}
    pattern = Pattern("^!<his | @rival> led", groups)
    assert matched(pattern, "they led") == ["led"]
    for words in ("his led", "the hosts led", "home side led", "visitors led"):
        assert matched(pattern, words) == []


def test_a_label_of_one_word_among_others_names_it() -> None:
    pattern = Pattern("<a | owner:@its | the> run", {"its": "<its | their>"})
    assert pattern.matches(sentence("ended their run"))[0].groups == {"owner": (1, 2)}
    assert pattern.matches(sentence("ended the run"))[0].groups == {}


def test_of_alternatives_the_first_one_that_matches_is_taken() -> None:
    assert matched(Pattern("<up | up by | down | down by>"), "up by ten") == ["up"]
    assert matched(Pattern("<up by | up | down by | down>"), "down by ten") == ["down by"]


def test_a_group_may_be_used_twice_and_hold_slots() -> None:
    pattern = Pattern("@had and @had", {"had": "had {number}"})
    match = only(pattern, "had number=2:2 and had number=9:9")
    assert set(match.groups) == {"number"}


def test_the_size_counts_what_must_stand_there() -> None:
    sizes = [Pattern(p).size for p in ("a", "a b", "a b?", "a ... b", "<a | b c>", "{player} a !b")]
    assert sizes == [1, 2, 1, 2, 1, 2]


def test_words_that_are_always_a_mention_are_refused() -> None:
    def is_mention(words: str) -> str | None:
        return "'points' is always read as {statistic=PTS}" if "points" in words else None

    with pytest.raises(RuleError, match=r"'points' is always read as \{statistic=PTS\}; write"):
        Pattern("ten points", is_mention=is_mention)


GROUPS = {"loop": "<a | @loop>", "half": "a | b", "gap": "<a ... b | c>", "coded": "<won: a | b>"}


@pytest.mark.parametrize(
    ("pattern", "message"),
    [
        ("", "character 1: the pattern is empty"),
        ("a? b?", "the pattern is empty, or all of it may be missing"),
        ("...", "the pattern is empty, or all of it may be missing"),
        ("<a | b", "character 7: a '<' is not closed"),
        ("^!<a", "a '<' is not closed"),
        ("^!<<a> b", "a '<' is not closed"),
        ("^!<a | @nothing> led", "the vocabulary has no group @nothing"),
        ("^!<@loop> led", "the group @loop contains itself"),
        ("^!<@coded> led", "no look-behind may name @coded, for it holds more than words"),
        ("^!<@gap> led", "no look-behind may name @gap, for it holds more than words"),
        ("^!@bench led", "character 1: words in '<' and '>' must follow '^!'"),
        ("a > b", "character 3: unexpected '>'"),
        ("a | b", "character 3: unexpected '|'"),
        ("a !", "an element must follow '!'"),
        ("a ! b", "an element must follow '!'"),
        ("{player", "character 1: a slot is written {label}, {name:label} or {label=VALUE|VALUE}"),
        ("{number=}", "a slot is written"),
        ("the {playr}", "character 5: there are no mentions labelled playr, but player, team"),
        ("@nothing", "the vocabulary has no group @nothing"),
        ("@loop", "the group @loop contains itself"),
        ("@half", "unexpected '|'"),
        ("verb:led", "a label stands right before '<' or '@'"),
        ("<won: beat | saw>", "the value won stands in alternatives without a label"),
        ("how:<won: | saw>", "nothing stands behind the value won"),
        ("x:<a> x:<b>", "two things are called x"),
        ("player:<a> {player}", "two things are called player"),
    ],
)
def test_a_broken_pattern_says_where_and_why(pattern: str, message: str) -> None:
    with pytest.raises(RuleError) as caught:
        Pattern(pattern, GROUPS)
    assert str(caught.value).startswith("pattern ")
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "groups"),
    [
        ("team:Suns beat", {"team": (0, 1), "how": (1, 2), "how=won": (1, 2)}),
        ("team:Suns knocked off", {"team": (0, 1), "how": (1, 3), "how=won": (1, 3)}),
        ("team:Suns fell to", {"team": (0, 1), "how": (1, 3), "how=lost": (1, 3)}),
        ("team:Suns saw", {"team": (0, 1), "how": (1, 2)}),
    ],
)
def test_an_alternative_gives_its_label_a_value(text: str, groups: dict[str, object]) -> None:
    pattern = Pattern("{team} how:<won: ~beat | won: <~knock off | ~top> | lost: fell to | saw>")
    (match,) = pattern.matches(sentence(text))
    assert match.groups == groups
    assert pattern.labels == ("how",)


def test_a_group_gives_the_label_before_it_a_value() -> None:
    groups = {"won": "<won: ~beat | @lost>", "lost": "<lost: fell to>"}
    (match,) = Pattern("how:@won {team}", groups).matches(sentence("fell to team:Suns"))
    assert match.groups == {"how": (0, 2), "how=lost": (0, 2), "team": (2, 3)}
    (match,) = Pattern("@won {team}", groups).matches(sentence("fell to team:Suns"))
    assert match.groups == {"team": (2, 3)}


@pytest.mark.parametrize(
    "source",
    ["how:<@won | saw>", "how:<<@won> | saw>", "how:<was? @won>", "how:<<lost: fell to> | saw>"],
)
def test_a_value_is_that_of_the_nearest_label(source: str) -> None:
    groups = {"won": "<won: ~beat | lost: fell to>"}
    (match,) = Pattern(f"{source} {{team}}", groups).matches(sentence("fell to team:Suns"))
    assert match.groups == {"how": (0, 2), "how=lost": (0, 2), "team": (2, 3)}


def test_a_label_within_another_has_a_value_of_its_own() -> None:
    pattern = Pattern("month:<12: day:<24: Christmas Eve | 26: Boxing Day>>")
    (match,) = pattern.matches(sentence("boxing day"))
    assert match.groups == {"month": (0, 2), "month=12": (0, 2), "day": (0, 2), "day=26": (0, 2)}


def may_match(pattern: Pattern, units: Sentence) -> bool:
    """Whether a sentence has all words and mentions that a pattern needs."""
    return all(any(part in units.parts for part in parts) for parts in pattern.required)


def test_the_index_finds_what_every_pattern_alone_would() -> None:
    sources = [
        "led", "~lead the bench", "{player} led", "{team} led", "<a | {player}> led", "...2 led",
        "{statistic=PTS}", "three points", "the? bench", "player led", "led and led", "^ led $",
        "<three | the> <points | {statistic=REB|PTS}>", "{player|team} <led the bench | led>",
        "he led ... all", "the very? first? very? best", "led !the", "led &<the> the bench",
    ]  # fmt: skip
    patterns = [Pattern(source) for source in sources]
    index = PatternIndex(patterns)
    texts = (
        "player:A led the bench", "he led", "number=3:3 points", "statistic=PTS:points", "led .",
        "he led them and all led", "the best , the very best , the very first best",
        "a led and led and led three points the number=3:3",
    )  # fmt: skip
    for text in texts:
        units = sentence(text)
        found = index.possible(units)
        for number, pattern in enumerate(patterns):
            alone = list(pattern.matches(units))
            assert list(pattern.matches(units, found.get(number, ()))) == alone
            assert may_match(pattern, units) or number not in found


def test_the_index_looks_at_several_units_in_a_row() -> None:
    index = PatternIndex([Pattern("{player} had {number}"), Pattern("{player} ...1 {number}")])
    units = sentence("player:A led , player:B had number=9:9 and player:C had him")
    assert index.possible(units) == {0: [3], 1: [0, 3, 7]}
    assert index.possible(units, among=0b01) == {0: [3]}


@pytest.mark.parametrize(
    ("source", "first"),
    [
        ("the bench", {"the"}),
        ("the? bench", {"the", "bench"}),
        ("<a? | the> {player}", {"a", "the", "{player}"}),
        ("!no {statistic=PTS|REB}", {"{statistic:PTS}", "{statistic:REB}"}),
        ("^!<not> ~lead", {"lead", "leads", "led", "leading"}),
        ("...2 bench", None),
        ("<a | ...1> bench", None),
    ],
)
def test_a_pattern_knows_what_its_first_unit_may_be(source: str, first: set[str] | None) -> None:
    parts = Pattern(source).first
    assert parts == (first if first is None else tuple(sorted(first)))


def test_matches_that_overlap_an_earlier_one_are_left_out() -> None:
    assert matched(Pattern("<a | b> <a | b>"), "a b a b a") == ["a b", "a b"]


@pytest.mark.parametrize(
    ("source", "heads"),
    [
        ("he led the bench", [{"he"}, {"led"}, {"the"}, {"bench"}]),
        ("he very? led the", [{"he"}, {"very", "led"}, {"led", "the"}, None]),
        ("<he | the man> led all", [{"he", "the"}, {"led", "man"}, {"all", "led"}, None]),
        ("led ...1 bench now", [{"led"}, None, {"bench", "now"}, None]),
        ("led all", [{"led"}, {"all"}, None, None]),
    ],
)
def test_a_pattern_knows_what_its_first_units_may_be(
    source: str, heads: list[set[str] | None]
) -> None:
    assert [head and set(head) for head in Pattern(source).heads] == heads


def test_an_index_knows_where_matches_in_a_sentence_may_begin() -> None:
    known, other = Pattern("the bench"), Pattern("off the")
    matches = PatternMatches(sentence("off the bench"), PatternIndex([known]))
    assert matches.possible == {0: [1]}
    assert matches.of(known) == [Match(1, 3, {})]
    assert matches.of(other) == [Match(0, 2, {})]


def test_a_pattern_is_looked_for_once_in_a_sentence() -> None:
    pattern, matches = Pattern("the bench"), PatternMatches(sentence("off the bench"))
    assert matches.of(pattern) == [Match(1, 3, {})]
    assert matches.of(pattern) is matches.of(pattern)
    assert list(matches.of(Pattern("the starters"))) == []


def test_a_pattern_of_alternatives_needs_the_rarest_words_of_each() -> None:
    pattern = Pattern("<the bench | by {statistic=PTS}> led")
    assert pattern.required == (("bench", "{statistic:PTS}"), ("by", "the"), ("led",))


def test_an_index_of_no_patterns_finds_none() -> None:
    assert list(PatternIndex([]).possible(sentence("he led"))) == []
