# The two commands are `make run` and `make test`; each sets everything up that it needs.
PYTHON ?= python3
PORT ?= 8000
VENV := .venv
BIN := $(VENV)/bin
export PATH := $(CURDIR)/$(BIN):$(PATH)

.PHONY: run test storm bench check format migrate clean

run: $(VENV)/run.stamp migrate
	honcho start -p $(PORT)

test: $(VENV)/dev.stamp
	pytest --ignore=tests/chaos --ignore=tests/crowd

# Killed workers and crowds of requesters: minutes of load, best on a quiet machine.
storm: $(VENV)/dev.stamp
	pytest tests/chaos tests/crowd

bench: $(VENV)/dev.stamp
	python -m bench.standard

check: $(VENV)/dev.stamp
	ruff format --check .
	ruff check .
	mypy .
	lint-imports
	python manage.py makemigrations --check --dry-run
	SECRET_KEY=check-only-0123456789-abcdefghijklmnopqrstuvwxyz-ABCDEFGH KYLE_HTTPS=true python manage.py check --deploy --fail-level WARNING

format: $(VENV)/dev.stamp
	ruff check --fix .
	ruff format .

migrate: $(VENV)/run.stamp
	python manage.py migrate --verbosity 0
	python manage.py collectstatic --noinput --verbosity 0

$(VENV)/pip.stamp:
	$(PYTHON) -c 'import sys; sys.exit("Kyle needs Python 3.11 or later" if sys.version_info < (3, 11) else 0)'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip
	touch $@

$(VENV)/run.stamp: requirements.txt $(VENV)/pip.stamp
	$(BIN)/python -m pip install --quiet -r requirements.txt
	touch $@

$(VENV)/dev.stamp: requirements-dev.txt requirements.txt $(VENV)/pip.stamp
	$(BIN)/python -m pip install --quiet -r requirements-dev.txt
	touch $@ $(VENV)/run.stamp

clean:
	rm -rf $(VENV) static_root
