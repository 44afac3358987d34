"""The finder reads on from the line before; what it kept never differs from what is read anew."""

from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import structs

from gm_desk.core.characters.stat_block import Attack
from gm_desk.core.combat.attack_choices import with_use
from gm_desk.core.drafts.draft import AbilityKind
from gm_desk.core.rules.house import House
from gm_desk.core.scenes.conditions import ActiveCondition
from gm_desk.model.combat.attack_choices import prepare
from gm_desk.model.roll.finder import FinderResults, FinderSearch
from gm_desk.model.roster import edits
from gm_desk.store.rosters.files import write_roster
from model_makers import JAQUI, LAO, MOOK, Table, a_roster, a_table
from thorough import tries

pytestmark = pytest.mark.usefixtures("qapp")
PISTOL = Attack(id="pistol", name="Heavy pistol", skill="Guns", damage="2d10", modes="SA/BF/FA", range="50")
KNIFE = Attack(id="knife", name="Knife", skill="Guns", damage="1d10")
WORDS = (
    *("lao", "mook", "jaqui", "guns", "fray", "heavy", "pistol", "knife", " vs ", " vs mook", " vs jaqui, ", "t"),
    *(", burst", ", full", ", cover", ", a", "im", ", +20", " -10", ", smoke", ", lao", ", mook 1", ", called shot"),
    *(", team 2", " damage 3", " stunned", "2d10", " 45", ","),
)


def armed(folder: Path) -> Table:
    """Return a table of three with the same weapons, of whom one is selected."""
    table, path = a_table(folder), folder / "mars.json"
    roster = a_roster()
    for one in roster.characters:
        roster = roster.with_character(structs.replace(one, attacks=(PISTOL, KNIFE)))
    write_roster(path, roster)
    table.session.start(path)
    table.session.view.select(LAO)
    return table


def wound(table: Table) -> None:
    mook = table.document.existing(MOOK)
    health = structs.replace(mook.health, wounds=mook.health.wounds + 1)
    table.document.change_character(structs.replace(mook, health=health), "wound")


def befall(table: Table) -> None:
    jaqui = table.document.existing(JAQUI)
    conditions = () if jaqui.conditions else (ActiveCondition(id="own", kind="impaired", name="Impaired", level=20),)
    table.document.change_character(structs.replace(jaqui, conditions=conditions), "befall")


def train(table: Table) -> None:
    lao = table.document.existing(LAO)
    skills = tuple(structs.replace(one, rating=one.rating % 90 + 5) for one in lao.skills)
    table.document.change_character(structs.replace(lao, skills=skills), "train")


def rearm(table: Table) -> None:
    lao = table.document.existing(LAO)
    modes = "SS" if lao.attacks[0].modes == PISTOL.modes else PISTOL.modes
    attacks = (structs.replace(PISTOL, modes=modes), KNIFE)
    table.document.change_character(structs.replace(lao, attacks=attacks), "arm")


def choose_mode(table: Table) -> None:
    prepare(table.document, table.drafting, LAO, "pistol")
    use = "SA" if table.drafting.draft.setup.use == "BF-hit" else "BF-hit"
    table.drafting.take(with_use(table.drafting.draft, PISTOL, use, table.document.system))


def set_house(table: Table) -> None:
    edits.set_house(table.document, House(cap=30) if table.document.house.cap != 30 else House())


CHANGES: dict[str, Callable[[Table], object]] = {
    "wound": wound,
    "befall": befall,
    "train": train,
    "rearm": rearm,
    "house": set_house,
    "undo": lambda table: table.document.stack.undo(),
    "modifier": lambda table: table.drafting.modifiers.add("Smoke −30"),
    "skill": lambda table: table.drafting.choose(MOOK, AbilityKind.SKILL, f"{MOOK}-0"),
    "attack": lambda table: prepare(table.document, table.drafting, LAO, "pistol"),
    "mode": choose_mode,
    "strike": lambda table: table.drafting.oppose(LAO),
    "oppose": lambda table: table.drafting.oppose(JAQUI),
    "select": lambda table: table.session.view.select(MOOK if table.session.view.selected == LAO else LAO),
}
LINES = ("lao heavy pistol", "mook heavy pistol vs jaqui", "lao guns vs jaqui, burst", "jaqui knife vs lao", "guns")
STEPS = st.one_of(st.sampled_from(WORDS), st.sampled_from(("<", "<<<<")), st.sampled_from((*CHANGES,)))


def seen(found: FinderResults) -> object:
    return [(row.text, row.odds, row.meaning) for row in found.rows], found.sharp


@given(line=st.sampled_from(LINES), steps=st.lists(STEPS, min_size=3, max_size=14))
@settings(deadline=None, max_examples=tries(100))
def test_a_line_typed_on_means_the_same_as_when_it_is_read_anew(line: str, steps: list[str]) -> None:
    with TemporaryDirectory() as folder:
        table = armed(Path(folder))
        finding = FinderSearch(table.session)
        for step in steps:
            if step in CHANGES:
                CHANGES[step](table)
            typed = [line[: -len(step)]] if step[0] == "<" else [] if step in CHANGES else list(step)
            for letter in typed or [""]:
                line = letter if step[0] == "<" else line + letter
                assert seen(finding.find(line)) == seen(FinderSearch(table.session).find(line)), line
