"""Everything of Less; `plugin.py` says what there is."""
