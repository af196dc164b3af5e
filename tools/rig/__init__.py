"""Clumsy hands, rehearsals, the emulated firmware: for tests and benches, never in play."""
