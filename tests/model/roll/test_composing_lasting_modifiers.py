"""Modifiers that describe the situation of whoever rolls, and are remembered for them until the scene ends."""

import pytest
from msgspec import structs

from gm_desk.core.characters.roster import Roster
from gm_desk.core.characters.stat_block import Attack, Specialisation
from gm_desk.core.combat.modifiers import all_modifiers, modifier_chip, own_modifier, with_modifier
from gm_desk.core.drafts.chips import suggested
from gm_desk.core.drafts.draft import AbilityKind
from gm_desk.model.combat.attack_choices import prepare
from gm_desk.store.shipped import load_system
from group_makers import Arrangement
from model_makers import EP2, JAQUI, LAO, MOOK, a_document, a_roster

pytestmark = pytest.mark.usefixtures("qapp")

PISTOL = Attack(id="pistol", name="Pistol", skill="Guns", damage="2d10", modes="SA", range="50")
CLUB = Attack(id="club", name="Club", skill="Melee", rating=50, damage="1d10")
COVERED, CALLED, UNDER = "Attacker behind cover", "Called shot", "Sustaining a sleight"


def armed() -> Roster:
    roster = a_roster()
    for one in (LAO, MOOK):
        armed = roster.character(one)
        assert armed
        roster = roster.with_character(structs.replace(armed, attacks=(PISTOL, CLUB)))
    return roster


class Fight(Arrangement):
    """Lao and a mook with a pistol and a club, against Jaqui."""

    def __init__(self, *rolls: int, roster: Roster | None = None) -> None:
        super().__init__(*rolls, document=a_document(roster or armed()))

    def attacks(self, who: str, attack: str = "pistol") -> None:
        self.drafting.oppose(JAQUI)
        prepare(self.document, self.drafting, who, attack)

    def adds(self, *names: str) -> None:
        listed = all_modifiers(EP2, self.document.roster.modifiers)
        for name in names:
            chip = modifier_chip(next(one for one in listed if one.name == name))
            self.drafting.put(self.drafting.side.with_chip(chip))

    @property
    def shown(self) -> list[str]:
        return [chip.label for chip in self.drafting.draft.chips if not chip.struck]


def test_what_describes_the_attacker_stays_after_the_roll_and_what_describes_the_shot_goes() -> None:
    fight = Fight(30, 90, 30, 90)
    fight.attacks(LAO)
    fight.adds(COVERED, CALLED)
    fight.rolling.roll()
    assert fight.shown == [COVERED]
    fight.rolling.roll()
    assert fight.shown == [COVERED]


def test_it_is_remembered_for_its_attacker_while_others_act() -> None:
    fight = Fight(*[30, 90] * 3)
    fight.attacks(LAO)
    fight.adds(COVERED)
    fight.rolling.roll()
    fight.attacks(MOOK)
    assert fight.shown == []
    fight.rolling.roll()
    fight.attacks(LAO)
    assert fight.shown == [COVERED]
    fight.drafting.select(MOOK)
    assert fight.shown == []
    fight.drafting.select(LAO)
    assert fight.shown == [COVERED]


def test_it_counts_only_where_it_fits_and_is_kept_meanwhile() -> None:
    fight = Fight()
    fight.attacks(LAO)
    fight.adds(COVERED, UNDER)
    fight.attacks(LAO, "club")
    assert fight.shown == [UNDER]
    fight.drafting.choose(LAO, AbilityKind.CHECK, "SOM")
    assert fight.shown == [UNDER]
    fight.attacks(LAO)
    assert fight.shown == [COVERED, UNDER]


def test_one_that_is_removed_is_forgotten_and_one_that_is_struck_counts_again_after_the_roll() -> None:
    fight = Fight(30, 90)
    fight.attacks(LAO)
    fight.adds(COVERED, UNDER)
    chips = {chip.label: chip for chip in fight.drafting.draft.chips}
    fight.drafting.modifiers.remove(chips[COVERED])
    fight.drafting.put(fight.drafting.side.with_chip(structs.replace(chips[UNDER], struck=True)))
    assert fight.shown == []
    fight.rolling.roll()
    assert fight.shown == [UNDER]
    fight.attacks(MOOK)
    fight.attacks(LAO)
    assert fight.shown == [UNDER]


def test_a_specialisation_is_remembered_for_its_weapon() -> None:
    roster, rifle = armed(), structs.replace(PISTOL, id="rifle", name="Carbine")
    lao = roster.character(LAO)
    assert lao is not None
    guns = structs.replace(lao.skills[0], name="Guns", specialisations=(Specialisation(name="Carbines"),))
    roster = roster.with_character(structs.replace(lao, skills=(guns,), attacks=(PISTOL, rifle, CLUB)))
    fight = Fight(*[30, 90] * 3, roster=roster)
    fight.attacks(LAO, "rifle")
    (special,) = suggested(fight.drafting.draft, fight.document.character(LAO), 0, EP2)
    fight.drafting.put(fight.drafting.side.with_chip(special))
    fight.rolling.roll()
    assert fight.shown == ["Carbines"]
    fight.attacks(LAO)
    assert fight.shown == [], "another weapon"
    fight.attacks(MOOK)
    assert fight.shown == []
    fight.rolling.roll()
    fight.attacks(LAO, "rifle")
    assert fight.shown == ["Carbines"]
    fight.drafting.choose(LAO, AbilityKind.CHECK, "SOM")
    assert fight.shown == []
    fight.attacks(LAO, "rifle")
    fight.drafting.modifiers.remove(fight.drafting.draft.chips[-1])
    fight.attacks(MOOK)
    fight.attacks(LAO, "rifle")
    assert fight.shown == []


def test_what_belongs_to_a_weapon_is_remembered_for_that_and_not_for_another() -> None:
    rifle = structs.replace(PISTOL, id="rifle", name="Rifle")
    roster = armed()
    lao = roster.character(LAO)
    assert lao
    roster = roster.with_character(structs.replace(lao, attacks=(PISTOL, rifle)))
    fight = Fight(*[30, 90] * 3, roster=roster)
    fight.attacks(LAO)
    fight.adds("No smartlink or laser sight", COVERED)
    fight.rolling.roll()
    assert fight.shown == ["No smartlink or laser sight", COVERED]
    fight.attacks(LAO, "rifle")
    assert fight.shown == [COVERED]
    fight.rolling.roll()
    fight.attacks(LAO)
    assert sorted(fight.shown) == [COVERED, "No smartlink or laser sight"]
    fight.drafting.choose(LAO, AbilityKind.SKILL, "guns")
    assert "No smartlink or laser sight" not in fight.shown


def test_a_new_scene_forgets_it_for_everybody() -> None:
    fight = Fight()
    for who in (LAO, MOOK):
        fight.attacks(who)
        fight.adds(COVERED)
    fight.drafting.new_scene()
    for who in (LAO, MOOK):
        fight.attacks(who)
        assert fight.shown == []


def test_undoing_a_roll_keeps_what_was_remembered_since() -> None:
    fight = Fight(30, 90)
    fight.attacks(LAO)
    fight.rolling.roll()
    fight.attacks(MOOK)
    fight.adds(COVERED)
    fight.document.stack.undo()
    fight.attacks(LAO)
    fight.attacks(MOOK)
    assert fight.shown == [COVERED]


def test_one_of_the_rosters_own_is_remembered_if_it_says_so() -> None:
    own = structs.replace(own_modifier(EP2.combat.modifiers[0]), id="own", name="On the roof", steps=False)
    roster = with_modifier(armed(), structs.replace(own, lasting=True), EP2)
    fight = Fight(30, 90, roster=roster)
    fight.attacks(LAO)
    fight.adds("On the roof")
    fight.rolling.roll()
    assert fight.shown == ["On the roof"]


def test_only_modifiers_of_the_attacker_are_lasting() -> None:
    for system in ("ep1", "ep2"):
        lasting = [one for one in load_system(system).combat.modifiers if one.lasting]
        assert COVERED in {one.name for one in lasting}
        assert not any("target" in one.name.casefold() or one.theirs for one in lasting)
