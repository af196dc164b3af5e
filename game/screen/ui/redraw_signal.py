"""Word of art rendered beside the loop: told in a thread, seen by the loop, which draws anew."""

from __future__ import annotations


class RedrawSignal:
    """`count` differs from what it was when there is something new to be drawn."""

    count = 0

    def tell(self) -> None:
        self.count += 1


ART_READY = RedrawSignal()
