"""The command line: one sub-module of factcheck.commands per group of commands."""

from __future__ import annotations

import importlib
import pkgutil

import typer

import factcheck.commands

app = typer.Typer(
    name="factcheck",
    help="Check basketball stories against box scores and schedules.",
    no_args_is_help=True,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
)

for _module in sorted(pkgutil.iter_modules(factcheck.commands.__path__), key=lambda m: m.name):
    importlib.import_module(f"factcheck.commands.{_module.name}").register(app)
