"""The Model Context Protocol: a language model asks, the rules answer.

Tools are run one after the other on the engine's thread; see
:class:`factcheck.server.engine.Engine`.
"""

from __future__ import annotations

import json
from typing import Any

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError

import factcheck
from factcheck.checker import FactChecker
from factcheck.errors import FactCheckError
from factcheck.model import Story
from factcheck.runs.rule_pages import to_dict
from factcheck.server.engine import Engine

_INSTRUCTIONS = """Checks texts about NBA games against box scores, line scores and schedules.
Call check_story with what you wrote before you show it. A mistake says what is wrong and,
where it is known, what is right; no mistake does not mean that everything could be checked."""
_MOST_GAMES = 100


def mcp_server(checker: FactChecker, engine: Engine) -> MCPServer[Any]:
    """Return a server with the tools ``check_story``, ``find_games``, ``show_game``, ``show_rule``.

    Args:
        checker: Has the rules.
        engine: Checks with it.
    """
    server: MCPServer[Any] = MCPServer(
        "factcheck", instructions=_INSTRUCTIONS, version=factcheck.__version__, log_level="WARNING"
    )

    @server.tool()
    async def check_story(text: str, game: str | None = None) -> dict[str, Any]:
        """Find the wrong numbers, names and words in a text about one NBA game.

        Args:
            text: The text, in normal English or tokenised.
            game: The game's id, such as 2014-11-05-MEM-PHX; without it the game is found
                from the text, where that leaves no doubt.
        """
        try:
            report = await engine.check(Story("story", text, game))
        except FactCheckError as error:
            raise ToolError(error.message) from error
        return _plain(
            {"game": report.story.game, "mistakes": [m.to_dict() for m in report.mistakes]}
        )

    @server.tool()
    async def find_games(team: str | None = None, date: str | None = None) -> dict[str, Any]:
        """List games with their ids and scores, of a team and of a day, month or year.

        Args:
            team: A name or code: Suns, Phoenix, PHX.
            date: 2014-11-05, 2014-11 or 2014.
        """
        try:
            rows = await engine.call(lambda own: own.kb.games(team, date))
        except FactCheckError as error:
            raise ToolError(error.message) from error
        games = [row.to_dict() for row in rows[:_MOST_GAMES]]
        return _plain({"total": len(rows), "games": games})

    @server.tool()
    async def show_game(game: str) -> dict[str, Any]:
        """Return a game's line score, box score, and the games before and after it.

        Args:
            game: Its id, or day and teams: 2014-11-05 Grizzlies Suns.
        """
        try:
            return _plain(await engine.call(lambda own: own.kb.show(game).to_dict()))
        except FactCheckError as error:
            raise ToolError(error.message) from error

    @server.tool()
    async def show_rule(rule: str) -> dict[str, Any]:
        """Return what a rule checks, what it matches, the SQL that decides, and examples.

        Args:
            rule: Its id, as check_story names it: player-statistic.
        """
        found = [each for each in checker.rulebook.rules if each.id == rule]
        if not found:
            raise ToolError(f"there is no rule {rule!r}")
        return _plain(to_dict(found[0]))

    return server


def run_mcp(checker: FactChecker) -> None:
    """Serve on standard input and output until the client goes."""
    engine = Engine(checker)
    try:
        mcp_server(checker, engine).run("stdio")
    finally:
        engine.close()


def _plain(item: dict[str, Any]) -> dict[str, Any]:
    """Return an object with dates as ISO texts."""
    plain: dict[str, Any] = json.loads(json.dumps(item, default=str))
    return plain
