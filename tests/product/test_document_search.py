"""The search of the documentation site works even when the site is opened from a folder.

There, browsers cannot start workers.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from game.platform.paths import ROOT
from tests.support.browser import Browser
from tests.support.tools import needs

SHIM = ROOT / "docs" / "iframe-worker.js"
PAGE = """<!doctype html>
<script src="iframe-worker.js"></script>
<script>
  const heard = [];
  const worker = new Worker("worker.js");
  worker.addEventListener("message", (event) => heard.push(event.data));
  worker.postMessage({ type: 0 });
  worker.postMessage("train");
</script>
"""
# Like the search worker of Material for MkDocs, it looks for its parts beside its own script.
WORKER = """
const own = document.querySelector("script[src]").src.split("/").pop();
const inside = "IFrameWorker" in parent;
self.addEventListener("message", (event) => postMessage([inside, own, event.data]));
"""


@needs("chromium")
def test_a_worker_runs_in_a_page_that_is_read_from_a_folder(tmp_path: Path) -> None:
    shutil.copy(SHIM, tmp_path)
    (tmp_path / "page.html").write_text(PAGE, encoding="utf-8")
    (tmp_path / "worker.js").write_text(WORKER, encoding="utf-8")
    with Browser(tmp_path / "browser") as browser:
        page = browser.page((tmp_path / "page.html").as_uri())
        assert page.sees("heard.length === 2")
        answers = [[True, "worker.js", {"type": 0}], [True, "worker.js", "train"]]
        assert page.get("heard") == answers
        assert page.complaints == []


@pytest.mark.parametrize("name", ["search", "offline"])
def test_the_site_is_built_with_it(name: str) -> None:
    told = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    # Without this line, the theme would load it from another server.
    assert f"  polyfills: [{SHIM.name}]" in told
    assert f"\n  - {name}\n" in told
