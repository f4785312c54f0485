"""The command line: one sub-module of factcheck.commands per group of commands."""

from __future__ import annotations

import importlib
import pkgutil
from typing import Annotated

import typer

import factcheck.commands

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
    version: Annotated[
        bool,
        typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version."),
    ] = False,
) -> None:
    """Take the options that stand before every command."""


for _module in sorted(pkgutil.iter_modules(factcheck.commands.__path__), key=lambda m: m.name):
    importlib.import_module(f"factcheck.commands.{_module.name}").register(app)
