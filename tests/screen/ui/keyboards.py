"""Keyboards of eight layouts, as SDL reports them.

The layouts are those of xkeyboard-config (symbols/us, fr, de, hu, pl, se, gr, ru): what a key types
alone, with Shift and with AltGr. Keys are named by their characters on a US keyboard.
"""

from __future__ import annotations

from typing import Any

import pygame

Events = list[pygame.event.Event]

SCANCODES = {
    **{chr(ord("a") + number): 4 + number for number in range(26)},
    **{"1": 30, "7": 36, "-": 45, ";": 51, ",": 54, ".": 55, "/": 56},
}
US = "abcdefghijklmnopqrstuvwxyz17-;,./"
US_SHIFT = "ABCDEFGHIJKLMNOPQRSTUVWXYZ!&_:<>?"
# How each key differs from a US keyboard: alone, with Shift, with AltGr; "" if it types nothing
# there.
LAYOUTS: dict[str, dict[str, tuple[str, str, str]]] = {
    "us": {},
    "fr": {
        "q": ("a", "A", "æ"), "w": ("z", "Z", "«"), "a": ("q", "Q", "@"), "z": ("w", "W", "ł"),
        "e": ("e", "E", "€"), "c": ("c", "C", "¢"), "u": ("u", "U", "↓"),
        ";": ("m", "M", "µ"), "m": (",", "?", ""), ",": (";", ".", "•"), ".": (":", "/", "·"),
        "/": ("!", "§", ""), "1": ("&", "1", "¹"), "7": ("è", "7", "`"),
    },
    "de": {
        "y": ("z", "Z", "←"), "z": ("y", "Y", "»"), "q": ("q", "Q", "@"), "e": ("e", "E", "€"),
        "c": ("c", "C", "¢"), "v": ("v", "V", "„"), "7": ("7", "/", "{"), ",": (",", ";", "·"),
        ".": (".", ":", "…"), "/": ("-", "_", "–"), ";": ("ö", "Ö", ""), "m": ("m", "M", "µ"),
    },
    "hu": {
        "y": ("z", "Z", "–"), "z": ("y", "Y", ">"), "q": ("q", "Q", "\\"), "e": ("e", "E", "Ä"),
        "c": ("c", "C", "&"), "v": ("v", "V", "@"), "u": ("u", "U", "€"), "7": ("7", "=", "`"),
        ",": (",", "?", ";"), ".": (".", ":", ">"), "/": ("-", "_", "*"), ";": ("é", "É", "$"),
    },
    "pl": {
        "a": ("a", "A", "ą"), "c": ("c", "C", "ć"), "e": ("e", "E", "ę"), "l": ("l", "L", "ł"),
        "u": ("u", "U", "↓"), "z": ("z", "Z", "ż"), "v": ("v", "V", "„"), "o": ("o", "O", "ó"),
    },
    "se": {
        "q": ("q", "Q", "@"), "e": ("e", "E", "€"), "c": ("c", "C", "©"), "v": ("v", "V", "„"),
        "7": ("7", "/", "{"), ",": (",", ";", ""), ".": (".", ":", "·"), "/": ("-", "_", ""),
        ";": ("ö", "Ö", "ø"), "o": ("o", "O", "œ"), "a": ("a", "A", "ª"),
    },
    "gr": {
        "q": (";", ":", "·"), "e": ("ε", "Ε", "€"), "y": ("υ", "Υ", ""), "a": ("α", "Α", ""),
        "h": ("η", "Η", ""), "z": ("ζ", "Ζ", ""), "c": ("ψ", "Ψ", "©"), "v": ("ω", "Ω", ""),
        "u": ("θ", "Θ", ""), "m": ("μ", "Μ", ""), "w": ("ς", "Σ", ""), "g": ("γ", "Γ", ""),
        "f": ("φ", "Φ", ""), ".": (".", ">", "»"), ",": (",", "<", "«"), ";": ("", "", ""),
    },
    "ru": {
        "q": ("й", "Й", ""), "w": ("ц", "Ц", ""), "e": ("у", "У", ""), "y": ("н", "Н", ""),
        "a": ("ф", "Ф", ""), "h": ("р", "Р", ""), "z": ("я", "Я", ""), "c": ("с", "С", ""),
        "v": ("м", "М", ""), "u": ("г", "Г", ""), "m": ("ь", "Ь", ""), "g": ("п", "П", ""),
        "f": ("а", "А", ""), ",": ("б", "Б", ""), ".": ("ю", "Ю", ""), "/": (".", ",", ""),
        ";": ("ж", "Ж", ""), "7": ("7", "?", ""),
    },
}  # fmt: skip


def signs(layout: str, place: str) -> tuple[str, str, str]:
    """Return what the key at a place types alone, with Shift, and with AltGr."""
    at = US.index(place)
    return LAYOUTS[layout].get(place, (place, US_SHIFT[at], ""))


def place_of(layout: str, sign: str) -> tuple[str, int]:
    """Return the key that types a character, and the modifier needed: 0, Shift or AltGr."""
    for level, mod in enumerate((0, pygame.KMOD_LSHIFT, pygame.KMOD_RALT)):
        for place in US:
            if signs(layout, place)[level] == sign:
                return place, mod
    raise LookupError(f"{sign!r} is on no key of {layout}")


def struck(
    layout: str, place: str, mod: int = 0, windows: bool = False, text: bool = True
) -> Events:
    """Return the events of a key stroke; `windows` reports AltGr as Windows does.

    If `text` is False, the system sends no text events, and `unicode` is pygame's own guess.
    """
    plain, shifted, third = signs(layout, place)
    key = ord(place if place.isdigit() else plain or "´")
    typed = third if mod & pygame.KMOD_RALT else shifted if mod & pygame.KMOD_SHIFT else plain
    if mod & (pygame.KMOD_CTRL | pygame.KMOD_META):
        typed = ""
    if windows and mod & pygame.KMOD_RALT:
        mod |= pygame.KMOD_LCTRL
    told = typed if text else "" if mod & pygame.KMOD_CTRL else chr(key)
    fields: dict[str, Any] = {"key": key, "mod": mod, "scancode": SCANCODES[place]}
    down = pygame.event.Event(pygame.KEYDOWN, unicode=told, **fields)
    up = pygame.event.Event(pygame.KEYUP, **fields)
    if not typed or not text:
        return [down, up]
    return [down, pygame.event.Event(pygame.TEXTINPUT, text=typed), up]


def typing(layout: str, sign: str, windows: bool = False, text: bool = True) -> Events:
    """Return the events of typing a character."""
    place, mod = place_of(layout, sign)
    return struck(layout, place, mod, windows, text)
