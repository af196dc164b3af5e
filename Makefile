# Less is More.  `make play` and `make test` are all a newcomer needs.

PYTHON ?= python3
VENV   ?= .venv
RUN    := $(VENV)/bin/python
PACKED := build/packages
TOOLS  := $(PACKED)/tools/bin

.PHONY: play test test-tools engines kernels games test-lowest test-classic mutate check bench match puzzles solve screenshots messages docs packages lock sbom wheel wheels bundle deb deb-arm64 deb-pi firmware images web clean

play: $(VENV)/run.stamp
	$(RUN) main.py

# Compiled modules are kept, whatever the environment says: tests start hundreds of processes.
test test-tools engines games test-lowest: export PYTHONDONTWRITEBYTECODE :=
WORKERS ?= 6
PYTEST = -m pytest -q -n $(WORKERS) --dist worksteal
test: $(VENV)/dev.stamp
	$(if $(TESTS),,$(MAKE) --no-print-directory engines)
	$(RUN) $(PYTEST) $(or $(TESTS),--ignore=tests/tools --ignore=tests/house --ignore=workshop)

# What makes puzzles, plays matches, fits weights; and the workshop, which has a Makefile of its own.
test-tools: $(VENV)/dev.stamp
	$(RUN) $(PYTEST) tests/tools workshop/tests

# The engines of all games, compiled for all tests: until then they would search uncompiled, which
# takes longer.  Without a C compiler Numba's cache is filled.
GAMES := printf '%s\n' less more-or-less libra multiplicity | xargs -P 2 -I GAME
KERNELS := $(RUN) -m tools.packaging.kernels GAME
engines: $(VENV)/dev.stamp
	$(GAMES) sh -c '$(KERNELS) || \
		echo isready | LESS_IS_MORE_CACHE=build/cache $(RUN) main.py engine GAME >/dev/null'

# Whole games of every kind: on the emulated boards of every family, through pyserial, and in a
# browser (`make web` before).
games: $(VENV)/dev.stamp
	$(RUN) $(PYTEST) -m whole tests/hardware/firmware tests/web/test_games.py

# Other Pythons: `make test PYTHON=python3.13 VENV=.venv-3.13`.  The oldest that requirements*.txt
# allow, on the oldest Python: `make test-lowest PYTHON=python3.10`.
test-lowest: $(TOOLS)/stamp
	$(TOOLS)/uv venv -q --clear --python $(PYTHON) $(PACKED)/lowest
	$(TOOLS)/uv pip install -q --resolution lowest-direct --python $(PACKED)/lowest \
		-r requirements-dev.txt
	$(PACKED)/lowest/bin/python $(PYTEST) $(TESTS)

# Which mistakes in FOLDER its tests would not notice: docs/dev/testing.md.
FOLDER ?= game/network
MUTATE := --folder $(FOLDER) $(if $(SAMPLE),--sample $(SAMPLE)) $(if $(SEED),--seed $(SEED)) \
	$(if $(MUTATED),--mutate $(MUTATED)) $(if $(TESTED),--tests $(TESTED))
mutate:
	$(PYTHON) -m tools.mutate $(MUTATE) \
		$(if $(filter undefined,$(origin ONLY)),,--only "$(ONLY)")

# Where classic pygame is what a machine has: the screen's tests with it, and the real window.
# It has wheels for Python 3.13 and older; any that is here will do.  Six workers would take a seventh
# more of the processor, because each imports all tests.
SCREEN := tests/house/test_pygame_names.py tests/product/test_start.py tests/screen/ui \
	tests/screen/app tests/screen/boards/test_golden_pictures.py tests/screen/play/test_scene.py \
	tests/screen/play/test_groups.py tests/screen/menus/test_title.py \
	tests/screen/menus/test_doctor.py tests/window/test_two_windows.py
test-classic: WORKERS = 3
test-classic: $(TOOLS)/stamp
	$(TOOLS)/uv venv -q --clear --no-python-downloads --python '>=3.10,<3.14' $(PACKED)/classic
	(echo 'pygame==2.6.1'; grep -v '^pygame-ce' requirements.txt; \
		grep -E '^(pytest|hypothesis)' requirements-dev.txt) | \
		$(TOOLS)/uv pip install -q --python $(PACKED)/classic -r -
	$(PACKED)/classic/bin/python $(PYTEST) $(or $(TESTS),$(SCREEN))

check: $(VENV)/dev.stamp
	$(VENV)/bin/ruff format --check .
	$(VENV)/bin/ruff check .
	$(VENV)/bin/mypy
	$(VENV)/bin/vulture
	$(VENV)/bin/lint-imports --no-logo
	$(RUN) -m tests.house.counts
	$(RUN) -m pytest -q tests/house

bench: $(VENV)/run.stamp
	$(RUN) -m tools.bench $(PARTS)

# Makers of engines, puzzles and books: `make puzzles ARGS="check FILES"`; ARGS=--help says more.
match puzzles solve: $(VENV)/dev.stamp
	$(RUN) -m tools.$@ $(ARGS)

screenshots: $(VENV)/run.stamp
	$(RUN) -m tools.screenshots screenshots

# Collect what is marked for translation, bring the catalogues up to date, compile them.
messages: $(VENV)/dev.stamp
	$(RUN) -m babel.messages.frontend -q extract -F assets/locale/babel.cfg -k N_ --no-wrap --omit-header \
		--sort-output --add-location file -o assets/locale/less-is-more.pot \
		assets/page game hardware workshop/fabrication
	$(VENV)/bin/pybabel -q update -D less-is-more -i assets/locale/less-is-more.pot \
		-d assets/locale --no-wrap --no-fuzzy-matching --ignore-obsolete --ignore-pot-creation-date
	$(VENV)/bin/pybabel -q compile -D less-is-more -d assets/locale
	$(RUN) -m tools.desktop_files

# All documents as one site, build/site/index.html, with every link checked.
SITE := build/docs
docs: $(SITE)/stamp
	NO_MKDOCS_2_WARNING=1 $(SITE)/bin/mkdocs build

$(SITE)/stamp: requirements-docs.txt
	test -x $(SITE)/bin/python || $(PYTHON) -m venv $(SITE)
	$(SITE)/bin/python -m pip install -q -r requirements-docs.txt
	touch $@

# Wheels, sdist and bundle for this system, each tried as a person would (docs/dev/releasing.md).
packages: $(VENV)/dev.stamp
	.ci/packages

# For each system, with its compiled kernels; one without any for all others.
OWN_WHEEL = $$($(RUN) -m tools.packaging.wheels --own $(PACKED)/dist)
NEW_DIST := $(PACKED)/dist.new
wheel: $(TOOLS)/stamp images kernels
	rm -rf $(NEW_DIST)
	touch $(PACKED)/begun
	$(TOOLS)/python -m build -o $(NEW_DIST) .
	$(RUN) -m tools.packaging.wheels $(NEW_DIST)
	$(TOOLS)/twine check --strict $(NEW_DIST)/*
	$(TOOLS)/check-wheel-contents $(NEW_DIST)/*.whl
	rm -rf $(PACKED)/dist
	mv $(NEW_DIST) $(PACKED)/dist
	mv $(PACKED)/begun $(PACKED)/dist.begun

# What bundle and Debian packages are made of: the wheels there are, unless a source is newer.
PACKAGED := main.py game hardware assets docs tools/packaging/wheel pyproject.toml README.md CHANGELOG.md
NEWER = $$(find $(PACKAGED) -type f ! -path '*/__pycache__/*' -newer $(PACKED)/dist.begun -print -quit)
wheels:
	@test -e $(PACKED)/dist.begun && test -z "$(NEWER)" || $(MAKE) --no-print-directory wheel

# The versions and hashes of all that bundles and CI install.  requirements*.txt stay ranges, for
# whoever installs the program among other packages.
LOCKED := tools/packaging/requirements.lock
LOCK   := uv pip compile -q --upgrade --universal --python-version 3.10 --generate-hashes --no-annotate --no-header
lock: $(TOOLS)/stamp
	$(TOOLS)/$(LOCK) requirements.txt -o $(LOCKED)
	$(TOOLS)/$(LOCK) requirements-dev.txt -c $(LOCKED) -o tools/packaging/requirements-dev.lock

# What a bundle is made of, as a CycloneDX bill of materials.
sbom: $(TOOLS)/stamp
	$(TOOLS)/cyclonedx-py environment --output-reproducible --pyproject pyproject.toml \
		-o $(PACKED)/bundle/less-is-more.cdx.json $(PACKED)/bundling/bin/python

bundle: wheels
	$(TOOLS)/uv venv -q --clear --python $(PYTHON) $(PACKED)/bundling
	$(TOOLS)/uv pip install -q --require-hashes --python $(PACKED)/bundling -r $(LOCKED)
	$(TOOLS)/uv pip install -q --python $(PACKED)/bundling \
		"$$(grep pyinstaller tools/packaging/requirements.txt)"
	rm -rf $(PACKED)/contents
	$(PYTHON) -m zipfile -e $(OWN_WHEEL) $(PACKED)/contents
	$(PACKED)/bundling/bin/python -m tools.packaging.bundle.icons $(PACKED)/icons
	$(PACKED)/bundling/bin/pyinstaller --noconfirm --log-level WARN --distpath $(PACKED)/bundle \
		--workpath $(PACKED)/work tools/packaging/bundle/less-is-more.spec
	$(MAKE) --no-print-directory sbom

# The Debian packages, looked at by lintian; where one is root, tried in a clean root.
deb: wheels
	tools/packaging/debian/build.sh $(OWN_WHEEL) $(PACKED)/debian
	test "$$(id -u)" != 0 || tools/packaging/debian/try.sh $(PACKED)/debian

# The same for a Raspberry Pi, on any Debian; `deb-pi` tries them slowly, under QEMU (docs/dev/releasing.md).
deb-arm64: wheels
	tools/packaging/debian/build.sh $(PACKED)/dist/*_aarch64.whl $(PACKED)/debian-arm64

deb-pi: $(VENV)/dev.stamp
	$(RUN) -m tools.packaging.try_arm64 $(PACKED)/debian-arm64 --root $(PACKED)/root-arm64

# Every variant of the sensor board's firmware, ready to be flashed, into build/firmware; and those
# that `board flash` writes to where packages take them along.
IMAGES := hardware/firmware/images
firmware:
	$(MAKE) --no-print-directory -C hardware/firmware release
	rm -rf $(IMAGES)
	mkdir $(IMAGES)
	cp build/firmware/less-is-more-board-*-atmega*.hex build/firmware/less-is-more-board-*.uf2 $(IMAGES)

# Kernels of every level that is released, whatever this machine is: their code is not executed here.
kernels: $(VENV)/dev.stamp
	$(GAMES) $(KERNELS) --level released

# Without the compilers packages go without.
images:
	@$(MAKE) -s firmware || echo "NO FIRMWARE IN THIS PACKAGE: see hardware/BUILD.md, section 6"

$(TOOLS)/stamp: tools/packaging/requirements.txt
	test -x $(TOOLS)/python || $(PYTHON) -m venv $(PACKED)/tools
	$(TOOLS)/python -m pip install -q "$$(grep '^uv' tools/packaging/requirements.txt)"
	$(TOOLS)/uv pip install -q --python $(TOOLS)/python -r tools/packaging/requirements.txt
	touch $@

# What installs may be another program, as in .ci/run.
INSTALL = $(RUN) -m pip install -q
$(VENV)/run.stamp: requirements.txt requirements-club.txt
	test -x $(RUN) || $(PYTHON) -m venv $(VENV)
	$(INSTALL) -r requirements.txt
	touch $@

# CI installs what is locked.
DEV_REQUIREMENTS ?= requirements-dev.txt
$(VENV)/dev.stamp: $(wildcard requirements*.txt) workshop/requirements.txt
	test -x $(RUN) || $(PYTHON) -m venv $(VENV)
	$(INSTALL) -r $(DEV_REQUIREMENTS)
	touch $@ $(VENV)/run.stamp

# The edition for browsers, static files for any web space: build/web (docs/dev/web.md).  Node and
# npm bring Python for browsers.
web: $(VENV)/dev.stamp
	$(RUN) -m web.build

clean:
	rm -rf $(VENV) build screenshots
