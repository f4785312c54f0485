"""``factcheck demo``: check the embedded story."""

from __future__ import annotations

import typer


def register(app: typer.Typer) -> None:
    """Add the command to the app."""
    app.command()(demo)


def demo() -> None:
    """Check the embedded story, Memphis at Phoenix on 5 November 2014.

    Needs nothing but factcheck itself: story, box score and schedule ship
    with it.

    Example: factcheck demo
    """
    from factcheck.exchange.terminal import open_console, print_report, print_totals
    from factcheck.runs.checking import Tally
    from factcheck.runs.demo import check_demo

    report = check_demo()
    tally = Tally()
    tally.add(report)
    console = open_console()
    print_report(report, console)
    print_totals(tally, console)
