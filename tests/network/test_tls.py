"""HTTPS works with our own certificate and with a given one, and no process list shows secrets."""

from __future__ import annotations

import os
import ssl
import stat
import subprocess
import urllib.error
import urllib.request
from pathlib import Path

import pytest
import websockets
import websockets.exceptions
import websockets.sync.client

from game.network.errors import NetworkError
from game.network.host.broadcast import ServerSupervisor
from game.network.lines.addresses import Address
from game.network.lines.tls import Certificate, own_certificate, read_certificate, scheme
from tests.network.served import HERE, secure_line
from tests.support.tools import needs
from tests.support.waiting import PATIENCE, until

pytestmark = needs("openssl")


@pytest.fixture
def own(home: Path) -> Certificate:
    return own_certificate(HERE)


def test_the_page_and_the_line_are_served_over_https(own: Certificate) -> None:
    trusting = secure_line(own)
    broadcast = ServerSupervisor(HERE, own)
    try:
        assert until(lambda: broadcast.on, step=lambda: broadcast.update(0.0)), broadcast.problem
        url, host = broadcast.url, str(broadcast.address)
        assert url == f"https://{host}/"
        with urllib.request.urlopen(url, context=trusting) as page:
            assert page.status == 200
            assert f"connect-src 'self' wss://{host};" in page.headers["content-security-policy"]
        with websockets.sync.client.connect(
            f"wss://{host}/live",
            ssl=trusting,
            origin=websockets.Origin(f"https://{host}"),
            open_timeout=PATIENCE,
        ) as line:
            line.send('{"v": 1, "type": "ping", "number": 3}')
            assert "pong" in str(line.recv(60))
        with pytest.raises(websockets.exceptions.InvalidStatus, match="403"):
            websockets.sync.client.connect(
                f"wss://{host}/live",
                ssl=trusting,
                origin=websockets.Origin(f"http://{host}"),
                open_timeout=PATIENCE,
            )
        with pytest.raises(OSError, match=r"reset|closed|aborted|without"):
            urllib.request.urlopen(f"http://{host}/")
        with pytest.raises(urllib.error.URLError, match="CERTIFICATE_VERIFY_FAILED"):
            urllib.request.urlopen(url, context=ssl.create_default_context())
        assert broadcast.process.poll() is None
    finally:
        broadcast.close()


def test_a_certificate_of_our_own_is_kept_and_nobody_else_reads_its_key(own: Certificate) -> None:
    before = own.file.read_bytes()
    assert own_certificate(HERE) == own
    assert own.file.read_bytes() == before
    assert stat.S_IMODE(own.key.stat().st_mode) == 0o600
    assert stat.S_IMODE(own.key.parent.stat().st_mode) == 0o700
    words = ["openssl", "x509", "-noout", "-text", "-in", str(own.file)]
    text = subprocess.run(words, capture_output=True, text=True, check=True).stdout
    assert "IP Address:127.0.0.1" in text
    assert "TLS Web Server Authentication" in text
    own.file.write_text("damaged", encoding="utf-8")
    assert own_certificate(HERE) == own
    assert own.file.read_bytes() not in (before, b"damaged")


def test_one_for_every_address_names_those_of_this_machine(home: Path) -> None:
    made = own_certificate(Address("0.0.0.0"))
    words = ["openssl", "x509", "-noout", "-ext", "subjectAltName", "-in", str(made.file)]
    text = subprocess.run(words, capture_output=True, text=True, check=True).stdout
    assert "IP Address:127.0.0.1" in text
    assert ".local" in text


def test_a_certificate_with_its_key_in_one_file(own: Certificate, tmp_path: Path) -> None:
    both = tmp_path / "both.pem"
    both.write_bytes(own.key.read_bytes() + own.file.read_bytes())
    assert read_certificate(both, both) == Certificate(both, both)
    assert (scheme(None), scheme(own)) == ("http", "https")


@pytest.mark.parametrize("wrong", ["missing", "empty", "key", "locked"])
def test_a_certificate_that_cannot_be_used_is_refused(
    own: Certificate, tmp_path: Path, wrong: str
) -> None:
    file, key = own.file, own.key
    if wrong == "missing":
        file = tmp_path / "none.pem"
    elif wrong == "empty":
        file = tmp_path / "empty.pem"
        file.write_text("", encoding="utf-8")
    elif wrong == "key":
        key = own_certificate(Address("127.0.0.2")).key
    else:
        key = tmp_path / "locked.key"
        words = ["openssl", "ec", "-in", str(own.key), "-aes256", "-passout", "pass:x", "-out"]
        subprocess.run([*words, str(key)], check=True, capture_output=True)
    with pytest.raises(NetworkError) as refused:
        read_certificate(file, key)
    assert refused.value.code == "bad-certificate"
    assert str(file) in str(refused.value)


def test_without_openssl_the_advice_is_to_give_one(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", os.devnull)
    with pytest.raises(NetworkError, match="give --certificate and --key"):
        own_certificate(HERE)
