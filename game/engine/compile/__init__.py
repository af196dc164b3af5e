"""Compilation of the kernels into fast code, and its cache between starts."""
