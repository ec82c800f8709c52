# Fidelity: every entry point of the project. `make demo` is the first thing to try.
PYTHON   ?= python3
VENV     := .venv
BIN      := $(VENV)/bin
PEERS    := .venv-peers
DEMO     ?= demo
HEADLESS ?=
# The folder of real receipts for `make real`; it is not part of the project.
FIDELITY_DATA ?= ../shared/data
export FIDELITY_DATA

.PHONY: demo gui test check mutants bench real robustness build samples clean

demo: $(VENV)/.runtime            ## the main job on the shipped samples, then the application
	$(BIN)/fidelity demo $(DEMO)
ifeq ($(HEADLESS),)
	@if [ -n "$$DISPLAY$$WAYLAND_DISPLAY" ] || [ "$$(uname)" = Darwin ]; then $(BIN)/fidelity-app --page compare $(DEMO); \
	 else echo "No display here: the report is $(DEMO)/report.html"; fi
endif

gui: $(VENV)/.runtime             ## the application
	$(BIN)/fidelity-app

test: $(VENV)/.dev                ## the whole suite
	$(BIN)/python -m pytest -q -n 2 --dist worksteal

check: $(VENV)/.dev               ## lint, types, the rule of imports
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache

mutants: $(VENV)/.dev             ## change the scorer a little, thousands of times: a test must notice (hours, one core)
	nice -n 19 $(BIN)/python -m tests.mutation --log mutants.log $(MODULES)

bench: $(VENV)/.bench $(PEERS)/.installed   ## races against the peers, as ratios taken in one run (half an hour)
	$(BIN)/python -m tests.bench
	$(PEERS)/bin/python -m tests.bench degrading_by_peers chain_memory

real: $(VENV)/.runtime            ## the main job over all real receipts of FIDELITY_DATA
	$(BIN)/python -m tests.real real

robustness: $(VENV)/.runtime      ## every degradation over real receipts: writes docs/robustness.md (hours)
	$(BIN)/python -m tests.real.robustness robustness

samples: $(VENV)/.runtime         ## render the shipped samples again
	$(BIN)/python samples/render.py

build: $(VENV)/.dev               ## one-folder executables, and their smoke run
	$(BIN)/pyinstaller --noconfirm --log-level WARN build.spec
	$(BIN)/python -m tests.smoke dist/fidelity

clean:
	rm -rf build dist demo real robustness mutants.log *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis

$(VENV)/.runtime: requirements.lock pyproject.toml setup.py
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --require-hashes -r requirements.lock
	$(BIN)/python -m pip install --quiet --no-deps -e .
	touch $@

$(VENV)/.dev: $(VENV)/.runtime requirements-dev.lock
	$(BIN)/python -m pip install --quiet --require-hashes -r requirements-dev.lock
	touch $@

$(VENV)/.bench: $(VENV)/.dev requirements-bench.lock
	$(BIN)/python -m pip install --quiet --require-hashes -r requirements-bench.lock
	touch $@

# An environment of their own: one of them wants another build of OpenCV, which would overwrite ours. Hence --no-deps.
$(PEERS)/.installed: requirements-peers.lock
	test -x $(PEERS)/bin/python || $(PYTHON) -m venv $(PEERS)
	$(PEERS)/bin/python -m pip install --quiet --require-hashes --no-deps -r requirements-peers.lock
	touch $@
