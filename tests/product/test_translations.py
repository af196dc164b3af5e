"""Catalogues are complete, printable, and in step with the sources and the compiled files."""

from __future__ import annotations

import ast
import gettext
import re
import string
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pygame
import pytest
from babel.messages import Catalog, Message
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir
from babel.messages.pofile import read_po

from game.platform import i18n
from game.platform.paths import ROOT
from game.rules.registry import titles
from game.screen.plugin.pages import Example, RulebookPage, Task
from game.screen.rulebook.book import pages_of
from game.screen.ui.text import FILES, font
from tests.support.languages import FOREIGN
from tools.extract_texts import extract

SEARCHED = ("assets/page", "game", "hardware", "workshop/fabrication")
TEXTS = ("**/texts/*.toml", "**/errors.toml", "**/words.toml")
METHODS = [*((pattern, "tools.extract_texts:extract") for pattern in TEXTS), ("**.py", "python")]
PLURALS = {"fr": {0: 0, 1: 0, 2: 1, 21: 1}}
# Functions that mark texts for translation, with the number of their arguments that are texts.
MARKS = {"_": 1, "N_": 1, "ngettext": 2}
USUAL_PLURALS = {0: 1, 1: 0, 2: 1, 21: 1}
NO_BREAK = "\N{NO-BREAK SPACE}"
# A character that no font has; it is drawn like every missing character.
UNKNOWN = "\ue123"

Key = tuple[str, ...]


def key(message_id: str | tuple[str, ...] | list[str] | None) -> Key:
    """Return a message's forms: one, or two for a text with a number."""
    assert message_id is not None
    return (message_id,) if isinstance(message_id, str) else tuple(message_id)


@cache
def marked() -> frozenset[Key]:
    """Return every text that is marked in the sources now."""
    keywords = {**DEFAULT_KEYWORDS, "N_": None}
    return frozenset(
        key(found[2])
        for folder in SEARCHED
        for found in extract_from_dir(ROOT / folder, METHODS, keywords=keywords)
    )


def folder(language: str) -> Path:
    return i18n.LOCALE_FOLDER / language / "LC_MESSAGES"


@cache
def catalogue(language: str) -> Catalog:
    with open(folder(language) / f"{i18n.DOMAIN}.po", "rb") as file:
        return read_po(file, locale=language, abort_invalid=True)


def messages(language: str) -> list[Message]:
    return [message for message in catalogue(language) if message.id]


def pairs(language: str) -> Iterator[tuple[str, str]]:
    """Yield each form of each text with its translation."""
    for message in messages(language):
        yield from zip(key(message.id), key(message.string))


def sources(*called: str) -> Iterator[tuple[Path, ast.Module]]:
    """Yield the modules that call any of these functions, parsed."""
    call = re.compile(rf"\b({'|'.join(called)})\(")
    for name in SEARCHED:
        for path in sorted((ROOT / name).rglob("*.py")):
            text = path.read_text(encoding="utf-8")
            if call.search(text):
                yield path, ast.parse(text)


# -- complete and in step --------------------------------------------------------------------------


def test_nothing_is_marked_inside_an_f_string() -> None:
    """Before Python 3.12, the extraction tool does not look inside f-strings."""
    hidden = [
        f"{path.relative_to(ROOT)}:{call.lineno}"
        for path, tree in sources(*MARKS)
        for text in ast.walk(tree)
        if isinstance(text, ast.JoinedStr)
        for call in ast.walk(text)
        if isinstance(call, ast.Call)
        and isinstance(call.func, ast.Name)
        and call.func.id in MARKS
        and isinstance(call.args[0], ast.Constant)
    ]
    assert hidden == []


def test_the_configuration_has_these_methods() -> None:
    lines = (i18n.LOCALE_FOLDER / "babel.cfg").read_text(encoding="utf-8").splitlines()
    named = dict(line.split(" = ") for line in lines if " = " in line)
    mapped = [
        line.strip("[]").split(": ") for line in lines if line.startswith("[") and ": " in line
    ]
    assert [(pattern, named.get(name, name)) for name, pattern in mapped] == METHODS


def test_extraction_finds_texts() -> None:
    assert ("Take back",) in marked()
    assert ("{n} move left", "{n} moves left") in marked()
    assert ("2 seats",) in marked(), "named with N_ only"
    assert ("Pieces never move diagonally.",) in marked(), "in a file of texts"


def test_template_has_what_is_marked() -> None:
    with open(i18n.LOCALE_FOLDER / f"{i18n.DOMAIN}.pot", "rb") as file:
        template = {key(message.id) for message in read_po(file) if message.id}
    assert template == marked(), "run: make messages"


@pytest.mark.parametrize("language", FOREIGN)
def test_nothing_is_missing(language: str) -> None:
    known = {key(message.id) for message in messages(language)}
    assert marked() - known == set(), "run: make messages, then translate"
    assert known - marked() == set(), "run: make messages"
    empty = [m.id for m in messages(language) if not all(text.strip() for text in key(m.string))]
    assert empty == []
    assert [m.id for m in messages(language) if m.fuzzy] == []
    assert dict(catalogue(language).obsolete) == {}


@pytest.mark.parametrize("language", FOREIGN)
def test_compiled_is_in_step(language: str) -> None:
    """The program reads only the compiled file."""
    with open(folder(language) / f"{i18n.DOMAIN}.mo", "rb") as file:
        compiled = gettext.GNUTranslations(file)
    for message in messages(language):
        forms, translations = key(message.id), key(message.string)
        if len(forms) == 1:
            assert compiled.gettext(forms[0]) == translations[0], "run: make messages"
            continue
        one, many = forms
        for count, form in PLURALS.get(language, USUAL_PLURALS).items():
            said = compiled.ngettext(one, many, count)
            assert said == translations[form], "run: make messages"


@pytest.mark.parametrize("language", FOREIGN)
def test_plural_forms(language: str) -> None:
    assert catalogue(language).num_plurals == 2
    counted = [message for message in messages(language) if message.pluralizable]
    assert counted
    assert [m.id for m in counted if len(key(m.string)) != 2] == []


@pytest.mark.parametrize("language", list(i18n.LANGUAGES))
def test_language_is_shown(language: str) -> None:
    one = {"en": "Take back", "fr": "Reprendre", "de": "Zurücknehmen", "nl": "Terugnemen"}
    none = {"en": "0 turns", "fr": "0 tour", "de": "0 Züge", "nl": "0 beurten"}
    try:
        assert i18n.set_language(language) == language
        assert i18n._("Take back") == one.get(language, i18n._("Take back"))
        assert (i18n._("Take back") == "Take back") == (language == "en")
        text = i18n.ngettext("{count} turn", "{count} turns", 0).format(count=0)
        assert text == none.get(language, text)
    finally:
        i18n.set_language("en")


@pytest.mark.parametrize("language", list(i18n.LANGUAGES))
def test_decimal_sign(language: str) -> None:
    try:
        i18n.set_language(language)
        assert i18n.format_number(1.0667, ".2f") == ("1.07" if language == "en" else "1,07")
        assert i18n.format_number(4.0, "g") == "4"
        assert i18n.format_percent(0.517).replace("\u00a0", "") == "52%"
        assert language not in ("en", "nl") or i18n.format_percent(0.517) == "52%"
    finally:
        i18n.set_language("en")


# -- the texts themselves --------------------------------------------------------------------------


def fields(text: str) -> list[str]:
    """Return the placeholders of a text with their formats."""
    return sorted(
        f"{name}!{conversion}:{spec}"
        for _text, name, spec, conversion in string.Formatter().parse(text)
        if name is not None
    )


@pytest.mark.parametrize("language", FOREIGN)
def test_placeholders_are_kept(language: str) -> None:
    wrong = [(one, other) for one, other in pairs(language) if fields(one) != fields(other)]
    assert wrong == []


@pytest.mark.parametrize("language", FOREIGN)
def test_edges_are_kept(language: str) -> None:
    """Spaces at the ends and line breaks are part of the layout."""

    def edges(text: str) -> tuple[bool, bool, int]:
        return text != text.lstrip(" "), text != text.rstrip(" "), text.count("\n")

    assert [(one, other) for one, other in pairs(language) if edges(one) != edges(other)] == []


@pytest.mark.parametrize("language", FOREIGN)
def test_names_of_the_games_and_roles_stay(language: str) -> None:
    names = ("MORE", "LESS", "Less", "Libra", "Multiplicity", "More or Less")
    wrong = [
        (name, one, other)
        for one, other in pairs(language)
        for name in names
        if len(re.findall(rf"\b{name}\b", one)) != len(re.findall(rf"\b{name}\b", other))
        and not (name == "Less" and "More or Less" in one)
    ]
    assert wrong == []


def test_french_punctuation() -> None:
    """Double punctuation and quotation marks have no-break spaces; apostrophes are curly."""
    wrong = [
        text
        for _one, text in pairs("fr")
        if re.search(r"'| [:;!?»%]|« |[\w)}…][!?;]|[a-zé)}]:(?!\d|//)", text)
    ]
    assert wrong == []


def test_german_signs() -> None:
    """There is no capital sharp s, and no straight or English quotation mark."""
    assert [text for _one, text in pairs("de") if re.search('[ẞ"”]', text)] == []


@cache
def picture(family: str, weight: str, sign: str) -> bytes:
    face = font(family, weight, 32)
    surface = face.render(sign, True, (255, 255, 255), (0, 0, 0))
    return bytes(str(surface.get_size()), "ascii") + pygame.image.tobytes(surface, "RGB")


def drawable(family: str, weight: str, sign: str) -> bool:
    return picture(family, weight, sign) != picture(family, weight, UNKNOWN)


@pytest.mark.parametrize("face", sorted(FILES), ids="-".join)
def test_every_sign_is_in_the_fonts(face: tuple[str, str]) -> None:
    texts = {text for texts in marked() for text in texts}
    texts |= {text for language in FOREIGN for _one, text in pairs(language)}
    signs = set("".join([*texts, *i18n.LANGUAGES.values()])) - {"\n"}
    assert NO_BREAK in signs
    assert sorted(sign for sign in signs if not drawable(*face, sign)) == []


def test_missing_signs_are_found() -> None:
    assert not drawable("text", "500", "ẞ")
    assert not drawable("display", "700", "\N{SNOWMAN}")
    assert drawable("text", "500", "ß")


# -- how the sources mark them ---------------------------------------------------------------------


def mistakes(tree: ast.AST) -> list[int]:
    """Return lines that build a marked text at run time, which no catalogue can contain."""
    found = []
    for node in ast.walk(tree):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name)):
            continue
        for argument in node.args[: MARKS.get(node.func.id, 0)]:
            made = isinstance(argument, ast.JoinedStr | ast.BinOp)
            formatted = isinstance(argument, ast.Call) and (
                isinstance(argument.func, ast.Attribute) and argument.func.attr == "format"
            )
            if made or formatted:
                found.append(node.lineno)
    return found


def test_no_text_is_put_together_inside_its_mark() -> None:
    found = [(path.name, line) for path, tree in sources(*MARKS) for line in mistakes(tree)]
    assert found == []


@pytest.mark.parametrize(
    "text",
    [
        '_(f"{n} turns")',
        'N_("a" + "b")',
        '_("%s turns" % n)',
        'ngettext("one", f"{n} turns", n)',
        '_("{n} turns".format(n=n))',
    ],
)
def test_mistakes_are_found(text: str) -> None:
    assert mistakes(ast.parse(text)) == [1]
    assert mistakes(ast.parse('_("{n} turns").format(n=n); _(page.title); _("a" "b")')) == []


# Calls whose arguments are shown to people.
SHOWN = {"Answer", "Button", "Hint", "Label", "Toggle", "text", "toast"}


def bare(tree: ast.AST) -> list[str]:
    """Return words that are shown without being marked for translation."""
    found = []
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        name = getattr(node.func, "id", getattr(node.func, "attr", ""))
        for argument in node.args if name in SHOWN else ():
            parts = argument.values if isinstance(argument, ast.JoinedStr) else [argument]
            words = [p.value for p in parts if isinstance(p, ast.Constant)]
            found += [
                w for w in words if isinstance(w, str) and re.search(r"[^\W\d]{2,} \w|^[A-Z]\w", w)
            ]
    return found


def test_no_words_are_shown_without_a_mark() -> None:
    assert bare(ast.parse('canvas.text("Take back", "body", room)')) == ["Take back"]
    found = [(path.name, words) for path, tree in sources(*SHOWN) for words in bare(tree)]
    assert [f for f in found if f[1] not in {"MORE OR LESS", "MORE", "LESS"}] == []


def texts_of(page: RulebookPage) -> Iterator[str]:
    yield page.title
    yield from (say.text for say in page.words)
    if isinstance(page.shows, Example):
        yield page.shows.note
        yield from (move.note for move in page.shows.moves)
        return
    if isinstance(page.shows, Task):
        yield page.shows.prompt
        yield page.shows.praise
        return
    yield from page.shows.prompts


def test_the_rulebook_is_marked() -> None:
    shown = {text for key in titles() for page in pages_of(key) for text in texts_of(page) if text}
    assert len(shown) > 100
    assert shown - {text for texts in marked() for text in texts} == set()


# -- counts ----------------------------------------------------------------------------------------

COUNTED = re.compile(
    r"\{\w+\} (?:black |green )?(?:counters|groups|moves|turns|games|cells|differences|stones)\b"
)
# Texts in which the number is never one, or is not a count.
NEVER_ONE = {
    "{n} turns or more",
    "{first} to {last} turns",
    "{count} counters of one colour: more than 18.",
    "{n} black counters: more than 18",
    "{n} green counters: more than 18",
    "side {size}, {cells} cells",
    "Both markers have arrived, and {count} is the smaller number.",
    "{black} black and {green} green: {total} of {all} counters.",
    "line {number} turns back at {label}",
    "{placed} of 25 counters are down. Black began on the centre; now two a turn.",
    "All {count} counters are down. Move one, or take one away.",
    "the markers move only when all {most} counters are down",
    "no turns lead to {white} white and {black} black stones here",
    "Walls; alone about {n} moves home",
    "That way takes {n} moves; {best} would do.",
    "{n} turns are left until the limit. As the board stands: {verdict}.",
}


def test_counted_things_have_a_form_for_one() -> None:
    single = {texts[0] for texts in marked() if len(texts) == 1}
    for path in ROOT.glob("game/games/*/texts/lesson.toml"):  # test_lessons checks their numbers
        with path.open("rb") as file:
            single -= {text for _line, _function, text, _notes in extract(file, {}, (), {})}
    assert {text for text in single if COUNTED.search(text)} - NEVER_ONE == set()
    assert single >= NEVER_ONE, "no longer used"
