"""Simulated hands, rehearsals and emulated firmware for tests and benches; never used in play."""
