# `make` lists the targets. Works with GNU make 3.81 (macOS) and later.
.DEFAULT_GOAL := help
.PHONY: help run test check check-lowest format lock openapi bench bench-ai train clean

BIN := .venv/bin
# The tools of the environment come first, for the programs that call one another.
WITH_TOOLS := PATH="$(CURDIR)/$(BIN):$$PATH"
# Arguments for pytest, uv or the benches: make test ARGS="-k supervisor"
ARGS ?=
export SPLENDOR_DATA_DIR ?= $(CURDIR)/.data

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

run: ## everything on one machine: API, workers, clocks and a store that keeps its data in .data (PORT=8080)
	@scripts/environment runtime
	@exec $(BIN)/splendor up --with-parent

test: ## all tests; sets up what they need
	@scripts/environment dev
	@scripts/test-tools
	@$(BIN)/splendor ai warm
	@$(WITH_TOOLS) $(BIN)/python -m pytest -n 2 $(ARGS)

check: ## lint, types, layers, documents, delivery files; changes nothing
	@scripts/environment dev
	@$(WITH_TOOLS) scripts/check

check-lowest: ## the tests once more with the oldest dependencies that pyproject.toml allows
	@scripts/environment dev
	@$(WITH_TOOLS) scripts/check-lowest $(ARGS)

format: ## put the code into its one format
	@scripts/environment dev
	@$(BIN)/ruff check --fix-only --quiet .
	@$(BIN)/ruff format .

lock: ## renew requirements/*.lock (ARGS=--upgrade takes newer versions)
	@scripts/environment dev
	@scripts/lock $(ARGS)

openapi: ## write api_spec/ from the code
	@scripts/environment dev
	@$(BIN)/splendor openapi

bench: ## the benches, with ratios measured in this run
	@scripts/environment dev
	@$(WITH_TOOLS) $(BIN)/python -m bench $(ARGS)

bench-ai: ## speed and strength of the AI players, some minutes (ARGS=--full for hours, ARGS="match master@30 uct" for one match)
	@scripts/environment dev
	@$(WITH_TOOLS) $(BIN)/python -m bench.ai $(ARGS)

train: ## learn the weights of the AI players in .data/train; goes on where it stopped (ARGS="--rounds 10")
	@scripts/environment train
	@.venv-train/bin/python -m train $(SPLENDOR_DATA_DIR)/train $(ARGS)

clean: ## remove caches and builds; .venv and .data stay
	@rm -rf build dist .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis .schemathesis tests/clients/node_modules
	@find . -name __pycache__ -type d -not -path './.venv/*' -prune -exec rm -rf {} +
