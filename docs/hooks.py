"""Hooks of MkDocs: pages that live outside of docs/, and links that work here and in the checkout.

Documents link each other by their paths in the checkout, so that they work wherever one reads
them.  The site has some documents from outside of docs/ too; links are turned to where they are
there.  A link to a source file becomes plain text, since the site has no sources.
"""

from __future__ import annotations

import os
import re
from html import escape, unescape
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).resolve().parents[1]
OUTSIDE = (
    "CHANGELOG.md",
    "CODE_OF_CONDUCT.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    "examples/README.md",
    "hardware/BUILD.md",
    "hardware/DRIVERS.md",
    "hardware/PROTOCOL.md",
    "hardware/schematic.svg",
    "workshop/README.md",
)
PICTURES = "hardware/pictures"
LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\[\]]*\])*)\]\(([^)\s]+)\)")
# Code in a table, of which Python-Markdown would keep the backslash before a |.
PIPED = re.compile(r"`([^`\n]*\\\|[^`\n]*)`")
ENTITIES = str.maketrans({sign: f"&#{ord(sign)};" for sign in "|[]*_&<>"})
# Code within a line of text; it contains no other elements.
INLINE_CODE = re.compile(r"(?<!<pre>)(<code>)([^<]*)(</code>)")
SPACES = re.compile(r"(\s+)")
FENCED = re.compile(r"(^```.*?^```)", re.S | re.M)


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the documents from outside of docs/ and their pictures."""
    paths = [*OUTSIDE, *(f"{PICTURES}/{path.name}" for path in (ROOT / PICTURES).iterdir())]
    for path in paths:
        files.append(File.generated(config, path, abs_src_path=str(ROOT / path)))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Turn links to other files of the checkout to where the site has them."""
    here = page.file.src_uri
    folder = (Path(here) if here in OUTSIDE else Path("docs", here)).parent

    def turned(found: re.Match[str]) -> str:
        picture, text, url = found.groups()
        if url.startswith(("#", "http:", "https:", "mailto:")):
            return found[0]
        path, mark, anchor = url.partition("#")
        target = os.path.normpath(folder / path).replace(os.sep, "/")
        inside = target.removeprefix("docs/")
        if files.get_file_from_path(inside) is None:
            if (ROOT / target).exists() and not picture:
                return text  # a source file
            return found[0]  # not there: MkDocs says so
        back = os.path.relpath(inside, Path(here).parent).replace(os.sep, "/")
        return f"{picture}[{text}]({back}{mark}{anchor})"

    parts = FENCED.split(markdown)
    parts[::2] = (PIPED.sub(_code, LINK.sub(turned, part)) for part in parts[::2])
    return "".join(parts)


def on_page_content(html: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Keep browsers from breaking words of inline code at hyphens; they may break after a |."""
    return INLINE_CODE.sub(lambda found: found[1] + _unbroken(found[2]) + found[3], html)


def _unbroken(code: str) -> str:
    words = SPACES.split(unescape(code))
    return "".join(
        _unbroken_word(word) if "-" in word or "|" in word else escape(word) for word in words
    )


def _unbroken_word(word: str) -> str:
    parts = re.findall(r"[^|]*\|?", word)
    return "<wbr>".join(f'<span class="word">{escape(part)}</span>' for part in parts if part)


def _code(found: re.Match[str]) -> str:
    words = found[1].replace("\\|", "|").translate(ENTITIES)
    return f"<code>{words}</code>"
