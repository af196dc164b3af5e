"""What a key means: the sign it types, the letter of a shortcut, or its place.

Keyboards differ: "." is Shift and ";" on AZERTY, "z" and "y" change places on QWERTZ, a Greek
layout has no "z" at all.  A command named by a sign goes by the sign that is typed; arrows and
other keys that type nothing go by the key; Ctrl with a letter goes by the letter of the layout.  A
layout without Latin letters has them where a US keyboard has them.  AltGr is neither Ctrl nor Alt.
"""

from __future__ import annotations

import sys
import unicodedata
from dataclasses import dataclass

import pygame

from game.screen.ui.bindings import key_name

THIRD_LEVEL = pygame.KMOD_ALT | pygame.KMOD_MODE  # AltGr, as systems report it
SCANCODE_A, SCANCODE_Z, SCANCODE_COMMA = 4, 29, 54  # of SDL, as in the USB standard
CODE_OF_SIGN = 1 << 30  # pygame's codes below are Unicode

# The keypad with Num Lock on, and without it; its keys "[.]" and "[0]" have other names there.
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
HAS_NUM_LOCK = sys.platform != "darwin"  # the keypad of a Mac always types digits

# While the system gives no text, Shift and a key of AZERTY that has another sign in a command.
SHIFTED = {(pygame.K_SEMICOLON, SCANCODE_COMMA): "."}


@dataclass(frozen=True)
class KeyStroke:
    """One key as it was struck.

    `names` are those under which a command may be bound to it, the best first.  `key` is pygame's
    code of what it means: an arrow of the keypad is an arrow, and the "я" of a Cyrillic layout is
    "z".  `sign` is what it types, "" for none.  `also` is a further name that holds in any case.
    """

    names: tuple[str, ...]
    key: int
    sign: str = ""
    also: str = ""


def is_ctrl(mod: int) -> bool:
    """Return whether Ctrl or Command is held; Windows reports AltGr as Ctrl and Alt."""
    return bool(mod & (pygame.KMOD_CTRL | pygame.KMOD_META)) and not mod & THIRD_LEVEL


def stroke_of(event: pygame.event.Event) -> KeyStroke:
    """Return what a KEYDOWN means; its `unicode` and `scancode` may be missing."""
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
        # Shift alone does not make another key of an arrow.
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
        shifted = key_name(key, mod)  # as bindings of older versions call it
        if sign.isalpha():
            return (f"shift+{letter or plain}", shifted, *letters)
        return (sign, shifted)
    if key == pygame.K_KP_PERIOD:
        letters = (*letters, ".")  # "," is on that key in many countries
    return (*letters, pygame.key.name(key))


def sign_of(event: pygame.event.Event) -> str:
    """Return the sign that a KEYDOWN types, "" for none; a blank is none."""
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
    """Return whether a key of the keypad moves or deletes instead of typing."""
    key = event.key
    if not HAS_NUM_LOCK or key not in KEYPAD_PLACES:
        return False
    if getattr(event, "mod", 0) & pygame.KMOD_NUM:
        return False
    # pygame makes a "." of the decimal key whether the system has typed one or not.
    return key == pygame.K_KP_PERIOD or not getattr(event, "unicode", "")


def _keypad_place(key: int, mod: int) -> KeyStroke:
    place = KEYPAD_PLACES[key]
    names = (key_name(place, mod), key_name(place, mod & ~pygame.KMOD_SHIFT), key_name(key, mod))
    # The decimal key stops a train whatever Num Lock says: who presses it sees a "." on it.
    return KeyStroke(names, place, also=KEYPAD_SIGNS[key] if place == pygame.K_DELETE else "")


def latin_letter(event: pygame.event.Event) -> str:
    """Return the Latin letter of a key, "" for none: the layout's own, else that of its place."""
    own = _sign_of_code(event.key).lower()
    if len(own) == 1 and "a" <= own <= "z":
        return own
    scancode = getattr(event, "scancode", 0)
    if not SCANCODE_A <= scancode <= SCANCODE_Z or not is_of_other_script(own):
        return ""
    return chr(ord("a") + scancode - SCANCODE_A)


def is_of_other_script(sign: str) -> bool:
    """Return whether a sign is a letter, but of no Latin alphabet."""
    letter = bool(sign) and unicodedata.category(sign[0])[0] in "LM"
    return letter and not unicodedata.name(sign[0], "LATIN").startswith("LATIN")
