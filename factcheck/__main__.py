"""Run the command line: ``python -m factcheck``, and the ``factcheck`` script."""

from __future__ import annotations

import signal

# Until there is something to clean up, Ctrl-C ends the process as it ends any other: in the
# midst of an import Python would show where it was.
_INTERRUPT = signal.signal(signal.SIGINT, signal.SIG_DFL)

import errno  # noqa: E402
import importlib  # noqa: E402
import io  # noqa: E402
import os  # noqa: E402
import sys  # noqa: E402
from contextlib import suppress  # noqa: E402
from pathlib import Path  # noqa: E402
from typing import Any, NoReturn  # noqa: E402

from factcheck.errors import FactCheckError  # noqa: E402
from factcheck.support.interrupts import keep_interrupts, raise_interrupt  # noqa: E402

_INTERRUPTED = 130
"""The exit status of shells for what Ctrl-C has ended."""


class _Closed(io.TextIOBase):
    """Standard output where there is none: nothing passes for written."""

    encoding = "utf-8"

    def write(self, _text: str) -> int:
        raise OSError(errno.EBADF, "standard output is closed")


def main() -> None:
    """Run the command line; whatever goes wrong becomes one line and a status."""
    try:
        sys.exit(_run())
    except FactCheckError as error:
        _fail(str(error))
    except KeyboardInterrupt:
        # One that was lost may come again while the process ends.
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        _close_output()
        _fail("interrupted", _INTERRUPTED)
    except OSError as error:
        _close_output()
        if isinstance(error, BrokenPipeError):
            # The reader has seen enough, as with `| head`.
            sys.exit(1)
        _fail(f"{error.filename or 'output'}: {error.strerror or error}")
    except Exception as error:
        _refuse(error)


def _run() -> int:
    _open_streams()
    app = _command_line()
    keep_interrupts()
    if _INTERRUPT is not None:
        signal.signal(signal.SIGINT, _INTERRUPT)
    try:
        status = app(standalone_mode=False)
    except Exception as error:
        raise_interrupt(error)
        raise
    finally:
        # What is still in the buffer may not fit on the disk either.
        sys.stdout.flush()
    return status if isinstance(status, int) else 0


def _command_line() -> Any:
    try:
        return importlib.import_module("factcheck.cli").app
    except ModuleNotFoundError as error:
        if error.name != "factcheck.cli":
            raise
        # In a checkout the command line stands beside the package.
        return importlib.import_module("cli").app


def _open_streams() -> None:
    """Make the standard streams such that all text can be written, and nothing is lost."""
    # Files opened later must not take the numbers of streams that are closed.
    while (number := os.open(os.devnull, os.O_RDWR)) <= 2:
        pass
    os.close(number)
    # They are None where they are closed, whatever their types say.
    streams: dict[str, Any] = {name: getattr(sys, name) for name in ("stdin", "stdout", "stderr")}
    if streams["stdin"] is None:
        sys.stdin = Path(os.devnull).open(encoding="utf-8")  # noqa: SIM115
    if streams["stderr"] is None:
        sys.stderr = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115
    if streams["stdout"] is None:
        sys.stdout = _Closed()
    elif streams["stdout"].encoding.lower().replace("-", "") != "utf8":
        # A program reads UTF-8; a terminal shows what it can.
        as_it_can = {"errors": "replace"} if sys.stdout.isatty() else {"encoding": "utf-8"}
        streams["stdout"].reconfigure(**as_it_can)


def _refuse(error: Exception) -> NoReturn:
    """End with what is wrong with the command line, or with factcheck itself."""
    kind = type(error).__name__
    show = getattr(error, "format_message", None)  # of Typer's errors, wherever their classes are
    if kind == "NoArgsIsHelpError" and hasattr(error, "show"):
        error.show()
        sys.exit(2)
    if show is not None:
        context = getattr(error, "ctx", None)
        path = getattr(context, "command_path", "factcheck")
        _fail(f"{' '.join(str(show()).split()).rstrip('.')}; see {path} --help")
    if kind == "Abort":
        _fail("interrupted", _INTERRUPTED)
    if os.environ.get("FACTCHECK_TRACEBACK"):
        raise error
    what = " ".join(f"{kind}: {error}".split())[:500]
    _fail(f"factcheck itself fails ({what}); set FACTCHECK_TRACEBACK=1 and please report it")


def _fail(message: str, status: int = 2) -> NoReturn:
    with suppress(OSError):
        print(f"error: {message}", file=sys.stderr)
    sys.exit(status)


def _close_output() -> None:
    """Keep Python from trying once more, at its end, to write what cannot be written."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    main()
