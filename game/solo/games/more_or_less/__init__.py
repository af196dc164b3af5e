"""More or Less for one."""
