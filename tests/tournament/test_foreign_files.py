"""Player lists and TRF files are read as spreadsheets and other programs write them."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.cli import main
from game.platform import untrusted
from game.platform.errors import CodedError
from game.platform.text_encoding import decode_text
from game.tournament.store import TournamentStore

GERMAN = "Name;Rating;Verein\nJürgen Müller;1800;Köln\nÄnne Groß;1500;SK Düren\n"
FRENCH = "Nom;Elo;Club\nFrançois Lefèvre;1700;Besançon\nÉlodie Garçon;;Nîmes\n"
SPANISH = "Nombre;Elo;Club\nÍñigo Ibáñez;1500;Ávila\nPeña Núñez;1400;\n"
DUTCH = "Naam;Rating;Club\nRené de Vries;1500;\nZoë Jansen;1400;\n"
DANISH = "Name;Rating;Club\nSøren Kjærgård;1500;\nÅse Ørsted;1400;\n"
POLISH = "Name;Rating;Club\nŁukasz Wójcik;1500;Łódź\nMałgorzata Żak;1600;Gdańsk\n"
HUNGARIAN = "Name;Rating;Club\nBéla Szőke;1500;Győr\nÖdön Kűtz;1600;\n"
CZECH = "Name;Rating;Club\nJiří Dvořák;1500;Plzeň\nŠárka Nováčková;1500;\n"
RUSSIAN = "Name;Rating;Club\nПётр Иванов;1500;Москва\nАнна Кузнецова;1400;\n"
GREEK = "Name;Rating;Club\nΓιώργος Παπαδόπουλος;1500;\nΕλένη Δήμου;1400;\n"

FILES = {
    "utf-8": (GERMAN, "utf-8"),
    "a byte order mark": (GERMAN, "utf-8-sig"),
    "utf-16 of a spreadsheet": (GERMAN, "utf-16"),
    "utf-16 without a mark": (GERMAN, "utf-16-le"),
    "utf-16 big-endian": (GERMAN, "utf-16-be"),
    "utf-32": (GERMAN, "utf-32"),
    "cp1252, German": (GERMAN, "cp1252"),
    "cp1252, French": (FRENCH, "cp1252"),
    "cp1252, Spanish": (SPANISH, "cp1252"),
    "cp1252, Dutch": (DUTCH, "cp1252"),
    "cp1252, Danish": (DANISH, "cp1252"),
    "DOS": (GERMAN, "cp850"),
    "an old Macintosh": (FRENCH, "mac_roman"),
    "cp1250, Polish": (POLISH, "cp1250"),
    "cp1250, Hungarian": (HUNGARIAN, "cp1250"),
    "cp1250, Czech": (CZECH, "cp1250"),
    "cp852, Polish": (POLISH, "cp852"),
    "cp1251, Russian": (RUSSIAN, "cp1251"),
    "cp1253, Greek": (GREEK, "cp1253"),
}


@pytest.fixture
def tournament() -> None:
    assert main(["tournament", "new", "Cup", "libra"]) == 0


def added(file: Path) -> list[tuple[str, int, str]]:
    """Add a list by the command; return the names that are in the tournament afterwards."""
    assert main(["tournament", "add", "--from", str(file)]) == 0
    with TournamentStore() as store:
        people = store.load(store.find("")).entrants.values()
        return [(one.plain_name, one.rating, one.club) for one in people]


def rows_of(text: str) -> list[tuple[str, int, str]]:
    cells = [line.split(";") for line in text.splitlines()[1:]]
    return [(name, int(rating or 0), club) for name, rating, club in cells]


@pytest.mark.usefixtures("tournament")
@pytest.mark.parametrize("kind", FILES)
def test_a_list_in_any_encoding(kind: str, tmp_path: Path) -> None:
    text, encoding = FILES[kind]
    file = tmp_path / "people.csv"
    file.write_bytes(text.encode(encoding))
    assert added(file) == rows_of(text)


SHAPES = {
    "sep= of a spreadsheet": "sep=;\r\nName;Rating;Club\r\nAnna, Dr.;1800;North\r\nBo;;South\r\n",
    "sep= in quotation marks": '"sep=,"\nName,Rating,Club\n"Anna, Dr.",1800,North\nBo,,South\n',
    "carriage returns alone": "Name;Rating;Club\rAnna, Dr.;1800;North\rBo;;South\r",
    "tabs": "Name\tRating\tClub\nAnna, Dr.\t1800\tNorth\nBo\t\tSouth\n",
    "a line break in quotation marks": 'Name;Rating;Club\n"Anna,\nDr.";1800;North\nBo;;South\n',
    "a mark before sep=": "\ufeffsep=;\nName;Rating;Club\nAnna, Dr.;1800;North\nBo;;South\n",
    "ratings with decimals": "Name;Rating;Club\nAnna, Dr.;1800,0;North\nBo;;South\n",
    "no headings, blank lines": "\n\nAnna, Dr.;1800;North\n\n;;\nBo;;South",
}


@pytest.mark.usefixtures("tournament")
@pytest.mark.parametrize("shape", SHAPES)
def test_a_list_of_any_shape(shape: str, tmp_path: Path) -> None:
    file = tmp_path / "people.csv"
    file.write_bytes(SHAPES[shape].encode())
    assert added(file) == [("Anna, Dr.", 1800, "North"), ("Bo", 0, "South")]


@pytest.mark.usefixtures("tournament")
def test_a_quotation_mark_that_is_never_closed_swallows_nobody(tmp_path: Path) -> None:
    file = tmp_path / "people.csv"
    file.write_text('Anna "The Rock" Lee;1800\n"Bo;1400\nCem 3" high;1300\n', encoding="utf-8")
    names = [name for name, _rating, _club in added(file)]
    assert names == ['Anna "The Rock" Lee', "Bo", 'Cem 3" high']


@pytest.mark.usefixtures("tournament")
@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"Anna\nBo\x00 and others whose names are long\n", "byte 7"),
        ("Jürgen\nÄnne\n".encode() + b"B\xff\n", "byte 15"),  # UTF-8 with one invalid byte
        (b"Name;Rating\nAnna;1800\nBo;many\n", "line 3"),
        (b"PK\x03\x04\x14\x00\x06\x00 a workbook", "save the list as CSV"),
    ],
)
def test_what_cannot_be_read_is_named(
    data: bytes, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "people.csv"
    file.write_bytes(data)
    assert main(["tournament", "add", "--from", str(file)]) == 2
    assert said in capsys.readouterr().err


def test_text_is_decoded_as_what_it_is() -> None:
    assert decode_text(b"plain") == ("plain", "utf-8")
    assert decode_text("Müller".encode("cp1252")) == ("Müller", "cp1252")
    assert decode_text("Żółw".encode("cp1250")) == ("Żółw", "cp1250")
    assert decode_text("L’Haÿ – “Élan”".encode("cp1252")) == ("L’Haÿ – “Élan”", "cp1252")
    assert decode_text(b"") == ("", "utf-8")


def test_a_file_is_read_with_line_feeds_and_without_control_characters(tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    file.write_bytes("é\rb\r\nc\x1b".encode("cp1252"))
    assert untrusted.read_foreign_text(file) == "é\nb\nc\ufffd"
    with pytest.raises(CodedError, match=r"a\.txt"):
        untrusted.read_foreign_text(file, most=3)
