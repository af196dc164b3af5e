"""The firmware's core as a library for this machine: a very fast board in simulated time."""
