"""Run the command line: ``python -m factcheck``, and the ``factcheck`` script."""

from __future__ import annotations

import importlib
import sys

from factcheck.errors import FactCheckError


def main() -> None:
    """Run the command line; a :class:`FactCheckError` becomes one line and status 2."""
    try:
        cli = importlib.import_module("factcheck.cli")
    except ModuleNotFoundError as error:
        if error.name != "factcheck.cli":
            raise
        # In a checkout the command line stands beside the package.
        cli = importlib.import_module("cli")
    try:
        cli.app()
    except FactCheckError as error:
        print(f"error: {error}", file=sys.stderr)
        sys.exit(2)


if __name__ == "__main__":
    main()
