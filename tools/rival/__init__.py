"""An opponent that shares no search with the engine, to measure it by.

UCT with RAVE as somebody would write it in an afternoon from the rules: children at the first
visit, little exploration, random games that keep a small share for the margin.  It calls the
rules' kernels.
"""
