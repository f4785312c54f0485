"""The command line: one sub-module of factcheck.commands per group of commands."""

from __future__ import annotations

import importlib
import pkgutil
from pathlib import Path
from typing import Annotated

import typer

import factcheck.commands
from factcheck.support.settings import defaults, read_settings

app = typer.Typer(
    name="factcheck",
    help="Check basketball stories against box scores and schedules.",
    no_args_is_help=True,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
)


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"factcheck {factcheck.__version__}")
        raise typer.Exit


@app.callback()
def main(
    context: typer.Context,
    version: Annotated[
        bool,
        typer.Option(
            "--version", "-V", callback=_show_version, is_eager=True, help="Show the version."
        ),
    ] = False,
) -> None:
    """Check basketball stories against box scores and schedules.

    Options that are given every time may stand in factcheck.toml or in [tool.factcheck] of
    pyproject.toml: kb, rules, select, ignore, min-confidence.
    """
    context.default_map = defaults(context.command, read_settings(Path.cwd()))


for _module in sorted(pkgutil.iter_modules(factcheck.commands.__path__), key=lambda m: m.name):
    importlib.import_module(f"factcheck.commands.{_module.name}").register(app)
