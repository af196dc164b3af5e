"""Answers to the questions of the published rules, with proofs that anybody can check.

The questions of each game are in a folder with its name, listed as QUESTIONS, and answered by
`python -m tools.solve`.  A question has a maker, which finds an answer, and a verifier, which
shares no code with the maker.  Pure: no pygame, no matches.
"""
