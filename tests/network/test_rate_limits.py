"""Rate limits and pools let the right clients through, and evict the right ones when full."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.network import rate_limits as limits
from game.network.rate_limits import (
    RESERVED_FILES,
    SITE_SHARE,
    ConnectionLimits,
    EvictingPool,
    RateLimiter,
    TokenBucket,
)
from game.platform.paths import ROOT


def test_the_limits_are_those_of_the_docs() -> None:
    text = (ROOT / "docs" / "reference" / "network.md").read_text(encoding="utf-8")
    most, codes = ConnectionLimits(), limits.FAILED_CODE_RATE
    rate, burst = limits.CONNECTION_RATE
    for said in (
        f"{limits.MAX_MESSAGE_BYTES} bytes",
        f"{limits.MESSAGE_RATE[0]:.0f} messages a second, {limits.MESSAGE_RATE[1]} at once",
        f"{limits.ADDRESS_MESSAGE_RATE[0]:.0f} messages a second, "
        f"{limits.ADDRESS_MESSAGE_RATE[1]:,} at once",
        f"pongs) | {limits.FRAME_RATE[0]:.0f} a second, {limits.FRAME_RATE[1]} at once",
        f"{limits.REQUEST_RATE[0]:.0f} requests a second, {limits.REQUEST_RATE[1]} at once",
        f"{rate:.0f} connections a second, {burst} at once",
        f"{codes[1]} wrong codes or keys at once, then one in {1 / codes[0]:.0f} s",
        f"{limits.SEND_RATE[0] / 1e6:.0f} MB a second, {limits.SEND_RATE[1] / 1e6:.0f} MB at once",
        f"{most.clients:,} WebSockets, {most.clients_of_one} from one address",
        f"{most.waiting} other connections, {most.waiting_of_one} from one address",
        f"{most.newcomers} more WebSockets",
        f"{most.request_timeout_s:.0f} s after",
        f"{most.key_timeout_s:.0f} s for its key",
    ):
        assert said in " ".join(text.split()), said


def test_a_bucket_gives_what_it_holds_and_fills_again() -> None:
    bucket = TokenBucket((0.5, 3), 10.0)
    assert bucket.full_at(10.0)
    assert [bucket.take(10.0) for _number in range(4)] == [True, True, True, False]
    assert not bucket.any_left(11.9)
    assert not bucket.full_at(12.0)
    assert bucket.any_left(12.0)
    assert [bucket.take(12.0), bucket.take(12.0)] == [True, False]
    assert [bucket.take(1000.0) for _number in range(4)] == [True, True, True, False]


def test_what_was_refused_does_not_put_the_next_one_off() -> None:
    bucket = TokenBucket((1.0, 1), 0.0)
    assert bucket.take(0.0)
    assert not bucket.take(0.5)
    assert bucket.take(1.0)


def test_what_is_spent_on_credit_is_waited_for() -> None:
    bucket = TokenBucket((10.0, 100), 0.0)
    assert bucket.wait(0.0) == 0
    bucket.spend(150.0, 0.0)
    assert bucket.wait(0.0) == pytest.approx(5.1)
    assert not bucket.any_left(5.0)
    assert bucket.wait(5.0) == pytest.approx(0.1)
    assert bucket.wait(6.0) == 0
    assert bucket.any_left(5.2)


@given(st.lists(st.floats(0, 10), max_size=60), st.floats(0.1, 5), st.integers(1, 9))
def test_no_more_is_let_through_than_the_rate_allows(
    gaps: list[float], rate: float, room: int
) -> None:
    bucket, now, passed = TokenBucket((rate, room), 0.0), 0.0, 0
    for gap in gaps:
        now += gap
        passed += bucket.take(now)
    assert passed <= room + rate * now + 1e-6


def test_every_address_has_a_bucket_of_its_own() -> None:
    buckets = RateLimiter((1.0, 1))
    assert buckets.of("a", 0.0).take(0.0)
    assert not buckets.of("a", 0.0).take(0.0)
    assert buckets.of("b", 0.0).take(0.0)


def test_of_many_addresses_those_that_have_waited_are_forgotten(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(limits, "MAX_TRACKED_ADDRESSES", 3)
    buckets = RateLimiter((1.0, 1))
    for name in ("a", "b", "c"):
        assert buckets.of(name, 0.0).take(0.0)
    assert buckets.of("c", 0.5) is buckets.of("c", 0.5)
    buckets.of("b", 1.5).take(1.5)
    buckets.of("d", 2.0)  # a and c have refilled, so they are dropped
    assert buckets.tracked == {"b", "d"}
    for name in ("b", "d", "e"):
        buckets.of(name, 2.0).take(2.0)
    buckets.of("f", 2.0)  # all are in use, so all are dropped
    assert buckets.tracked == {"f"}


def test_of_one_address_the_oldest_goes() -> None:
    pool: EvictingPool[str] = EvictingPool(10, 2)
    assert [pool.enter("a", one) for one in ("a1", "a2", "a3")] == [None, None, "a1"]
    assert pool.enter("b", "b1") is None
    assert len(pool) == 3


def test_of_all_the_oldest_of_the_fullest_address_goes() -> None:
    pool: EvictingPool[str] = EvictingPool(4, 3)
    for address, one in (("b", "b1"), ("a", "a1"), ("a", "a2"), ("a", "a3")):
        assert pool.enter(address, one) is None
    assert pool.enter("b", "b2") == "a1"
    assert pool.enter("c", "c1") == "b1"
    assert len(pool) == 4
    assert [pool.oldest() for _number in range(5)] == ["a2", "b2", "a3", "c1", None]


def test_who_has_left_counts_no_longer() -> None:
    pool: EvictingPool[str] = EvictingPool(2, 1)
    pool.enter("a", "a1")
    pool.leave("a", "a1")
    pool.leave("a", "a1")
    pool.leave("b", "b1")
    assert len(pool) == 0
    assert pool.enter("a", "a2") is None
    assert pool.enter("b", "b1") is None
    assert pool.enter("c", "c1") == "a2"


@given(st.lists(st.tuples(st.sampled_from("abcd"), st.booleans())))
def test_a_pool_never_holds_more_than_it_may_and_never_refuses(
    moves: list[tuple[str, bool]],
) -> None:
    pool: EvictingPool[int] = EvictingPool(5, 3)
    here: dict[int, str] = {}
    for number, (address, come) in enumerate(moves):
        mine = [one for one, of in here.items() if of == address]
        if come:
            gone = pool.enter(address, number)
            assert gone != number
            here[number] = address
            if gone is not None:
                del here[gone]
        elif mine:
            pool.leave(address, mine[-1])
            del here[mine[-1]]
        assert len(pool) == len(here) <= 5
        assert sum(of == address for of in here.values()) <= 3


def test_with_fewer_files_there_are_fewer_places_of_each_kind() -> None:
    usual = ConnectionLimits()
    assert usual.files == 1200 + 400 + 32 + RESERVED_FILES
    assert usual.within(usual.files) == usual
    assert usual.within(10**6) == usual
    assert usual.within(usual.files - 20).clients < usual.clients
    small = usual.within(256)
    assert (small.waiting, small.newcomers) == (400 * 208 // 1632, 32 * 208 // 1632)
    assert small.files <= 256
    assert small.clients + small.waiting + small.newcomers >= 200
    assert (small.clients_of_one, small.waiting_of_one) == (64, small.waiting // 2)
    assert replace(
        small, clients=0, waiting=0, newcomers=0, clients_of_one=0, waiting_of_one=0
    ) == (replace(usual, clients=0, waiting=0, newcomers=0, clients_of_one=0, waiting_of_one=0))
    least = usual.within(0)
    assert (least.clients, least.waiting, least.newcomers) == (2, 2, 2)
    assert (least.clients_of_one, least.waiting_of_one) == (1, 1)
    smaller = usual.within(180)
    assert (smaller.clients_of_one, smaller.clients) == (smaller.clients // 2, 97)


@pytest.mark.skipif(os.name == "nt", reason="Windows limits no files")
@pytest.mark.parametrize(
    ("limit", "wanted", "found"),
    [("-n 256", 500, 256), ("-Sn 256", 500, 500), ("-n 256", 100, 100), ("-Sn 256", 256, 256)],
)
def test_the_limit_of_open_files_is_raised_as_far_as_it_may(
    limit: str, wanted: int, found: int
) -> None:
    asked = f"from game.network.rate_limits import open_files; print(open_files({wanted}))"
    asked += "; import resource; print(resource.getrlimit(resource.RLIMIT_NOFILE)[0])"
    command = ["sh", "-c", f'ulimit {limit}; exec "$0" -c "$1"', sys.executable, asked]
    said = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    told, soft = map(int, said.split())
    assert told == found
    assert soft >= told


def in_network(number: int, host: int = 1, site: int = 0) -> str:
    """Return an address in a given /64 of a given /48."""
    return f"2001:db8:{site:x}:{number:x}::{host:x}"


def test_of_ipv6_a_whole_network_shares_the_limit_of_an_address() -> None:
    buckets = RateLimiter((1.0, 5))
    tried = [buckets.of(in_network(1, host), 0.0).take(0.0) for host in range(1, 30)]
    assert tried.count(True) == 5
    assert buckets.of(in_network(2), 0.0).take(0.0)
    assert buckets.of("::ffff:10.0.0.7", 0.0) is buckets.of("10.0.0.7", 0.0)


def test_a_site_of_ipv6_has_some_times_as_much_however_many_networks_it_has() -> None:
    buckets = RateLimiter((1.0, 5))
    networks = range(2 * limits.MAX_TRACKED_ADDRESSES)
    assert sum(buckets.of(in_network(one), 0.0).take(0.0) for one in networks) == 5 * SITE_SHARE
    assert buckets.of(in_network(0, site=1), 0.0).take(0.0)
    assert buckets.of("10.0.0.7", 0.0).take(0.0)
    later = [buckets.of(in_network(one), 1.0).take(1.0) for one in networks]
    assert sum(later) == SITE_SHARE


def test_connections_of_ipv6_count_by_network_and_by_site() -> None:
    pool: EvictingPool[int] = EvictingPool(100, 3)
    pool.enter("10.0.0.7", -1)
    gone = [pool.enter(in_network(1, host), host) for host in range(6)]
    assert gone == [None, None, None, 0, 1, 2]
    gone = [pool.enter(in_network(host), 100 + host) for host in range(2, 40)]
    assert len(pool) == 1 + 3 * SITE_SHARE
    assert -1 not in gone
    assert gone[-1] == 100 + 39 - 3 * SITE_SHARE


def test_of_all_the_site_that_has_most_loses_first() -> None:
    pool: EvictingPool[int] = EvictingPool(6, 3)
    pool.enter("10.0.0.7", -1)
    pool.enter("10.0.0.7", -2)
    gone = [pool.enter(in_network(number), number) for number in range(8)]
    assert gone == [None] * 4 + [0, 1, 2, 3]
