"""Attacks of several: each with their own weapon, one damage after the other, undone by a button, secret throughout."""

import pytest
from msgspec import structs

from gm_desk.core.characters.roster import Character, Roster
from gm_desk.core.characters.stat_block import Armor, Attack, Points
from gm_desk.core.drafts.draft import AbilityKind, Draft, Mode
from gm_desk.core.rules.health import Health
from gm_desk.core.rules.house import House
from gm_desk.core.rules.outcomes import Grade
from gm_desk.model.combat.attack_choices import prepare
from gm_desk.model.combat.damage import DamageRoll
from gm_desk.model.log.cells import spoken_group
from gm_desk.model.log.entries import Roll
from gm_desk.model.log.entry_actions import EntryActions
from gm_desk.model.log.export import Exporting, ExportRequest, LogFormat, RosterLog
from gm_desk.model.log.rejudging import Rejudging, make, undo_choices
from gm_desk.model.log.roll_log import RollLog
from gm_desk.model.roll.choices_after_roll import AfterRollChoice, choices
from gm_desk.model.roll.composing import Drafting
from gm_desk.model.roll.group_roll import GroupColumn, GroupModel
from gm_desk.model.roll.other_rolls import roll_dice, roll_group
from gm_desk.model.roll.roll_text import roll_text_of
from gm_desk.model.roll.rolling import Rolling
from gm_desk.model.roster.document import RosterDocument
from gm_desk.store.journal.entries import TURN, Entry, Event
from gm_desk.store.shipped import load_system
from model_makers import (
    JAQUI,
    LAO,
    MOOK,
    OKORO,
    Clock,
    FakeJournal,
    ScriptedDice,
    a_roster,
    column,
    counted,
    the,
)

pytestmark = pytest.mark.usefixtures("qapp")

PISTOL = Attack(id="pistol", name="Pistol", skill="Guns", damage="2d10", ammo=Points(now=9, max=12))


def armed() -> Roster:
    """Lao and the mook have pistols of their own, Okoro has another gun; all aim at Jaqui, who wears a vest."""
    roster = a_roster()

    def changed(who: str, **changes: object) -> Character:
        character = roster.character(who)
        assert character
        return structs.replace(character, **changes)

    jaqui = changed(JAQUI)
    vest, stats = Armor(values={"energy": 4, "kinetic": 6}), {**jaqui.stats, "DUR": 35, "WT": 7, "DR": 53}
    knife = structs.replace(PISTOL, id="knife", name="Knife", skill="Melee")
    for one in (
        changed(LAO, attacks=(PISTOL,)),
        changed(MOOK, attacks=(knife, structs.replace(PISTOL, id="own", name="PISTOL"))),
        changed(OKORO, attacks=(structs.replace(PISTOL, id="smg", name="SMG", damage="3d10", rating=45),)),
        structs.replace(jaqui, stats=stats, armor=(vest,)),
    ):
        roster = roster.with_character(one)
    return roster


class Arrangement:
    """A table where three shoot at Jaqui; the dice fall in pairs, theirs and hers, and then as damage."""

    def __init__(self, *rolls: int, ids: tuple[str, ...] = (LAO, MOOK, OKORO), secret: bool = False) -> None:
        self.document = RosterDocument(armed(), load_system("ep2"), counted())
        self.journal = FakeJournal()
        self.log = RollLog(lambda _: self.journal, counted("roll"), Clock())
        self.log.open("mars", "ep2")
        self.drafting = Drafting(self.document)
        self.rolling = Rolling(self.document, self.drafting, lambda: self.log, ScriptedDice(*rolls))
        self.damage_roll = DamageRoll(self.document, self.rolling)
        self.table = GroupModel(self.document, self.rolling.group)
        self.acts = EntryActions(self.document, self.drafting, self.rolling)
        self.drafting.oppose(JAQUI)
        prepare(self.document, self.drafting, LAO, "pistol")
        self.rolling.group.select(ids)
        self.rolling.secrecy.set_secret(secret)

    def shoot(self) -> list[Entry]:
        return roll_group(self.rolling, self.rolling.group.able)

    def deal(self) -> None:
        """Go to the next who hit, roll the damage and apply it, as F4 does three times."""
        self.damage_roll.look_at_next()
        self.damage_roll.roll()
        self.damage_roll.apply()

    @property
    def health(self) -> Health:
        return the(self.document, JAQUI).health

    @property
    def at_hand(self) -> str:
        return self.rolling.recent.last.draft.name if self.rolling.recent.last else ""

    @property
    def verdicts(self) -> list[str]:
        return column(self.table, at=GroupColumn.VERDICT)

    def undo_choices(self, entry: Entry) -> list[AfterRollChoice]:
        now = self.rolling.recent.now(entry.id)
        assert now
        return undo_choices(now, self.log, self.document.roster)


HITS = (40, 98, 99, 5, 31, 97)
"""Lao hits, the mook misses, Okoro hits."""


def test_each_attacks_with_their_own_weapon_of_the_name_or_else_of_the_skill() -> None:
    room = Arrangement()
    drafts = {member.name: member.draft for member in room.rolling.group.members}
    assert [draft.attack for draft in drafts.values() if draft] == ["pistol", "own", "smg"]
    assert [draft.base for draft in drafts.values() if draft] == [65, 40, 45]
    assert {draft.side("b").what for draft in drafts.values() if draft} == {"Fray ÷ 2"}
    assert len({draft.mode for draft in drafts.values() if draft}) == 1


def test_each_shot_is_taken_from_the_magazine_of_who_fires() -> None:
    room = Arrangement(*HITS)
    room.shoot()
    ammo = [[one.ammo.now for one in the(room.document, who).attacks if one.ammo] for who in (LAO, MOOK, OKORO)]
    assert ammo == [[8], [9, 8], [8]]


def test_an_attack_with_a_rating_of_its_own_is_rolled_by_several_too() -> None:
    room = Arrangement(10, 90, 20, 90, ids=(OKORO, LAO))
    prepare(room.document, room.drafting, OKORO, "smg")
    room.drafting.oppose(JAQUI)
    assert room.rolling.group.each
    assert sorted(entry.draft.attack for entry in room.shoot()) == ["pistol", "smg"]


def test_the_damage_goes_to_the_first_who_hit_then_to_the_next() -> None:
    room = Arrangement(*HITS, 9, 9, 8, 8, 8)
    order = [entry.draft.name for entry in room.shoot() if entry.verdict.success]
    assert len(order) == 2
    assert (room.at_hand, room.damage_roll.hit) == ("", None)
    room.damage_roll.look_at_next()
    assert room.at_hand == order[0]
    assert room.damage_roll.next_hit is None, "first the damage of the one at hand"
    room.damage_roll.roll()
    room.damage_roll.apply()
    assert room.at_hand == order[0]
    room.deal()
    assert room.at_hand == order[1]
    assert room.damage_roll.next_hit is None
    assert room.health.damage == (9 + 9 - 6) + (8 + 8 + 8 - 6)


def test_the_next_who_hit_is_kept_while_a_check_after_the_first_blow_is_rolled() -> None:
    room = Arrangement(*HITS, 9, 9, 50, 8, 8, 8)
    order = [entry.draft.name for entry in room.shoot() if entry.verdict.success]
    room.deal()
    room.rolling.group.select([JAQUI])
    room.drafting.select(JAQUI)
    room.drafting.choose(JAQUI, AbilityKind.CHECK, "SOM")
    room.rolling.roll()
    assert room.at_hand == "Jaqui"
    assert room.damage_roll.next_hit is not None
    room.deal()
    assert room.at_hand == order[1]
    assert room.damage_roll.next_hit is None


def test_the_next_who_hit_is_let_go_when_somebody_else_attacks() -> None:
    room = Arrangement(*HITS, 98, 97)
    room.shoot()
    assert room.damage_roll.next_hit is not None
    room.rolling.group.select([OKORO])
    room.drafting.select(OKORO)
    prepare(room.document, room.drafting, OKORO, "smg")
    room.rolling.roll()
    assert room.at_hand == "Sergeant Okoro"
    assert room.damage_roll.next_hit is None


def test_hits_of_a_group_stay_when_the_group_rolls_again_before_they_are_dealt() -> None:
    room = Arrangement(*HITS, *HITS, *([5] * 10))
    hits = [entry.id for _ in range(2) for entry in room.shoot() if entry.verdict.success]
    dealt = []
    for _ in hits:
        room.deal()
        assert room.rolling.recent.last
        dealt.append(room.rolling.recent.last.id)
    assert dealt == [*hits[2:], *hits[:2]], "the newest first"
    assert room.damage_roll.next_hit is None


def test_the_hit_of_an_earlier_roll_that_is_looked_at_stays_when_something_is_noted_with_it() -> None:
    room = Arrangement(*HITS, *HITS, *([5] * 10))
    earlier = [entry.id for entry in room.shoot() if entry.verdict.success]
    room.shoot()
    for _ in range(3):
        room.deal()
    last = room.rolling.recent.last
    assert last
    assert last.id == earlier[0]
    room.rolling.recent.revise(structs.replace(last, note="prone"), "note")
    assert room.rolling.recent.last
    assert (room.rolling.recent.last.id, room.rolling.recent.last.note) == (earlier[0], "prone")


def test_the_hits_of_the_earlier_roll_are_offered_again_when_the_later_one_is_undone() -> None:
    room = Arrangement(*HITS, 98, 97, 9, 9, 8, 8, 8)
    hits = [entry.id for entry in room.shoot() if entry.verdict.success]
    room.rolling.group.select([OKORO])
    room.drafting.select(OKORO)
    prepare(room.document, room.drafting, OKORO, "smg")
    room.rolling.roll()
    assert room.damage_roll.next_hit is None
    room.document.stack.undo()
    for one in hits:
        assert room.damage_roll.next_hit
        assert room.damage_roll.next_hit.id == one
        room.deal()
    assert room.damage_roll.next_hit is None
    room.document.stack.undo()
    assert room.damage_roll.hit
    assert (room.damage_roll.hit.entry.id, room.damage_roll.hit.choices.dealt) == (hits[1], None)


def test_hits_of_an_earlier_turn_are_let_go_when_somebody_attacks_in_the_next() -> None:
    room = Arrangement(*HITS, *(40, 98, 99, 5, 99, 97))
    room.shoot()
    turn = Roll(Draft(), Event(TURN, ("Turn 2",)), House(), {})
    room.log.add([turn])
    assert room.damage_roll.next_hit is not None, "until then they stay"
    [hit] = [entry.id for entry in room.shoot() if entry.verdict.success]
    assert [entry.id for entry in room.damage_roll.attacks.waiting if entry.verdict.success] == [hit]


def test_damage_that_cannot_be_rolled_does_not_stand_in_the_way_of_the_next() -> None:
    room = Arrangement(*HITS, 8, 8, 8)
    lao = the(room.document, LAO)
    strange = structs.replace(PISTOL, damage="a lot")
    room.document.change_character(structs.replace(lao, attacks=(strange,)), "before")
    best, *_ = room.shoot()
    assert best.draft.name == "Lao Qing"
    room.rolling.recent.look_at(best)
    assert room.damage_roll.hit
    assert room.damage_roll.hit.problem
    room.deal()
    assert room.at_hand == "Sergeant Okoro"
    assert room.damage_roll.next_hit is None


def test_the_table_says_who_hit_missed_or_was_defended_against() -> None:
    room = Arrangement(20, 90, 70, 80, 3, 15)
    room.shoot()
    assert {one.partition(" ")[2] for one in room.verdicts} == {"Hit", "Miss", "Defended"}
    assert room.table.summary == "1 of 3 hit"


def test_the_table_keeps_its_verdicts_while_damage_is_dealt_and_undone() -> None:
    room = Arrangement(*HITS, 9, 9, 8, 8, 8)
    room.shoot()
    before = room.verdicts
    assert len(before) == 3
    room.deal()
    assert room.health.wounds == 1, "what the target suffers is a modifier of its defence"
    assert room.verdicts == before
    room.deal()
    room.document.stack.undo()
    assert room.verdicts == before
    room.drafting.choose(LAO, AbilityKind.SKILL, f"{LAO}-1")
    assert room.verdicts != before, "another test has a table of its own"


def test_the_table_goes_where_the_gm_changes_the_test() -> None:
    room = Arrangement(*HITS)
    room.shoot()
    room.drafting.modifiers.set_difficulty(-10)
    assert not room.table.rolled


# --- What the GM writes over the dice --------------------------------------------------------------------------------


def test_a_verdict_written_over_the_dice_counts_in_the_table_the_pane_the_speech_and_the_export() -> None:
    room = Arrangement(*HITS)
    done = room.shoot()
    missed = done[-1]
    assert room.table.summary == "2 of 3 hit"
    room.acts.override(missed, "Superior success")
    now = room.rolling.group.results[-1]
    assert (room.verdicts[-1], room.table.summary) == ("✎ ▲ Superior success", "3 of 3 hit")
    assert "3 of 3 hit" in spoken_group(room.rolling.group.results)
    assert spoken_group([now]).endswith("Superior success")
    told = roll_text_of(now)
    assert told
    assert (told.pill, told.plain_pill, told.more, told.won) == ("✎ ▲ Superior success", "▲ Superior success", "", "")
    text = Exporting(RosterLog(room.log), ExportRequest(LogFormat.RECAP, "Mars")).preview(9)
    assert "▲ **Superior success**" in text
    assert f"| {missed.draft.name} | 1 | 1 |" in text


def test_what_the_gm_lets_hit_does_damage_with_what_its_grade_is_worth() -> None:
    room = Arrangement(*HITS, 9, 9, 8, 8, 8, 7, 7)
    missed = room.shoot()[-1]
    for _ in range(2):
        room.deal()
    assert room.damage_roll.next_hit is None
    room.acts.override(missed, "Superior success")
    assert room.damage_roll.next_hit is not None
    room.damage_roll.look_at_next()
    hit = room.damage_roll.hit
    assert hit
    assert (hit.strike.superior, hit.strike.doubles) == (1, False)
    room.acts.override(hit.entry, "Critical success")
    hit = room.damage_roll.hit
    assert hit
    assert hit.request
    assert (hit.strike.superior, hit.strike.doubles, hit.expression) == (0, True, "4d10")


def test_what_the_gm_calls_a_miss_does_no_damage() -> None:
    room = Arrangement(*HITS)
    first = room.shoot()[0]
    room.damage_roll.look_at_next()
    assert room.damage_roll.hit
    room.acts.override(first, "Failure")
    assert room.damage_roll.hit is None
    room.acts.override(first, "It glances off")
    assert room.damage_roll.hit, "words that are no grade leave it to the dice"


def test_over_a_verdict_of_the_gms_no_point_is_offered_that_would_change_nothing() -> None:
    roster = armed()
    lao = roster.character(LAO)
    assert lao
    document = RosterDocument(
        roster.with_character(structs.replace(lao, points={"vigor": Points(now=2, max=2)})),
        load_system("ep2"),
        counted(),
    )
    journal, drafting = FakeJournal(), Drafting(document)
    log = RollLog(lambda _: journal, counted("roll"), Clock())
    log.open("mars", "ep2")
    rolling = Rolling(document, drafting, lambda: log, ScriptedDice(81))
    drafting.choose(LAO, AbilityKind.SKILL, f"{LAO}-0")
    rolling.roll()

    def offered() -> list[str]:
        entry = rolling.recent.last
        assert entry
        assert entry.result
        return [one.pays for one in choices(entry, entry.result, document.roster, document.system) if one.pays]

    assert offered()
    entry = rolling.recent.last
    assert entry
    EntryActions(document, drafting, rolling).override(entry, "Superior success")
    assert offered() == []
    entry = rolling.recent.last
    assert entry
    assert entry.verdict.grade is Grade.SUPERIOR_SUCCESS


def test_a_failure_that_the_gm_lets_succeed_charges_no_other_try() -> None:
    room = Arrangement(99, 5, ids=())
    room.drafting.take(structs.replace(room.drafting.draft, attack="", mode=Mode.OPPOSED))
    room.rolling.roll()
    entry = room.rolling.recent.last
    assert entry
    assert room.drafting.record.failures_of(entry.draft) == 1
    room.acts.override(entry, "Success")
    assert room.drafting.record.failures_of(entry.draft) == 0
    room.acts.override(entry, "Nobody knows")
    assert room.drafting.record.failures_of(entry.draft) == 0


# --- Undo damage -----------------------------------------------------------------------------------------------------


def test_damage_that_was_dealt_is_undone_by_a_button_in_one_step_which_the_log_tells() -> None:
    room = Arrangement(*HITS, 9, 9)
    first = room.shoot()[0]
    room.deal()
    before = room.document.roster
    [offer] = room.undo_choices(first)
    assert (offer.text, offer.undoes) == ("Undo damage: Jaqui", True)
    assert "12 damage, 1 wound" in offer.tip
    steps = room.document.stack.count()
    make(offer, room.rolling.recent)
    assert (room.health, room.document.stack.count()) == (Health(), steps + 1)
    assert room.document.stack.undoText() == "undo damage of Jaqui"
    told = room.journal.entries[-1]
    assert told.event
    assert (told.draft.name, told.event.words, told.batch) == (
        "Jaqui",
        ("12 damage undone", "1 wound undone"),
        first.batch,
    )
    assert [one.struck for one in room.journal.entries[-2:]] == [True, False]
    assert room.undo_choices(first) == []
    room.document.stack.undo()
    assert room.document.roster == before
    assert [one.struck for one in room.journal.entries[-2:]] == [False, True]
    assert len(room.undo_choices(first)) == 1
    room.document.stack.redo()
    assert room.health == Health()


def test_only_what_the_roll_dealt_is_undone_whatever_happened_since() -> None:
    room = Arrangement(*HITS, 9, 9, 8, 8, 8)
    first, second, _ = room.shoot()
    room.deal()
    room.deal()
    assert room.health == Health(damage=30, wounds=3)
    [offer] = room.undo_choices(first)
    make(offer, room.rolling.recent)
    assert room.health == Health(damage=18, wounds=2)
    assert len(room.undo_choices(second)) == 1


def test_damage_that_is_undone_can_be_dealt_again() -> None:
    room = Arrangement(*HITS, 9, 9)
    first = room.shoot()[0]
    room.deal()
    make(room.undo_choices(first)[0], room.rolling.recent)
    hit = room.damage_roll.hit
    assert hit
    assert hit.choices.dealt is None
    room.damage_roll.apply()
    assert room.health == Health(damage=12, wounds=1)


def test_the_button_is_there_however_many_rolls_came_after() -> None:
    room = Arrangement(*HITS, 9, 9, *([3] * 130))
    first = room.shoot()[0]
    room.deal()
    for _ in range(130):
        roll_dice(room.rolling, "1d6")
    assert len(room.undo_choices(first)) == 1


def test_the_open_line_offers_it_whatever_the_roll_is_judged_to_be() -> None:
    room = Arrangement(*HITS, 9, 9)
    first = room.shoot()[0]
    room.deal()
    rejudging = Rejudging(room.document, room.rolling.recent, room.log)
    logged = room.log.kept(first.id)
    assert logged
    rejudging.open(logged)
    assert len(rejudging.undo_choices) == 1
    room.acts.override(first, "Failure")
    assert len(rejudging.undo_choices) == 1
    told: list[int] = []
    rejudging.judged.connect(lambda: told.append(len(rejudging.undo_choices)))
    make(rejudging.undo_choices[0], room.rolling.recent)
    assert told[-1] == 0


def test_whose_target_is_gone_nothing_can_be_undone() -> None:
    room = Arrangement(*HITS, 9, 9)
    first = room.shoot()[0]
    room.deal()
    room.document.change(room.document.roster.without_character(JAQUI), "remove")
    [offer] = room.undo_choices(first)
    assert not offer.undoes
    assert not room.rolling.recent.undo_damage(offer.entry)


def test_damage_that_armor_stopped_needs_no_undoing() -> None:
    room = Arrangement(*HITS, 1, 2)
    first = room.shoot()[0]
    room.deal()
    assert (room.health, room.undo_choices(first)) == (Health(), [])


# --- Secret ----------------------------------------------------------------------------------------------------------


def test_the_damage_of_secret_attacks_is_secret_and_so_is_what_undoes_it() -> None:
    room = Arrangement(*HITS, 9, 9, 8, 8, 8, secret=True)
    first = room.shoot()[0]
    for _ in range(2):
        room.deal()
    make(room.undo_choices(first)[0], room.rolling.recent)
    assert not room.rolling.secrecy.secret, "the next roll is public again"
    assert {entry.secret for entry in room.journal.entries} == {True}
    for form in LogFormat:
        assert Exporting(RosterLog(room.log), ExportRequest(form, "Mars")).preview(20) == ""
    assert spoken_group(room.rolling.group.results).startswith("Secret: ")


def test_damage_follows_its_attack_into_secrecy_and_out_of_it_in_one_step() -> None:
    room = Arrangement(*HITS, 9, 9, 8, 8, 8)
    first, second, _ = room.shoot()
    room.deal()
    room.deal()
    make(room.undo_choices(first)[0], room.rolling.recent)
    steps = room.document.stack.count()

    def secret() -> list[bool]:
        return [entry.secret for entry in room.journal.entries if entry.harmed]

    room.acts.reveal(first)
    assert (secret(), room.document.stack.count()) == ([True, False, True], steps + 1)
    room.document.stack.undo()
    assert secret() == [False, False, False]
    room.document.stack.redo()
    now = room.rolling.recent.now(first.id)
    assert now
    room.acts.reveal(now)
    assert secret() == [False, False, False]
    assert not second.secret


def test_damage_logged_against_nobody_follows_its_attack_too() -> None:
    room = Arrangement(*HITS, 9, 9, secret=True)
    first = room.shoot()[0]
    room.damage_roll.look_at_next()
    room.damage_roll.decide(target="")
    room.damage_roll.roll()
    room.damage_roll.apply()
    room.acts.reveal(first)
    assert [entry.secret for entry in room.journal.entries[-1:]] == [False]
