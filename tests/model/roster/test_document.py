"""The document: whole values, undo and redo, and models that always agree with it."""

from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule, run_state_machine_as_test
from msgspec import structs
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester
from typing_extensions import override

from gm_desk.core.characters.roster import Character, Roster
from gm_desk.core.drafts.abilities import ability_of
from gm_desk.core.errors import RulesError
from gm_desk.core.rules.house import House
from gm_desk.model.card.stat_models import UNTYPED, AptitudeModel, SkillModel
from gm_desk.model.item_models import Role
from gm_desk.model.roll.composing import Drafting
from gm_desk.model.roster import edits
from gm_desk.model.roster.document import RosterDocument
from gm_desk.model.roster.roster_model import UNGROUPED, RosterModel
from gm_desk.store.rosters.files import encode_roster
from model_makers import EP2, LAO, MOOK, a_character, a_document, a_roster, column, counted, heard, the
from thorough import tries

pytestmark = pytest.mark.usefixtures("qapp")

Picks = st.integers(0, 50)
Texts = st.sampled_from(["Eva", "mook 2", "Triad & sons", "", " \t", "×", "\ud800"]) | st.text(max_size=4)
Lines = st.builds("{} {}".format, st.sampled_from(["Guns", "guns", "Know: Triads", "Fray", ""]), st.integers(-1, 151))


class DocumentMachine(RuleBasedStateMachine):
    """Edit, undo and redo in any order, beside a plain list of the values there were."""

    def __init__(self) -> None:
        super().__init__()
        self.document = RosterDocument(a_roster(), EP2, counted())
        self.values = [self.document.roster]
        self.at = 0
        self.words = ""
        self.drafting = Drafting(self.document)
        self.rows = RosterModel(self.document)
        self.aptitudes = AptitudeModel(self.document)
        self.skills = SkillModel(self.document)
        models = (self.rows, self.aptitudes, self.skills)
        mode = QAbstractItemModelTester.FailureReportingMode.Warning
        self.testers = [QAbstractItemModelTester(model, mode) for model in models]
        self.look(0)

    def edit(self, change: Any, *arguments: Any) -> None:
        """Make a change, which may be refused, and note the value that came of it."""
        before = self.document.roster
        try:
            change(self.document, *arguments)
        except RulesError:
            assert self.document.roster is before
        if self.document.roster is not before:
            self.values[self.at + 1 :] = [self.document.roster]
            self.at += 1

    def somebody(self, pick: int) -> Character:
        return self.document.roster.characters[pick % len(self.document.roster.characters)]

    def somewhere(self, pick: int) -> str:
        groups = [*(group.id for group in self.document.roster.groups), ""]
        return groups[pick % len(groups)]

    def inhabited(self) -> bool:
        return bool(self.document.roster.characters)

    @rule(pick=Picks, group=Picks)
    def add(self, pick: int, group: int) -> None:
        after = self.somebody(pick).id if self.inhabited() else ""
        self.edit(lambda document: edits.add_character(document, self.somewhere(group), after=after))

    @precondition(inhabited)
    @rule(pick=Picks)
    def duplicate(self, pick: int) -> None:
        self.edit(edits.duplicate_characters, [self.somebody(pick).id])

    @precondition(inhabited)
    @rule(pick=Picks)
    def remove(self, pick: int) -> None:
        self.edit(edits.remove_characters, [self.somebody(pick).id])

    @precondition(inhabited)
    @rule(pick=Picks, change=st.sampled_from([edits.rename_character, edits.set_concept, edits.set_notes]), text=Texts)
    def write(self, pick: int, change: Any, text: str) -> None:
        self.edit(change, self.somebody(pick).id, text)

    @precondition(inhabited)
    @rule(pick=Picks, kind=st.sampled_from(["pc", "npc"]))
    def set_kind(self, pick: int, kind: str) -> None:
        self.edit(edits.set_kind, self.somebody(pick).id, kind)

    @precondition(inhabited)
    @rule(pick=Picks, aptitude=st.sampled_from(EP2.aptitudes), text=st.integers(-1, 61).map(str) | Texts)
    def set_aptitude(self, pick: int, aptitude: str, text: str) -> None:
        self.edit(edits.set_aptitude, self.somebody(pick).id, aptitude, text)

    @precondition(inhabited)
    @rule(pick=Picks, line=Lines)
    def add_skill(self, pick: int, line: str) -> None:
        self.edit(edits.add_skill, self.somebody(pick).id, line)

    @precondition(inhabited)
    @rule(pick=Picks, which=Picks, line=Lines | st.none())
    def change_skill(self, pick: int, which: int, line: str | None) -> None:
        one = self.somebody(pick)
        skill = one.skills[which % len(one.skills)].id if one.skills else "none"
        if line is None:
            self.edit(edits.remove_skill, one.id, skill)
        else:
            self.edit(edits.set_skill, one.id, skill, line)

    @precondition(inhabited)
    @rule(pick=Picks, group=Picks, before=Picks)
    def move(self, pick: int, group: int, before: int) -> None:
        self.edit(edits.move_characters, [self.somebody(pick).id], self.somewhere(group), self.somebody(before).id)

    @rule(text=Texts)
    def rename_roster(self, text: str) -> None:
        self.edit(edits.rename_roster, text)

    @rule(pick=Picks, text=Texts | st.none())
    def change_groups(self, pick: int, text: str | None) -> None:
        group = self.somewhere(pick)
        if not group:
            self.edit(edits.add_group)
        elif text is None:
            self.edit(edits.remove_group, group)
        else:
            self.edit(edits.rename_group, group, text)

    @rule()
    def undo(self) -> None:
        self.document.stack.undo()
        self.at = max(0, self.at - 1)

    @rule()
    def redo(self) -> None:
        self.document.stack.redo()
        self.at = min(len(self.values) - 1, self.at + 1)

    @rule(words=st.sampled_from(["", "m", "mook", "TRIAD", "dock o", "no group", "nobody at all"]))
    def filter(self, words: str) -> None:
        self.words = words
        self.rows.set_filter(words)

    @rule(pick=Picks)
    def look(self, pick: int) -> None:
        self.shown = self.somebody(pick).id if self.inhabited() else ""
        self.aptitudes.show(self.shown)
        self.skills.show(self.shown)
        self.drafting.select(self.shown)

    @invariant()
    def the_value_is_the_one_of_its_step(self) -> None:
        assert self.document.roster is self.values[self.at]
        assert (self.document.stack.index(), self.document.stack.count()) == (self.at, len(self.values) - 1)

    @invariant()
    def the_rows_are_those_of_the_value(self) -> None:
        assert shown(self.rows) == expected(self.document.roster, self.words.lower().split())

    @invariant()
    def the_numbers_are_those_of_the_value(self) -> None:
        one = self.document.character(self.shown)
        stats = [one.stats.get(key) for key in EP2.aptitudes] if one else []
        assert column(self.aptitudes, Role.NUMBER) == [UNTYPED if stat is None else str(stat) for stat in stats]
        lines = [f"{skill.name} {skill.rating}" for skill in one.skills] if one else []
        assert column(self.skills, Qt.ItemDataRole.EditRole) == lines

    @invariant()
    def the_draft_is_one_that_can_be_rolled(self) -> None:
        draft, one = self.drafting.draft, self.document.character(self.drafting.draft.character)
        if draft.ability is not None:
            assert one is not None
            assert draft.name == one.name
            assert draft.ability == ability_of(one, EP2, draft.ability.kind, draft.ability.key)

    @override
    def teardown(self) -> None:
        stack, last = self.document.stack, self.values[-1]
        for step, value in enumerate(self.values):
            stack.setIndex(step)
            assert self.document.roster is value
        assert encode_roster(self.document.roster) == encode_roster(last)
        stack.setIndex(0)
        assert self.document.roster == a_roster()
        assert encode_roster(self.document.roster) == encode_roster(a_roster())
        assert shown(self.rows) == expected(a_roster(), self.words.lower().split())


def shown(model: RosterModel) -> list[tuple[str, str, bool]]:
    """List what a roster model shows."""
    return list(zip(column(model, Role.ID), column(model, Role.NAME), column(model, Role.HEADING), strict=True))


def expected(roster: Roster, words: list[str]) -> list[tuple[str, str, bool]]:
    """List what a roster model should show, worked out the long way."""
    rows = []
    for group_id, name in [*((group.id, group.name) for group in roster.groups), ("", "")]:
        texts = [(one, f"{one.name} {one.concept} {name}".casefold()) for one in roster.members(group_id)]
        passing = [(one.id, one.name, False) for one, text in texts if all(word in text for word in words)]
        if roster.groups and (passing or (group_id and not words)):
            rows.append((group_id, name or UNGROUPED, True))
        rows += passing
    return rows


def test_undo_and_redo_go_through_the_same_values_and_the_models_follow() -> None:
    steps = settings(max_examples=tries(100), stateful_step_count=30, deadline=None)
    run_state_machine_as_test(DocumentMachine, settings=steps)


def test_a_change_to_the_same_value_is_none() -> None:
    document = a_document()
    changed = heard(document.roster_changed)
    document.change(a_roster(), "nothing at all")
    assert document.stack.count() == 0
    assert changed == []


def test_a_change_tells_whose_it_is_and_what_it_is_about() -> None:
    document = a_document()
    said = [heard(signal) for signal in (document.structure_changed, document.character_changed, document.touched)]
    document.change_character(structs.replace(the(document, LAO), name="Lao"), "rename")
    assert said == [[], [(LAO,)], [(LAO,)]]
    document.stack.undo()
    assert said == [[], [(LAO,), (LAO,)], [(LAO,), (LAO,)]]


@pytest.mark.parametrize(
    "change",
    [
        lambda roster: roster.without_character(MOOK),
        lambda roster: roster.with_character(a_character("eva", "Eva")),
        lambda roster: roster.moved(MOOK, "players"),
        lambda roster: roster.moved(MOOK, "triad", LAO),
        lambda roster: roster.without_group("security"),
        lambda roster: structs.replace(roster, name="Venus"),
    ],
)
def test_a_change_of_the_order_of_things_tells_so_both_ways(change: Any) -> None:
    document = a_document()
    said = heard(document.structure_changed)
    document.change(change(document.roster), "change")
    assert len(said) == 1
    document.stack.undo()
    assert len(said) == 2


def test_an_ampersand_in_a_name_is_no_shortcut_in_the_menu() -> None:
    document = a_document()
    edits.rename_character(document, LAO, "Lao & Sons")
    edits.set_notes(document, LAO, "open late")
    assert document.stack.undoText() == "edit notes of Lao && Sons"


def test_another_roster_comes_with_nothing_to_undo() -> None:
    document = a_document()
    edits.add_character(document, "")
    opened, changed = heard(document.opened), heard(document.roster_changed)
    other = structs.replace(EP2, name="Another")
    document.open(a_roster(name="Venus"), other)
    assert not document.stack.canUndo()
    assert (document.roster.name, document.system) == ("Venus", other)
    assert (opened, changed) == ([()], [])


def test_the_house_rules_are_those_of_the_roster() -> None:
    assert a_document().house == House()
    assert a_document(a_roster(house={"cap": None, "pool_in_cap": False})).house == House(cap=None, pool_in_cap=False)


def test_the_house_rules_are_read_once_and_again_when_they_or_the_system_change() -> None:
    document = a_document(a_roster(house={"cap": None}))
    house = document.house
    document.change(structs.replace(document.roster, name="Venus"), "rename")
    assert document.house is house
    document.change(structs.replace(document.roster, house={"cap": 30}), "set")
    assert document.house == House(cap=30)
    document.stack.undo()
    assert document.house == house


def test_a_house_rule_that_is_not_known_yet_stops_nothing() -> None:
    assert a_document(a_roster(house={"weather": "rain", "cap": 40})).house == House(cap=40)


def test_a_roster_that_is_read_only_is_not_changed_and_says_why() -> None:
    document = a_document()
    document.open(a_roster(), EP2, read_only="It is held by another window.")
    said = heard(document.refused)
    document.change_character(structs.replace(the(document, LAO), name="Lao"), "rename")
    assert said == [("It is held by another window.",)]
    assert (document.roster, document.stack.count()) == (a_roster(), 0)
    document.open(a_roster(), EP2)
    document.change_character(structs.replace(the(document, LAO), name="Lao"), "rename")
    assert the(document, LAO).name == "Lao"


def type_notes(document: RosterDocument, text: str, run: int) -> None:
    with document.runs.typing(run):
        edits.set_notes(document, LAO, text)


def test_changes_of_one_run_are_undone_together_and_redone_to_the_last() -> None:
    document = a_document()
    before = document.roster
    for text in ("K", "Kil", "Killed"):
        type_notes(document, text, run=7)
    assert document.stack.count() == 1
    assert the(document, LAO).notes == "Killed"
    document.stack.undo()
    assert document.roster == before
    document.stack.redo()
    assert the(document, LAO).notes == "Killed"


def test_a_run_ends_with_the_next_one_and_with_any_other_change() -> None:
    document = a_document()
    type_notes(document, "one", run=1)
    type_notes(document, "two", run=2)
    edits.rename_character(document, LAO, "Lao")
    type_notes(document, "three", run=2)
    edits.set_notes(document, LAO, "four")
    edits.set_notes(document, LAO, "five")
    notes = []
    while document.stack.canUndo():
        notes.append(the(document, LAO).notes)
        document.stack.undo()
    assert notes == ["five", "four", "three", "two", "two", "one"]


def test_who_has_a_twin_is_told_of_the_roster_as_it_is_now() -> None:
    document = a_document(a_roster(characters=(a_character("a", name="Eva"), a_character("b", name="Lao"))))
    assert document.twins() == frozenset()
    document.change_character(a_character("b", name="eva"), "rename")
    assert document.twins() == {"a", "b"}
    assert document.character("b") == a_character("b", name="eva")
    document.stack.undo()
    assert document.twins() == frozenset()


def test_whom_a_change_is_about_must_be_there() -> None:
    document = a_document()
    assert [one.id for one in document.all_existing([LAO, MOOK])] == [LAO, MOOK]
    for gone in ([LAO, "nobody"], []):
        with pytest.raises(RulesError, match="no longer in the roster"):
            document.all_existing(gone)
