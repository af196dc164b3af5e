"""The meaning of a key: the character it types, the letter of a shortcut, or its place.

Keyboards differ: "." is Shift+";" on AZERTY, "z" and "y" are swapped on QWERTZ, and a Greek layout
has no "z". A command bound to a character is triggered by typing that character. Arrows and other
keys that type nothing are identified by the key itself, and Ctrl with a letter by the layout's
letter. If a layout has no Latin letters, they are assumed to be where a US keyboard has them. AltGr
is neither Ctrl nor Alt.
"""

from __future__ import annotations

import sys
import unicodedata
from dataclasses import dataclass

import pygame

from game.screen.ui.bindings import key_name

THIRD_LEVEL = pygame.KMOD_ALT | pygame.KMOD_MODE  # AltGr, as systems report it
SCANCODE_A, SCANCODE_Z, SCANCODE_COMMA = 4, 29, 54  # SDL's scancodes, as in the USB standard
CODE_OF_SIGN = 1 << 30  # lower key codes of pygame are Unicode code points

# Keypad keys: their characters with Num Lock on, and the keys they act as with Num Lock off.
KEYPAD_SIGNS = {
    **{getattr(pygame, f"K_KP{digit}"): str(digit) for digit in range(10)},
    pygame.K_KP_PERIOD: ".",
}
KEYPAD_PLACES = {
    pygame.K_KP0: pygame.K_INSERT,
    pygame.K_KP1: pygame.K_END,
    pygame.K_KP2: pygame.K_DOWN,
    pygame.K_KP3: pygame.K_PAGEDOWN,
    pygame.K_KP4: pygame.K_LEFT,
    pygame.K_KP5: pygame.K_KP5,
    pygame.K_KP6: pygame.K_RIGHT,
    pygame.K_KP7: pygame.K_HOME,
    pygame.K_KP8: pygame.K_UP,
    pygame.K_KP9: pygame.K_PAGEUP,
    pygame.K_KP_PERIOD: pygame.K_DELETE,
}
KEYPAD_OPERATORS = {
    pygame.K_KP_PLUS: "+",
    pygame.K_KP_MINUS: "-",
    pygame.K_KP_MULTIPLY: "*",
    pygame.K_KP_DIVIDE: "/",
}
HAS_NUM_LOCK = sys.platform != "darwin"  # a Mac's keypad always types digits

# Shifted characters for events without text: on AZERTY, Shift+";" types ".".
SHIFTED = {(pygame.K_SEMICOLON, SCANCODE_COMMA): "."}


@dataclass(frozen=True)
class KeyStroke:
    """One stroke of a key.

    `names` are the names under which a command may be bound to the key, the best first. `key` is
    pygame's code of the key's meaning: an arrow of the keypad is an arrow, and the "я" of a
    Cyrillic layout is "z". `sign` is the character that the key types, or "". `also` is a further
    name whose command applies as well.
    """

    names: tuple[str, ...]
    key: int
    sign: str = ""
    also: str = ""


def is_ctrl(mod: int) -> bool:
    """Return whether Ctrl or Command is held; Windows reports AltGr as Ctrl and Alt."""
    return bool(mod & (pygame.KMOD_CTRL | pygame.KMOD_META)) and not mod & THIRD_LEVEL


def stroke_of(event: pygame.event.Event) -> KeyStroke:
    """Return the meaning of a KEYDOWN event, whose `unicode` and `scancode` may be missing."""
    key, mod = event.key, getattr(event, "mod", 0)
    if _is_keypad_place(event):
        return _keypad_place(key, mod)
    letter = latin_letter(event)
    meant = ord(letter) if letter else key
    if is_ctrl(mod):
        name = key_name(meant, mod)
        return KeyStroke((name, key_name(meant, mod & ~pygame.KMOD_SHIFT)), meant)
    sign = sign_of(event)
    if not sign:
        # An arrow pressed with Shift also has its name without Shift.
        return KeyStroke((key_name(key, mod), key_name(key, mod & ~pygame.KMOD_SHIFT)), key)
    return KeyStroke(_names(event, sign, letter), meant, sign)


def _names(event: pygame.event.Event, sign: str, letter: str) -> tuple[str, ...]:
    """Return the names of a key that types `sign` without Ctrl."""
    key, mod = event.key, getattr(event, "mod", 0)
    plain = sign.lower()
    if mod & THIRD_LEVEL:
        unchanged = plain in (_sign_of_code(key), letter)
        return (key_name(key, mod),) if unchanged else (sign, plain)
    letters = (plain, letter) if letter else (plain,)
    if mod & pygame.KMOD_SHIFT:
        shifted = key_name(key, mod)  # the name that older versions used in bindings
        if sign.isalpha():
            return (f"shift+{letter or plain}", shifted, *letters)
        return (sign, shifted)
    if key == pygame.K_KP_PERIOD:
        letters = (*letters, ".")  # many countries have "," on that key
    return (*letters, pygame.key.name(key))


def sign_of(event: pygame.event.Event) -> str:
    """Return the character that a KEYDOWN event types; "" for none or for a blank."""
    key, mod = event.key, getattr(event, "mod", 0)
    own = _sign_of_code(key)
    told: str | None = getattr(event, "unicode", None)
    if told is None:
        told = own.upper() if mod & pygame.KMOD_SHIFT else own
    if told == own and mod & pygame.KMOD_SHIFT:
        told = SHIFTED.get((key, getattr(event, "scancode", 0)), told)
    if not told.isprintable() or told.isspace() or is_ctrl(mod):
        return ""
    return told


def _sign_of_code(key: int) -> str:
    known = KEYPAD_SIGNS.get(key) or KEYPAD_OPERATORS.get(key)
    if known:
        return known
    printable = 32 < key < CODE_OF_SIGN and key <= sys.maxunicode and chr(key).isprintable()
    return chr(key) if printable else ""


def _is_keypad_place(event: pygame.event.Event) -> bool:
    """Return whether a keypad key moves or deletes instead of typing."""
    key = event.key
    if not HAS_NUM_LOCK or key not in KEYPAD_PLACES:
        return False
    if getattr(event, "mod", 0) & pygame.KMOD_NUM:
        return False
    # pygame reports "." as the text of the decimal key even if the system has typed nothing.
    return key == pygame.K_KP_PERIOD or not getattr(event, "unicode", "")


def _keypad_place(key: int, mod: int) -> KeyStroke:
    place = KEYPAD_PLACES[key]
    names = (key_name(place, mod), key_name(place, mod & ~pygame.KMOD_SHIFT), key_name(key, mod))
    # The decimal key stops a train with or without Num Lock, because people see a "." on it.
    return KeyStroke(names, place, also=KEYPAD_SIGNS[key] if place == pygame.K_DELETE else "")


def latin_letter(event: pygame.event.Event) -> str:
    """Return the Latin letter of a key: by the layout, else by the key's place; "" if neither."""
    own = _sign_of_code(event.key).lower()
    if len(own) == 1 and "a" <= own <= "z":
        return own
    scancode = getattr(event, "scancode", 0)
    if not SCANCODE_A <= scancode <= SCANCODE_Z or not is_of_other_script(own):
        return ""
    return chr(ord("a") + scancode - SCANCODE_A)


def is_of_other_script(sign: str) -> bool:
    """Return whether a character is a letter of a script other than Latin."""
    letter = bool(sign) and unicodedata.category(sign[0])[0] in "LM"
    return letter and not unicodedata.name(sign[0], "LATIN").startswith("LATIN")
