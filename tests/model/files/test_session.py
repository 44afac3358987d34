"""The session: rosters are opened and saved on a real disk, and reopened as they were left."""

import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import structs

from gm_desk.core.characters.roster import Character, Roster
from gm_desk.core.characters.stat_block import Attack
from gm_desk.core.drafts.draft import AbilityKind, Mode
from gm_desk.core.errors import EmptyNameError
from gm_desk.core.scenes.scene import Fighter, Moment, Scene
from gm_desk.model.files.session import FIRST_NAME
from gm_desk.model.roster import edits
from gm_desk.store.campaign import replacing as log_exchange
from gm_desk.store.campaign.replacing import replacing
from gm_desk.store.disk.places import Places
from gm_desk.store.rosters.files import encode_roster, read_roster, read_sample, write_roster
from gm_desk.store.state import MOST_RECENT, read_state
from makers import a_journal, an_entry
from model_makers import JAQUI, LAO, MOOK, OKORO, TRIAD, ByHand, Table, a_roster, a_table, heard, ring, the

pytestmark = pytest.mark.usefixtures("qapp")

SitDown = Callable[..., Table]


@pytest.fixture
def sit_down(tmp_path: Path) -> Iterator[SitDown]:
    """Set up tables around one data directory, each as a new start of the program, and close their journals."""
    tables: list[Table] = []

    def sit(*rolls: int, root: Path = tmp_path, start: bool = True, path: Path | None = None, **more: Any) -> Table:
        tables.append(a_table(root, *rolls, prefix=f"sitting-{len(tables)}", **more))
        if start:
            tables[-1].session.start(path)
        return tables[-1]

    yield sit
    for table in tables:
        table.log.journal.close()


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    """Save a roster as a file of the user's."""
    path = tmp_path / "mine" / "mars.json"
    write_roster(path, a_roster())
    return path


def everything_in(folder: Path) -> dict[str, bytes]:
    found = (path for path in folder.rglob("*") if path.is_file() and path.parent.name != "locks")
    return {str(path): path.read_bytes() for path in found}


def troubles(table: Table) -> dict[str, str]:
    """Keep the last trouble of each source from now on."""
    last: dict[str, str] = {}
    table.session.trouble_changed.connect(last.__setitem__)
    return last


def test_nothing_lies_on_the_desk_before_the_start(sit_down: SitDown) -> None:
    table = sit_down(start=False)
    assert (table.session.path, table.session.view.selected) == (Path(), "")


def test_a_first_start_opens_an_empty_roster_and_makes_no_file_of_it(sit_down: SitDown, tmp_path: Path) -> None:
    table = sit_down()
    roster = table.document.roster
    assert (roster.name, roster.system, roster.characters, roster.groups) == (FIRST_NAME, "ep2", (), ())
    assert table.session.save()
    assert list(everything_in(tmp_path)) == [str(table.places.state)]


def test_a_first_change_makes_the_file(sit_down: SitDown) -> None:
    table = sit_down()
    edits.add_character(table.document, "")
    ring(table.session)
    (path,) = table.places.rosters.iterdir()
    assert path == table.session.path == table.places.roster(FIRST_NAME, table.document.roster.id)
    assert read_roster(path) == table.document.roster


def test_the_last_roster_is_open_again_at_the_next_start(sit_down: SitDown) -> None:
    first = sit_down()
    edits.add_character(first.document, "")
    edits.rename_roster(first.document, "Mars")
    assert first.session.save()
    again = sit_down()
    assert (again.document.roster, again.session.path) == (first.document.roster, first.session.path)
    assert not again.document.stack.canUndo()


@pytest.mark.parametrize("link", [False, True])
def test_the_roster_that_is_open_is_opened_as_it_is_on_the_screen(
    sit_down: SitDown, saved: Path, tmp_path: Path, link: bool
) -> None:
    table = sit_down(path=saved)
    noticed, troubles = heard(table.session.sharing.noticed), heard(table.session.trouble_changed)
    path = saved
    if link:
        path = tmp_path / "link.json"
        path.symlink_to(saved)
    edits.rename_character(table.document, LAO, "Lao the older")
    assert table.session.open_roster(path)
    assert the(table.document, LAO).name == "Lao the older"
    table.session.sharing.external_changes.look()
    edits.rename_character(table.document, LAO, "Lao the oldest")
    assert table.session.save()
    assert noticed == []
    assert [source for source, trouble in troubles if trouble] == []
    assert read_roster(saved) == table.document.roster


def test_a_roster_that_is_asked_for_is_opened_instead_of_the_last(sit_down: SitDown, saved: Path) -> None:
    sit_down().session.new_roster("Venus")
    table = sit_down(path=saved)
    assert (table.document.roster, table.session.path) == (a_roster(), saved)
    table.session.save()
    assert sit_down().session.path == saved


def test_selection_and_test_are_where_they_were_left(sit_down: SitDown, saved: Path) -> None:
    first = sit_down(path=saved)
    first.session.view.select(LAO)
    first.drafting.choose(LAO, AbilityKind.CHECK, "SOM")
    first.drafting.modifiers.set_difficulty(-20)
    first.drafting.modifiers.add("Smoke −30")
    ring(first.session)
    again = sit_down()
    assert (again.session.view.selected, again.drafting.draft) == (LAO, first.drafting.draft)


def test_opening_a_roster_changes_the_test_once_to_the_one_that_was_left(sit_down: SitDown, saved: Path) -> None:
    first = sit_down(path=saved)
    first.session.view.select(LAO)
    first.drafting.choose(LAO, AbilityKind.CHECK, "SOM")
    ring(first.session)
    again = sit_down(start=False)
    drafted = []
    again.drafting.draft_changed.connect(lambda: drafted.append(again.drafting.draft))
    again.session.start(saved)
    assert drafted == [first.drafting.draft]


def test_a_test_against_whoever_is_selected_is_where_it_was_left(sit_down: SitDown, saved: Path) -> None:
    first = sit_down(path=saved)
    first.session.view.select(LAO)
    first.drafting.choose(LAO, AbilityKind.CHECK, "SOM")
    first.drafting.set_mode(Mode.OPPOSED)
    first.drafting.oppose(MOOK)
    first.drafting.turn_to("b")
    first.session.view.select(JAQUI)
    first.drafting.turn_to("a")
    left = first.drafting.draft
    assert (left.character, left.side("b").character) == (LAO, JAQUI)
    ring(first.session)
    again = sit_down()
    assert (again.session.view.selected, again.drafting.draft) == (JAQUI, left)


def test_each_roster_keeps_its_own_selection_and_test(sit_down: SitDown, saved: Path) -> None:
    table = sit_down(path=saved)
    table.session.view.select(LAO)
    table.drafting.modifiers.add("Smoke −30")
    left = table.drafting.draft
    assert table.session.try_sample()
    assert table.drafting.draft.chips == ()
    assert table.session.view.selected == table.drafting.draft.character == "sample-jaqui"
    assert table.session.open_roster(saved)
    assert (table.session.view.selected, table.drafting.draft) == (LAO, left)


def test_a_test_that_was_left_is_brought_up_to_the_file(sit_down: SitDown, saved: Path) -> None:
    first = sit_down(path=saved)
    first.session.view.select(LAO)
    first.session.save()
    write_roster(saved, a_roster(characters=a_roster().characters[1:]))
    again = sit_down()
    assert (again.session.view.selected, again.drafting.draft.character) == (JAQUI, JAQUI)


def test_whoever_is_shown_first_is_selected_where_nobody_was(sit_down: SitDown, saved: Path) -> None:
    table = sit_down(path=saved)
    assert (table.session.view.selected, table.drafting.draft.name) == (JAQUI, "Jaqui")
    write_roster(saved, a_roster(groups=()))
    table.session.settings.state = read_state(Path("none"))
    assert table.session.open_roster(saved)
    assert table.session.view.selected == LAO


def in_a_fight_of(*people: str) -> Roster:
    """Return a roster with a fight in which the last one of these acts, who has a pistol."""
    pistol = Attack(id="pistol", name="Pistol", skill="Guns", damage="2d10")
    scene = Scene(id="dock", fighters=tuple(Fighter(id=one) for one in people), now=Moment(acting=people[-1:]))
    roster = structs.replace(a_roster(), scenes=(scene,), stage="dock")
    actor = next(one for one in roster.characters if one.id == people[-1])
    return roster.with_character(structs.replace(actor, attacks=(pistol,)))


def test_whoever_acts_is_selected_with_their_usual_attack_where_nobody_was(sit_down: SitDown, saved: Path) -> None:
    write_roster(saved, in_a_fight_of(JAQUI, MOOK))
    table = sit_down(path=saved)
    assert (table.session.view.selected, table.drafting.draft.character, table.drafting.draft.attack) == (
        MOOK,
        MOOK,
        "pistol",
    )


def test_whoever_acts_in_an_imported_roster_is_selected_instead_of_who_was(sit_down: SitDown, saved: Path) -> None:
    write_roster(saved, in_a_fight_of(JAQUI, MOOK))
    table = sit_down(path=saved)
    table.session.view.select(JAQUI)
    assert table.session.open_roster(saved)
    assert table.session.view.selected == JAQUI
    assert table.session.open_roster(saved, imported=True)
    assert (table.session.view.selected, table.drafting.draft.attack) == (MOOK, "pistol")
    table.session.view.select(JAQUI)
    write_roster(saved, a_roster())
    assert table.session.open_roster(saved, imported=True)
    assert table.session.view.selected == JAQUI  # nobody acts


def test_selecting_prepares_the_same_test(sit_down: SitDown, saved: Path) -> None:
    table = sit_down(path=saved)
    table.session.view.select(LAO)
    table.drafting.choose(LAO, AbilityKind.SKILL, f"{LAO}-1")
    table.session.view.select(MOOK)
    assert (table.drafting.draft.name, table.drafting.draft.base) == ("Triad mook 1", 15)
    table.session.view.select(JAQUI)
    assert (table.drafting.draft.name, table.drafting.draft.base) == ("Jaqui", 55)


def test_who_is_selected_is_remembered_when_their_test_was_drafted_already(sit_down: SitDown, saved: Path) -> None:
    table = sit_down(path=saved)
    table.drafting.choose(MOOK, AbilityKind.SKILL, f"{MOOK}-0")
    table.session.view.select(MOOK)
    assert table.session.save()
    assert sit_down().session.view.selected == MOOK


def test_opening_is_told_once_everything_is_in_place(sit_down: SitDown, saved: Path) -> None:
    table = sit_down()
    seen: list[tuple[str, str, Path]] = []
    table.session.roster_opened.connect(
        lambda: seen.append((table.document.roster.name, table.session.view.selected, table.session.path))
    )
    table.session.open_roster(saved)
    assert seen == [("Mars", JAQUI, saved)]


DAMAGED = {
    "cut": (encode_roster(a_roster())[:-200], "line"),
    "id": (encode_roster(a_roster()).replace(b'"id": "mars"', b'"id": 5'), ", id: text is expected"),
    "newer": (encode_roster(a_roster(format=2, system="gurps")), "newer"),
    "empty": (b"", "line 1"),
    "binary": (bytes(range(256)), "UTF-8"),
}


@pytest.mark.parametrize("kind", DAMAGED)
def test_a_last_roster_that_is_damaged_is_named_and_left_as_it_is(sit_down: SitDown, saved: Path, kind: str) -> None:
    damage, place = DAMAGED[kind]
    sit_down(path=saved).session.save()
    saved.write_bytes(damage)
    table = sit_down(start=False)
    trouble = troubles(table)
    table.session.start()
    for part in ("“mars.json” could not be opened", place, "The file was left as it is.", str(saved)):
        assert part in trouble["file"]
    assert (table.document.roster.name, table.document.roster.characters) == (FIRST_NAME, ())
    edits.add_character(table.document, "")
    edits.rename_roster(table.document, "Mars")
    assert table.session.save()
    assert saved.read_bytes() == damage
    assert read_roster(table.session.path) == table.document.roster
    assert saved in [table.places.whole(recent.path) for recent in table.session.settings.state.recent]


def test_a_last_roster_that_is_gone_is_named_and_the_program_starts(sit_down: SitDown, saved: Path) -> None:
    sit_down(path=saved).session.save()
    saved.unlink()
    table = sit_down(start=False)
    trouble = troubles(table)
    table.session.start()
    assert "no such file" in trouble["file"]
    assert table.document.roster.name == FIRST_NAME
    table.session.save()
    assert not saved.exists()


def test_a_roster_that_cannot_be_opened_leaves_the_open_one_on_the_desk(sit_down: SitDown, saved: Path) -> None:
    table = sit_down(path=saved)
    table.drafting.modifiers.add("Smoke −30")
    edits.rename_character(table.document, LAO, "Lao")
    before, draft = table.document.roster, table.drafting.draft
    bad = saved.with_name("bad.json")
    bad.write_text("{")
    trouble, opened = troubles(table), heard(table.session.roster_opened)
    assert not table.session.open_roster(bad)
    assert "“bad.json”" in trouble["file"]
    assert (table.document.roster, table.drafting.draft, table.session.path, opened) == (before, draft, saved, [])
    assert table.document.stack.canUndo()


@pytest.mark.parametrize(
    "open_another",
    [
        lambda table, path: table.session.open_roster(path),
        lambda table, _: table.session.new_roster("Venus"),
        lambda table, _: table.session.try_sample(),
    ],
)
def test_the_trouble_with_a_file_is_over_when_another_is_open(
    sit_down: SitDown, saved: Path, open_another: Callable[[Table, Path], bool]
) -> None:
    table = sit_down()
    trouble = troubles(table)
    table.session.open_roster(saved.with_name("nowhere.json"))
    assert trouble["file"]
    assert open_another(table, saved)
    assert trouble["file"] == ""


def test_a_new_roster_is_a_file_at_once_and_the_latest_of_the_recent(sit_down: SitDown, saved: Path) -> None:
    table = sit_down(path=saved)
    assert table.session.new_roster("  Venus ")
    assert table.document.roster == Roster(id=table.document.roster.id, name="Venus")
    assert read_roster(table.session.path) == table.document.roster
    assert table.session.path.parent == table.places.rosters
    assert [recent.name for recent in table.session.settings.state.recent] == ["Venus", "Mars"]
    assert saved.read_bytes() == encode_roster(a_roster())


def test_a_new_roster_needs_a_name(sit_down: SitDown, saved: Path) -> None:
    table = sit_down(path=saved)
    with pytest.raises(EmptyNameError):
        table.session.new_roster("  ")
    assert table.document.roster == a_roster()


def test_a_sample_is_a_copy_of_ones_own(sit_down: SitDown) -> None:
    table, sample = sit_down(), read_sample("ep2")
    made = []
    for _ in range(2):
        assert table.session.try_sample()
        made.append((table.document.roster.id, table.session.path))
        assert table.document.roster.characters == sample.characters
        edits.remove_characters(table.document, ["sample-jaqui"])
        assert table.session.save()
    assert len({sample.id, made[0][0], made[1][0]}) == 3
    assert [len(read_roster(path).characters) for _, path in made] == [len(sample.characters) - 1] * 2
    assert made[0][1] != made[1][1]
    assert read_sample("ep2") == sample


def test_the_recent_rosters_are_few_newest_first_and_under_the_name_they_have_now(sit_down: SitDown) -> None:
    table = sit_down()
    for number in range(MOST_RECENT + 2):
        table.session.new_roster(f"Roster {number}")
    oldest = table.session.settings.state.recent[-1]
    assert table.session.open_roster(table.places.whole(oldest.path))
    edits.rename_roster(table.document, "Renamed")
    assert table.session.save()
    names = [recent.name for recent in read_state(table.places.state).recent]
    assert names == ["Renamed", *(f"Roster {number}" for number in range(MOST_RECENT + 1, 2, -1))]


def test_undoing_everything_gives_the_same_bytes(sit_down: SitDown, saved: Path) -> None:
    table, before = sit_down(path=saved), saved.read_bytes()
    edits.rename_character(table.document, LAO, "Lao")
    edits.move_characters(table.document, [OKORO], TRIAD, LAO)
    edits.add_skill(table.document, MOOK, "Fray 30")
    assert table.session.save()
    assert saved.read_bytes() != before
    table.document.stack.setIndex(0)
    assert table.session.save()
    assert saved.read_bytes() == before


def test_what_changed_is_saved_before_another_roster_is_opened(sit_down: SitDown, saved: Path) -> None:
    table = sit_down(path=saved)
    edits.rename_character(table.document, LAO, "Lao")
    changed = table.document.roster
    assert table.session.new_roster("Venus")
    assert read_roster(saved) == changed


def test_a_roll_is_in_the_log_of_its_roster_at_the_next_start(sit_down: SitDown, saved: Path) -> None:
    table = sit_down(33, 44, path=saved)
    table.rolling.roll()
    table.session.new_roster("Venus")
    table.lines.load()
    assert table.lines.rowCount() == 0
    table.session.open_roster(saved)
    table.rolling.roll()
    table.session.save()
    again = sit_down()
    again.lines.load()
    assert [logged.entry.dice["roll"] for logged in again.log.page(9)] == [(44,), (33,)]
    assert again.lines.rowCount() == 2


def test_a_desk_that_does_not_keep_writes_nothing_at_all(sit_down: SitDown, saved: Path, tmp_path: Path) -> None:
    first = sit_down(33, path=saved)
    first.rolling.roll()
    first.session.save()
    first.log.journal.close()
    before = everything_in(tmp_path)
    table = sit_down(44, writes=False)
    table.lines.load()
    assert table.lines.rowCount() == 1
    table.session.view.select(MOOK)
    table.drafting.modifiers.add("Smoke −30")
    table.session.settings.set_theme("light")
    edits.rename_character(table.document, LAO, "Lao")
    ring(table.session)
    table.rolling.roll()
    table.session.save()
    table.log.writer.forget()
    assert table.session.try_sample()
    assert table.session.new_roster("Venus")
    table.lines.load()
    table.session.save()
    table.log.journal.close()
    assert everything_in(tmp_path) == before


def test_a_desk_that_does_not_keep_makes_no_data_directory(sit_down: SitDown, tmp_path: Path) -> None:
    table = sit_down(root=tmp_path / "none", writes=False)
    edits.add_character(table.document, "")
    table.lines.load()
    assert table.session.save()
    assert not (tmp_path / "none").exists()


@pytest.fixture
def no_folder(tmp_path: Path) -> Path:
    """Put a file where the data directory should be, so that nobody, not even root, can write there."""
    path = tmp_path / "data"
    path.write_text("not a folder")
    return path


def test_a_data_directory_that_cannot_be_written_is_said_and_nothing_pretends_to_be_saved(
    sit_down: SitDown, no_folder: Path
) -> None:
    table = sit_down(33, root=no_folder, start=False)
    trouble = troubles(table)
    table.session.start()
    ring(table.session)
    assert trouble["state"].startswith(f"Not saved: {Places(no_folder).state} –")
    made = edits.add_character(table.document, "")
    edits.add_skill(table.document, made, "Guns 50")
    table.drafting.select(made)
    ring(table.session)
    table.rolling.roll()
    assert trouble["roster"].startswith(f"Not saved: {table.session.path} –")
    assert trouble["log"].startswith("1 roll is not saved: ")
    assert table.lines.index(0, 7).data() == "Not saved"
    assert not table.session.save()
    assert table.document.roster.characters[0].skills[0].rating == 50
    assert no_folder.read_text() == "not a folder"


def test_once_the_data_directory_can_be_written_everything_is_saved_by_itself(
    sit_down: SitDown, no_folder: Path
) -> None:
    table = sit_down(33, root=no_folder, start=False)
    trouble = troubles(table)
    table.session.start()
    made = edits.add_character(table.document, "")
    edits.add_skill(table.document, made, "Guns 50")
    table.drafting.select(made)
    table.rolling.roll()
    assert not table.session.save()
    no_folder.unlink()
    ring(table.session)
    ring(table.log)
    assert trouble == {"roster": "", "state": "", "log": ""}
    assert read_roster(table.session.path) == table.document.roster
    assert table.lines.index(0, 7).data() == ""
    assert table.session.save()


def test_saving_everything_tries_the_rolls_too(sit_down: SitDown, no_folder: Path) -> None:
    table = sit_down(33, root=no_folder, start=False)
    path = no_folder.with_name("mars.json")
    write_roster(path, a_roster())
    table.session.start(path)
    table.rolling.roll()
    assert not table.session.save()
    no_folder.unlink()
    assert table.session.save()
    assert len(table.log.page(9)) == 1
    assert table.log.writer.unsaved == 0


@pytest.mark.parametrize(
    "leave",
    [
        lambda session, path: session.open_roster(path),
        lambda session, _: session.new_roster("Venus"),
        lambda session, _: session.try_sample(),
    ],
)
@pytest.mark.parametrize("unsaved", ["roster", "roll"])
def test_a_roster_is_not_put_away_before_it_and_its_rolls_are_saved(
    sit_down: SitDown, tmp_path: Path, no_folder: Path, leave: Any, unsaved: str
) -> None:
    here, there = tmp_path / "mars.json", tmp_path / "venus.json"
    write_roster(here, a_roster())
    write_roster(there, a_roster(id="venus", name="Venus"))
    table = sit_down(33, root=no_folder, path=here)
    if unsaved == "roster":
        here.unlink()
        here.mkdir()
        edits.rename_character(table.document, LAO, "Lao")
    else:
        table.rolling.roll()
    roster, trouble = table.document.roster, troubles(table)
    assert not leave(table.session, there)
    assert (table.document.roster, table.session.path) == (roster, here)
    assert trouble["roster" if unsaved == "roster" else "log"]
    assert not table.session.save()


def test_what_cannot_be_saved_can_be_given_up(sit_down: SitDown, no_folder: Path) -> None:
    table = sit_down(33, root=no_folder)
    made = edits.add_character(table.document, "")
    edits.add_skill(table.document, made, "Guns 50")
    table.drafting.select(made)
    table.rolling.roll()
    assert not table.session.save()
    trouble = troubles(table)
    table.session.give_up()
    assert (trouble["roster"], trouble["log"]) == ("", "")
    assert table.session.save()
    assert table.session.new_roster("Venus")


def test_a_folder_that_is_gone_is_said_and_not_made_anew_and_saving_goes_on_when_it_is_back(
    sit_down: SitDown, saved: Path
) -> None:
    table = sit_down(path=saved)
    trouble, away = troubles(table), saved.parent.with_name("unplugged")
    saved.parent.rename(away)
    edits.rename_character(table.document, LAO, "Lao")
    assert not table.session.save()
    assert trouble["roster"] == f"Not saved: {saved} – the folder is gone. GM Desk keeps trying."
    assert not saved.parent.exists()
    away.rename(saved.parent)
    ring(table.session)
    assert trouble["roster"] == ""
    assert read_roster(saved) == table.document.roster


def test_a_data_directory_that_is_gone_is_not_made_anew(sit_down: SitDown, tmp_path: Path) -> None:
    table = sit_down(root=tmp_path / "data")
    edits.add_character(table.document, "")
    assert table.session.save()
    trouble, away = troubles(table), tmp_path / "unplugged"
    (tmp_path / "data").rename(away)
    edits.add_character(table.document, "")
    table.session.settings.set_theme("light")
    assert not table.session.save()
    assert all("the folder is gone" in trouble[source] for source in ("roster", "state"))
    assert not (tmp_path / "data").exists()
    away.rename(tmp_path / "data")
    assert table.session.save()
    assert (trouble["roster"], trouble["state"]) == ("", "")


def test_the_roster_is_saved_as_it_was_when_the_write_began_and_then_as_it_is(tmp_path: Path) -> None:
    runner = ByHand()
    table = a_table(tmp_path, runner=runner)
    table.session.start()
    edits.add_character(table.document, "")
    ring(table.session)
    first = table.document.roster
    edits.add_character(table.document, "")
    while runner.waiting:
        runner.go_on()
    assert read_roster(table.session.path) == first
    assert table.session.save()
    assert read_roster(table.session.path) == table.document.roster
    table.log.journal.close()


# --- Imports that were interrupted -----------------------------------------------------------------------------------


class KilledError(BaseException):
    """The program is no more."""


def killed_in_an_import(places: Places, monkeypatch: pytest.MonkeyPatch, roster: Roster) -> Path:
    """Save a roster with a roll, and be killed when its log has been replaced and the roster has not."""
    path, log = places.roster(roster.name, roster.id), places.journal(roster.id)
    write_roster(path, roster)
    with a_journal(log, [an_entry()]):
        pass
    with monkeypatch.context() as patched, suppress(KilledError), replacing(log, path, b"{}", None):
        log.unlink()
        patched.setattr(log_exchange, "settle", lambda _: None)
        raise KilledError
    return path


def test_an_import_that_was_interrupted_is_undone_at_the_next_start_and_told(
    sit_down: SitDown, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    killed_in_an_import(Places(tmp_path), monkeypatch, a_roster())
    table = sit_down(start=False)
    said = troubles(table)
    table.session.start()
    assert said["campaign"] == (
        "GM Desk ended while a campaign was being imported as “mars-mars.json”. The import was undone: roster and log "
        "are as they were before. Import the campaign again."
    )
    table.session.open_roster(table.places.roster("Mars", "mars"))
    assert [one.entry.id for one in table.log.page(9)] == ["roll-1"]
    assert not table.document.read_only


def test_a_roster_whose_import_cannot_be_undone_yet_can_only_be_read(
    sit_down: SitDown, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = killed_in_an_import(Places(tmp_path), monkeypatch, a_roster())
    replace = os.replace

    def refused(source: Path, target: Path) -> None:
        if str(target).endswith(".sqlite"):
            raise OSError(5, "Input/output error")
        replace(source, target)

    table = sit_down(start=False)
    said = troubles(table)
    with monkeypatch.context() as patched:
        patched.setattr(os, "replace", refused)
        table.session.start(path)
    assert "neither completed nor undone: the disk reports an error of its own" in said["campaign"]
    assert "import of a campaign over it has not finished" in table.document.read_only
    table.session.open_roster(path)
    assert (table.document.read_only, "was undone" in said["campaign"]) == ("", True)


def test_a_desk_that_does_not_keep_settles_nothing(
    sit_down: SitDown, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = killed_in_an_import(Places(tmp_path), monkeypatch, a_roster())
    before = everything_in(tmp_path)
    sit_down(path=path, writes=False)
    assert everything_in(tmp_path) == before


def test_a_save_decodes_only_who_has_changed_since_the_last_one(
    sit_down: SitDown, saved: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = sit_down(path=saved)
    decoded: list[str] = []
    decode = msgspec.json.decode

    def counting(content: bytes, **how: Any) -> Any:
        value = decode(content, **how)
        if type(value) in {Character, Roster}:
            decoded.append(value.name)
        return value

    monkeypatch.setattr(msgspec.json, "decode", counting)
    for changed in (JAQUI, LAO, LAO):
        decoded.clear()
        one = table.document.existing(changed)
        table.document.change_character(structs.replace(one, notes=f"{one.notes}more"), "note")
        assert table.session.save()
    assert decoded == ["Lao Qing"]
    assert read_roster(saved) == table.document.roster
