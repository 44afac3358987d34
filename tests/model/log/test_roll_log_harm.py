"""Damage, stress and healing outside a roll stand in the log as lines of their own, which count as no rolls."""

import msgspec
import pytest
from msgspec import structs
from PySide6.QtCore import QModelIndex

from gm_desk.core.characters.stat_block import Armor
from gm_desk.core.drafts.draft import Draft
from gm_desk.core.drafts.evaluation import Chances
from gm_desk.core.errors import UnknownArmorError
from gm_desk.core.luck.tally import Tally, tally_of
from gm_desk.core.rules.health import Health
from gm_desk.core.rules.house import House
from gm_desk.core.rules.outcomes import Grade
from gm_desk.model.card.health_edits import HealthEdits
from gm_desk.model.log.cells import LogColumn, line_of
from gm_desk.model.log.entries import LogEntry, Roll
from gm_desk.model.log.entry_text import details, in_one_line, name_of_entry
from gm_desk.model.log.export import Exporting, ExportRequest, LogFormat, RosterLog
from gm_desk.model.log.log_model import LogModel
from gm_desk.model.log.roll_log import RollLog
from gm_desk.model.log.rows import GRADE
from gm_desk.model.log.statistics import Count
from gm_desk.store.exchange.log_jsonl import read_lines
from gm_desk.store.journal.entries import Event, Harmed, Search
from model_makers import JAQUI, LAO, MOOK, Clock, FakeJournal, a_document, a_roll, a_roster, counted, ring, the

pytestmark = pytest.mark.usefixtures("qapp")


class Arrangement:
    """A table with its log; Lao wears a vest, Jaqui other armor, the mook none."""

    def __init__(self, *, secret: bool = False) -> None:
        roster = a_roster()
        for who, armor in ((LAO, {"energy": 6, "kinetic": 12}), (JAQUI, {"kinetic": 2})):
            character = roster.character(who)
            assert character
            stats = {**character.stats, "DUR": 45, "WT": 9, "LUC": 30, "TT": 6}
            roster = roster.with_character(structs.replace(character, stats=stats, armor=(Armor(values=armor),)))
        self.document = a_document(roster)
        self.journal = FakeJournal()
        self.log = RollLog(lambda _: self.journal, counted("line"), Clock())
        self.log.open("mars", "ep2")
        self.harming = HealthEdits(self.document, self.log, lambda: secret)

    def health(self, who: str) -> Health:
        return the(self.document, who).health

    @property
    def lines(self) -> list[tuple[str, ...]]:
        """Return who and what of each line of the log that still counts, the newest first."""
        there = [one for one in reversed(self.journal.entries) if one.event and not one.struck]
        return [(one.draft.name, *one.event.words) for one in there if one.event]

    def export(self, form: LogFormat, *, secrets: bool = False) -> str:
        return Exporting(RosterLog(self.log), ExportRequest(form, "Mars", secrets=secrets)).preview(50)


def test_damage_that_is_typed_stands_in_the_log_with_what_came_of_it() -> None:
    room = Arrangement()
    room.harming.suffer([LAO], "damage", "30 kinetic")
    assert room.lines == [("Lao Qing", "18 damage", "armor stops 12", "2 wounds")]
    entry = room.journal.entries[0]
    assert (entry.draft.character, entry.harmed) == (LAO, Harmed(LAO, {"damage": 18, "wounds": 2}))
    assert (entry.result, entry.grade, entry.dice, entry.verdict.success) == (None, None, {}, None)


@pytest.mark.parametrize(
    ("kind", "line", "told"),
    [
        ("stress", "13", ("13 stress", "2 traumas")),
        ("damage", "+5", ("heals 5 damage",)),
        ("damage", "=44", ("damage set to 44",)),
        ("damage", "3 kinetic", ("0 damage", "armor stops 3")),
    ],
)
def test_so_do_stress_healing_and_corrections(kind: str, line: str, told: tuple[str, ...]) -> None:
    room = Arrangement()
    room.document.change_character(structs.replace(the(room.document, LAO), health=Health(damage=20)), "before")
    room.harming.suffer([LAO], "stress" if kind == "stress" else "damage", line)
    assert room.lines == [("Lao Qing", *told)]


def test_what_is_healed_says_how_much_it_was() -> None:
    room = Arrangement()
    hurt = Health(damage=20, wounds=2, stress=7, traumas=1)
    room.document.change_character(structs.replace(the(room.document, LAO), health=hurt), "before")
    room.harming.heal_wound([LAO], "damage")
    room.harming.heal_all([LAO], "damage")
    room.harming.heal([LAO, MOOK])
    assert room.lines == [
        ("Lao Qing", "heals 7 stress", "1 trauma"),
        ("Lao Qing", "heals 20 damage", "1 wound"),
        ("Lao Qing", "heals 1 wound"),
    ], "and who had nothing to heal has no line"
    room.harming.heal([MOOK])
    room.harming.ignore([LAO], "damage", 1)
    assert len(room.lines) == 3


@pytest.mark.parametrize("line", ["+5", "=0"])
def test_what_heals_or_corrects_nothing_is_no_line_and_no_step(line: str) -> None:
    room = Arrangement()
    [done] = room.harming.suffer([LAO], "damage", line)
    assert done.words
    assert (room.lines, room.document.stack.count()) == ([], 0)


def test_undo_strikes_the_line_and_redo_lets_it_count_again() -> None:
    room = Arrangement()
    room.harming.suffer([LAO], "damage", "9")
    room.document.stack.undo()
    assert (room.lines, room.health(LAO), room.document.stack.count()) == ([], Health(), 1)
    room.document.stack.redo()
    assert (room.lines, room.health(LAO).damage) == ([("Lao Qing", "9 damage", "1 wound")], 9)


# --- Several at once -------------------------------------------------------------------------------------------------


def test_several_suffer_at_once_each_behind_their_own_armor() -> None:
    room = Arrangement()
    done = room.harming.suffer([LAO, JAQUI, MOOK], "damage", "14 kinetic")
    assert [one.amount for one in done] == [2, 12, 14]
    assert [room.health(one).damage for one in (LAO, JAQUI, MOOK)] == [2, 12, 14]
    assert room.lines == [
        ("Lao Qing", "2 damage", "armor stops 12"),
        ("Jaqui", "12 damage", "armor stops 2", "1 wound"),
        ("Triad mook 1", "14 damage"),
    ]
    assert len({one.batch for one in room.journal.entries}) == 1
    assert room.document.stack.undoText() == "deal 14 damage to 3 characters"
    room.document.stack.undo()
    assert [room.health(one) for one in (LAO, JAQUI, MOOK)] == [Health()] * 3
    assert room.lines == []


@pytest.mark.parametrize(
    ("line", "text"), [("+4", "heal 4 stress of 2 characters"), ("=3", "set stress to 3 for 2 characters")]
)
def test_what_several_suffer_has_a_name(line: str, text: str) -> None:
    room = Arrangement()
    room.harming.suffer([LAO, JAQUI], "stress", "5")
    room.harming.suffer([LAO, JAQUI], "stress", line)
    assert room.document.stack.undoText() == text


def test_of_several_kinds_of_armor_each_has_those_they_wear() -> None:
    room = Arrangement()
    done = room.harming.read([LAO, JAQUI], "damage", "20 kinetic energy")
    assert [one.armor for one in done] == [18, 2]


def test_armor_that_nobody_wears_is_refused_for_several_and_for_one() -> None:
    room = Arrangement()
    for ids, armor in (([LAO, JAQUI, MOOK], "plasma"), ([JAQUI], "energy")):
        with pytest.raises(UnknownArmorError):
            room.harming.suffer(ids, "damage", f"9 {armor}")
    assert (room.lines, room.document.stack.count()) == ([], 0)


# --- In the log and out of it ----------------------------------------------------------------------------------------


def test_the_line_reads_like_a_line_and_has_no_verdict() -> None:
    room = Arrangement()
    room.harming.suffer([LAO], "damage", "30 kinetic")
    lines = LogModel(room.log)
    lines.load()
    cells = [lines.index(0, column).data() for column in LogColumn]
    assert cells[1:] == ["Lao Qing", "18 damage", "", "", "", "", "Armor stops 12, 2 wounds"]
    assert lines.index(0, LogColumn.VERDICT).data(GRADE) is None
    entry = room.journal.entries[0]
    assert (name_of_entry(entry), details(entry)) == ("18 damage of Lao Qing", [])
    assert (
        in_one_line(structs.replace(entry, note="in the dark"))
        == "Lao Qing: 18 damage, armor stops 12, 2 wounds (in the dark)"
    )


def test_it_is_found_by_its_words_and_by_whom_it_hurt_and_by_no_verdict() -> None:
    room = Arrangement()
    room.harming.suffer([LAO], "damage", "30 kinetic")
    assert len(room.log.page(9, search=Search(words="damage wou"))) == 1
    assert len(room.log.page(9, search=Search(character=LAO))) == 1
    assert room.log.page(9, search=Search(character=JAQUI)) == []
    assert room.log.page(9, search=Search(grades=frozenset(Grade))) == []


def test_it_is_no_roll_for_whoever_counts_rolls() -> None:
    room = Arrangement()
    room.log.add([a_roll()])
    lines = LogModel(room.log)
    lines.load()
    room.harming.suffer([LAO, JAQUI], "damage", "9")
    assert lines.rowCount(QModelIndex()) == 3
    assert lines.evenings.headline().endswith("1 roll")
    assert tally_of(room.journal.entries[1:], Chances()) == Tally()
    count = Count(room.log, Chances())
    count.choose(Search())
    while not count.complete:
        ring(count)
    room.harming.suffer([LAO], "damage", "9")
    ring(count)
    assert (count.counted, count.tally.rolls) == (1, 1)


def test_a_full_disk_does_not_count_it_among_the_rolls() -> None:
    room = Arrangement()
    room.journal.full = True
    troubles: list[str] = []
    room.log.trouble_changed.connect(lambda _, text: troubles.append(text))
    room.harming.suffer([LAO], "damage", "9")
    assert troubles[-1].startswith("A change to the log is not saved")
    room.log.add([a_roll()])
    assert troubles[-1].startswith("1 roll is not saved")
    assert [evening.rolls for evening in room.log.evenings()] == [1]
    room.journal.full = False
    assert room.log.writer.flush()


def test_recap_text_and_table_tell_it() -> None:
    room = Arrangement()
    room.log.add([a_roll()])
    room.harming.suffer([LAO], "damage", "30 kinetic")
    recap = room.export(LogFormat.RECAP)
    assert "**Lao Qing** 18 damage (armor stops 12; 2 wounds)\n" in recap
    assert ", 1 roll." in recap
    assert "| Lao Qing | 1 |" in recap
    assert room.export(LogFormat.TEXT).endswith("Lao Qing: 18 damage · armor stops 12 · 2 wounds\n")
    assert ",Lao Qing,18 damage," in room.export(LogFormat.CSV)


def test_lines_for_another_program_bring_it_back() -> None:
    room, other = Arrangement(), Arrangement()
    room.log.add([a_roll()])
    room.harming.suffer([LAO], "damage", "30 kinetic")
    read = read_lines(room.export(LogFormat.LINES).encode())
    assert read.problems == ()
    assert other.log.merge(read) == 1, "one roll, and what is none"
    assert other.lines == room.lines
    assert other.journal.entries[-1].harmed == Harmed(LAO, {"damage": 18, "wounds": 2})
    assert other.log.merge(read) == 0


def test_what_is_typed_while_rolls_are_secret_is_secret_and_stays_out_of_exports() -> None:
    room = Arrangement(secret=True)
    room.harming.suffer([LAO], "damage", "9")
    assert [one.secret for one in room.journal.entries] == [True]
    for form in LogFormat:
        assert room.export(form) == ""
    assert "9 damage" in room.export(LogFormat.TEXT, secrets=True)


def test_an_event_of_any_kind_can_be_written_and_read_again() -> None:
    prone = Event("condition", ("prone until it stands up",))
    log = RollLog(lambda _: FakeJournal(), counted(), Clock())
    log.open("mars", "ep2")
    [entry] = log.add([Roll(Draft("mook", "Mook"), prone, House(), {})])
    assert msgspec.json.decode(msgspec.json.encode(entry), type=type(entry)).event == prone


def test_the_effects_of_damage_are_listed_after_it() -> None:
    dealt = Event("damage", ("Rifle, 2 targets", "11, 16 damage: Jaqui, Tyska"))
    log = RollLog(lambda _: FakeJournal(), counted(), Clock())
    log.open("mars", "ep2")
    [entry] = log.add([Roll(Draft("mook", "Mook"), dealt, House(), {}, note="Tyska: prone")])
    assert line_of(LogEntry(entry, saved=True)).cells[LogColumn.NOTE] == "11, 16 damage: Jaqui, Tyska; Tyska: prone"
