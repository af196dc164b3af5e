"""A thread-safe signal that newly rendered art is ready to be drawn."""

from __future__ import annotations


class RedrawSignal:
    """A counter that threads increase when there is something new to be drawn."""

    count = 0

    def tell(self) -> None:
        self.count += 1


ART_READY = RedrawSignal()
