# Less is More.  `make play` and `make test` are all a newcomer needs.

PYTHON ?= python3
VENV   ?= .venv
RUN    := $(VENV)/bin/python

.PHONY: play test check bench screenshots messages clean

play: $(VENV)/run.stamp
	$(RUN) main.py

test: $(VENV)/dev.stamp
	$(RUN) -m pytest -q -n 2 $(TESTS)

check: $(VENV)/dev.stamp
	$(VENV)/bin/ruff format --check .
	$(VENV)/bin/ruff check .
	$(VENV)/bin/mypy
	$(VENV)/bin/vulture
	$(VENV)/bin/lint-imports --no-logo
	$(RUN) -m tests.house.counts

bench: $(VENV)/run.stamp
	$(RUN) main.py bench $(PARTS)

screenshots: $(VENV)/run.stamp
	$(RUN) main.py screenshots screenshots

# Collect what is marked for translation, bring the catalogues up to date, compile them.
messages: $(VENV)/dev.stamp
	$(VENV)/bin/pybabel -q extract -F assets/locale/babel.cfg -k N_ --no-wrap --omit-header \
		--sort-output --add-location file -o assets/locale/less-is-more.pot game hardware
	$(VENV)/bin/pybabel -q update -D less-is-more -i assets/locale/less-is-more.pot \
		-d assets/locale --no-wrap --no-fuzzy-matching --ignore-obsolete --ignore-pot-creation-date
	$(VENV)/bin/pybabel -q compile -D less-is-more -d assets/locale

$(VENV)/run.stamp: requirements.txt
	test -x $(RUN) || $(PYTHON) -m venv $(VENV)
	$(RUN) -m pip install -q -r requirements.txt
	touch $@

$(VENV)/dev.stamp: requirements.txt requirements-dev.txt
	test -x $(RUN) || $(PYTHON) -m venv $(VENV)
	$(RUN) -m pip install -q -r requirements-dev.txt
	touch $@ $(VENV)/run.stamp

clean:
	rm -rf $(VENV) build screenshots
