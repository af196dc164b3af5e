"""The firmware's core as a library of this machine: a board in made-up time, very fast."""
