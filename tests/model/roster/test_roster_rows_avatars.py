import pytest

from gm_desk.core.characters.roster import Character
from gm_desk.model.roster.roster_rows import HUES, NO_HUE, colour_of, hue_of
from themes import contrast


def somebody(**changes: str) -> Character:
    return Character(**{"id": "lao", "name": "Lao", **changes})  # type: ignore[arg-type]  # a kind among them


@pytest.mark.parametrize("name", HUES)
def test_a_chosen_colour_is_shown_as_it_was_chosen(name: str) -> None:
    hue = HUES[name]
    assert abs(hue_of(somebody(colour=colour_of(hue))) - hue) <= 1
    assert contrast("#ffffff", colour_of(hue)) >= 4.5


def test_without_one_players_have_colours_of_their_own_and_npcs_none() -> None:
    assert hue_of(somebody()) == NO_HUE
    assert hue_of(somebody(kind="pc")) == hue_of(somebody(kind="pc", name="Wei")) >= 0
    assert hue_of(somebody(kind="pc")) != hue_of(somebody(kind="pc", id="eva"))


@pytest.mark.parametrize("colour", ["blurple", "#12", "#808080"])
def test_a_colour_without_a_hue_is_none(colour: str) -> None:
    assert hue_of(somebody(colour=colour)) == NO_HUE
