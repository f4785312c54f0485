"""A number that one of the sources has is no mistake, though another source is believed."""

from __future__ import annotations

from pathlib import Path

import pytest

from factcheck import FactChecker
from factcheck.evaluation.retold import Retelling, RetoldRows, retelling
from factcheck.evaluation.sources import Stored
from factcheck.interpretation.explanations.misnaming import find_others
from factcheck.interpretation.findings import verdict_of
from factcheck.interpretation.wordings import CleftWords
from factcheck.knowledge import KnowledgeBase, build
from factcheck.model import Story, Verdict
from tests.knowledge.small_sources import (
    COLUMNS,
    box_score,
    game_log,
    player_log,
    rotowire,
    season,
    team_games,
    write_csv,
    write_json,
)

pytestmark = pytest.mark.slow

GAME_ID = "2014-11-05-MEM-PHX"
GAME = team_games("2014-11-05", "MEM", "PHX", (26, 27), (20, 25), (30, 19), (26, 20))
MEMPHIS = {"Mike Conley": 24, "Marc Gasol": 18, "Courtney Lee": 22, "Zach Randolph": 16,
           "Tony Allen": 22}  # fmt: skip
PHOENIX = {"Goran Dragic": 23, "Eric Bledsoe": 20, "Alex Len": 18, "Miles Plumlee": 15,
           "Gerald Green": 15}  # fmt: skip
LINES = [
    *box_score("2014-11-05", "MEM", "PHX", MEMPHIS, 5),
    *box_score("2014-11-05", "PHX", "MEM", PHOENIX, 5),
]


@pytest.fixture(scope="module")
def checker(tmp_path_factory: pytest.TempPathFactory) -> FactChecker:
    """Three sources: results, the league's player log, and RotoWire's box score, which differs."""
    folder = tmp_path_factory.mktemp("sources")
    men = {
        name: (city, points - (name == "Mike Conley"), "G")
        for city, team in (("Memphis", MEMPHIS), ("Phoenix", PHOENIX))
        for name, points in team.items()
    }
    box = rotowire(
        "11_05_14", ("Memphis", "Grizzlies"), ("Phoenix", "Suns"),
        [(28, 27), (18, 25), (30, 19), (26, 20)], men,
    )  # fmt: skip
    output = folder / "kb.duckdb"
    sources = [
        *season(folder, GAME),
        game_log(folder / "team_log.csv", GAME),
        player_log(folder / "player_log.csv", LINES),
        write_json(folder / "rotowire.json", [box]),
        period_log(folder / "periods.csv"),
        plays(folder / "plays.csv"),
    ]
    build(output, sources)
    return FactChecker(KnowledgeBase.open(output))


def period_log(path: Path) -> Path:
    """Conley with seven points in the first quarter, where the plays have eight."""
    row = {
        "GAME_DATE": "2014-11-05", "TEAM_ABBREVIATION": "MEM", "PERIOD": 1, "MIN": "12:00",
        "PLAYER_ID": LINES[0]["player_id"], "PTS": 7,
    }  # fmt: skip
    blank = dict.fromkeys(COLUMNS["player_period_log"], 0)
    return write_csv(path, "player_period_log", [{**blank, **row}])


def plays(path: Path) -> Path:
    """The baskets of the game, all of each quarter by one man of each team, in one."""
    scores = [(26, 27), (20, 25), (30, 19), (26, 20)]
    rows = [
        {
            "date": "2014-11-05", "visitors": "MEM", "hosts": "PHX", "period": period,
            "clock": f"{clock}:00", "kind": "shot", "made": "true", "value": points, "team": team,
            "player_id": LINES[number]["player_id"],
        }
        for period, (away, home) in enumerate(scores, start=1)
        for clock, team, number, points in (
            (10, "MEM", 0, 8 if period == 1 else 0),
            (9, "MEM", 1, away - (8 if period == 1 else 0)),
            (8, "PHX", 5, home),
        )
        if points
    ]  # fmt: skip
    return write_csv(path, "plain_plays", rows)


@pytest.mark.parametrize(
    "text",
    [
        "Mike Conley finished with 23 points for the Grizzlies.",
        "The Grizzlies led 28-27 after the first quarter.",
        "Mike Conley scored seven points in the first quarter.",
    ],
    ids=["of a player", "of a quarter", "of a player in a quarter"],
)
def test_what_a_source_says_is_no_mistake(checker: FactChecker, text: str) -> None:
    report = checker.check(text, game=GAME_ID)
    assert [mistake.span.text for mistake in report.mistakes] == []
    told = [
        claim
        for claim in report.claims
        if claim.verdict is Verdict.SUPPORTED and any("said_by" in row for row in claim.evidence)
    ]
    assert len(told) >= 1


@pytest.mark.parametrize(
    ("text", "mark"),
    [
        ("Mike Conley finished with 24 points for the Grizzlies.", None),
        ("Mike Conley finished with 20 points for the Grizzlies.", "20"),
        ("Marc Gasol finished with 17 points for the Grizzlies.", "17"),
        ("Mike Conley scored 10 points in the first quarter.", "10"),
    ],
    ids=["believed", "nobody's", "another man's", "another quarter's"],
)
def test_what_no_source_says_is_marked(checker: FactChecker, text: str, mark: str | None) -> None:
    report = checker.check(text, game=GAME_ID)
    assert [one.span.text for one in report.mistakes] == ([] if mark is None else [mark])


def test_a_team_s_number_says_nothing_of_a_man_s(checker: FactChecker) -> None:
    # One source has 18 for Memphis's 20 points in the second quarter; his 20 nobody disputes.
    assert checker.check("Eric Bledsoe had 18 points for the Suns.", game=GAME_ID).mistakes


@pytest.mark.parametrize(
    ("text", "other", "marks"),
    [
        ("The Suns outrebounded the Grizzlies.", (41, 43), []),
        ("The Suns outrebounded the Grizzlies.", (41, 41), ["outrebounded"]),
        ("The Suns outrebounded the Grizzlies.", (44, 40), ["outrebounded"]),
        ("The Grizzlies outrebounded the Suns.", (41, 43), []),
        ("The Grizzlies outrebounded the Suns 44-40.", (44, 40), []),
        ("The Grizzlies outrebounded the Suns by four.", (44, 40), []),
        ("The Grizzlies outrebounded the Suns by five.", (44, 40), ["five"]),
        ("The Suns had one more rebound than the Grizzlies.", (44, 43), ["more"]),
    ],
    ids=[
        "the other team by a source",
        "nobody by a source",
        "the same by both",
        "believed",
        "both numbers by a source",
        "the difference by a source",
        "a difference by none",
        "the other way round by both",
    ],
)
def test_who_had_more_is_as_any_source_has_it(
    tmp_path: Path, text: str, other: tuple[int, int], marks: list[str]
) -> None:
    believed, said = (
        [{**row, "reb": reb} for row, reb in zip(GAME, rebounds, strict=True)]
        for rebounds in ((41, 40), other)
    )
    output = tmp_path / "kb.duckdb"
    build(output, [*season(tmp_path, believed), game_log(tmp_path / "log.csv", said)])
    report = FactChecker(KnowledgeBase.open(output)).check(text, game=GAME_ID)
    assert [mistake.span.text for mistake in report.mistakes] == marks
    told = [row["said_by"] for claim in report.claims for row in claim.evidence if "said_by" in row]
    assert told == ([] if marks or text.endswith("outrebounded the Suns.") else ["log.csv"])


@pytest.mark.parametrize(
    ("text", "marks"),
    [
        ("The Memphis bench scored 17 points.", []),
        ("The Memphis bench scored 15 points.", []),
        ("The Memphis bench scored 16 points.", ["16"]),
        ("Off the bench came 15 of the Grizzlies' 102 points.", []),
        ("Off the bench came 14 of the Grizzlies' 102 points.", ["14"]),
    ],
    ids=["believed", "by a source", "by none", "a share by a source", "a share by none"],
)
def test_what_a_bench_scored_is_as_any_source_has_it(
    tmp_path: Path, text: str, marks: list[str]
) -> None:
    squads = [{**MEMPHIS, "Tony Allen": 5, "Vince Carter": bench} for bench in (17, 15)]
    believed, other = (box_score("2014-11-05", "MEM", "PHX", squad, 5) for squad in squads)
    suns = box_score("2014-11-05", "PHX", "MEM", {**PHOENIX, "Isaiah Thomas": 0}, 5)
    output = tmp_path / "kb.duckdb"
    build(
        output,
        [
            *season(tmp_path, GAME),
            player_log(tmp_path / "log.csv", [*believed, *suns]),
            write_csv(tmp_path / "lines.csv", "plain_player_lines", [*other, *suns]),
        ],
    )
    checker = FactChecker(KnowledgeBase.open(output))
    report = checker.check(text, game=GAME_ID)
    assert [mistake.span.text for mistake in report.mistakes] == marks


def _both_teams(squad: dict[str, int]) -> list[dict[str, object]]:
    """Return the lines of the game, of Memphis with these points."""
    return [
        *box_score("2014-11-05", "MEM", "PHX", squad, 5),
        *box_score("2014-11-05", "PHX", "MEM", {**PHOENIX, "Isaiah Thomas": 0}, 5),
    ]


def _checker_of(
    folder: Path, believed: list[dict[str, object]], told: list[dict[str, object]]
) -> FactChecker:
    """Return a checker over the game as one box score has it, which is believed, and another."""
    output = folder / "kb.duckdb"
    build(
        output,
        [
            *season(folder, GAME),
            write_csv(folder / "plain.csv", "plain_player_lines", believed),
            player_log(folder / "other.csv", told),
        ],
    )
    return FactChecker(KnowledgeBase.open(output))


@pytest.fixture(scope="module")
def two_tables(tmp_path_factory: pytest.TempPathFactory) -> FactChecker:
    """Two box scores: Conley 24 points, 4-of-8 and 9 assists; by RotoWire 26, 5-of-9 and 12."""
    folder = tmp_path_factory.mktemp("tables")
    squad = {**MEMPHIS, "Tony Allen": 10, "Vince Carter": 12}
    log = _both_teams(squad)
    numbers = ({"ast": 9, "fgm": 4, "fga": 8}, {"ast": 12, "fgm": 5, "fga": 9, "pts": 26})
    believed, told = (
        [{**row, **(own if row is log[0] else {"ast": 3, "reb": 2})} for row in log]
        for own in numbers
    )
    return _checker_of(folder, believed, told)


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("Conley had {} points, more than anyone on his team.", (24, 26, 25)),
        ("Mike Conley and Marc Gasol combined for {} points.", (42, 44, 43)),
        ("Mike Conley had {} of the Grizzlies' 102 points.", (24, 26, 25)),
        ("Mike Conley shot {} from the field.", ("4-of-8", "5-of-9", "5-of-8")),
        ("Mike Conley scored {} more points than Marc Gasol.", ("six", "eight", "seven")),
        ("Mike Conley led the Grizzlies with {} points.", (24, 26, 25)),
        ("Mike Conley led all scorers with {} points.", (24, 26, 25)),
        ("Mike Conley scored a game-high {} points.", (24, 26, 25)),
        ("The Grizzlies' starters scored {} of their 102 points.", (90, 92, 91)),
        ("Conley ({} points) and Gasol (18) led the way.", (24, 26, 25)),
        ("Mike Conley shot {} percent from the field.", ("50", "55.6", "40")),
    ],
)  # fmt: skip
def test_whatever_is_told_of_a_number_any_source_will_do(
    two_tables: FactChecker, text: str, wrong: tuple[object, object, object]
) -> None:
    believed, told, by_none = (two_tables.check(text.format(n), game=GAME_ID) for n in wrong)
    assert [mistake.span.text for mistake in believed.mistakes] == []
    assert [mistake.span.text for mistake in told.mistakes] == []
    contradicted = [c for c in by_none.claims if c.verdict is Verdict.CONTRADICTED]
    assert contradicted, "a number of no source is wrong"


@pytest.fixture(scope="module")
def two_sheets(tmp_path_factory: pytest.TempPathFactory) -> FactChecker:
    """Two box scores: Conley's 9 assists and 4-of-8, Carter's 9 points; 12, 5-of-9 and 12."""
    folder = tmp_path_factory.mktemp("sheets")
    squad = {**MEMPHIS, "Tony Allen": 13, "Vince Carter": 9}
    log = _both_teams(squad)
    rest = {"stl": 1, "blk": 0, "tov": 1, "pf": 2, "ftm": 0, "fta": 0, "ast": 3}
    gasol = {"ast": 10}
    believed, told = (
        [
            {**row, **rest, **{"Mike Conley": conley, "Vince Carter": carter,
                               "Marc Gasol": gasol}.get(str(row["player"]), {})}
            for row in log
        ]
        for conley, carter in (
            ({"ast": 9, "fgm": 4, "fga": 8}, {}),
            ({"ast": 12, "fgm": 5, "fga": 9}, {"pts": 12}),
        )
    )  # fmt: skip
    return _checker_of(folder, believed, told)


@pytest.mark.parametrize(
    ("text", "mark"),
    [
        ("Mike Conley had a double-double.", None),
        ("Mike Conley had a triple-double.", "triple-double"),
        ("Courtney Lee had a double-double.", "double-double"),
        ("Six Grizzlies scored in double figures.", None),
        ("Five Grizzlies scored in double figures.", None),
        ("Seven Grizzlies scored in double figures.", "Seven"),
        ("Mike Conley missed four of his nine shots.", None),
        ("Mike Conley missed three of his nine shots.", "three"),
        ("Mike Conley led the Grizzlies in assists.", None),
        ("Marc Gasol led the Grizzlies in assists.", None),
        ("Courtney Lee led the Grizzlies in assists.", "led"),
        ("Conley reached double figures in assists.", None),
    ],
)
def test_what_follows_from_a_number_of_any_source_is_no_mistake(
    two_sheets: FactChecker, text: str, mark: str | None
) -> None:
    report = two_sheets.check(text, game=GAME_ID)
    contradicted = [one for one in report.claims if one.verdict is Verdict.CONTRADICTED]
    if mark is None:
        assert [one.rule for one in contradicted] == []
        assert report.mistakes == ()
    else:
        assert contradicted, "what no source has is wrong"


@pytest.mark.parametrize(
    ("text", "marks"),
    [
        ("Mike Conley had 24 points, six more than Marc Gasol.", []),
        ("Mike Conley had 26 points, eight more than Marc Gasol.", []),
        ("Mike Conley had 24 points, eight more than Marc Gasol.", ["eight"]),
    ],
    ids=["believed", "by the source", "by the source, beside what is believed"],
)
def test_a_source_speaks_for_no_sentence_that_has_other_numbers(
    two_tables: FactChecker, text: str, marks: list[str]
) -> None:
    report = two_tables.check(text, game=GAME_ID)
    assert [mistake.span.text for mistake in report.mistakes] == marks


def test_who_led_is_told_anew_for_each_source(two_sheets: FactChecker) -> None:
    stored = two_sheets.verifier._in_memory.stored
    facts = two_sheets.facts.games([GAME_ID])[GAME_ID]
    (view,) = facts.tellings.values()

    def leads(rows: Stored) -> dict[tuple[object, ...], tuple[object, ...]]:
        return {row[1:4]: row[4:] for row in rows.of_game("leader", GAME_ID, ())[()]}

    believed, told = leads(stored), leads(RetoldRows(stored, retelling(GAME_ID, facts, view)))
    assert believed["MEM", "team", "AST"][2] == "Marc Gasol"
    assert told["MEM", "team", "AST"][2] == "Mike Conley"
    assert told[None, "game", "AST"][2] == "Mike Conley"
    assert (believed["MEM", "bench", "PTS"][0], told["MEM", "bench", "PTS"][0]) == (9, 12)
    # Told anew from the same numbers they are the same.
    same = Retelling(GAME_ID, facts, {"leader": frozenset(one for *_, one in believed)})
    assert leads(RetoldRows(stored, same)) == believed


def test_who_else_may_be_meant_is_asked_by_source(two_sheets: FactChecker) -> None:
    """By one source Conley has the double-double that Lee is said to have, by the other not."""
    story = Story("s", "Courtney Lee had 24 points and a double-double.", GAME_ID)
    document = two_sheets.prepare(story)
    ((_, items, _),) = two_sheets.interpret([(story, document)])
    facts = two_sheets.facts.games([GAME_ID])
    verifier, typical = two_sheets.verifier, two_sheets.resolver.weigher.model.typical
    clefts = CleftWords.of(two_sheets.rulebook.vocabulary)
    conley = next(one for one, team in facts[GAME_ID].team_of.items()
                  if facts[GAME_ID].value(one, "PTS") == 24 and team == "MEM")  # fmt: skip
    for retell, verdict in (
        (None, Verdict.CONTRADICTED),
        (verifier.verify_retold, Verdict.SUPPORTED),
    ):
        (others,) = find_others(
            [document], [items], facts, verifier.verify, typical, clefts, retell
        )
        (other,) = (one for one in others if one.key == conley)
        verdicts = {item.claim.rule.id: verdict_of(item.findings) for item in other.read}
        assert verdicts == {"player-statistic": Verdict.SUPPORTED, "double-double": verdict}


def test_the_relation_tells_who_says_what(checker: FactChecker) -> None:
    rows = checker.kb.rows(
        "SELECT name, statistic, part, said.value FROM said LEFT JOIN player USING (player_id) "
        "WHERE statistic = 'PTS' AND part IN ('GAME', 'Q1') ORDER BY ALL"
    )
    assert [tuple(row.values()) for row in rows] == [
        ("Mike Conley", "PTS", "GAME", 23.0),
        ("Mike Conley", "PTS", "Q1", 7.0),
        (None, "PTS", "Q1", 28.0),
    ]
