"""The views of a knowledge base as tables for a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from factcheck.knowledge.builder import BuildSummary
from factcheck.knowledge.course import Course
from factcheck.knowledge.finder import GameRow
from factcheck.knowledge.game_summaries import GameSummary, Overview, Row
from factcheck.knowledge.updating import UpdateSummary


def _table(title: str, columns: Sequence[str], rows: Iterable[Sequence[object]]) -> Table:
    """Make a table whose columns after the first are right-aligned where all are numbers."""
    table = Table(title=title, title_justify="left", title_style="bold")
    cells = [[_cell(value) for value in row] for row in rows]
    for number, column in enumerate(columns):
        numeric = bool(cells) and all(_is_numeric(row[number]) for row in cells)
        table.add_column(column, justify="right" if numeric else "left")
    for row in cells:
        table.add_row(*(Text(cell) for cell in row))
    return table


def _cell(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.1f}".removesuffix(".0")
    return str(value)


def _counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def _is_numeric(cell: str) -> bool:
    return not cell or cell.replace(".", "", 1).replace("-", "", 2).lstrip("+").isdigit()


def summary_table(output: Path, summary: BuildSummary) -> RenderableType:
    """Show what a build read and made."""
    lines = [
        f"{output}: {_counted(summary.games, 'game')}, "
        f"{_counted(summary.player_lines, 'player line')}"
    ]
    sources = _table(
        "Sources",
        ("file", "kind", "rows", "games"),
        ((Path(one.path).name, one.kind, one.rows, one.games) for one in summary.sources),
    )
    data_issues = [(kind, number) for kind, number in sorted(summary.data_issues.items())]
    data_issues.append(("values that differ between sources", summary.conflicts))
    return Group(
        sources,
        _table("Reports (see factcheck kb info)", ("what", "number"), data_issues),
        Text("\n".join(lines)),
    )


def update_table(output: Path, summary: UpdateSummary) -> RenderableType:
    """Show what an update read and changed."""
    if not summary.read:
        return Text(f"{output}: nothing new in {_counted(len(summary.unchanged), 'file')}")
    lines = [
        f"read {', '.join(summary.read)}",
        f"derived anew: {', '.join(summary.seasons) or 'no season'}",
        f"{output}: {_counted(summary.new_games, 'new game')}, "
        f"{_counted(summary.gone_games, 'game')} gone, {summary.whole.games:,} in all",
    ]
    if summary.unchanged:
        lines.insert(1, f"{_counted(len(summary.unchanged), 'file')} unchanged")
    return Text("\n".join(lines))


def overview_tables(overview: Overview, examples: int = 12) -> RenderableType:
    """Show what a knowledge base covers, its sources, data issues and conflicts."""
    meta = ", ".join(f"{key.replace('_', ' ')} {value}" for key, value in overview.meta.items())
    return Group(
        Text(meta),
        _table(
            "Coverage",
            (
                "season",
                "games",
                "with quarters",
                "with player lines",
                "with periods",
                "with plays",
                "full schedule",
            ),
            (row.values() for row in overview.coverage),  # type: ignore[misc]
        ),
        *_lacking(overview),
        _table(
            "Sources",
            ("file", "kind", "source_rank", "rows", "games"),
            (
                (Path(row["path"]).name, row["kind"], row["source_rank"], row["rows"], row["games"])
                for row in overview.sources
            ),
        ),
        _table(
            "Remarks",
            ("what", "number", "example"),
            ((row["kind"], row["number"], row["example"]) for row in overview.data_issues),
        ),
        _table(
            f"Conflicts: {sum(row['number'] for row in overview.conflicts):,} values",
            ("what", "kept", "other", "number", "example"),
            (tuple(row.values()) for row in overview.conflicts[:examples]),
        ),
    )


def _lacking(overview: Overview) -> list[Table]:
    """Name the games that lack what other games of their season have."""
    rows = [
        (
            row["season"],
            row["what"],
            row["number"],
            ", ".join(row["games"]) + ("" if row["number"] == len(row["games"]) else ", …"),
        )
        for row in overview.lacking
    ]
    columns = ("season", "without", "number", "games (all: factcheck kb games)")
    title = "Games that lack what others of their season have"
    return [_table(title, columns, rows)] if rows else []


def game_list(games: Sequence[GameRow]) -> RenderableType:
    """Show a list of games."""
    return _table(
        _counted(len(games), 'game'),
        ("game", "day", "visitors", "", "hosts", "", "arena", "player lines", "periods", "plays"),
        (
            (
                one.game_id, one.weekday, one.visitors, one.visitors_points,
                one.hosts, one.hosts_points, one.arena, one.has_player_lines, one.has_periods,
                one.has_plays,
            )
            for one in games
        ),
    )  # fmt: skip


def game_tables(summary: GameSummary) -> RenderableType:
    """Show a game: heading, line score, team totals, box scores, neighbouring games."""
    game = summary.game
    tip_off = f", {game['tip_off']:%H:%M}" if game["tip_off"] else ""
    heading = (
        f"{game['visitors']} at {game['hosts']}, {game['weekday_name']} {game['date']}{tip_off}, "
        f"{game['arena'] or 'arena not known'}, {game['city'] or 'city not known'} "
        f"({game['game_id']})"
    )
    boxes = [_box_score(team, summary.players) for team in summary.teams]
    return Group(
        Text(heading, style="bold"),
        _line_score(summary.teams),
        _totals(summary.teams),
        *_course(summary),
        *[box for box in boxes if box.row_count],
        _neighbours(summary),
    )


_BLOCKS = " ▁▂▃▄▅▆▇█"
_WIDTH = 72


def _course(summary: GameSummary) -> list[RenderableType]:
    """Show how the game went, and the quarters of the leading players."""
    shown: list[RenderableType] = []
    visitors, hosts = (team["name"] for team in summary.teams)
    if summary.course is not None:
        course = summary.course
        leads = ", ".join(
            f"{name} {lead.points}" + (f" ({lead.moment})" if lead.moment else "")
            for name, lead in ((visitors, course.visitors), (hosts, course.hosts))
        )
        shown.append(Text("Course of the game", style="bold"))
        shown.append(Text(f"{course.changes}; largest leads: {leads}"))
        shown += [Text(line) for line in _lead_lines(course, visitors, hosts)]
    if summary.quarters:
        periods = sorted({period for row in summary.quarters for period in row["periods"]})
        names = [f"Q{number}" if number <= 4 else f"OT{number - 4}" for number in periods]
        shown.append(
            _table(
                "Points by quarter",
                ("player", "team", *names, "points"),
                (
                    (
                        row["name"],
                        row["team_id"],
                        *(row["periods"].get(number) for number in periods),
                        row["points"],
                    )
                    for row in summary.quarters
                ),
            )
        )
    return shown


def _lead_lines(course: Course, visitors: str, hosts: str) -> list[str]:
    """Draw the lead over time, the visitors' above and the hosts' below, quarters parted."""
    ends = {round(end / course.length * _WIDTH) for end in course.ends_of_periods()}
    most = max(course.visitors.points, course.hosts.points, 1)
    width = max(len(visitors), len(hosts))
    lines = []
    for name, side in ((visitors, -1), (hosts, 1)):
        drawn = ""
        for column in range(_WIDTH):
            lead = side * course.lead_at((column + 1) / _WIDTH * course.length)
            step = 0 if lead <= 0 else max(1, round(lead / most * (len(_BLOCKS) - 1)))
            drawn += ("│" if column in ends else "") + _BLOCKS[step]
        lines.append(f"{name:>{width}} {drawn}")
    return lines


def _line_score(teams: Sequence[Row]) -> Table:
    periods = sorted(
        {name for team in teams for name in team["periods"] or () if name[0] in "QO"}
        - {"Q1-Q3", "Q2-Q3", "Q2-Q4"},
        key=lambda name: (name[0] != "Q", name),
    )
    if "OT1" in periods:
        periods.remove("OT")
    return _table(
        "Line score",
        ("team", *periods, "points", "record", "before"),
        (
            (
                team["name"],
                *((team["periods"] or {}).get(name) for name in periods),
                team["points"],
                _record(team["wins"], team["losses"]),
                _record(team["wins_before"], team["losses_before"]),
            )
            for team in teams
        ),
    )


def _record(wins: int | None, losses: int | None) -> str | None:
    return None if wins is None or losses is None else f"{wins}-{losses}"


def _totals(teams: Sequence[Row]) -> Table:
    names = "REB OREB DREB AST STL BLK TOV PF FGM FGA FG_PCT FG3M FG3A FG3_PCT FTM FTA FT_PCT"
    known = [
        name for name in names.split() if any(name in (team["statistics"] or {}) for team in teams)
    ]
    return _table(
        "Team totals",
        ("team", *known),
        (
            (team["name"], *((team["statistics"] or {}).get(name) for name in known))
            for team in teams
        ),
    )


def _box_score(team: Row, players: Sequence[Row]) -> Table:
    def shooting(line: Row, made: str, attempted: str) -> str | None:
        return None if line[made] is None else f"{line[made]}-{line[attempted]}"

    counts = ("minutes", "pts", "reb", "ast", "stl", "blk", "tov", "pf")
    rows: list[tuple[Any, ...]] = [
        (
            line["name"],
            line["position"] or line["is_starter"],
            *((line[name] for name in counts) if line["played"] else ("did not play", *[""] * 7)),
            shooting(line, "fgm", "fga"),
            shooting(line, "fg3m", "fg3a"),
            shooting(line, "ftm", "fta"),
        )
        for line in players
        if line["team_id"] == team["team_id"]
    ]
    headings = ("MIN", "PTS", "REB", "AST", "STL", "BLK", "TOV", "PF", "FG", "3P", "FT")
    return _table(team["name"], ("player", "start", *headings), rows)


def _neighbours(summary: GameSummary) -> Table:
    return _table(
        "Games around it",
        ("team", "game", "date", "day", "opponent", "where", "arena", "city", "won by"),
        (
            (
                row["team_id"], row["which"], row["date"], row["weekday_name"],
                row["opponent_id"], "home" if row["is_home"] else "road",
                row["arena"], row["city"], row["margin"],
            )
            for row in summary.neighbours
        ),
    )  # fmt: skip
