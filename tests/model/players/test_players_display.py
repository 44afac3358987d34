"""What the players see, whatever happens.

A roll as the players see it.

The pictures for the players on the disk.
"""

import random
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import structs
from PySide6.QtCore import QSize

from gm_desk.core.characters.roster import Character, Roster
from gm_desk.core.characters.stat_block import Attack
from gm_desk.core.drafts.draft import Ability, AbilityKind, Draft, Mode, Side
from gm_desk.core.players.players_view import NOTHING_SHOWN, PlayersRoll, PlayersRollSide
from gm_desk.core.rules.dice import EntropyDice
from gm_desk.core.rules.house import House
from gm_desk.core.rules.outcomes import Grade
from gm_desk.core.rules.requests import DiceSum, Ep2Damage, KaiserDamage, Request
from gm_desk.core.scenes.scene import Fighter, Scene
from gm_desk.core.systems.registry import RULES
from gm_desk.model.log.roll_log import RollLog
from gm_desk.model.players.players_display import LONGEST, Pictures, PlayersDisplay, last_shown, players_roll
from gm_desk.model.players.players_edits import set_caption, set_picture
from gm_desk.model.roster.document import RosterDocument
from gm_desk.model.roster.picture_coding import BadPictureError
from gm_desk.model.roster.portraits import Portraits
from gm_desk.model.scene.fight_steps import FightSteps
from gm_desk.model.scene.scene_edits import set_hidden
from gm_desk.model.scene.stage import Stage
from gm_desk.store.journal.entries import DiceThrown, Entry, Event, Override
from gm_desk.store.portraits import MOST_BYTES, MOST_PICTURE_BYTES
from gm_desk.store.shipped import load_system
from model_makers import HOUR, Clock, FakeJournal, counted
from picture_makers import a_picture
from players_makers import Fight, a_stage_set, free_texts, words_in
from thorough import LONG

pytestmark = pytest.mark.usefixtures("qapp")

STEPS = 1_000 if LONG else 150


class Watched:
    """A document with a log and what the players see of it."""

    def __init__(self, stage: str = "scene", seed: int = 0, system: str = "ep2") -> None:
        roster = structs.replace(a_stage_set(stage), system=system)
        self.document = RosterDocument(roster, load_system(system), counted())
        self.clock = Clock()
        self.log = RollLog(lambda _: journal, counted("line"), self.clock)
        journal = FakeJournal()
        self.log.open("mars", system)
        self.display = PlayersDisplay(self.document, self.log)
        steps = FightSteps(Stage(self.document, self.log), EntropyDice())
        self.fight = Fight(self.document, self.log, steps, random.Random(seed))


@pytest.fixture
def watched() -> Watched:
    return Watched()


@pytest.mark.parametrize(("seed", "system"), [(0, "ep2"), (1, "ep1"), (2, "ep2"), (3, "ep1")])
def test_nothing_that_is_hidden_is_ever_in_the_value(seed: int, system: str) -> None:
    watched = Watched(seed=seed, system=system)
    display, fight = watched.display, watched.fight
    display.watch()
    fight.steps.begin()
    seen, rolls = 0, 0
    for _ in range(STEPS):
        fight.step()
        display.refresh()
        view = display.view
        assert words_in(msgspec.json.encode(view).decode()) <= fight.allowed()
        assert not any(letter.isdigit() for text in free_texts(view) for letter in text)
        seen, rolls = seen + len(view.rows), rolls + (view.roll is not None)
    assert seen > STEPS
    assert rolls > STEPS // 4


def test_an_npcs_roll_shows_dice_and_verdict_alone(watched: Watched) -> None:
    watched.display.watch()
    for _ in range(200):
        watched.fight.roll()
        watched.display.refresh()
        roll = watched.display.view.roll
        assert roll is None or all(side.dice for side in roll.sides)
        people = {one.name: one.kind for one in watched.document.roster.characters}
        for side in () if roll is None else roll.sides:
            assert bool(side.target) == bool(side.what) == (people.get(side.name) == "pc")


def test_nothing_is_worked_out_unless_somebody_looks(watched: Watched) -> None:
    watched.fight.roll()
    watched.display.refresh()
    assert watched.display.view == NOTHING_SHOWN
    assert not watched.display.watch().empty
    watched.display.watch()
    watched.display.unwatch()
    assert not watched.display.view.empty
    watched.display.unwatch()
    assert watched.display.view == NOTHING_SHOWN


def test_the_veil_empties_it_at_once_and_lifted_it_is_there_again(watched: Watched) -> None:
    before = watched.display.watch()
    watched.display.set_veiled(True)
    assert watched.display.view == NOTHING_SHOWN
    watched.display.set_veiled(False)
    assert watched.display.view == before


def test_it_says_once_that_it_has_changed(watched: Watched) -> None:
    changes: list[object] = []
    display, document = watched.display, watched.document
    display.watch()
    display.changed.connect(changes.append)
    set_hidden(document, [one.id for one in document.roster.characters[:4]], hidden=True)
    display.refresh()
    display.refresh()
    assert len(changes) == 1
    document.stack.undo()
    display.refresh()
    assert len(changes) == 2


def test_a_roll_of_another_evening_is_over(watched: Watched) -> None:
    while watched.display.watch().roll is None:
        watched.fight.roll()
    watched.clock.now += 12 * HOUR
    watched.log.merged.emit()
    watched.display.refresh()
    assert watched.display.view.roll is None


def test_the_picture_is_that_of_the_scene_or_without_one_of_the_roster(watched: Watched) -> None:
    document = watched.document
    set_picture(document, "a" * 64)
    set_caption(document, "  Lock 9,\n Noctis ")
    scene = document.roster.on_stage
    assert scene is not None
    assert (scene.picture, scene.caption, document.roster.picture) == ("a" * 64, "Lock 9, Noctis", "")
    document.stack.undo()
    document.stack.undo()
    assert document.roster == a_stage_set()
    empty = Watched(stage="").document
    set_picture(empty, "b" * 64)
    assert (empty.roster.picture, empty.roster.scenes) == ("b" * 64, a_stage_set().scenes)


JAQUI = Character(id="jaqui", name="Jaqui", kind="pc", attacks=(Attack(id="mp", name="Machine pistol"),))
LAO = Character(id="lao", name="Lao Qing")


def a_roster(*fighters: Fighter, stage: str = "s") -> Roster:
    scene = Scene(id="s", fighters=fighters)
    return Roster(id="mars", name="Mars", characters=(JAQUI, LAO), scenes=(scene,), stage=stage)


REVEALED = a_roster(Fighter(id="jaqui"), Fighter(id="lao", alias="Masked gunman"))
HIDDEN = a_roster(Fighter(id="jaqui"), Fighter(id="lao", hidden=True))


def a_side(character: Character, rating: int = 45, **more: Any) -> dict[str, Any]:
    ability = Ability(AbilityKind.SKILL, "guns", f"Guns of {character.id}", rating)
    return {"character": character.id, "name": character.name, "ability": ability} | more


def entry_of(
    draft: Draft, dice: DiceThrown, system: str = "ep2", request: Request | Event | None = None, **more: Any
) -> Entry:
    asked = request or RULES[system].ask(draft)
    assert asked is not None
    whole: dict[str, Any] = {"id": "r", "batch": "r", "session": "e", "time": 0, "house": House()}
    return Entry(**whole, system=system, draft=draft, request=asked, dice=dice, **more)


BY_JAQUI = Draft(**a_side(JAQUI))
BY_LAO = Draft(**a_side(LAO))


def alone(entry: Entry, roster: Roster = REVEALED) -> PlayersRollSide:
    shown = players_roll(entry, roster)
    assert shown is not None
    assert (len(shown.sides), shown.won) == (1, "")
    return shown.sides[0]


def opposed(one: Character, other: Character) -> Draft:
    return Draft(**a_side(one), mode=Mode.OPPOSED, opponent=Side(**a_side(other, 60)))


def test_a_players_roll_has_its_target() -> None:
    assert alone(entry_of(BY_JAQUI, {"roll": (44,)})) == PlayersRollSide(
        ("4", "4"), "Jaqui", "Guns of jaqui", "45", "Critical success", Grade.CRITICAL_SUCCESS
    )


def test_a_players_attack_is_called_by_its_weapon() -> None:
    draft = structs.replace(BY_JAQUI, attack="mp")
    assert alone(entry_of(draft, {"roll": (44,)})).what == "Machine pistol"


def test_an_npcs_roll_has_dice_and_verdict_under_the_alias() -> None:
    assert alone(entry_of(BY_LAO, {"roll": (12,)})) == PlayersRollSide(
        ("1", "2"), "Masked gunman", verdict="Success", grade=Grade.SUCCESS
    )


def test_an_npc_who_is_not_in_the_scene_has_no_name() -> None:
    assert alone(entry_of(BY_LAO, {"roll": (12,)}), a_roster(Fighter(id="jaqui"))).name == ""
    assert alone(entry_of(BY_LAO, {"roll": (12,)}), a_roster(stage="")).name == ""


@pytest.mark.parametrize(
    "entry",
    [
        entry_of(BY_JAQUI, {"roll": (44,)}, secret=True),
        entry_of(BY_JAQUI, {"roll": (44,)}, struck=True),
        entry_of(BY_JAQUI, {}, request=Event("damage", ("9 damage",))),
        entry_of(BY_JAQUI, {}),
        entry_of(BY_JAQUI, {}, "kaiser", KaiserDamage(3, 4)),
        entry_of(structs.replace(BY_JAQUI, character="gone"), {"roll": (44,)}),
    ],
)
def test_other_entries_are_no_roll_for_the_players(entry: Entry) -> None:
    assert players_roll(entry, REVEALED) is None


def test_a_roll_of_somebody_hidden_is_not_shown() -> None:
    assert players_roll(entry_of(BY_LAO, {"roll": (12,)}), HIDDEN) is None
    assert players_roll(entry_of(opposed(LAO, JAQUI), {"a.roll": (12,), "b.roll": (30,)}), HIDDEN) is None


def test_of_a_roll_against_somebody_hidden_the_own_side_is_shown() -> None:
    side = alone(entry_of(opposed(JAQUI, LAO), {"a.roll": (12,), "b.roll": (30,)}), HIDDEN)
    assert (side.name, side.dice, side.target, side.verdict) == ("Jaqui", ("1", "2"), "45", "Success")


def test_of_an_opposed_roll_both_sides_are_shown_and_who_won() -> None:
    shown = players_roll(entry_of(opposed(JAQUI, LAO), {"a.roll": (12,), "b.roll": (31,)}), REVEALED)
    assert shown == PlayersRoll(
        (
            PlayersRollSide(("1", "2"), "Jaqui", "Guns of jaqui", "45", "Success", Grade.SUCCESS),
            PlayersRollSide(("3", "1"), "Masked gunman", verdict="Success", grade=Grade.SUCCESS),
        ),
        "Masked gunman wins",
    )


def test_a_margin_is_not_shown_because_it_tells_the_target() -> None:
    assert alone(entry_of(BY_LAO, {"roll": (60,)}, "ep1")).verdict == "Failure"


def test_the_gms_own_words_are_not_shown_but_the_grade_is() -> None:
    entry = entry_of(BY_LAO, {"roll": (12,)}, override=Override("Lao Qing escapes"))
    assert (alone(entry).verdict, alone(entry).grade) == ("", None)
    graded = entry_of(BY_LAO, {"roll": (12,)}, override=Override("Lao Qing falls", Grade.FAILURE))
    assert alone(graded).verdict == "Failure"


def test_a_roll_of_nobody_has_dice_and_verdict() -> None:
    draft = Draft(ability=Ability(AbilityKind.BARE, "", "", 50))
    assert alone(entry_of(draft, {"roll": (12,)})) == PlayersRollSide(
        ("1", "2"), verdict="Success", grade=Grade.SUCCESS
    )


def test_the_total_of_dice_is_that_of_a_player_only() -> None:
    dice: DiceThrown = {"rolls": (3, 5)}
    assert alone(entry_of(BY_JAQUI, dice, request=DiceSum("2d6+7"))).verdict == "15"
    npcs = alone(entry_of(BY_LAO, dice, request=DiceSum("2d6+7")))
    assert (npcs.dice, npcs.verdict, npcs.grade) == (("3", "5"), "", None)
    damage = entry_of(BY_LAO, dice, request=Ep2Damage("2d6+7", armor=5))
    assert players_roll(damage, REVEALED) is None, "the attack stays in sight"


def test_a_contest_of_kaiser_shows_no_totals() -> None:
    draft = opposed(JAQUI, LAO)
    roll: DiceThrown = {"a.dice": (3, 4), "b.dice": (5, 6)}
    shown = players_roll(entry_of(draft, roll, "kaiser"), REVEALED)
    assert shown is not None
    assert [(one.dice, one.target) for one in shown.sides] == [(("3", "4"), ""), (("5", "6"), "")]
    assert {one.verdict for one in shown.sides} <= {"Success", "Failure"}


def test_the_last_roll_is_the_first_that_may_be_shown() -> None:
    entries = [
        entry_of(BY_LAO, {"roll": (12,)}),
        entry_of(BY_JAQUI, {"roll": (44,)}),
        entry_of(BY_JAQUI, {"roll": (1,)}),
    ]
    shown = last_shown(entries, HIDDEN)
    assert shown is not None
    assert shown.sides[0].dice == ("4", "4")
    assert last_shown(entries[:1], HIDDEN) is None


@pytest.mark.parametrize(
    ("size", "kept"), [((300, 200), (300, 200)), ((4096, 1024), (2048, 512)), ((2048, 2048), (2048, 2048))]
)
def test_a_picture_is_kept_at_up_to_2048_pixels(size: tuple[int, int], kept: tuple[int, int], tmp_path: Path) -> None:
    pictures = Pictures(tmp_path)
    assert pictures.size(pictures.keep(a_picture(*size, "jpeg"))).toTuple() == kept


def test_a_picture_is_painted_to_fit_its_room(tmp_path: Path) -> None:
    pictures = Pictures(tmp_path)
    found = pictures.pixmap(pictures.keep(a_picture(600, 300)), QSize(200, 200), 2.0)
    assert found is not None
    assert (found.size().toTuple(), found.deviceIndependentSize().toTuple()) == ((400, 200), (200.0, 100.0))


def test_a_portrait_can_be_shown_as_it_is(tmp_path: Path) -> None:
    portrait = Portraits(tmp_path).keep(a_picture(600, 300))
    assert Pictures(tmp_path).size(portrait).toTuple() == (256, 128)


@pytest.mark.parametrize("content", [b"no picture", b"\x89PNG\r\n\x1a\n but damaged", b"\xff" * (MOST_BYTES + 1)])
def test_what_is_no_picture_is_refused(content: bytes, tmp_path: Path) -> None:
    with pytest.raises(BadPictureError):
        Pictures(tmp_path).keep(content)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["", "../../etc/passwd", "a" * 64])
def test_where_there_is_no_picture_there_is_none(name: str, tmp_path: Path) -> None:
    pictures = Pictures(tmp_path)
    assert pictures.size(name).isEmpty()
    assert pictures.pixmap(name, QSize(10, 10), 1.0) is None


def test_a_file_that_was_changed_or_is_too_large_is_not_shown(tmp_path: Path) -> None:
    pictures = Pictures(tmp_path)
    picture = pictures.keep(a_picture(30, 30))
    (tmp_path / f"{picture}.png").write_bytes(a_picture(31, 30))
    pictures.forget()
    assert pictures.size(picture).isEmpty()
    (tmp_path / f"{picture}.png").write_bytes(b"0" * (MOST_PICTURE_BYTES + 1))
    pictures.forget()
    assert pictures.size(picture).isEmpty()


def test_the_largest_picture_fits_its_limit() -> None:
    assert LONGEST * LONGEST * 4 < MOST_PICTURE_BYTES
