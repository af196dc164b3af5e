"""Turns kernels into fast code, and keeps it between starts."""
