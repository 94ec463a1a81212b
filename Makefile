# `make run` and `make test` do everything on a fresh machine; both begin with `make setup`.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
FAISS := $(shell command -v nvidia-smi >/dev/null 2>&1 && nvidia-smi -L 2>/dev/null | grep -q GPU && echo gpu || echo cpu)
PORT ?= 8501
# `faqdesk status` exits with 3 when nothing has been published: only then is the sample loaded.
LOAD_SAMPLE = $(BIN)/faqdesk status >/dev/null 2>&1; \
	if [ $$? -eq 3 ]; then $(BIN)/faqdesk ingest data/sample/faq.csv; fi

.PHONY: help setup phrasing run ask test check format

help:
	@echo "make run          load the sample FAQ and open the chat on http://localhost:$(PORT)"
	@echo "make ask Q=\"...\"  answer a question in the terminal"
	@echo "make test         set up and run every check and test"
	@echo "make setup        install only"
	@echo "make phrasing     install llama.cpp, for answers in fresh words"

setup: $(VENV)/.installed

$(VENV)/.installed: pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit("faqdesk needs Python 3.11 or newer; set PYTHON=python3.11" if sys.version_info < (3, 11) else 0)'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --constraint constraints.txt --editable '.[$(FAISS),dev]'
	@touch $@

phrasing: $(VENV)/.phrasing

$(VENV)/.phrasing: $(VENV)/.installed
	$(BIN)/pip install --quiet --constraint constraints.txt --editable '.[$(FAISS),dev,phrasing]'
	@touch $@

run: setup
	@$(LOAD_SAMPLE)
	@$(BIN)/faqdesk serve --port $(PORT)

ask: setup
	@$(LOAD_SAMPLE)
	@$(BIN)/faqdesk ask "$(Q)"

check: setup
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

# The tests of one file stay together, for they share servers and models. The slowest are first.
test: check phrasing
	$(BIN)/pytest --numprocesses auto --maxprocesses 4 --dist loadfile --no-loadscope-reorder

format: setup
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .
