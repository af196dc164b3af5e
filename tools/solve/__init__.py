"""Answers to the questions that the published rules ask, with proofs that a stranger can check.

Each game's questions are a folder with its QUESTIONS, found by the folder's name;
`python -m tools.solve` asks them.  A question has a maker, which finds an answer, and a verifier,
which shares no code with it.  Pure: no pygame, no matches.
"""
