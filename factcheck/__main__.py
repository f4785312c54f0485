"""Run the command line: ``python -m factcheck``, and the ``factcheck`` script."""

from __future__ import annotations

import importlib
import os
import sys
from contextlib import suppress
from typing import NoReturn

from factcheck.errors import FactCheckError


def main() -> None:
    """Run the command line; unusable input or a full disk becomes one line and status 2."""
    try:
        cli = importlib.import_module("factcheck.cli")
    except ModuleNotFoundError as error:
        if error.name != "factcheck.cli":
            raise
        # In a checkout the command line stands beside the package.
        cli = importlib.import_module("cli")
    try:
        try:
            cli.app()
        finally:
            # What is still in the buffer may not fit on the disk either.
            sys.stdout.flush()
    except FactCheckError as error:
        _fail(str(error))
    except OSError as error:
        _close_output()
        if isinstance(error, BrokenPipeError):
            # The reader has seen enough, as with `| head`.
            sys.exit(1)
        _fail(f"{error.filename or 'output'}: {error.strerror or error}")


def _fail(message: str) -> NoReturn:
    print(f"error: {message}", file=sys.stderr)
    sys.exit(2)


def _close_output() -> None:
    """Keep Python from trying once more, at its end, to write what cannot be written."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    main()
