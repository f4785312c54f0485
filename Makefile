# The two commands a newcomer needs, and what CI runs.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
# All processors; `make test WORKERS=0` runs one test after the other.
WORKERS ?= auto
# What `make test-all` leaves out: tests that need programs of `tests/tools.sh`.
LEFT_OUT ?= not tools
# How many stories `make fuzz` spoils.
STORIES ?= 100000

# Tests start Python a hundred times: what is imported each time is compiled once.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: demo test test-all fuzz lint docs wheel clean

demo: $(VENV)/installed
	@$(BIN)/factcheck demo

test: $(VENV)/installed-dev
	$(BIN)/python -m pytest -n $(WORKERS) --dist loadfile --no-loadscope-reorder

test-all: $(VENV)/installed-dev
	$(BIN)/python -m pytest -n $(WORKERS) --dist loadfile --no-loadscope-reorder -m '$(LEFT_OUT)' --durations 40

# Checks spoilt stories for long; the first one that breaks a promise ends it.
fuzz: $(VENV)/installed-dev
	$(BIN)/python tests/fuzz/run.py --stories $(STORIES)

lint: $(VENV)/installed-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy --strict factcheck cli.py
	$(BIN)/python tests/lint_sql.py

# The site of the documentation in site/; a broken link fails.
docs: $(VENV)/installed-dev
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --strict --quiet

wheel: $(VENV)/installed-dev
	$(BIN)/python -m build --wheel

clean:
	rm -rf dist build site .pytest_cache .mypy_cache .ruff_cache

$(BIN)/python:
	$(PYTHON) -c 'import sys; assert sys.version_info >= (3, 11), "factcheck needs Python 3.11"'
	$(PYTHON) -m venv $(VENV)

$(VENV)/installed: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

$(VENV)/installed-dev: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@ $(VENV)/installed
