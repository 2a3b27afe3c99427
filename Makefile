# `make play` installs and starts a game; `make test` installs and runs all tests. Everything lands in .venv.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt

.PHONY: play test check bench lint clean

play: $(VENV)/.installed
	@$(BIN)/sandtable play $(ARGS)

test: $(VENV)/.installed-dev lint
	@$(BIN)/sandtable warm
	@$(BIN)/python -m sandtable.research.warm
	$(BIN)/python -m pytest -n 2 --dist worksteal

check: $(VENV)/.installed-dev
	@$(BIN)/sandtable warm
	@$(BIN)/python -m sandtable.research.warm
	$(BIN)/python -m pytest -n 2 --dist worksteal -m "not slow"

bench: $(VENV)/.installed-dev
	@$(BIN)/sandtable warm
	@$(BIN)/python -m sandtable.research.warm
	$(BIN)/python benchmarks/speed.py
	$(BIN)/python benchmarks/search.py
	$(BIN)/python benchmarks/peers.py $(ARGS)

lint: $(VENV)/.installed-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

clean:
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis

$(BIN)/python:
	@echo "Installing Sandtable into $(VENV) (once, about a minute) …"
	@$(PYTHON) -m venv $(VENV)

$(VENV)/.installed: pyproject.toml constraints.txt | $(BIN)/python
	@$(PIP) --editable .
	@touch $@

$(VENV)/.installed-dev: $(VENV)/.installed
	@echo "Installing the tools for tests …"
	@$(PIP) --editable ".[dev]"
	@touch $@
