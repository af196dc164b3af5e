"""The brackets KiCad's files are written in: a list of words, numbers, texts and lists.  Pure."""

from __future__ import annotations

from typing import Union

Node = Union[str, float, "QuotedText", list["Node"]]


class QuotedText(str):
    """A text in quotes, unlike a word."""

    __slots__ = ()


def written(node: Node, depth: int = 0) -> str:
    """A node as text; inner lists each on a line of their own, indented."""
    if isinstance(node, QuotedText):
        return '"' + node.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'
    if isinstance(node, str):
        return node
    if isinstance(node, list):
        parts = [written(one, depth + 1) for one in node]
        flat = "(" + " ".join(parts) + ")"
        if len(flat) + 2 * depth <= 100 and "\n" not in flat:
            return flat
        lead = "\n" + "  " * (depth + 1)
        return "(" + " ".join(parts[:1]) + "".join(lead + part for part in parts[1:]) + ")"
    return f"{node:.4f}".rstrip("0").rstrip(".") if node % 1 else f"{node:.0f}"
