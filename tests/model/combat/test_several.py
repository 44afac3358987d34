"""One roll against several: rolled once, logged in one line, applied in one step, and taken back."""

from typing import Any

import pytest
from msgspec import structs
from PySide6.QtCore import Qt

from gm_desk.core.characters.roster import Character, Group, Roster, Skill
from gm_desk.core.characters.stat_block import Armor, Attack, Points
from gm_desk.core.combat.attack_choices import with_use
from gm_desk.core.combat.targets import PointSpent
from gm_desk.core.drafts.draft import AbilityKind, Chip, Origin
from gm_desk.core.errors import BadRollError, RulesError, TooManyTargetsError
from gm_desk.core.rules.health import Health
from gm_desk.core.rules.outcomes import KaiserOutcome
from gm_desk.core.scenes.scene import Fighter, Moment, Scene
from gm_desk.model.combat.acting_side import LastTests
from gm_desk.model.combat.attack_choices import prepare
from gm_desk.model.combat.damage import DamageRoll
from gm_desk.model.combat.several_roll import SeveralRoll
from gm_desk.model.combat.several_text import come_to_in_words
from gm_desk.model.combat.target_table import CHOICES, TargetColumn, TargetTable
from gm_desk.model.log.cells import LogColumn, line_of, spoken
from gm_desk.model.log.entries import LogEntry
from gm_desk.model.log.entry_text import in_one_line, log_row_of
from gm_desk.model.log.rejudging import make, undo_choices
from gm_desk.model.log.roll_log import RollLog
from gm_desk.model.roll.composing import Drafting
from gm_desk.model.roll.rolling import Rolling
from gm_desk.model.roster.document import RosterDocument
from gm_desk.model.scene import scene_edits
from gm_desk.store.journal.entries import Entry
from gm_desk.store.journal.rows import fits
from gm_desk.store.shipped import load_system
from model_makers import Clock, FakeJournal, ScriptedDice, counted

pytestmark = pytest.mark.usefixtures("qapp")

FRAG = Attack(
    id="frag", name="Frag grenade", skill="Athletics", damage="3d10+6", area="blast", ammo=Points(now=2, max=2)
)
RIFLE = Attack(id="rifle", name="Rifle", skill="Guns", damage="2d10", modes="SA/BF")
SWORD = Attack(id="sword", name="Sword", skill="Strike", damage="6")
TORCH = structs.replace(FRAG, id="torch", name="Torch", area="cone")
ABILITIES = {"Athletics": 60, "Guns": 60, "Infiltrate": 60, "Strike": 9, "Throwing Weapons": 60}


def skilled(name: str, skills: dict[str, int], **more: Any) -> Character:
    found = tuple(Skill(id=f"{name}-{one}", name=one, rating=rating) for one, rating in skills.items())
    return Character(id=name.casefold(), name=name, skills=found, **more)


def guard(name: str) -> Character:
    return skilled(
        name,
        {"Fray": 50, "Perceive": 40, "Block": 4},
        stats={"DUR": 35, "WT": 7, "DR": 53},
        armor=(Armor(values={"energy": 2, "kinetic": 4}),),
    )


class Field:
    """Eva, with a grenade, against three guards."""

    def __init__(self, *rolls: int, system: str = "ep2", attack: str = "frag", guards: int = 3) -> None:
        eva = skilled("Eva", ABILITIES, attacks=(FRAG, RIFLE, SWORD, TORCH))
        names = [f"Guard {place}" for place in range(1, guards + 1)]
        roster = Roster(id="mars", name="Mars", system=system, characters=(eva, *map(guard, names)))
        self.document = RosterDocument(roster, load_system(system), counted())
        self.drafting = Drafting(self.document)
        self.journal = FakeJournal()
        self.log = RollLog(lambda _: self.journal, counted("roll"), Clock())
        self.log.open("mars", system)
        self.rolling = Rolling(self.document, self.drafting, lambda: self.log, ScriptedDice(*rolls))
        self.damage = DamageRoll(self.document, self.rolling)
        self.acting = LastTests(self.document, self.drafting)
        if attack:
            prepare(self.document, self.drafting, "eva", attack)
        else:
            self.drafting.choose("eva", AbilityKind.SKILL, "Eva-Infiltrate")
        self.guards = tuple(one.casefold() for one in names)
        self.several = SeveralRoll(self.document, self.rolling, self.drafting.draft)
        self.several.targets.add(self.guards)
        self.table = TargetTable(self.document, self.several.targets)

    @property
    def entries(self) -> list[Entry]:
        return [logged.entry for logged in self.log.page(99)]

    @property
    def lines(self) -> list[str]:
        """The log, newest first: what was rolled, and the note."""
        return [" | ".join(part for part in _cells(entry) if part) for entry in self.entries if not entry.struck]

    def hurt(self) -> list[tuple[int, int]]:
        found = (self.document.existing(one).health for one in self.guards)
        return [(one.damage, one.wounds) for one in found]

    def cells(self, column: TargetColumn) -> list[str]:
        return [self.table.index(row, column).data() for row in range(self.table.rowCount())]

    def types(self, row: int, column: TargetColumn, value: object) -> bool:
        return self.table.setData(self.table.index(row, column), value)


def mode_of(several: SeveralRoll) -> str:
    return several.targets.side.mode(several.targets.value.draft, len(several.targets.ids))


def spend_point(several: SeveralRoll, point: PointSpent) -> None:
    several.targets.become(structs.replace(several.targets.value, point=point))


def _cells(entry: Entry) -> tuple[str, str]:
    line = line_of(LogEntry(entry, saved=True))
    return line.cells[LogColumn.WHAT], line.cells[LogColumn.NOTE]


def test_a_grenade_is_rolled_once_and_logged_in_one_line_and_its_damage_in_another() -> None:
    field = Field(45, 20, 60, 70, 5, 5, 5)
    assert field.several.roll()
    assert field.entries[0].dice == {"roll": (45,)}
    assert field.lines == [
        "Frag grenade vs 3 targets | Hits Guard 1 (20 under 25), Guard 2 (60 over 25), Guard 3 (70 over 25)"
    ]
    field.several.damage.roll()
    assert field.several.apply()
    assert field.hurt() == [(17, 2)] * 3
    assert field.lines[0] == (
        "Frag grenade, 3 targets, centre | "
        "17, 17, 17 damage: Guard 1 (2 wounds), Guard 2 (2 wounds), Guard 3 (2 wounds)"
    )
    assert field.entries[0].dice == {"rolls": (5, 5, 5)}
    assert all(fits(entry) for entry in field.entries)


def test_dice_of_damage_are_typed_only_where_they_were_whatever_the_roll() -> None:
    typed = Field(20, 60, 70, 5, 5, 5)
    typed.several.type_own("45")
    assert typed.several.roll()
    typed.several.damage.roll()
    assert typed.several.apply()
    assert [entry.by_hand for entry in typed.entries] == [False, True]
    rolled = Field(45, 20, 60, 70)
    assert rolled.several.roll()
    rolled.several.damage.type("5 5 5")
    assert rolled.several.apply()
    assert [entry.by_hand for entry in rolled.entries] == [True, False]


def test_the_table_of_targets_keeps_qts_rules(qtmodeltester: Any) -> None:
    field = Field(45, 20, 60, 70, 5, 5, 5)
    qtmodeltester.check(field.table)
    field.several.roll()
    field.several.damage.roll()
    field.several.apply()
    field.document.stack.undo()
    qtmodeltester.check(field.table)


def test_all_of_it_is_undone_in_two_steps_the_damage_and_the_roll() -> None:
    field = Field(45, 20, 60, 70, 5, 5, 5)
    field.several.roll()
    field.several.damage.roll()
    field.several.apply()
    before = field.document.roster
    field.document.stack.undo()
    assert field.hurt() == [(0, 0)] * 3
    assert [entry.struck for entry in field.entries] == [True, False]
    field.document.stack.undo()
    assert field.document.existing("eva").attacks[0].ammo == Points(now=2, max=2)
    assert [entry.struck for entry in field.entries] == [True, True]
    field.document.stack.redo()
    field.document.stack.redo()
    assert field.document.roster == before
    assert [entry.struck for entry in field.entries] == [False, False]


def test_the_damage_of_all_can_be_taken_back_from_the_log() -> None:
    field = Field(45, 20, 60, 70, 5, 5, 5)
    field.several.roll()
    field.several.damage.roll()
    field.several.apply()
    thrown = field.entries[1]
    [undoing] = undo_choices(thrown, field.log, field.document.roster)
    assert undoing.text == "Undo damage: 3 characters"
    make(undoing, field.rolling.recent)
    assert field.hurt() == [(0, 0)] * 3
    assert undo_choices(thrown, field.log, field.document.roster) == []


def test_one_shot_is_fired_and_f4_offers_no_damage_of_a_single_hit() -> None:
    field = Field(45, 20, 60, 70)
    field.several.roll()
    assert field.document.existing("eva").attacks[0].ammo == Points(now=1, max=2)
    assert (field.rolling.recent.last, field.damage.hit) == (field.entries[0], None)


def test_a_secret_roll_keeps_its_damage_secret() -> None:
    field = Field(45, 20, 60, 70, 5, 5, 5)
    field.rolling.secrecy.set_secret(True)
    field.several.roll()
    field.several.damage.roll()
    field.several.apply()
    assert [entry.secret for entry in field.entries] == [True, True]
    assert not field.rolling.secrecy.secret


def test_a_sneaker_rolls_once_past_three_guards_and_nothing_is_to_apply() -> None:
    field = Field(35, 12, 38, 90, attack="")
    field.several.roll()
    assert field.lines == [
        (
            "Infiltrate vs 3 opponents | Wins against Guard 1 (12 under 40), Guard 3 (90 over 40);"
            " loses to Guard 2 (38 under 40)"
        )
    ]
    assert field.cells(TargetColumn.VERDICT) == ["loses", "wins", "loses"]
    assert (field.several.damage.hurts, field.several.damage.expression) == (False, "")
    assert TargetColumn.DAMAGE not in field.table.shown
    assert field.several.apply()
    assert len(field.entries) == 1


def test_each_target_of_a_burst_has_dice_of_its_own_and_the_log_has_no_dice() -> None:
    field = Field(45, 60, 24, 9, 9, 3, 4, attack="rifle", guards=2)
    field.several.roll()
    field.several.damage.roll()
    assert field.cells(TargetColumn.DAMAGE) == ["18", "7"]
    field.several.apply()
    assert field.lines[0] == "Rifle, 2 targets | 14, 3 damage: Guard 1 (2 wounds), Guard 2"
    shared = Field(45, 60, 24, 9, 9, attack="rifle", guards=2)
    shared.several.damage.roll_apart(apart=False)
    shared.several.roll()
    shared.several.damage.roll()
    assert shared.cells(TargetColumn.DAMAGE) == ["18", "18"]


@pytest.mark.parametrize("apart", [True, False])
def test_a_superior_result_spent_after_the_damage_adds_a_die_to_those_rolled(*, apart: bool) -> None:
    field = Field(45, 60, 24, 9, 9, *([3, 4, 5, 6] if apart else [5]), attack="rifle", guards=2)
    field.several.damage.roll_apart(apart=apart)
    field.several.roll()
    field.several.damage.roll()
    field.several.damage.spend()
    assert field.several.damage.expression == "2d10 + 1d6"
    field.several.damage.roll()
    assert field.cells(TargetColumn.DAMAGE) == (["23", "13"] if apart else ["23", "23"])


def test_kaisers_roll_says_how_many_it_hit_instead_of_a_success_against_nothing() -> None:
    field = Field(2, 4, 1, 2, 6, 5, system="kaiser", attack="sword", guards=2)
    field.several.roll()
    entry = field.entries[0]
    assert (entry.verdict.success, line_of(LogEntry(entry, saved=True)).cells[LogColumn.VERDICT]) == (
        None,
        "✎ 1 of 2 hit",
    )
    assert entry.note == "hits Guard 1 (7); misses Guard 2 (15)"
    field.several.apply()
    assert field.lines[0] == "Sword, 2 targets | 24, 0 damage: Guard 1, Guard 2"


def test_a_kaiser_total_is_compared_with_several_and_with_no_difficulty() -> None:
    field = Field(2, 4, 1, 2, 6, 5, system="kaiser", attack="sword", guards=2)
    field.several.roll()
    line = line_of(LogEntry(field.entries[0], saved=True))
    assert (line.cells[LogColumn.TARGET], line.past) == ("15", ()), "nor is there a verdict by the dice alone"


def test_the_table_names_the_disadvantage_with_which_a_target_defends() -> None:
    field = Field(system="kaiser", attack="sword", guards=2)
    prone = Chip("prone", 0, "Prone", disadvantage=2)
    target = field.several.targets.value.targets[0]
    field.several.targets.set_target(0, structs.replace(target, side=target.side.with_chip(prone)))
    assert field.cells(TargetColumn.NET) == ["D2", ""]
    assert field.table.index(0, TargetColumn.NET).data(Qt.ItemDataRole.EditRole) == ""


def test_the_dice_of_kaisers_fumble_against_several_count_as_they_were_compared() -> None:
    field = Field(1, 1, 3, 4, 1, 2, 6, 5, system="kaiser", attack="sword", guards=2)
    field.several.roll()
    assert field.several.targets.value.dice["a.fumble"] == (3, 4)
    logged = line_of(LogEntry(field.entries[0], saved=True)).cells[LogColumn.TARGET]
    results = [row.result for row in field.several.targets.rows]
    totals = {one.a.total for one in results if isinstance(one, KaiserOutcome)}
    assert totals == {int(logged)}


def test_a_hit_costs_no_action_point_of_who_is_out_already() -> None:
    field = Field(6, 5, 1, 2, 1, 3, system="kaiser", attack="sword", guards=2)
    people = ("eva", *field.guards)
    numbers = {"INIT": 10, "AP": 6, "LP": 20}
    able = tuple(structs.replace(field.document.existing(one), stats=numbers) for one in people)
    out = structs.replace(able[2], health=Health(damage=20))
    field.document.change(structs.replace(field.document.roster, characters=(*able[:2], out)), "hurt one")
    begin_fight(field.document)
    field.several.roll()
    assert field.several.damage.losing == ["guard 1"]


@pytest.mark.parametrize("costs", [True, False])
def test_each_hit_of_kaiser_costs_the_defender_an_action_point_even_without_damage(*, costs: bool) -> None:
    field = Field(6, 5, 1, 2, 6, 5, 6, 6, 6, 5, system="kaiser", attack="sword", guards=3)
    people = ("eva", *field.guards)
    numbers = {"INIT": 10, "AP": 6, "ABS": 50}
    armored = tuple(structs.replace(field.document.existing(one), stats=numbers) for one in people)
    field.document.change(structs.replace(field.document.roster, characters=armored), "arm them")
    begin_fight(field.document)
    field.several.roll()
    assert [row.hit for row in field.several.targets.rows] == ["hit", "hit", "miss"]
    assert field.several.damage.losing == ["guard 1", "guard 2"]
    targets = field.several.targets
    targets.become(structs.replace(targets.value, costs_points=costs))
    field.several.apply()
    scene = field.document.roster.on_stage
    assert scene is not None
    assert scene.now is not None
    assert dict(scene.now.spent) == ({"guard 1": 1, "guard 2": 1} if costs else {})
    assert field.entries[-1].note.endswith("; Guard 1, Guard 2 lost an action point") is costs
    field.document.stack.undo()
    scene = field.document.roster.on_stage
    assert scene is not None
    assert scene.now is not None
    assert not scene.now.spent


def begin_fight(document: RosterDocument) -> None:
    """Put everybody into a scene whose fight has begun."""
    ids = [one.id for one in document.roster.characters]
    now = Moment(throws=dict.fromkeys(ids, 7))
    scene = Scene(id="bridge", fighters=tuple(Fighter(id=one) for one in ids), now=now)
    document.change(structs.replace(document.roster, scenes=(scene,), stage=scene.id), "begin")


def test_only_damage_with_dice_can_have_dice_for_each() -> None:
    assert Field().several.damage.has_dice
    assert not Field(system="kaiser", attack="sword").several.damage.has_dice


def test_typed_dice_stand_and_impossible_ones_are_refused() -> None:
    field = Field(45, 60, 70)
    assert field.types(1, TargetColumn.DICE, "7")
    with pytest.raises(BadRollError, match="107"):
        field.table.check(0, TargetColumn.DICE, "107")
    assert not field.types(0, TargetColumn.DICE, "107")
    field.several.roll()
    assert field.cells(TargetColumn.DICE) == ["60", "07", "70"]
    with pytest.raises(BadRollError):
        field.several.damage.type("5 5 12")
    field.several.damage.type("1 2 3")
    assert field.cells(TargetColumn.DAMAGE) == ["12"] * 3


@pytest.mark.parametrize(
    ("column", "text"),
    [
        (TargetColumn.WHERE, "-3"),
        (TargetColumn.DAMAGE, "many"),
        (TargetColumn.ARMOR, "1000"),
        (TargetColumn.NET, "+13"),
    ],
)
def test_a_number_that_cannot_be_is_refused_with_the_reason(column: TargetColumn, text: str) -> None:
    field = Field(45, 20, 60, 70, 5, 5, 5)
    with pytest.raises(RulesError):
        field.table.check(0, column, text)
    assert not field.types(0, column, text)


def test_everything_about_a_target_can_be_changed() -> None:
    field = Field(45, 20, 60, 70, 5, 5, 5)
    field.types(0, TargetColumn.WHERE, "2 m")
    field.types(0, TargetColumn.NET, "+30")
    assert field.cells(TargetColumn.NET) == ["+30", "", ""]
    field.several.roll()
    field.several.damage.roll()
    field.types(1, TargetColumn.HIT, "miss")
    field.types(2, TargetColumn.DAMAGE, "40")
    field.types(2, TargetColumn.ARMOR, "0")
    assert field.cells(TargetColumn.THROUGH) == ["13", "", "40"]
    assert field.cells(TargetColumn.HIT) == ["Hit", "✎ Miss", "Hit"]
    field.several.apply()
    assert field.hurt() == [(13, 1), (0, 0), (40, 5)]
    assert field.lines[0].startswith("Frag grenade, 3 targets, 0 to 2 m | 13, 0, 40 damage")
    assert "misses Guard 2 (60 over 25)" in field.lines[1]
    field.document.stack.undo()
    assert "misses" not in field.lines[0]


def test_a_target_without_a_defence_is_hit_by_a_success() -> None:
    field = Field(45, 60, 70, 5, 5, 5)
    choices = field.table.index(0, TargetColumn.DEFENCE).data(CHOICES)
    assert choices[0][0] == "Fray ÷ 2 = 25"
    assert field.types(0, TargetColumn.DEFENCE, choices[-1][1])
    field.several.roll()
    assert field.cells(TargetColumn.HIT) == ["Hit"] * 3
    assert field.cells(TargetColumn.DEFENCE)[0] == "no defence"


def test_one_at_the_edge_who_defends_takes_nothing() -> None:
    field = Field(20, 22, 60, 22, 5, 5, 5)
    field.types(0, TargetColumn.HIT, "sheltered")
    field.several.roll()
    assert field.cells(TargetColumn.HIT) == ["Miss, at the edge", "Hit", "Half"]


def test_a_cone_has_dice_of_its_own_for_who_stands_close() -> None:
    field = Field(45, 60, 60, 60, 5, 5, 5, 8, attack="torch")
    field.types(0, TargetColumn.WHERE, "close")
    field.several.roll()
    assert field.several.damage.expression == "3d10 + 6 + 1d10"
    field.several.damage.roll()
    assert field.cells(TargetColumn.DAMAGE) == ["29", "21", "21"]
    assert field.cells(TargetColumn.WHERE) == ["up close", "in range", "in range"]


def test_who_steps_into_a_cone_after_the_damage_has_none_of_its_dice_read_as_others() -> None:
    field = Field(45, 60, 60, 60, *[5, 5, 5, 6] * 3, 1, 2, 3, 4, 6, attack="torch")
    field.several.damage.roll_apart(apart=True)
    field.several.roll()
    field.several.damage.spend()
    field.several.damage.roll()
    assert field.cells(TargetColumn.DAMAGE) == ["27", "27", "27"]
    field.types(0, TargetColumn.WHERE, "close")
    assert field.several.damage.expression
    field.several.damage.roll()
    assert field.cells(TargetColumn.DAMAGE) == ["22", "27", "27"]


def test_more_than_fifty_targets_and_the_acting_side_are_refused() -> None:
    field = Field(guards=50)
    extra = guard("Guard 51")
    field.document.change(
        structs.replace(field.document.roster, characters=(*field.document.roster.characters, extra)), ""
    )
    with pytest.raises(TooManyTargetsError, match="51 targets are too many"):
        field.several.targets.add(["guard 51"])
    with pytest.raises(RulesError, match="Eva acts"):
        field.several.targets.add(["eva"])
    assert len(field.several.targets.ids) == 50


def test_who_acts_is_whoever_was_composed_before_the_targets_were_selected() -> None:
    field = Field()
    for one in field.guards:
        field.drafting.select(one)
    assert field.acting.named(field.acting.against(field.guards)) == "Eva · Frag grenade"
    names = [name for name, _ in field.acting.choices(field.guards)]
    assert names == ["Eva · Frag grenade", "Eva · Rifle", "Eva · Sword", "Eva · Torch"]


def test_another_test_can_be_chosen_until_it_is_rolled() -> None:
    field = Field(45, 60, 60, 60)
    rifle = dict(field.acting.choices(field.guards))["Eva · Rifle"]
    field.several.targets.set_test(rifle)
    assert (field.several.targets.attack, field.several.targets.value.apart) == (RIFLE, True)
    assert field.several.targets.ids == field.guards


def test_exports_and_speech_name_the_weapon_and_the_targets() -> None:
    field = Field(45, 20, 60, 70)
    field.several.roll()
    entry = field.entries[0]
    assert (log_row_of(entry).what, log_row_of(entry).against) == ("Frag grenade", "3 targets")
    assert in_one_line(entry).startswith("Eva: Frag grenade vs 3 targets, ")
    assert spoken(entry).startswith("Eva, Frag grenade against 3 targets: 45 against 60")


def test_whoever_acts_attacks_though_somebody_else_was_selected_by_mistake_in_between() -> None:
    field = Field()
    roster = field.document.roster
    scene = Scene(
        id="s",
        name="Fight",
        fighters=tuple(Fighter(id=one.id, name=one.name) for one in roster.characters),
        now=Moment(acting=("eva",)),
    )
    assert field.document.change(structs.replace(roster, scenes=(scene,), stage="s"), "fight")
    first, second, third = field.guards
    for one in field.guards:
        field.drafting.choose(one, AbilityKind.SKILL, f"{one.title()}-Fray")
    assert field.acting.named(field.acting.against((first, second))) == "Eva · Frag grenade"
    assert [one.character for one in field.acting.tests((first, second))] == ["eva", third]
    blades = tuple(Attack(id=one.casefold(), name=one, skill="Melee", rating=40) for one in ("Blade", "Axe"))
    armed = structs.replace(field.document.existing(third), attacks=blades)
    assert field.document.change_character(armed, "arm")
    prepare(field.document, field.drafting, third, "blade")
    assert field.acting.named(field.acting.against((first, second))) == "Eva · Frag grenade", (
        "a usual attack is no wish"
    )
    prepare(field.document, field.drafting, third, "axe")
    assert field.acting.named(field.acting.against((first, second))) == "Guard 3 · Axe"


def test_rolled_damage_is_not_marked_as_typed_because_the_roll_before_it_was() -> None:
    field = Field(20, 60, 70, 5, 5, 5)
    field.several.type_own("45")
    assert field.several.roll()
    field.several.damage.roll()
    assert field.several.apply()
    damage, attack = field.entries[:2]
    assert (attack.by_hand, damage.by_hand) == (True, False)


def test_typed_damage_is_marked_though_the_roll_before_it_was_rolled() -> None:
    field = Field(45, 20, 60, 70)
    assert field.several.roll()
    field.several.damage.type("5 5 5")
    assert field.several.apply()
    damage, attack = field.entries[:2]
    assert (attack.by_hand, damage.by_hand) == (False, True)


def test_other_dice_of_the_acting_side_revise_its_line() -> None:
    field = Field(83, 20, 60, 70)
    field.several.roll()
    assert field.lines[0].startswith("Frag grenade vs 3 targets | Misses Guard 1")
    field.several.type_own("38")
    assert field.lines[0].startswith("Frag grenade vs 3 targets | Hits Guard 1 (20 under 25)")
    assert (field.entries[0].dice, len(field.entries)) == ({"roll": (38,)}, 1)
    field.document.stack.undo()
    assert field.entries[0].dice == {"roll": (83,)}


def test_a_burst_is_chosen_where_the_mode_at_hand_reaches_only_one() -> None:
    field = Field(attack="rifle", guards=2)
    assert (field.several.targets.value.draft.setup.use, mode_of(field.several)) == ("BF-targets", "BF two: 3 shots")
    assert mode_of(Field(attack="rifle", guards=3).several) == "SA: 1 shot, reaches 1 of 3 targets", (
        "no mode reaches three"
    )
    assert mode_of(Field(attack="frag").several) == ""


def aiming(system: str, modes: str, guards: int, use: str = "") -> SeveralRoll:
    """Return a roll of a weapon with these modes against guards, with a use that was chosen before."""
    field = Field(attack="rifle", guards=1, system=system)
    eva = field.document.existing("eva")
    skill = {"ep1": "Throwing Weapons"}.get(system, "Guns")
    gun = structs.replace(RIFLE, modes=modes, skill=skill)
    field.document.change_character(structs.replace(eva, attacks=(gun,)), "another gun")
    prepare(field.document, field.drafting, "eva", "rifle")
    if use:
        field.drafting.take(with_use(field.drafting.draft, gun, use, field.document.system))
    crowd = [structs.replace(guard("Guard 1"), id=f"other {place}") for place in range(guards)]
    roster = field.document.roster
    field.document.change(structs.replace(roster, characters=(*roster.characters, *crowd)), "more guards")
    several = SeveralRoll(field.document, field.rolling, field.drafting.draft, field.document)
    several.targets.add([one.id for one in crowd])
    return several


@pytest.mark.parametrize(
    ("system", "modes", "guards", "chosen", "mode"),
    [
        ("ep2", "SA/BF/FA", 2, "FA-hit", "FA three: 10 shots"),
        ("ep2", "SA/BF/FA", 2, "FA-damage", "FA three: 10 shots"),
        ("ep2", "SA/BF/FA", 2, "BF-hit", "BF two: 3 shots"),
        ("ep2", "SA/BF/FA", 2, "", "BF two: 3 shots"),
        ("ep2", "SA/BF/FA", 3, "", "FA three: 10 shots"),
        ("ep2", "SA/BF/FA", 2, "SA", "SA: 1 shot, reaches 1 of 2 targets"),
        ("ep2", "SA/BF/FA", 3, "BF-hit", "BF two: 3 shots, reaches 2 of 3 targets"),
        ("ep2", "SA/BF/FA", 4, "FA-hit", "FA three: 10 shots, reaches 3 of 4 targets"),
        ("ep2", "SA/BF/FA", 4, "FA-suppress", "Suppress: 20 shots"),
        ("ep2", "SA/BF/FA", 4, "", "SA: 1 shot, reaches 1 of 4 targets"),
        ("ep1", "BF/FA", 4, "FA-damage", "FA three: 10 shots, reaches 3 of 4 targets"),
        ("ep1", "BF/FA", 2, "FA-damage", "FA three: 10 shots"),
    ],
)
def test_the_mode_against_several_is_the_chosen_one_with_no_bonus_against_one(
    system: str, modes: str, guards: int, chosen: str, mode: str
) -> None:
    several = aiming(system, modes, guards, chosen)
    assert mode_of(several) == mode
    assert not [chip for chip in several.targets.value.draft.chips if chip.origin is Origin.CHOICE]


def test_a_mode_follows_the_number_of_targets_until_the_gm_chooses_one() -> None:
    several = aiming("ep2", "SA/BF/FA", 3)
    assert mode_of(several) == "FA three: 10 shots"
    several.targets.remove(2)
    assert mode_of(several) == "BF two: 3 shots"
    several.targets.side.choose_mode("FA-hit")
    several.targets.aim_at(several.targets.value.targets)
    assert mode_of(several) == "FA +30: 10 shots, reaches 1 of 2 targets"
    assert several.targets.number == "90"
    several.targets.remove(1)
    assert mode_of(several) == "FA +30: 10 shots"


def test_each_further_target_in_melee_costs_twenty_in_the_second_edition() -> None:
    field = Field(attack="", guards=3)
    eva = field.document.existing("eva")
    club = Attack(id="club", name="Club", skill="Melee", damage="1d10")
    fighter = structs.replace(eva, attacks=(club,), skills=(*eva.skills, Skill(id="m", name="Melee", rating=70)))
    field.document.change_character(fighter, "club")
    prepare(field.document, field.drafting, "eva", "club")
    several = SeveralRoll(field.document, field.rolling, field.drafting.draft, field.document)
    several.targets.add(field.guards[:1])
    assert several.targets.number == "70"
    several.targets.add(field.guards[1:])
    assert several.targets.number == "30"
    several.targets.side.toggle_further(several.targets.value.draft)
    several.targets.aim_at(several.targets.value.targets)
    assert several.targets.number == "70", "struck out"
    several.targets.side.toggle_further(several.targets.value.draft)
    several.targets.aim_at(several.targets.value.targets)
    several.targets.remove(2)
    assert several.targets.number == "50"


def test_the_mode_of_one_roll_against_several_is_not_that_of_the_next_attack() -> None:
    field = Field(45, 20, 60, attack="rifle", guards=2)
    field.drafting.select("guard 1")
    assert field.several.roll()
    assert field.drafting.record.setup_of("eva", "rifle").use == ""


def with_flex(field: Field, name: str) -> None:
    one = field.document.existing(name)
    field.document.change_character(structs.replace(one, points={"flex": Points(now=1, max=1)}), "points")


def test_a_target_flips_its_failed_defence_and_pays_when_all_is_applied() -> None:
    field = Field(20, 52, 90, 91, 6, 6, 6)  # Fray ÷ 2 is 25: 52 fails, and flipped it succeeds
    with_flex(field, "guard 1")
    assert field.several.targets.points(0) == []
    assert field.several.roll()
    ((text, point), *_) = field.several.targets.points(0)
    assert text.startswith("Flex (1 left) · flip-flop 52 → 25: success")
    assert field.several.targets.points(1) == []
    cell = field.table.index(0, TargetColumn.VERDICT)
    assert cell.data().endswith(" ◇")
    assert "a point can be spent on it" in cell.data(Qt.ItemDataRole.ToolTipRole)
    assert field.table.setData(cell, point)
    assert cell.data().startswith("◆ ✓")
    assert [row.hit for row in field.several.targets.rows] == ["half", "hit", "hit"]
    assert field.document.existing("guard 1").points["flex"].now == 1
    field.several.damage.roll()
    assert field.several.apply()
    assert field.document.existing("guard 1").points["flex"].now == 0
    assert "Guard 1 (with a point 25 under 25)" in " ".join(entry.note for entry in field.entries)
    field.document.stack.undo()
    assert field.document.existing("guard 1").points["flex"].now == 1


def test_other_dice_take_the_point_back() -> None:
    field = Field(20, 52, 90, 91)
    with_flex(field, "guard 1")
    field.several.roll()
    assert field.types(0, TargetColumn.VERDICT, field.several.targets.points(0)[0][1])
    assert field.table.setData(field.table.index(0, TargetColumn.DICE), "77")
    assert field.several.targets.value.targets[0].point is None


def test_the_acting_side_flips_its_roll_and_the_log_has_the_point() -> None:
    field = Field(81, 90, 91, 92, 6, 6, 6)
    with_flex(field, "eva")
    assert field.several.roll()
    text, point = field.several.targets.points()[0]
    assert text.startswith("Flex (1 left) · flip-flop 81 → 18: success")
    spend_point(field.several, point)
    assert [row.hit for row in field.several.targets.rows] == ["hit"] * 3
    field.several.damage.roll()
    assert field.several.apply()
    assert field.document.existing("eva").points["flex"].now == 0
    assert any(entry.verdict.success for entry in field.entries if not entry.event)


def test_the_acting_side_may_spend_a_point_against_those_who_cannot_defend() -> None:
    field = Field(81, 6, 6, 6)
    with_flex(field, "eva")
    for row in range(3):
        assert field.table.setData(field.table.index(row, TargetColumn.DEFENCE), None)
    assert field.several.roll()
    text, point = field.several.targets.points()[0]
    assert text == "Flex (1 left) · flip-flop 81 → 18: success"
    spend_point(field.several, point)
    assert [row.hit for row in field.several.targets.rows] == ["hit"] * 3


def test_two_of_a_group_cannot_spend_its_last_point_of_threat() -> None:
    field = Field(20, 52, 52, 91)
    roster = field.document.roster.with_group(Group(id="guards", name="Guards", threat=Points(now=1, max=1)))
    for one in field.document.roster.characters:
        roster = roster if one.id == "eva" else roster.with_character(structs.replace(one, group="guards"))
    field.document.change(roster, "group")
    field.several.roll()
    assert field.several.targets.points(0)
    assert field.several.targets.points(1)
    assert field.types(0, TargetColumn.VERDICT, field.several.targets.points(0)[0][1])
    assert field.several.targets.points(1) == []


def test_what_gets_through_and_the_wounds_are_set_by_typing_and_applied_as_shown() -> None:
    field = Field(45, 20, 60, 70, 5, 5, 5)
    field.several.roll()
    field.several.damage.roll()
    assert (field.cells(TargetColumn.THROUGH), field.cells(TargetColumn.WOUNDS)) == (
        ["17", "17", "17"],
        ["2", "2", "2"],
    )
    assert field.types(0, TargetColumn.THROUGH, "30")
    assert field.types(1, TargetColumn.WOUNDS, "0")
    assert field.types(2, TargetColumn.THROUGH, "9")
    assert field.types(2, TargetColumn.WOUNDS, "3")
    assert field.cells(TargetColumn.THROUGH) == ["✎ 30", "17", "✎ 9"]
    assert field.cells(TargetColumn.DAMAGE) == ["21", "21", "21"], "the dice stay as they fell"
    assert field.cells(TargetColumn.WOUNDS) == ["4", "✎ 0", "✎ 3"], "30 through 7 are four wounds"
    assert field.several.apply()
    assert field.hurt() == [(30, 4), (17, 0), (9, 3)]
    assert field.lines[0].endswith("30, 17, 9 damage: Guard 1 (4 wounds), Guard 2, Guard 3 (3 wounds)")
    field.document.stack.undo()
    assert field.hurt() == [(0, 0)] * 3, "one step"


def test_what_gets_through_needs_no_dice_and_can_be_taken_back() -> None:
    field = Field(45, 20, 60, 70, 5, 5, 5)
    field.several.roll()
    assert field.types(0, TargetColumn.THROUGH, "12")
    assert (field.cells(TargetColumn.THROUGH)[0], field.cells(TargetColumn.WOUNDS)[0]) == ("✎ 12", "1")
    assert field.cells(TargetColumn.DAMAGE)[0] == "", "no dice are rolled"
    assert field.types(0, TargetColumn.THROUGH, "")
    field.several.damage.roll()
    assert field.cells(TargetColumn.THROUGH)[0] == "17"
    assert field.types(0, TargetColumn.WOUNDS, "5")
    assert field.types(0, TargetColumn.WOUNDS, "")
    assert field.cells(TargetColumn.WOUNDS)[0] == "2"


@pytest.mark.parametrize(
    ("dice", "column", "text", "why"),
    [
        ((), TargetColumn.THROUGH, "5", "roll first"),
        ((), TargetColumn.WOUNDS, "1", "roll first"),
        ((83, 20, 60, 70), TargetColumn.THROUGH, "5", "Guard 1 is not hit: change Hit first"),
        ((83, 20, 60, 70), TargetColumn.WOUNDS, "1", "Guard 1 is not hit: change Hit first"),
        ((45, 20, 60, 70), TargetColumn.WOUNDS, "1", "roll the damage first"),
        ((45, 20, 60, 70), TargetColumn.THROUGH, "1000", "is not a number from 0 to 999"),
        ((45, 20, 60, 70), TargetColumn.THROUGH, "-3", "is not a number from 0 to 999"),
        ((45, 20, 60, 70), TargetColumn.WOUNDS, "two", "is not a number from 0 to 99"),
    ],
)
def test_what_cannot_get_through_is_refused_with_the_reason(
    dice: tuple[int, ...], column: TargetColumn, text: str, why: str
) -> None:
    field = Field(*dice)
    if dice:
        field.several.roll()
    with pytest.raises(BadRollError) as refused:
        field.table.check(0, column, text)
    assert why in refused.value.problem
    assert not field.types(0, column, text)


def test_in_kaiser_the_armor_of_a_target_is_set_as_well() -> None:
    field = Field(2, 4, 1, 2, 1, 2, system="kaiser", attack="sword", guards=2)
    field.several.roll()
    assert field.cells(TargetColumn.ARMOR) == ["4 kinetic"] * 2
    assert field.cells(TargetColumn.THROUGH) == ["24", "24"], "8 degrees less 4, × 6"
    assert field.types(0, TargetColumn.ARMOR, "2")
    assert field.types(1, TargetColumn.DAMAGE, "13")
    assert field.cells(TargetColumn.ARMOR) == ["✎ 2", "4 kinetic"]
    assert field.cells(TargetColumn.THROUGH) == ["36", "13"]
    assert field.several.apply()
    assert [damage for damage, _ in field.hurt()] == [36, 13]


def test_damage_written_with_dice_is_reduced_in_kaiser_by_the_armor_that_is_set() -> None:
    field = Field(2, 4, 1, 2, 1, 2, 1, 2, 5, 5, 5, 6, 6, 6, system="kaiser", attack="sword")
    eva = field.document.existing("eva")
    staff = structs.replace(SWORD, damage="1d6+20")
    field.document.change_character(structs.replace(eva, attacks=(staff,)), "another weapon")
    field.several.targets.set_test(field.several.targets.value.draft)
    field.several.roll()
    field.several.damage.roll()
    assert field.cells(TargetColumn.DAMAGE) == ["25", "25", "25"]
    assert field.types(0, TargetColumn.ARMOR, "0")
    assert field.types(1, TargetColumn.DAMAGE, "10")
    assert field.cells(TargetColumn.THROUGH) == ["25", "6", "21"]


def test_who_wears_nothing_against_an_attack_has_no_kind_of_armor_named() -> None:
    field = Field(2, 4, 1, 2, 1, 2, system="kaiser", attack="sword", guards=2)
    first, second = (field.document.existing(one) for one in field.guards)
    stats, armor = {"ABS": 1, "LP": 90}, (Armor(values={"Cut": 3}),)
    eva = structs.replace(field.document.existing("eva"), attacks=(structs.replace(SWORD, damage="6 fire"),))
    for one in (eva, structs.replace(first, stats=stats, armor=armor), structs.replace(second, armor=armor)):
        field.document.change_character(one, "equip")
    field.several.roll()
    assert field.cells(TargetColumn.ARMOR) == ["1", "0"]


def test_damage_is_not_called_nothing_before_it_is_rolled() -> None:
    field = Field(45, 60, 24, attack="rifle", guards=2)
    field.several.roll()
    assert field.types(0, TargetColumn.DAMAGE, "9 9")
    judged = field.several.log.judged
    assert judged is not None
    assert come_to_in_words(judged, field.several.targets.rows).endswith(". 14 damage: Guard 1 (2 wounds)")


def test_in_kaiser_what_gets_through_is_set_as_well() -> None:
    field = Field(5, 5, 1, 2, 1, 2, system="kaiser", attack="sword", guards=2)
    field.several.roll()
    assert TargetColumn.WOUNDS not in field.table.shown
    assert field.types(0, TargetColumn.THROUGH, "11")
    assert field.several.apply()
    assert field.hurt()[0][0] == 11


def test_a_roll_against_several_of_whom_one_is_hidden_is_secret_with_its_damage() -> None:
    field = Field(45, 20, 60, 70, 5, 5, 5)
    scene_edits.add_scene(field.document, ["eva", *field.guards], "Lock 9")
    scene_edits.set_hidden(field.document, [field.guards[1]], hidden=True)
    field.several.roll()
    field.several.damage.roll()
    field.several.apply()
    assert [entry.secret for entry in field.entries] == [True, True]
