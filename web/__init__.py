"""The edition for browsers: the program's table and engine in workers of a page, without a server.

`build` makes a folder of static files; `table` and `engine` run in the two workers.
docs/dev/web.md explains it.
"""
