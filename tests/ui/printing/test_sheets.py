from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QGuiApplication, QImage, QPainter, QPixmap
from pytestqt.qtbot import QtBot

from card_makers import printed, words_of
from gm_desk.core.cards.cards import Card, briefly
from gm_desk.core.cards.sections import card_of
from gm_desk.core.characters.roster import Character
from gm_desk.core.characters.stat_block import Attack
from gm_desk.store.shipped import load_system
from gm_desk.ui.printing.card_layout import FEW_LINES, CardFace, lines_on
from gm_desk.ui.printing.marks import Rule, Style, TextMark, Tick, card_fonts
from gm_desk.ui.printing.page_view import GRIDS, PAPERS, PER_INCH, POINT, Paper, size_of, slots
from gm_desk.ui.printing.sheets import CardSheets
from makers import a_character, a_skill
from thorough import tries

PER_PAGE = list(GRIDS)
papers = st.sampled_from(list(PAPERS))
many = st.sampled_from(PER_PAGE)


def laid_out(characters: Sequence[Character], per_page: int, paper: Paper = "a4") -> tuple[list[Card], CardSheets]:
    cards = [card_of(one, load_system("ep2")) for one in characters]
    return cards, CardSheets(cards, per_page, paper, lambda _: QPixmap(20, 20))


def brief(card: Card, per_page: int, paper: Paper) -> bool:
    """Return whether a card is said briefly where so many lie on a page."""
    return CardSheets([card], per_page, paper, lambda _: QPixmap(20, 20)).pages[0][0].brief


def letters(texts: Sequence[str]) -> Counter[str]:
    return Counter("".join("".join(texts).split()))


def texts(face: CardFace) -> list[TextMark]:
    return [mark for mark in face.marks if isinstance(mark, TextMark)]


def box_of(said: TextMark, per_page: int, scale: float) -> QRectF:
    """Return where a text stands, up to the height of its small letters."""
    height = card_fonts(per_page, scale).ascent(said.style) * 0.6
    width = min(said.width, card_fonts(per_page, scale).width(said.text, said.style))
    left = said.x + said.width - width if said.right else said.x
    return QRectF(left, said.y - height, width, height)


def drawn(sheets: CardSheets, page: int = 0, dpi: int = 72) -> QImage:
    image = QImage((size_of(sheets.paper) * (dpi / PER_INCH)).toSize(), QImage.Format.Format_RGB32)
    image.fill(QColor("white"))
    painter = QPainter(image)
    painter.scale(dpi / PER_INCH, dpi / PER_INCH)
    sheets.draw(painter, page)
    painter.end()
    return image


def a_long_one(name: str = "Guard Dog", skills: int = 60) -> Character:
    known = tuple(a_skill(f"Know: Matter {number}", 30) for number in range(skills))
    return a_character(name=name, skills=known, notes="It barks. " * 900)


@pytest.mark.usefixtures("qapp")
@settings(max_examples=tries(60))
@given(characters=st.lists(printed, min_size=1, max_size=3), per_page=many, paper=papers)
def test_every_letter_of_a_card_is_on_the_pages_exactly_once(
    characters: list[Character], per_page: int, paper: Paper
) -> None:
    cards, sheets = laid_out(characters, per_page, paper)
    told = [said.text for page in sheets.pages for face in page for said in texts(face) if not said.again]
    said = [briefly(card) if brief(card, per_page, paper) else card for card in cards]
    assert letters(told) == letters([word for card in said for word in words_of(card)])


@pytest.mark.usefixtures("qapp")
@settings(max_examples=tries(60))
@given(character=printed, per_page=many, paper=papers)
def test_nothing_leaves_its_card_or_is_wider_than_its_room(character: Character, per_page: int, paper: Paper) -> None:
    _, sheets = laid_out([character], per_page, paper)
    room = QRectF(sheets.inner(0)).translated(-sheets.inner(0).topLeft())
    for face in (face for page in sheets.pages for face in page):
        measure = card_fonts(per_page, face.scale)
        for mark in face.marks:
            match mark:
                case TextMark():
                    assert measure.width(mark.text, mark.style) <= mark.width + POINT / 2
                    below = measure.height(mark.style) - measure.ascent(mark.style)
                    assert 0 <= mark.x <= mark.x + mark.width <= room.width() + POINT / 2
                    assert 0 < mark.y <= room.height() - below + POINT / 2
                case Tick():
                    assert room.adjusted(0, 0, 1, 1).contains(QRectF(mark.x, mark.y, mark.side, mark.side))
                case Rule():
                    assert mark.x + mark.width <= room.width() + POINT / 2
                    assert mark.y <= room.height() + POINT


@pytest.mark.usefixtures("qapp")
@settings(max_examples=tries(40))
@given(character=printed, per_page=many)
def test_no_text_stands_on_another_one(character: Character, per_page: int) -> None:
    _, sheets = laid_out([character], per_page)
    for face in (face for page in sheets.pages for face in page):
        boxes = [box_of(said, per_page, face.scale).adjusted(1, 1, -1, -1) for said in texts(face) if said.text]
        assert not [pair for pair in combinations(boxes, 2) if pair[0].isValid() and pair[0].intersects(pair[1])]


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("per_page", PER_PAGE)
def test_what_goes_on_says_whose_it_is_and_which_part(per_page: int) -> None:
    _, sheets = laid_out([a_long_one()], per_page)
    faces = [face for page in sheets.pages for face in page]
    assert len(faces) > 1
    again = [[said.text for said in texts(face) if said.again] for face in faces]
    assert f"1 of {len(faces)}" in again[0]
    for number, said in enumerate(again[1:], 2):
        assert f"Guard Dog, {number} of {len(faces)}" in said


@pytest.mark.usefixtures("qapp")
def test_of_small_cards_the_first_parts_of_all_come_before_the_others() -> None:
    _, sheets = laid_out([a_long_one(f"Dog {number}", 12) for number in range(9)], 8)
    assert [face.part for face in sheets.pages[0]] == [1] * 8
    assert [face.part for face in sheets.pages[1]][:3] == [1, 2, 3]
    assert {len(page) for page in sheets.pages[:-1]} == {8}


@pytest.mark.usefixtures("qapp")
def test_small_cards_that_fit_on_a_page_lie_beside_what_they_go_on_from() -> None:
    dogs = [a_character(name=f"Dog {number}", notes="Barks. " * 250) for number in range(3)]
    (page,) = laid_out(dogs, 8)[1].pages
    assert [face.part for face in page] == [1, 2] * 3


@pytest.mark.usefixtures("qapp")
def test_elsewhere_the_parts_of_each_stay_together() -> None:
    _, sheets = laid_out([a_long_one("Dog", 20), a_character(name="Cat")], 4)
    *parts, last = [(face.part, face.parts) for page in sheets.pages for face in page]
    assert parts == [(number + 1, len(parts)) for number in range(len(parts))]
    assert last == (1, 1)


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("per_page", PER_PAGE)
def test_skills_are_larger_than_prose_and_their_ratings_end_alike(per_page: int) -> None:
    measure = card_fonts(per_page)
    assert measure.height(Style.SKILL) > 1.2 * measure.height(Style.PROSE)
    _, sheets = laid_out([a_character(skills=tuple(a_skill(f"Skill {n}", 8 * n) for n in range(12)))], per_page)
    ratings = [said for said in texts(sheets.pages[0][0]) if said.style is Style.RATING]
    assert len(ratings) == 12
    assert all(said.right for said in ratings)
    ends = {round(said.x + said.width) for said in ratings}
    assert len(ends) <= 4  # one for each column
    assert len({measure.width(digit, Style.RATING) for digit in "0123456789"}) == 1


def a_mook() -> Character:
    """Make one of those that a GM prints eight of."""
    names = ("Fray", "Perceive", "Athletics", "Deceive", "Guns", "Infiltrate", "Know: Gangs", "Melee", "Persuade")
    return a_character(
        name="Dock Bruiser",
        body="biomorph",
        stats=dict.fromkeys(("COG", "INT", "REF", "SAV", "SOM", "WIL"), 15) | {"INIT": 6, "DUR": 40, "WT": 8},
        skills=tuple(a_skill(name, 45) for name in (*names, "Provoke")),
        attacks=(
            Attack(id="a", name="Heavy Pistol", skill="Guns", damage="2d10", modes="SA", range="30", notes="loud"),
            Attack(id="b", name="Shock Baton", skill="Melee", damage="1d10", notes="reach, shock, two-handed"),
        ),
        notes="Works in pairs, and never alone in the dark of the docks where the lamps fail. " * 3,
    )


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("paper", list(PAPERS))
def test_eight_short_characters_fit_on_a_page_of_eight(paper: Paper) -> None:
    assert [len(page) for page in laid_out([a_mook()] * 8, 8, paper)[1].pages] == [8]


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("attacks", [3, 9])
def test_the_first_of_small_cards_has_all_skills(attacks: int) -> None:
    bites = tuple(Attack(id=str(n), name=f"Bite {n}", damage="1d10", notes="bites hard. " * 8) for n in range(attacks))
    first, *others = laid_out([structs.replace(a_mook(), attacks=bites)], 8)[1].pages[0]
    told = {said.text for said in texts(first)}
    assert {skill.name for skill in a_mook().skills} <= told
    assert others
    assert first.brief


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("per_page", PER_PAGE)
def test_no_word_of_a_skill_is_broken(per_page: int) -> None:
    names = ("Psychosurgery", "Demolitionist", "Programming", "Interrogation")
    _, sheets = laid_out([a_character(skills=tuple(a_skill(name, 50) for name in names * 4), notes="")], per_page)
    told = Counter(said.text for page in sheets.pages for face in page for said in texts(face))
    assert {name: told[name] for name in names} == dict.fromkeys(names, 4)


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("per_page", PER_PAGE)
def test_a_number_that_is_only_derived_is_not_bold(per_page: int) -> None:
    _, sheets = laid_out([a_character(stats={"DUR": 35}, skills=())], per_page)
    styles = {said.text: said.style for face in sheets.pages[0] for said in texts(face)}
    assert styles["35"] is Style.FIGURE
    assert not card_fonts(per_page).fonts[styles["(7)"]].bold()


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("per_page", PER_PAGE)
@pytest.mark.parametrize("paper", list(PAPERS))
def test_cards_lie_on_the_paper_without_covering_each_other(per_page: int, paper: Paper) -> None:
    places = slots(paper, per_page)
    sheet = QRectF(0, 0, size_of(paper).width(), size_of(paper).height())
    assert len(places) == per_page
    assert all(sheet.contains(place) for place in places)
    assert not [1 for one, other in combinations(places, 2) if one.adjusted(1, 1, -1, -1).intersects(other)]


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("per_page", PER_PAGE)
def test_a_page_is_black_on_white_and_saves_ink(per_page: int) -> None:
    character = structs.replace(a_long_one(), portrait="face")
    image = drawn(laid_out([character] * per_page, per_page)[1])
    pixels = bytes(image.constBits())
    red, green, blue = pixels[2::4], pixels[1::4], pixels[::4]
    assert red == green == blue
    assert sum(255 - one for one in red) / (255 * len(red)) < 0.16


@pytest.mark.usefixtures("qapp")
def test_a_portrait_is_printed_in_grey_beside_the_title() -> None:
    red = QPixmap(40, 40)
    red.fill(QColor("red"))
    card = card_of(a_character(portrait="face"), load_system("ep2"))
    sheets = CardSheets([card], 1, "a4", lambda _: red)
    (face,) = sheets.pages[0]
    inner = sheets.inner(0)
    centre = (face.picture.center() + inner.topLeft()) / POINT
    seen = QColor(drawn(sheets).pixel(centre.toPoint()))
    assert seen.red() == seen.green() == seen.blue() < 200
    assert not CardSheets([card], 1, "a4", lambda _: None).pages[0][0].portrait


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("per_page", [1, 2, 4])
def test_no_last_part_of_a_card_has_only_a_few_lines(per_page: int) -> None:
    for lines in range(4, 130, 3):
        one = a_character(name="Guard Dog", notes="\n".join(f"Line {number}" for number in range(lines)))
        faces = [face for page in laid_out([one], per_page)[1].pages for face in page]
        if len(faces) > 1:
            assert lines_on(faces[-1]) > FEW_LINES


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("per_page", [1, 2])
def test_large_cards_are_set_close_where_that_saves_a_page(per_page: int) -> None:
    found = set[bool]()
    for skills in range(20, 150, 5):
        known = tuple(a_skill(f"Know: Matter {number}", 30) for number in range(skills))
        faces = [face for page in laid_out([a_character(skills=known)], per_page)[1].pages for face in page]
        found |= {face.brief for face in faces} if len(faces) == 1 else set()
    assert found == {False, True}


@pytest.mark.usefixtures("qapp")
def test_an_attack_is_never_parted_between_two_cards() -> None:
    parted = 0
    for lines in range(4, 40):
        bites = [
            Attack(id=str(n), name=f"Bite {n}", damage="1d10", notes=f"holds{n} on{n} " * 12) for n in range(lines)
        ]
        one = a_character(attacks=tuple(bites), skills=(), notes="")
        faces = [face for page in laid_out([one], 4)[1].pages for face in page]
        parted += len(faces) - 1
        for number in range(lines):
            on = [any(f"holds{number} " in said.text for said in texts(face)) for face in faces]
            assert sum(on) == 1
            assert f"Bite {number}" in {said.text for said in texts(faces[on.index(True)])}
    assert parted


@pytest.mark.usefixtures("qapp")
@pytest.mark.parametrize("per_page", [2, 4])
def test_no_line_of_a_paragraph_stands_alone_on_a_card(per_page: int) -> None:
    parted = 0
    for first in range(40, 300, 7):
        notes = "\n".join(f"p{number} " * (first if number % 3 else 31) for number in range(9))
        faces = [face for page in laid_out([a_character(notes=notes)], per_page)[1].pages for face in page]
        whole = Counter(said.text[:2] for face in faces for said in texts(face) if said.text.startswith("p"))
        for face in faces:
            here = Counter(said.text[:2] for said in texts(face) if said.text.startswith("p"))
            parted += sum(count < whole[name] for name, count in here.items())
            assert not [name for name, count in here.items() if count == 1 < whole[name]]
    assert parted


@pytest.mark.usefixtures("qapp")
def test_a_card_that_almost_fits_is_set_a_little_smaller() -> None:
    counts = [laid_out([a_character(skills=(), notes="Barks. " * number)], 4)[1] for number in range(100, 400, 10)]
    scales = {sheets.pages[0][0].scale for sheets in counts if len(sheets.pages[0]) == 1}
    assert min(scales) < 1.0


def test_no_cards_are_no_pages(qtbot: QtBot, tmp_path: Path) -> None:  # noqa: ARG001 - fonts need an application
    assert QGuiApplication.instance() is not None
    assert laid_out([], 4)[1].count == 0
