"""The visible text of an HTML page, in order, without drawings and scripts."""

from __future__ import annotations

from html.parser import HTMLParser

UNSEEN = ("head", "script", "style", "svg")


class _Texts(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self._unseen = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._unseen += tag in UNSEEN

    def handle_endtag(self, tag: str) -> None:
        self._unseen -= tag in UNSEEN

    def handle_data(self, data: str) -> None:
        if not self._unseen and data.strip():
            self.found.append(data.strip())


def texts_of(page: str) -> list[str]:
    """Return the texts of a page, one for each stretch between tags."""
    reader = _Texts()
    reader.feed(page)
    return reader.found
