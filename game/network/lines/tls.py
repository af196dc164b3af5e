"""HTTPS with a given certificate, or with one that the program makes for the server's address."""

from __future__ import annotations

import hashlib
import ipaddress
import shutil
import ssl
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

from game.network.errors import NetworkError, UnavailableError
from game.network.lines import addresses
from game.network.lines.cards import list_places, own_names
from game.platform import storage
from game.platform.untrusted import read_bytes
from game.platform.wall_clock import is_plausible

VALID_DAYS = 397  # the longest validity that phones accept
# If our own certificate is valid for fewer seconds than this, a new one is made.
RENEW_BEFORE_S = 14 * 24 * 3600
OPENSSL_TIMEOUT_S = 60.0
MAX_CERTIFICATE_BYTES = 1 << 20  # bytes of a certificate with its chain
PEM_BEGIN, PEM_END = "-----BEGIN CERTIFICATE-----", "-----END CERTIFICATE-----"


@dataclass(frozen=True, slots=True)
class Certificate:
    """PEM files of a certificate with its chain, and of its private key."""

    file: Path
    key: Path


def scheme(certificate: Certificate | None) -> str:
    """Return the scheme of URLs that are served with this certificate."""
    return "http" if certificate is None else "https"


def read_certificate(file: Path, key: Path) -> Certificate:
    """Return the certificate in two files. Raises NetworkError if it cannot be used."""
    found = Certificate(file, key)
    context(found)
    return found


def context(certificate: Certificate) -> ssl.SSLContext:
    """Return the TLS context of a server. Raises NetworkError."""
    made = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    made.minimum_version = ssl.TLSVersion.TLSv1_2
    made.set_alpn_protocols(["http/1.1"])
    try:
        # An empty password keeps OpenSSL from asking for one in the terminal.
        made.load_cert_chain(certificate.file, certificate.key, password=lambda: "")
    except (OSError, ValueError) as why:
        raise NetworkError(
            "bad-certificate",
            file=certificate.file,
            key=certificate.key,
            reason=getattr(why, "strerror", None) or why,
        ) from None
    return made


def fingerprint(file: Path) -> str:
    """Return the digits of a certificate for an invitation: 3F2A-... (see `addresses`).

    Browsers and OpenSSL show these digits at the beginning of the SHA-256 fingerprint.
    """
    first = read_bytes(file, MAX_CERTIFICATE_BYTES).decode("latin-1").partition(PEM_END)[0]
    first = PEM_BEGIN + first.partition(PEM_BEGIN)[2] + PEM_END
    digits = certificate_digest(ssl.PEM_cert_to_DER_cert(first))[: addresses.PIN_DIGITS].upper()
    return "-".join(digits[at : at + 4] for at in range(0, addresses.PIN_DIGITS, 4))


def certificate_digest(der: bytes) -> str:
    """Return the SHA-256 of a certificate as 64 hexadecimal digits."""
    return hashlib.sha256(der).hexdigest()


def client_context(pin: str) -> ssl.SSLContext:
    """Return the TLS context of a client.

    OpenSSL verifies the certificate only for TRUSTED. If a fingerprint is given, the caller
    compares the digest instead.
    """
    made = ssl.create_default_context()
    if pin != addresses.TRUSTED:
        made.check_hostname = False
        made.verify_mode = ssl.CERT_NONE
    return made


def own_certificate(address: addresses.Address) -> Certificate:
    """Return the program's own certificate for this address, or make a new one.

    The data folder keeps it until shortly before it expires. Raises NetworkError if it cannot be
    made.
    """
    hosts = _hosts(address)
    folder = storage.private_folder(storage.data_folder() / "network")
    name = "https-" + "".join(sign if sign.isalnum() else "-" for sign in hosts[0])
    made = Certificate(folder / f"{name}.crt", folder / f"{name}.key")
    if not _still_valid(made):
        _make(made, hosts)
    return read_certificate(made.file, made.key)


def _hosts(address: addresses.Address) -> list[str]:
    if not address.everywhere:
        return [address.host]
    shown = address.shown(places := list_places()).host
    others = [place.host for place in places]
    return list(dict.fromkeys([shown, *others, addresses.LOOPBACK, *own_names()]))


def _still_valid(certificate: Certificate) -> bool:
    if not (certificate.file.exists() and certificate.key.exists()):
        return False
    words = ["x509", "-noout", "-startdate", "-in", str(certificate.file)]
    done = _openssl([*words, "-checkend", str(RENEW_BEFORE_S)])
    if done.returncode:
        return False
    # A certificate made while the clock was ahead is not valid yet.
    now, begins = time.time(), done.stdout.partition("notBefore=")[2].partition("\n")[0]
    return not is_plausible(now) or ssl.cert_time_to_seconds(begins) <= now


def _make(certificate: Certificate, hosts: list[str]) -> None:
    names = ",".join(f"{_kind(host)}:{host}" for host in hosts)
    words = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    words += [
        "-days",
        str(VALID_DAYS),
        "-subj",
        "/CN=Less is More",
        "-addext",
        f"subjectAltName={names}",
    ]
    words += ["-addext", "extendedKeyUsage=serverAuth"]
    words += ["-keyout", str(certificate.key), "-out", str(certificate.file)]
    done = _openssl(words)
    if done.returncode:
        raise UnavailableError("no-openssl", reason=done.stderr.strip().splitlines()[-1:])
    certificate.key.chmod(0o600)


def _kind(host: str) -> str:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return "DNS"
    return "IP"


def _openssl(words: list[str]) -> subprocess.CompletedProcess[str]:
    """Run the command `openssl`. Raises UnavailableError if it is missing."""
    program = shutil.which("openssl")
    if program is None:
        raise UnavailableError("no-openssl", reason="not found")
    try:
        return subprocess.run(
            [program, *words],
            capture_output=True,
            text=True,
            timeout=OPENSSL_TIMEOUT_S,
            check=False,
        )
    except (OSError, subprocess.SubprocessError) as why:
        raise UnavailableError("no-openssl", reason=why) from None
