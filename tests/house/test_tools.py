"""The end of a test run reports what was not tested."""

from __future__ import annotations

from tests.support.tools import NEEDS, TOOLS, untested


def test_a_missing_tool_is_named_once_with_what_it_is_for() -> None:
    reasons = ["slow", f"{NEEDS}nginx", f"{NEEDS}mosquitto", "slow", f"{NEEDS}nginx", "slow"]
    assert untested(reasons) == [
        "nginx missing: tables behind nginx (2 tests; Debian: apt-get install nginx)",
        "mosquitto missing: tables that publish to a broker"
        " (1 test; Debian: apt-get install mosquitto)",
        "3 tests: slow",
    ]


def test_every_tool_says_what_it_is_for_and_where_it_comes_from() -> None:
    assert [name for name, tool in TOOLS.items() if not (tool.untested and tool.packages)] == []
