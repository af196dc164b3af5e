"""Libra for one."""
