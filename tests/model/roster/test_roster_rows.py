from gm_desk.core.characters.roster import Character
from gm_desk.model.roster.roster_rows import RosterRow, RowPosition, Rows, SearchText
from makers import a_character

HEADING = RosterRow("triad", "triad", "Triad", "2", heading=True)
EVA, LAO = a_character(id="eva", name="Eva"), a_character(id="lao", name="Lao")


class Wording:
    """Word characters, and remember whom."""

    def __init__(self) -> None:
        self.worded: list[str] = []

    def __call__(self, one: Character) -> RosterRow:
        self.worded.append(one.name)
        return RosterRow(one.id, "triad", one.name, "", heading=False)


def two_of_a_group(worded: Wording) -> Rows:
    rows = Rows(worded)
    rows.add([SearchText("", "", a_character(id="stray"))])
    rows.add_heading(HEADING)
    rows.add([SearchText("", one.id, one) for one in (EVA, LAO)])
    return rows


def test_only_what_is_looked_at_is_put_into_words_and_only_once() -> None:
    wording = Wording()
    rows = two_of_a_group(wording)
    assert (len(rows), rows.headings) == (4, [1])
    assert [rows[2].name, rows[2].name, rows[1].name] == ["Eva", "Eva", "Triad"]
    assert wording.worded == ["Eva"]


def test_a_changed_character_is_put_into_words_again() -> None:
    rows = two_of_a_group(Wording())
    assert rows[3].name == "Lao"
    rows.put(3, a_character(id="lao", name="Wei"))
    assert rows[3].name == "Wei"


def test_a_row_belongs_to_the_heading_above_it() -> None:
    rows = two_of_a_group(Wording())
    assert [rows.group_of(place) for place in range(4)] == ["", "triad", "triad", "triad"]
    assert list(rows.spots())[1:3] == [
        RowPosition("triad", "triad", heading=True),
        RowPosition("eva", "triad", heading=False),
    ]
