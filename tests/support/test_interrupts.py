"""Ctrl-C ends what runs, whatever Python or DuckDB make of it."""

from __future__ import annotations

import subprocess
import sys

import pytest

from factcheck.support.interrupts import raise_interrupt

PRESSED_SOON = """
import duckdb, os, signal, threading, time, weakref
from factcheck.support.interrupts import keep_interrupts, raise_interrupt
connection = duckdb.connect()
# Who is started in the background of a shell inherits that Ctrl-C is ignored.
signal.signal(signal.SIGINT, signal.default_int_handler)
threading.Timer(0.3, os.kill, [os.getpid(), signal.SIGINT]).start()
"""

# After this "del thing" runs a callback in which Ctrl-C comes.
SWALLOWS = """
class Thing: ...
def callback(_):
    time.sleep(5)
keep_interrupts()
thing = Thing()
reference = weakref.ref(thing, callback)
"""

# A thread takes longer to start than the interrupt takes to come.
SLOW_THREADS = """
start = threading.Thread.start
def start_slowly(thread):
    start(thread)
    for _ in range(30):
        time.sleep(0.01)
threading.Thread.start = start_slowly
"""


def run(program: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", PRESSED_SOON + program],
        capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    assert done.stderr == ""
    return done.stdout


def test_an_interrupted_statement_is_an_interrupt() -> None:
    # Where Ctrl-C comes between two statements, Python raises it itself.
    said = run("""
try:
    while True:
        try:
            connection.execute("SELECT sum(a.range * b.range) FROM range(3000) a, range(3000) b")
        except Exception as error:
            print(type(error).__name__)
            raise_interrupt(error)
except KeyboardInterrupt:
    print("interrupted")
""")
    assert said in {"RuntimeError\ninterrupted\n", "interrupted\n"}


def test_what_duckdb_calls_an_interrupt_is_one() -> None:
    with pytest.raises(KeyboardInterrupt):
        raise_interrupt(RuntimeError("Query interrupted"))


@pytest.mark.parametrize("prepared", ["", SLOW_THREADS], ids=["as usual", "on a busy machine"])
def test_an_interrupt_that_a_callback_swallows_comes_again(prepared: str) -> None:
    said = run(prepared + SWALLOWS + """
try:
    del thing
    time.sleep(5)
except KeyboardInterrupt:
    print("interrupted")
""")  # fmt: skip
    assert said == "interrupted\n"


def test_an_error_before_it_comes_again_is_the_interrupt() -> None:
    said = run(SWALLOWS + """
try:
    try:
        del thing
        raise ValueError("no stories")
    except ValueError as error:
        raise_interrupt(error)
        print("swallowed")
except KeyboardInterrupt:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    print("interrupted")
""")  # fmt: skip
    assert said == "interrupted\n"


def test_an_error_that_comes_of_an_interrupt_is_one() -> None:
    with pytest.raises(KeyboardInterrupt):
        try:
            try:
                raise KeyboardInterrupt
            except KeyboardInterrupt as origin:
                raise RuntimeError("Error calling __set_name__") from origin
        except RuntimeError as error:
            raise_interrupt(error)


def test_other_errors_are_left_alone() -> None:
    raise_interrupt(RuntimeError("no interrupt"))
    raise_interrupt(ValueError("Query interrupted"))
