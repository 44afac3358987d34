"""Several characters selected, in the window: what is typed on the card reaches them all, and the damage of each."""

from pathlib import Path

import pytest
from msgspec import structs
from PySide6.QtWidgets import QLineEdit, QPushButton
from pytestqt.qtbot import QtBot

from card_window import AtCard, CardHands, show_card
from gm_desk.core.characters.roster import Character, Roster
from gm_desk.core.characters.stat_block import Armor, Attack
from gm_desk.ui.log.line_panel import LinePanel
from gm_desk.ui.widgets.pill import Pill
from ui_makers import EVA, GM, LAO, MOOK, a_roster, index_of, sit_down

pytestmark = pytest.mark.usefixtures("unpainted")

PISTOL = Attack(id="pistol", name="Pistol", skill="Guns", damage="2d10")
VEST = Armor(values={"energy": 4, "kinetic": 6})
SELECTION = ("Lao Qing", "Triad mook 1")


def armed_people() -> Roster:
    """Return Lao, who wears a vest, and a mook, who does not; both have pistols, and Eva stands by."""
    stats = {"DUR": 30, "WT": 6}

    def armed(one: Character, attack_id: str, *armor: Armor) -> Character:
        attack = structs.replace(PISTOL, id=attack_id)
        return structs.replace(one, stats={**one.stats, **stats}, attacks=(attack,), armor=armor)

    people = (structs.replace(EVA, stats={**EVA.stats, **stats}), armed(LAO, "his", VEST), armed(MOOK, "its"))
    return a_roster(*people)


def a_table(qtbot: QtBot, folder: Path) -> CardHands:
    return show_card(qtbot, folder, armed_people())


def select(gm: AtCard, *names: str) -> None:
    """Select characters in the roster, the last of whom is on the card."""
    view = gm.window.roster.view
    gm.selects(names[0])
    for name in names[1:]:
        selection = view.selectionModel()
        selection.setCurrentIndex(index_of(view.model(), name), selection.SelectionFlag.Select)
    gm.settles()
    assert len(gm.rolling.group.ids) == len(names)


def pills(gm: GM, text: str) -> list[Pill]:
    return [one for one in gm.window.findChildren(Pill) if one.isVisible() and one.text().startswith(text)]


def test_damage_that_is_typed_hurts_all_selected_each_behind_their_own_armor(qtbot: QtBot, tmp_path: Path) -> None:
    gm = a_table(qtbot, tmp_path)
    select(gm, *SELECTION)
    gm.keys("Shift+F4")
    track = gm.window.stat.tracks.rows["damage"]
    assert "for 2 characters" in track.notice.text()
    assert "for 2 characters" in track.edit.accessibleName()
    gm.types("14 kinetic")
    gm.keys("Return")
    assert [gm.character(one).health.damage for one in ("lao", "mook", "eva")] == [8, 14, 0]
    assert [line[1:3] for line in gm.log()] == [["Lao Qing", "8 damage"], ["Triad mook 1", "14 damage"]]
    gm.keys("Ctrl+Z")
    assert [gm.character(one).health.damage for one in ("lao", "mook")] == [0, 0]


def test_whoever_joins_the_selection_while_damage_is_typed_is_counted(qtbot: QtBot, tmp_path: Path) -> None:
    gm = a_table(qtbot, tmp_path)
    gm.selects("Lao Qing")
    gm.keys("Shift+F4")
    track = gm.window.stat.tracks.rows["damage"]
    assert track.notice.text() == ""
    gm.window.stat.select(["lao", "mook"])
    assert track.notice.text() == "for 2 characters"
    gm.keys("Esc")
    assert track.notice.text() == ""


def test_who_is_on_the_card_alone_is_hurt_alone(qtbot: QtBot, tmp_path: Path) -> None:
    gm = a_table(qtbot, tmp_path)
    select(gm, *SELECTION)
    gm.selects("Eva")
    gm.keys("Shift+F4")
    assert gm.window.stat.tracks.rows["damage"].notice.text() == ""
    gm.types("7")
    gm.keys("Return")
    assert [gm.character(one).health.damage for one in ("lao", "mook", "eva")] == [0, 0, 7]


def test_a_skill_and_an_attack_are_added_to_everybody_selected(qtbot: QtBot, tmp_path: Path) -> None:
    gm = a_table(qtbot, tmp_path)
    select(gm, *SELECTION)
    assert gm.action("card.add_skill", "Add a skill to 2 characters").isEnabled()
    gm.keys("Ctrl+T")
    assert gm.window.stat.skills.add.accessibleName() == "Add a skill for 2 characters"
    gm.types("Psi 30, Guns 55")
    gm.keys("Return")
    steps = gm.session.document.stack.count()
    for who in ("lao", "mook"):
        found = {skill.name: skill.rating for skill in gm.character(who).skills}
        assert (found["Psi"], found["Guns"]) == (30, 55)
    gm.keys("Ctrl+Shift+K")
    gm.types("Club, Melee, 1d10")
    gm.keys("Return")
    attacks = [[attack.name for attack in gm.character(who).attacks] for who in ("lao", "mook", "eva")]
    assert attacks == [["Pistol", "Club"], ["Pistol", "Club"], []]
    ids = [attack.id for who in ("lao", "mook") for attack in gm.character(who).attacks]
    assert len(set(ids)) == len(ids)
    assert gm.session.document.stack.count() == steps + 1


def test_healing_from_the_card_reaches_everybody_selected(qtbot: QtBot, tmp_path: Path) -> None:
    gm = a_table(qtbot, tmp_path)
    select(gm, *SELECTION)
    gm.keys("Shift+F4")
    gm.types("9")
    gm.keys("Return")
    gm.keys("Shift+F4")
    gm.types("+4")
    gm.keys("Return")
    assert [gm.character(one).health.damage for one in ("lao", "mook")] == [5, 5]
    gm.does("card.heal", "Heal 2 characters")
    assert [gm.character(one).health.damage for one in ("lao", "mook")] == [0, 0]
    assert [line[2] for line in gm.log()[:2]] == ["heals 5 damage"] * 2


def shot(qtbot: QtBot, folder: Path) -> GM:
    """Let Lao and the mook shoot at Eva; both hit."""
    gm = sit_down(qtbot, folder, armed_people(), dice=[30, 97, 20, 98, 9, 9, 8, 8])
    select(gm, "Triad mook 1", "Lao Qing")
    gm.session.drafting.oppose("eva")
    gm.click_on(gm.window.stat.attacks.view, "Pistol")
    gm.keys("Ctrl+Return")
    return gm


def test_a_hit_of_an_earlier_fight_is_no_next_hit_in_a_new_one(qtbot: QtBot, tmp_path: Path) -> None:
    gm = shot(qtbot, tmp_path)
    gm.does("scene.put_in")
    following = gm.find(QPushButton, "nextHit")
    assert following.isVisible()
    gm.does("scene.next")
    assert not following.isVisible()
    gm.does("window.undo")
    assert following.isVisible()


def test_f4_goes_to_the_first_who_hit_and_then_to_the_next_and_the_table_keeps_its_verdicts(
    qtbot: QtBot, tmp_path: Path
) -> None:
    gm = shot(qtbot, tmp_path)
    following = gm.find(QPushButton, "nextHit")
    assert following.isVisible()
    assert following.text() == "Next hit: Lao Qing"
    gm.keys("F4")
    assert not following.isVisible()
    gm.keys("F4", "F4")
    assert gm.character("eva").health.damage == 18
    assert following.text() == "Next hit: Triad mook 1"
    gm.keys("F4", "F4", "F4")
    assert gm.character("eva").health.damage == 34
    assert not following.isVisible()
    assert gm.window.test.group.model.rolled


def test_undo_damage_is_a_button_below_the_verdict_and_in_the_open_line(qtbot: QtBot, tmp_path: Path) -> None:
    gm = shot(qtbot, tmp_path)
    gm.keys("F4", "F4", "F4")
    [button] = pills(gm, "Undo damage: Eva")
    gm.click(button)
    assert gm.character("eva").health.damage == 0
    assert gm.log()[0][1:3] == ["Eva", "18 damage undone"]
    assert pills(gm, "Undo damage") == []
    gm.keys("Ctrl+Z")
    assert gm.character("eva").health.damage == 18
    entry = next(one.entry for one in gm.session.log.page(9) if one.entry.draft.attack == "his")
    gm.window.log.view.unfold(entry.id)
    panel = gm.window.findChild(LinePanel)
    assert panel is not None
    field = gm.find(QLineEdit, "lineVerdict")
    field.setFocus()
    gm.types("Failure")
    gm.keys("Return")
    inside = [one for one in pills(gm, "Undo damage: Eva") if panel.isAncestorOf(one)]
    assert len(inside) == 1
    gm.click(inside[0])
    assert gm.character("eva").health.damage == 0


def test_the_line_of_damage_opens_without_what_only_rolls_have(qtbot: QtBot, tmp_path: Path) -> None:
    gm = sit_down(qtbot, tmp_path, armed_people())
    gm.selects("Eva")
    gm.keys("Shift+F4")
    gm.types("7")
    gm.keys("Return")
    [logged] = gm.session.log.page(9)
    gm.window.log.view.unfold(logged.entry.id)
    panel = gm.window.findChild(LinePanel)
    assert panel is not None
    shown = [button.text() for button in panel.findChildren(QPushButton) if button.isVisible()]
    assert {"Strike out", "Mark secret", "Copy"} <= set(shown)
    assert not {"Try again", "Roll again"} & set(shown)
    assert not gm.find(QLineEdit, "lineVerdict").isVisible()
    assert not gm.action("log.write_verdict").isEnabled()


def test_the_verdict_that_the_gm_wrote_stands_in_the_pane(whole: GM) -> None:
    whole.keys("Return")
    view = whole.window.log.view
    [logged] = whole.session.log.page(9)
    view.unfold(logged.entry.id)
    whole.find(QLineEdit, "lineVerdict").setFocus()
    whole.types("Critical failure")
    whole.keys("Return")
    assert "Critical failure" in whole.widget("verdict").accessibleName()
    assert "uperior success" not in whole.widget("verdict").accessibleName()


def test_where_nothing_may_change_the_track_tells_of_no_damage_and_the_field_keeps_the_skill(whole: GM) -> None:
    whole.session.document.set_read_only("another window has it open")
    whole.keys("Ctrl+T")
    whole.types("Psi 30")
    whole.keys("Return")
    assert whole.window.stat.skills.add.text() == "Psi 30"
    whole.window.edits.health.suffer(["lao"], "damage", "9")
    assert (whole.lao.health.damage, whole.log(), whole.trouble()) == (0, [], "Another window has it open.")


def test_a_roster_that_may_only_be_read_says_why_and_stays_where_it_is(whole: GM, subtests: pytest.Subtests) -> None:
    for keys in ("Ctrl+N", "Ctrl+G", "Ctrl+D", "Delete"):
        with subtests.test(keys):
            whole.window.roster.take_focus()
            before, selected = whole.roster, whole.session.view.selected
            whole.session.document.set_read_only(f"another window has it open against {keys}")
            whole.keys(keys)
            assert (whole.roster, whole.session.view.selected) == (before, selected)
            assert whole.trouble() == f"Another window has it open against {keys}."
            assert whole.window.roster.view.hasFocus()
