"""PDF files are read page by page, with their columns and tables, or refused in words."""

from pathlib import Path

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QPainter

from gm_desk.core.systems.registry import RULES
from gm_desk.store.disk.files import UnreadableFileError
from gm_desk.store.exchange.accounts import ImportedCharacter, Refused
from gm_desk.store.exchange.importing import bring
from gm_desk.store.exchange.pdf import each_page, is_pdf
from gm_desk.store.shipped import load_system
from makers import numbered_ids
from pdf_makers import column, protected_pdf, rows, write_pdf

pytestmark = pytest.mark.usefixtures("qapp")  # Qt draws texts only in an application


def pages_of(path: Path) -> tuple[str, ...]:
    return tuple(page.text for page in each_page(path))


ALL = [load_system(system) for system in RULES]
MONK = """ASH MONK
A monk of the burnt ring who walks alone.
Initiative 6
AV 3/4
WT 6, DUR 30, DR 45
COG 15 (45), INT 20 (60), REF 15 (45)
SAV 10 (30), SOM 15 (45), WIL 20 (60)
Skills: Athletics 40, Fray 50, Guns 45,
Melee 55, Perceive 60, Know: Ash 40
Gear: staff, robe of ash, old ecto"""
EATER = """BONE EATER
It eats what the desert leaves behind it.
Initiative 8
AV 6/6
WT 9, DUR 45, DR 90
COG 5 (15), INT 10 (30), REF 20 (60)
SAV 5 (15), SOM 25 (75), WIL 15 (45)
Attacks
Bite: 70, DV 2d10+2
Skills: Athletics 60, Fray 60, Melee 70,
Perceive 50, Infiltrate 40"""
TITLE = (
    60,
    60,
    "Chapter 9: what walks in the desert at night, and what is left of it by day, told by those who saw it",
)


def imported(path: Path) -> list[ImportedCharacter | Refused]:
    return list(bring(path, ALL, numbered_ids()))


@pytest.mark.parametrize("staggered", [0, 5])
def test_two_columns_are_read_one_after_the_other(tmp_path: Path, staggered: int) -> None:
    page = [TITLE, *column(60, 100, MONK), *column(310, 100 + staggered, EATER), (290, 800, "217")]
    (text,) = pages_of(write_pdf(tmp_path / "two.pdf", page))
    assert text == f"{TITLE[2]}\n\n{MONK}\n\n{EATER}\n\n217"


def test_columns_of_short_lines_are_columns_too(tmp_path: Path) -> None:
    monk, eater = ("\n".join(one.splitlines()[:7]) for one in (MONK, EATER))
    (text,) = pages_of(write_pdf(tmp_path / "short.pdf", [TITLE, *column(60, 100, monk), *column(310, 103, eater)]))
    assert text == f"{TITLE[2]}\n\n{monk}\n\n{eater}"


def test_a_block_on_a_page_with_two_columns_keeps_its_numbers(tmp_path: Path) -> None:
    page = [*column(60, 100, MONK), *column(310, 103, EATER)]
    monk, eater = imported(write_pdf(tmp_path / "two.pdf", page))
    assert isinstance(monk, ImportedCharacter)
    assert isinstance(eater, ImportedCharacter)
    assert (monk.character.name, eater.character.name) == ("ASH MONK", "BONE EATER")
    assert (monk.character.stats["DUR"], eater.character.stats["DUR"]) == (30, 45)
    assert [one.name for one in monk.character.skills][-1] == "Know: Ash"
    assert [one.name for one in eater.character.attacks] == ["Bite"]


def test_a_table_is_read_row_by_row(tmp_path: Path) -> None:
    table = [
        ("Name", "DUR", "WT", "Guns", "Fray", "Weapon"),
        ("Dock thug", "30", "6", "40", "30", "Pistol 2d10"),
        ("Red boss", "40", "8", "60", "50", ""),
    ]
    path = write_pdf(tmp_path / "table.pdf", rows((60, 160, 210, 260, 310, 360), 100, table))
    assert pages_of(path)[0].splitlines()[1] == "Dock thug\t30\t6\t40\t30\tPistol 2d10"
    thug, boss = imported(path)
    assert isinstance(thug, ImportedCharacter)
    assert isinstance(boss, ImportedCharacter)
    assert thug.character.stats == {"DUR": 30, "WT": 6}
    assert thug.character.attacks[0].damage == "2d10"
    assert [skill.rating for skill in boss.character.skills] == [60, 50]


def test_numbers_above_the_line_are_checks(tmp_path: Path) -> None:
    small = write_pdf(tmp_path / "one.pdf", [(60, 100, "COG 15")], size=9)
    assert pages_of(small) == ("COG 15",)

    def raised(painter: QPainter) -> None:
        font = painter.font()
        painter.drawText(1000, 2000, "COG 15")
        wide = painter.fontMetrics().horizontalAdvance("COG 15")
        font.setPixelSize(font.pixelSize() * 6 // 10)
        painter.setFont(font)
        painter.drawText(1000 + wide, 2000 - font.pixelSize() * 6 // 10, "45")

    assert pages_of(write_pdf(tmp_path / "raised.pdf", [], draw=raised)) == ("COG 15^45",)


def test_every_page_has_its_text_and_what_is_left_out_says_where_it_stood(tmp_path: Path) -> None:
    path = write_pdf(tmp_path / "pages.pdf", [(60, 100, "A quiet page.")], [], column(60, 100, MONK))
    assert [bool(page) for page in pages_of(path)] == [True, False, True]
    quiet, monk = sorted(imported(path), key=lambda one: isinstance(one, ImportedCharacter))
    assert isinstance(monk, ImportedCharacter)
    assert isinstance(quiet, Refused)
    assert (quiet.place, "A quiet page." in quiet.why) == ("page 1", True)


def test_a_scan_says_that_it_has_no_text(tmp_path: Path) -> None:
    path = write_pdf(
        tmp_path / "scan.pdf", [], draw=lambda painter: painter.fillRect(QRect(9, 9, 99, 99), Qt.GlobalColor.black)
    )
    with pytest.raises(UnreadableFileError, match="no text, only pictures"):
        pages_of(path)


@pytest.mark.parametrize("content", [b"%PDF-1.7\n", b"%PDF-1.4\n%%EOF", b"\0\0%PDF-1.7 rubbish \xff\xfe"])
def test_a_damaged_file_says_so(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "bad.pdf"
    path.write_bytes(content)
    assert is_pdf(content)
    with pytest.raises(UnreadableFileError, match="damaged, or not a PDF"):
        imported(path)


def test_a_cut_file_is_refused_or_read_but_never_breaks(tmp_path: Path) -> None:
    whole = write_pdf(tmp_path / "whole.pdf", column(60, 100, MONK)).read_bytes()
    cut = tmp_path / "cut.pdf"
    for part in range(1, 8):
        cut.write_bytes(whole[: len(whole) * part // 8])
        with pytest.raises(UnreadableFileError):
            pages_of(cut)


def test_a_long_file_says_where_the_reading_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gm_desk.store.exchange.pdf.MOST_PAGES", 2)
    path = write_pdf(tmp_path / "long.pdf", *([(60, 100, f"Page {number}")] for number in range(4)))
    assert pages_of(path) == ("Page 0", "Page 1", "The PDF has 4 pages: from page 3 on it was not read.")


def test_a_file_with_a_password_says_so(tmp_path: Path) -> None:
    path = tmp_path / "locked.pdf"
    path.write_bytes(protected_pdf())
    with pytest.raises(UnreadableFileError, match="protected by a password"):
        pages_of(path)


def test_a_file_whose_password_is_empty_needs_none(tmp_path: Path) -> None:
    path = tmp_path / "open.pdf"
    path.write_bytes(protected_pdf(""))
    with pytest.raises(UnreadableFileError, match="no text, only pictures"):
        pages_of(path)


def test_a_sample_character_with_a_gutter_and_a_table_of_aptitudes_keeps_all_numbers(tmp_path: Path) -> None:
    left = """TALIA VRONSKY
Morph: Exalt
Motivations: +Anarchism, –Hypercorps
INIT 7, WT 7, DUR 35, DR 53
LUC 40, TT 8, IR 80
Insight 2, Moxie 1, Vigor 1, Flex 2
Rep: @-rep 60, r-rep 30"""
    right = """Active Skills
Athletics 40, Deceive 35, Fray 40, Guns 45,
Infosec 70, Interface 60, Perceive 50
Know Skills
Know: Hacktivism 60, Know: Law 40
Attacks
Pistol: 45, DV 2d10, SA, Ammo 12"""
    aptitudes = [("COG", "INT", "REF", "SAV", "SOM", "WIL"), ("20", "15", "20", "10", "15", "20")]
    page = [*column(60, 100, left), *rows((60, 90, 120, 150, 180, 210), 190, aptitudes), *column(310, 100, right)]
    (found,) = imported(write_pdf(tmp_path / "sample.pdf", page))
    assert isinstance(found, ImportedCharacter)
    one = found.character
    assert one.name == "TALIA VRONSKY"
    assert one.stats == {
        "COG": 20,
        "INT": 15,
        "REF": 20,
        "SAV": 10,
        "SOM": 15,
        "WIL": 20,
        "INIT": 7,
        "WT": 7,
        "DUR": 35,
        "DR": 53,
        "LUC": 40,
        "TT": 8,
        "IR": 80,
    }
    assert {key: points.max for key, points in one.points.items()} == {"insight": 2, "moxie": 1, "vigor": 1, "flex": 2}
    assert one.rep == {"@": 60, "r": 30}
    assert len(one.skills) == 9
    assert [(attack.name, attack.rating, attack.damage) for attack in one.attacks] == [("Pistol", 45, "2d10")]
