# The two commands are `make run` and `make test`; each sets everything up that it needs.
PYTHON ?= python3
PORT ?= 8000
VENV := .venv
BIN := $(VENV)/bin
export PATH := $(CURDIR)/$(BIN):$(PATH)

# One process for the tests that wait for processes of their own, two for all others.
PYTEST := pytest --numprocesses 3 --dist loadgroup

.PHONY: run free-port test test-database test-queue bench check format migrate clean

run: $(VENV)/run.stamp free-port migrate
	honcho start -p $(PORT)

# Said before anything is started; whoever has the port would else be taken for Kyle.
free-port: $(VENV)/pip.stamp
	@$(BIN)/python -c 'import socket, sys; sys.exit("Port $(PORT) is in use; PORT=9000 make run takes another." if socket.socket().connect_ex(("127.0.0.1", $(PORT))) == 0 else 0)'

test: $(VENV)/dev.stamp
	$(PYTEST)

# What touches the database, on the one that DATABASE_URL names.
test-database: $(VENV)/dev.stamp
	$(PYTEST) tests/chaos tests/commands tests/crowd tests/dashboard tests/services tests/standard tests/views tests/test_admin.py

# What touches the queue, on the one that REDIS_URL names; all of these share it, so they run one after the other.
test-queue: $(VENV)/dev.stamp
	pytest tests/backends/queue tests/commands tests/services/test_dispatch.py tests/services/test_submit.py tests/services/test_watchdog.py

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
