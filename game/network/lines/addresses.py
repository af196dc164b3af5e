"""Addresses at which a server may listen or a table may be, and their notation."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from string import hexdigits
from urllib.parse import urlsplit

from game.network.errors import NetworkError
from game.network.lines.broker import Broker, parse_table
from game.network.lines.cards import Place, card_names, list_places, offered, own_names
from game.network.logs import report

DEFAULT_PORT = 8770
WILDCARD_HOSTS = ("0.0.0.0", "::")
LOOPBACK = "127.0.0.1"
PORTS = {"http": 80, "https": 443}  # default ports of links
PAGE_PATH = re.compile(r"(/[A-Za-z0-9._~-]+)*/?")
# In place of a fingerprint: any certificate that this computer trusts.
TRUSTED = "https"
# Digits of a fingerprint: with 96 bits nobody can make another certificate that matches.
PIN_DIGITS = 24
PIN_SEPARATORS = str.maketrans("", "", "-: ")
# Usual names of network cards on Linux and macOS, such as wlan0, enp3s0, enx00e04c680001, uap0.
CARD_NAME = re.compile(
    r"(ap|bond|br|en|eth|tap|tun|uap|usb|wg|wl|ww)(?=[^0-9]*[0-9])[a-z0-9_]{1,13}"
)
HOST_NAME = re.compile(r"([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}", re.I)


@dataclass(frozen=True, slots=True)
class Address:
    """The host and the port of a server; port 0 is any free port.

    The host is a numeric address, "" for all addresses of this machine, the name of a network card,
    or a name of this machine. In the last three cases the server listens at all addresses, and
    people are shown the best address, the card's address, or the name.

    For a table elsewhere, `path` is the path of its page, or "" if it is unknown. Without a path
    the server is called by its numeric address.
    """

    host: str
    port: int = DEFAULT_PORT
    path: str = ""

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{host}:{self.port}{self.path}"

    @property
    def everywhere(self) -> bool:
        """Return whether a server here listens at all addresses, including later ones."""
        return self.host in WILDCARD_HOSTS or not _in_numbers(self.host)

    @property
    def url(self) -> str:
        """Return the URL for a browser: the currently shown address, with http."""
        return self.url_by("http")

    def url_by(self, scheme: str) -> str:
        """Return the currently shown URL with the scheme http or https."""
        return self.shown(list_places() if self.everywhere else ()).url_at(scheme)

    def url_at(self, scheme: str) -> str:
        """Return the URL of exactly this address."""
        return f"{scheme}://{self}/"

    def shown(self, places: Sequence[Place]) -> Address:
        """Return the address that people are shown if this machine has these places.

        A host of "" or of a card without an address gives the best place, and loopback without a
        network.
        """
        if not self.everywhere:
            return self
        place = next((one for one in places if one.card == self.host), None)
        if place is None and _is_name(self.host):
            return self
        place = place or next(iter(places), Place(LOOPBACK))
        return Address(place.host, self.port)


def pages_here(address: Address, scheme: str) -> list[str]:
    """Return the URLs of a server here: first the shown one, then all others.

    The others name their network card, and say if it is a VPN or belongs to containers.
    """
    places = list_places() if address.everywhere else ()
    shown = address.shown(places)
    others = [place for place in offered(places) if place.host != shown.host]
    kinds = {"network": "", "vpn": ", VPN", "container": ", containers"}
    return [
        shown.url_at(scheme),
        *(
            f"{Address(one.host, address.port).url_at(scheme)} ({one.card}{kinds[one.kind]})"
            for one in others
        ),
    ]


def _in_numbers(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def _is_name(host: str) -> bool:
    return bool(HOST_NAME.fullmatch(host)) or host.lower() in own_names()


def parse_address(text: str, *, unattended: bool = False) -> Address:
    """Return the address written "", "HOST", "HOST:PORT" or ":PORT"; "" is this machine's own.

    HOST is a numeric address, the name of a network card, or a name of this machine such as
    club.local. An `unattended` server also accepts the usual name of a card that is not there yet:
    nobody could start it again when the card appears. Raises NetworkError for anything else.
    """
    host, port = _split(text)
    if host == "localhost":
        host = LOOPBACK
    try:
        number = int(port) if port else DEFAULT_PORT
        if not 0 <= number <= 65535:
            raise ValueError(port)
        awaited = unattended and CARD_NAME.fullmatch(host)
        return Address(host if awaited else _known_host(host), number)
    except ValueError:
        cards = ", ".join(card_names())
        raise NetworkError("bad-address", address=text, cards=cards) from None


def service_address(text: str) -> Address:
    """Return the address of a server that nobody attends, as `parse_address` does.

    Reports a card that is not there yet: it may be a mistake.
    """
    address = parse_address(text, unattended=True)
    if CARD_NAME.fullmatch(address.host) and address.host not in card_names():
        report(
            f"there is no network card {address.host} yet:"
            " until it comes, the page is at this computer's best address"
        )
    return address


def _known_host(host: str) -> str:
    """Return the host of one of our addresses in its usual form. Raises ValueError."""
    if not host or host in card_names():
        return host
    if _is_name(host):
        return host.lower()
    return str(ipaddress.ip_address(host))


def parse_place(text: str) -> Address:
    """Return the address of a remote table, written "HOST" or "HOST:PORT"; names are allowed.

    The path of the table's page may follow. Raises NetworkError for anything else.
    """
    place, slash, path = text.strip().partition("/")
    if slash:
        return replace(parse_place(place), path=_checked_path(f"/{path}", text))
    host, port = _split(place)
    number = re.fullmatch("[0-9]{1,5}", port or str(DEFAULT_PORT))
    if not host or set(host) & set(" /@?#") or not number or not 0 < int(number[0]) <= 65535:
        raise NetworkError("bad-place", place=text)
    return Address(host, int(number[0]))


def _split(text: str) -> tuple[str, str]:
    """Return a host without brackets, and the port after it, or "" without a port."""
    host, colon, port = text.rpartition(":")
    return (text.strip("[]"), "") if not colon or text.endswith("]") else (host.strip("[]"), port)


def parse_invitation(
    text: str, files: tuple[str, str] = ("", "")
) -> tuple[str, Address | Broker, str]:
    """Return the code, the address and the fingerprint of the certificate that the table must have.

    - "CODE@HOST" and "CODE@HOST:PORT" mean a table without HTTPS; its fingerprint is "".
    - "CODE@https://HOST" accepts any trusted certificate; its fingerprint is TRUSTED.
    - "CODE@HOST/FINGERPRINT" names the fingerprint.
    - A link of `invitation_link` and "CODE@https://HOST/PATH" lead to the page of the table.
    - "mqtts://HOST/TABLE#CODE" is a table at a broker; `files` are its `Broker.files`.

    Raises NetworkError for anything else.
    """
    url, hash_sign, fragment = text.strip().partition("#")
    if hash_sign and url.startswith(("mqtt://", "mqtts://")) and fragment.strip():
        return fragment.strip(), parse_table(url, files), ""
    if hash_sign:
        return _parse_link(url, *fragment.partition("/")[::2], text)
    code, at, rest = url.removeprefix("http://").partition("@")
    https = rest.startswith("https://")
    place, slash, way = rest.removeprefix("https://").rstrip("/").partition("/")
    pin = parse_pin(way) if slash else TRUSTED if https else ""
    if https and way and not pin:
        return _parse_link(rest, code, "", text)
    if not at or not code.strip() or (slash and not pin):
        raise NetworkError("bad-place", place=text)
    return code.strip(), parse_place(place), pin


def _parse_link(url: str, code: str, digits: str, text: str) -> tuple[str, Address, str]:
    try:
        found = urlsplit(url)
        port = found.port or PORTS[found.scheme]
    except (KeyError, ValueError):
        raise NetworkError("bad-place", place=text) from None
    pin = parse_pin(digits) if digits else TRUSTED if found.scheme == "https" else ""
    path = _checked_path(found.path, text)
    if not code.strip() or not found.hostname or found.query or (digits and not pin):
        raise NetworkError("bad-place", place=text)
    return code.strip(), replace(parse_place(str(Address(found.hostname, port))), path=path), pin


def _checked_path(path: str, text: str) -> str:
    """Return the path of a page with a slash at its end. Raises NetworkError."""
    if not PAGE_PATH.fullmatch(path):
        raise NetworkError("bad-place", place=text)
    return path.rstrip("/") + "/"


def invitation_link(url: str, code: str, pin: str = "") -> str:
    """Return the link that invites to a seat: browsers open it, and the command `join` accepts it.

    The code is in the fragment, which no browser sends to a server or to another page.
    """
    return f"{url}#{code}{'/' if pin else ''}{pin}"


@dataclass(frozen=True, slots=True)
class Proxy:
    """A reverse proxy in front of the server: the page's `url` there, and the proxy's addresses.

    The header X-Forwarded-For is believed only from the addresses `trusted`.
    """

    url: str = ""
    trusted: tuple[str, ...] = ()

    @property
    def scheme(self) -> str:
        return self.url.partition("://")[0]

    @property
    def host(self) -> str:
        """Return the Host header that browsers send when they open the page."""
        return urlsplit(self.url).netloc.lower().removesuffix(f":{PORTS.get(self.scheme, 0)}")


NO_PROXY = Proxy()


def parse_proxy(url: str, trusted: str) -> Proxy:
    """Return the proxy with this URL and these comma-separated addresses. Raises NetworkError."""
    try:
        found = urlsplit(url)
        known = found.scheme in PORTS and found.hostname and not (found.query or found.fragment)
        if url and not (known and "@" not in found.netloc and PAGE_PATH.fullmatch(found.path)):
            raise ValueError(url)
        addresses = tuple(str(ipaddress.ip_address(one)) for one in trusted.split(",") if one)
    except ValueError:
        raise NetworkError("bad-proxy", url=url or trusted) from None
    return Proxy(url and url.rstrip("/") + "/", addresses)


def parse_pin(text: str) -> str:
    """Return the fingerprint of a certificate as plain hexadecimal digits; "" if it is not one.

    A fingerprint is a SHA-256, or at least its first PIN_DIGITS digits.
    """
    digits = text.translate(PIN_SEPARATORS).lower()
    return digits if PIN_DIGITS <= len(digits) <= 64 and set(digits) <= set(hexdigits) else ""


def host_headers(address: Address, places: Sequence[Place] = ()) -> frozenset[str]:
    """Return the Host headers under which browsers may reach a server that has these places."""
    hosts = {address.host}
    if address.everywhere:
        hosts = {*(place.host for place in places), LOOPBACK, *own_names()}
        hosts |= {address.host} if _is_name(address.host) else set()
    elif not ipaddress.ip_address(address.host).is_loopback:
        hosts.update(own_names())
    if hosts & {LOOPBACK}:
        hosts.add("localhost")
    with_port = {str(Address(host, address.port)) for host in hosts}
    bare = {str(Address(host)).rpartition(":")[0] for host in hosts}
    return frozenset(
        name.lower() for name in with_port | (bare if address.port in (80, 443) else set())
    )
