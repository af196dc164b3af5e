"""Matches followed, and played, from other machines: a server in a process of its own.

`broadcast` is the side of the program that has the match; `helper` is the process beside it, with
`server` on the network and `hall` behind that.  They talk in lines of JSON (`pipe`).  What goes
over the network is described in docs/reference/network.md.  No pygame here, no drawing.
"""
