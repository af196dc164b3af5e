"""Each language is worded well: forms of address, one term for each thing, punctuation, dates."""

from __future__ import annotations

import re

import pytest

from game.platform import i18n
from game.platform.paths import ROOT
from tests.product.test_translations import marked, pairs
from tests.support.languages import FOREIGN

# French words that address somebody as "tu", which the texts must not use.
FAMILIAR = re.compile(
    r"\b([Tt]u|[Tt]oi|te|[Tt]on|[Tt]a|[Tt]es)\b|\bt’"
    r"|(?:rejoins|reconnecte-toi|: (?:entre|regarde) )"
    r"|(?:^|[.!?] )(?:Choisis|Touche|Appuie|Tape|Attends|Regarde|Crée|Ajoute|Tire|Mets|Essaie"
    r"|Prends|Vérifie|Place|Déplace|Clique) "
)
# Words not to use: docs/dev/style.md chooses one word for each of these things.
FORBIDDEN = {
    "en": r"\b(Found (it|one)|Founded|Trace|Says|alike|Everybody meets|this machine|comes and goes"
    r"|known already|taken in|Light machine)\b",
    "de": r"Telefon|Maschine|\bRechner\b|\bEngine\b|[Üü]bersetzter Code|unübersetzt|\bBoden\b"
    r"|Platine|\bTaster\b|\bLichter\b"
    r"|[Kk]alibrier|[Rr]ätsel|Spiel ist aus|Spiel beendet|ausgestiegen"
    r"|[Aa]ussteigen|\bLeitung\b(?! zu|:)|[Vv]oreinstellung",
    "fr": r"courtier|machine|\b[Oo]rdi\b|\bmoteur\b|\b[Ll]umières?\b|\b[Ll]ampes?\b"
    r"|arbitre|exempt|dispense|s’est pointé|à reculons|a des absences|[Éé]talonn"
    r"|[Pp]roblème|\bTrains?\b|comme (MORE|LESS)"
    r"|au mieux de|vacille",
    "es": r"[Cc]omputador|[Mm]áquina|\b[Mm]otor\b|[Tt]eléfono|[Cc]elular|\b([Ll]uz|[Ll]uces)\b"
    r"|[Tt]ablas|[Pp]uzle|[Rr]ompecabezas|[Aa]certijo|\b[Tt]ren(es)?\b|\b[Cc]ontador|[Rr]estaura"
    r"|[Pp]ieza gris|\b[Rr]ival(es)? de|[Jj]ugador[ae]? de ordenador|\bclic\b",
    "nl": r"\b[Uu]w?\b|[Mm]achine|\b[Ee]ngine\b|\b[Mm]obiel|\b[Gg]sm\b|lampje|[Oo]pgaven?\b"
    r"|[Ww]edstrijd|\b[Tt]rein|[Tt]egenpartij|[Ss]cheidsrechter|[Oo]rganisator|[Vv]rijloting"
    r"|\b[Ii]jk(en|t)?\b|[Vv]oorinstelling|[Ss]chuiver|\b[Ff]iches?\b|\bflipp",
}
# Spanish words that address somebody as "usted" or "vosotros", and English words.
DISTANT = re.compile(
    r"\b([Uu]sted(es)?|[Vv]osotros|[Vv]uestr[oa]s?|[Oo]s)\b"
    r"|(?:^|[.!?:] )(?:Elija|Elegid|Pulse|Pulsad|Toque|Mire|Mirad|Ponga|Poned|Haga|Haced|Espere"
    r"|Escriba|Vuelva|Introduzca|Acordad|Jugad)\b"
    r"|\b(the|and|with|your|their|turns?|pieces?|stones?|counters?)\b"
)
# Texts in which a forbidden word has a different meaning.
MEANT = {
    "Leitung": ("A bad line", "A slow line"),
    "lampe": ("Now you are alone. The lamp helps you on.",),
}


def english() -> set[str]:
    return {text for texts in marked() for text in texts}


def texts(language: str) -> list[tuple[str, str]]:
    return (
        [(text, text) for text in sorted(english())] if language == "en" else list(pairs(language))
    )


def meant(word: str, source: str) -> bool:
    return any(source.startswith(start) for start in MEANT.get(word, ()))


def test_french_says_vous() -> None:
    assert [text for _one, text in pairs("fr") if FAMILIAR.search(text)] == []


@pytest.mark.parametrize(
    "text", ["À ta place", "Touche une pièce.", "On te propose la nulle.", "Appuie sur le bouton"]
)
def test_familiar_french_is_found(text: str) -> None:
    assert FAMILIAR.search(text)


@pytest.mark.parametrize("text", ["La touche est prise", "Entre les jetons", "Touchez une pièce."])
def test_other_french_is_left_alone(text: str) -> None:
    assert not FAMILIAR.search(text)


@pytest.mark.parametrize("language", sorted(i18n.LANGUAGES))
def test_each_thing_has_one_term(language: str) -> None:
    pattern = re.compile(FORBIDDEN.get(language, "(?!)"))
    wrong = [
        (found[0], text)
        for source, text in texts(language)
        if (found := pattern.search(text)) and not meant(found[0], source)
    ]
    assert wrong == []


def test_spanish_says_tu_and_opens_its_marks() -> None:
    """Questions and exclamations have opening marks; a no-break space precedes percent signs."""
    texts_of = [text for one, text in pairs("es") if not one.startswith("turns=")]
    assert [text for text in texts_of if DISTANT.search(re.sub(r"\{\w+\}", "", text))] == []
    for opening, closing in ("¿?", "¡!"):
        sentences = re.compile(rf"[{opening}][^{closing}]*[{closing}]")
        wrong = [t for t in texts_of if re.search(f"[{opening}{closing}]", sentences.sub("", t))]
        assert wrong == []
    assert [text for text in texts_of if re.search(r"\d ?%", text)] == []


# Within a word, this character is an apostrophe, not a closing quotation mark.
APOSTROPHE = re.compile(r"(?<=\w)’(?=\w)")


def test_quotation_marks_come_in_pairs() -> None:
    wrong = [
        (code, text)
        for code, language in i18n.KNOWN.items()
        for text in (APOSTROPHE.sub("", text) for _source, text in texts(code))
        if text.count(language.quotes[0]) != text.count(language.quotes[1])
        or set(text) & set('“”„«»"') - set(language.quotes)
    ]
    assert wrong == []


@pytest.mark.parametrize("language", FOREIGN)
def test_labels_are_quoted_as_they_stand(language: str) -> None:
    known = dict(pairs(language))
    wrong = [
        (known[label], text)
        for source, text in known.items()
        for label in re.findall("“([^“”]+)”", source)
        if known.get(label, "") not in text
    ]
    assert wrong == []


def test_dutch_signs() -> None:
    """No space precedes double punctuation and percent signs; apostrophes are curly."""
    wrong = re.compile(r"'|\w [:;!?%]|\b[Rr]onden\b")
    assert [text for _one, text in pairs("nl") if wrong.search(text)] == []


def test_commands_keep_straight_apostrophes() -> None:
    """A shell does not accept curly apostrophes."""
    wrong = [text for language in FOREIGN for _one, text in pairs(language) if "[club]’" in text]
    assert wrong == []


def test_three_dots_stand_as_the_language_has_them() -> None:
    """French, Spanish and Dutch put an ellipsis directly after the word, German after a space."""
    for language in ("fr", "es", "nl"):
        assert [text for _one, text in pairs(language) if " …" in text] == []
    assert [text for _one, text in pairs("de") if re.search(r"\w…", text)] == []


@pytest.mark.parametrize(
    ("language", "day", "minute"),
    [
        ("en", "2026-11-23", "2026-11-23 14:05"),
        ("de", "23.11.2026", "23.11.2026 14:05"),
        ("es", "23/11/2026", "23/11/2026 14:05"),
        ("fr", "23/11/2026", "23/11/2026 14:05"),
        ("nl", "23-11-2026", "23-11-2026 14:05"),
    ],
)
def test_dates_are_those_of_the_language(language: str, day: str, minute: str) -> None:
    at = "2026-11-23T14:05:09"
    try:
        i18n.set_language(language)
        assert i18n.format_date(at) == i18n.format_date(at[:10], minutes=True) == day
        assert i18n.format_date(at, minutes=True) == minute
        assert i18n.format_date("someday") == "someday"
    finally:
        i18n.set_language("en")


def test_documents_name_buttons_as_they_are() -> None:
    """Buttons in the guide to the club evening are marked texts, except "Pair round 1"."""
    text = (ROOT / "docs" / "guide" / "club.md").read_text(encoding="utf-8")
    pressed = set(re.findall(r"[Pp]ress \*\*([^*]+)\*\*", text))
    known = english() | {"Pair round 1"}
    assert len(pressed) > 8
    assert pressed - known == set()
