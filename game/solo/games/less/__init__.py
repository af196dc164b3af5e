"""Less for one."""
