"""Everything of Multiplicity; `plugin.py` says what there is."""
