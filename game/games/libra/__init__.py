"""Everything of Libra; `plugin.py` says what there is."""
