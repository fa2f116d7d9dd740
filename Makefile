# `make` alone lists the commands. Only python3 (3.11 to 3.13; to read, 3.14 too), its venv module and make are needed.
# All paths are relative: the checkout's own path may contain spaces.

BIN := .venv/bin
# Set only by hand (make setup PYTHON=...); otherwise setup/run looks for one.
PYTHON ?=
# How many processes run the tests (each begins with reading all tests, which takes twenty seconds),
# and what is passed on to pytest.
JOBS ?= 2
ARGS ?=

RUFF = $(BIN)/ruff check --quiet . && $(BIN)/ruff format --check --quiet .
PYTEST = $(BIN)/python -m pytest -n $(JOBS) --dist loadfile

export PYTHON
export TF_CPP_MIN_LOG_LEVEL ?= 3
# Many of the grader's processes import the engine: with its bytecode kept, in a fifth of the time.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help setup some-kind lab demo test test-ci mutants test-all browser-test postgres-test hub-test wasm-test site site-test pictures attacks check format release lock wheel doctor clean

help: ## list these commands
	@sed -n 's/^\([a-z-]*\):.*## /\1|/p' Makefile | while IFS='|' read -r name text; do \
		printf '  make %-14s%s\n' "$$name" "$$text"; done

setup: ## install everything into .venv (once; the other commands do it, too)
	@sh setup/run

# What is there will do, of either kind; where nothing is, the whole, unless LIGHT=1.
some-kind:
	@sh setup/run --kind $(if $(LIGHT),light,lab)

lab: some-kind ## open the course in JupyterLab (LIGHT=1: without TensorFlow and grading; ARGS: JupyterLab's, too)
	@$(BIN)/grader lab $(ARGS)

demo: setup ## grade a sample class of twelve into demo/
	@$(BIN)/grader demo --students 12 --chapter 01-graphs --out demo $(ARGS)

test: setup ## style, all quick tests and a part of the long ones (at most five minutes on two cores)
	@$(RUFF)
	@LAYER=daily $(PYTEST) $(ARGS)

test-ci: setup ## what .ci/run runs beyond that: types, longer tests (two more processes: they wait more)
	@$(BIN)/mypy --no-error-summary
	@LAYER=ci $(PYTEST) -n $$(($(JOBS) + 2)) $(ARGS)

mutants: setup ## every mutant of every exercise's right answers, with three draws (half an hour)
	@LAYER=whole $(PYTEST) tests/mutation $(ARGS)

test-all: setup ## every test with all its cases (ninety minutes; SEED=... draws other random ones)
	@LAYER=whole $(PYTEST) -n $$(($(JOBS) + 1)) $(ARGS)

browser-test: setup ## the course in a real browser (a Chromium); its screenshots go into screenshots/
	@$(BIN)/python setup/browser.py >/dev/null
	@$(BIN)/python -m pytest tests/browser $(ARGS)

postgres-test: setup ## the gradebook in a PostgreSQL of its own (apt-get install postgresql)
	@$(BIN)/python setup/postgres.py $(BIN)/python -m pytest -n 0 \
		-k postgres tests/classroom/nbgrader/test_postgres.py tests/classroom/runs/test_term.py $(ARGS)

hub-test: setup ## a class on a real JupyterHub, in a browser (as root: it creates users, and a hub in /srv; 5 GB)
	@$(BIN)/python setup/browser.py >/dev/null
	@$(BIN)/python -m pytest tests/browser/hub $(ARGS)

wasm-test: setup ## verdicts and lessons on a Python for WebAssembly (five minutes; EVERY=1: all answers)
	@$(BIN)/python setup/wasm.py
	@$(BIN)/python -m pytest -n $(JOBS) tests/wasm $(ARGS)

site: setup ## the course as a static site, to run in a browser, in dist/site (PYODIDE=FOLDER: with Pyodide in it)
	@$(BIN)/python deploy/site/build.py $(if $(PYODIDE),--pyodide "$(PYODIDE)") $(ARGS)

site-test: setup ## that site in a browser (PYODIDE=FOLDER, a whole release: lessons run, too; npm is needed)
	@$(BIN)/python setup/browser.py >/dev/null
	@PYODIDE="$(PYODIDE)" $(BIN)/python -m pytest tests/site $(ARGS)

pictures: setup ## docs/pictures/ from the screenshots of the last browser-test
	@$(BIN)/python tests/browser/pictures.py

attacks: setup ## all attacks and faults, including the long ones and the second kind of kernel
	@ATTACKS=all $(PYTEST) \
		tests/attacks tests/classroom tests/sandbox tests/judging $(ARGS)
	@GRADER_KERNELS=ipykernel $(PYTEST) \
		tests/attacks/test_forging.py tests/attacks/test_walls.py $(ARGS)

check: setup ## style and types only
	@$(RUFF)
	@$(BIN)/mypy --no-error-summary

format: setup ## format the code
	@$(BIN)/ruff check --fix --quiet . || true
	@$(BIN)/ruff format .

release: setup ## make notebooks/ from solutions/
	@$(BIN)/grader release $(ARGS)

wheel: some-kind ## the course as one file for pip, into dist/ (FOR=students: without answers and judge)
	@$(BIN)/python setup/backend.py $(if $(filter students,$(FOR)),--students) dist

doctor: some-kind ## show what works on this machine and what does not
	@$(BIN)/grader doctor

lock: setup ## pin the dependencies again (UPGRADE=1: to the newest releases)
	@UPGRADE="$(UPGRADE)" $(BIN)/python setup/lock.py

clean: ## remove .venv and the caches; answers, gradebooks and demo/ stay
	@rm -rf .venv .venv.guard .venv.log .wasm .site .ruff_cache .mypy_cache .pytest_cache .hypothesis
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +
