"""Conditions set and removed by the GM: one undo step, with lines in the log; and what they do to the draft."""

from collections.abc import Sequence

import pytest
from msgspec import structs

from gm_desk.core.drafts.draft import AbilityKind, Draft
from gm_desk.core.errors import BadConditionError
from gm_desk.core.scenes.conditions import ActiveCondition, Duration
from gm_desk.core.scenes.conditions_in_force import ConditionInForce
from gm_desk.core.scenes.scene import Fighter, Moment, Scene
from gm_desk.core.systems.combat import ConditionEffect, ConditionKind
from gm_desk.core.wording.reference import effects_in_words
from gm_desk.model.log.roll_log import RollLog
from gm_desk.model.roll.composing import Drafting
from gm_desk.model.roll.group_roll import RollingGroup
from gm_desk.model.scene.conditions import ConditionEdits, pill_text, spoken_condition, tip_of_condition
from model_makers import JAQUI, LAO, MOOK, Clock, FakeJournal, a_document, a_roster, counted, the

pytestmark = pytest.mark.usefixtures("qapp")


class Table:
    """A table with a log, on whose stage a fight is: Lao acts."""

    def __init__(self, *, secret: bool = False, read_only: str = "") -> None:
        scene = Scene(id="bar", now=Moment(acting=(LAO,)), fighters=tuple(Fighter(id=one) for one in (LAO, JAQUI)))
        self.document = a_document(structs.replace(a_roster(), scenes=(scene,), stage="bar"))
        self.document.read_only = read_only
        self.journal = FakeJournal()
        self.log = RollLog(lambda _: self.journal, counted("line"), Clock())
        self.log.open("mars", "ep2")
        self.edits = ConditionEdits(self.document, self.log, lambda: secret)

    @property
    def lines(self) -> list[tuple[str, ...]]:
        """Return who and what of each line of the log that still counts, the newest first."""
        there = [one for one in reversed(self.journal.entries) if one.event and not one.struck]
        return [(one.draft.name, *one.event.words) for one in there if one.event]

    def go(self, now: Moment) -> None:
        scene = self.document.roster.on_stage
        assert scene is not None
        self.document.change(self.document.roster.with_scene(structs.replace(scene, now=now)), "next")

    def pills(self, who: str) -> list[str]:
        return [pill_text(one, "ep2") for one in self.edits.in_force(who)]


def test_a_line_sets_a_condition_as_one_step_with_a_line_in_the_log() -> None:
    table = Table()
    assert table.edits.set_typed([LAO, JAQUI], "impaired 20, 2 turns")
    assert table.pills(LAO) == table.pills(JAQUI) == ["Impaired 20 · 2"]
    assert sorted(table.lines) == [("Jaqui", "impaired 20", "2 turns"), ("Lao Qing", "impaired 20", "2 turns")]
    assert [one.event.kind for one in table.journal.entries if one.event] == ["condition", "condition"]
    assert table.document.stack.undoText() == "set impaired 20 for 2 characters"
    table.document.stack.undo()
    assert (table.pills(LAO), table.lines) == ([], [])
    table.document.stack.redo()
    assert table.pills(LAO) == ["Impaired 20 · 2"]
    assert len(table.lines) == 2


def test_removing_is_told_and_undone_as_a_whole() -> None:
    table = Table()
    table.edits.set_typed([LAO, JAQUI], "prone")
    table.edits.set_typed([LAO], "stunned 2")
    assert table.edits.remove([LAO, JAQUI, MOOK], "prone")
    assert (table.pills(LAO), table.pills(JAQUI)) == (["Stunned 2"], [])
    assert sorted(table.lines[:2]) == [("Jaqui", "no longer prone"), ("Lao Qing", "no longer prone")]
    table.document.stack.undo()
    assert table.pills(LAO) == ["Prone", "Stunned 2"]
    assert table.edits.remove_all([LAO])
    assert table.pills(LAO) == []
    assert table.lines[0] == ("Lao Qing", "no longer prone or stunned")


def test_a_level_is_changed_in_place() -> None:
    table = Table()
    table.edits.set_typed([LAO], "impaired 10")
    assert table.edits.set_typed([LAO], "impaired 30")
    assert (table.pills(LAO), table.lines[0]) == (["Impaired 30"], ("Lao Qing", "impaired 30"))
    with pytest.raises(BadConditionError, match="10, 20 or 30"):
        table.edits.set_typed([LAO], "impaired 25")
    assert table.pills(LAO) == ["Impaired 30"]


@pytest.mark.parametrize("line", ["stunned", "stunned 0", "impaired", "impaired 11", "nonsense", ""])
def test_a_line_that_says_too_little_changes_nothing(line: str) -> None:
    table = Table()
    with pytest.raises(BadConditionError):
        table.edits.set_typed([LAO], line)
    assert (table.pills(LAO), table.lines, table.document.stack.count()) == ([], [], 0)


def test_what_the_roster_refuses_is_not_logged() -> None:
    table = Table(read_only="it is open elsewhere")
    assert not table.edits.set_typed([LAO], "prone")
    assert table.lines == []


def test_a_secret_one_is_secret_in_the_log() -> None:
    table = Table(secret=True)
    table.edits.set_typed([LAO], "prone")
    assert [one.secret for one in table.journal.entries] == [True]


def test_removing_what_nobody_has_leaves_no_step() -> None:
    table = Table()
    assert table.edits.remove([LAO], "prone")
    assert table.edits.remove_all([LAO, JAQUI])
    assert (table.document.stack.count(), table.lines) == (0, [])


def labels(draft: Draft) -> list[str]:
    return [chip.label for chip in draft.chips]


def test_the_prepared_test_follows_conditions_and_time() -> None:
    table = Table()
    drafting = Drafting(table.document)
    skill = next(skill for skill in the(table.document, LAO).skills if skill.aptitude in {"REF", "SOM"})
    drafting.choose(LAO, AbilityKind.SKILL, skill.id)
    table.edits.set_typed([LAO], "stunned 1")
    assert labels(drafting.draft) == ["Stunned"]
    drafting.modifiers.remove(drafting.draft.chips[0])
    assert drafting.draft.chips[0].struck
    changed: list[bool] = []
    drafting.draft_changed.connect(lambda: changed.append(True))
    table.go(Moment(acted=(LAO,)))
    assert labels(drafting.draft) == []
    assert changed
    table.go(Moment(acting=(LAO,)))
    assert labels(drafting.draft) == ["Stunned"]


def test_everybody_of_a_group_has_their_own_conditions() -> None:
    table = Table()
    drafting = Drafting(table.document)
    group = RollingGroup(table.document, drafting, table.log)
    group.select([LAO, JAQUI])
    skill = next(skill for skill in the(table.document, LAO).skills if skill.aptitude in {"REF", "SOM"})
    drafting.choose(LAO, AbilityKind.SKILL, skill.id)
    table.edits.set_typed([JAQUI], "stunned 1")
    rolled: Sequence[Draft] = group.able
    assert {one.character: labels(one) for one in rolled} == {LAO: [], JAQUI: ["Stunned"]}


@pytest.mark.parametrize(
    ("line", "lasts"),
    [
        ("stunned 2", "2 turns"),
        ("stunned until the start of jaqui's turn", "until the start of Jaqui’s turn"),
        ("stunned until the end of jaqui's turn", "until the end of Jaqui’s turn"),
        ("stunned 2 turns of jaqui", "2 turns of Jaqui’s"),
        ("stunned until jaqui's turn", "until Jaqui acts"),
        ("stunned 5 minutes", "5 minutes"),
    ],
)
def test_the_log_says_whose_turns_a_condition_counts(line: str, lasts: str) -> None:
    table = Table()
    table.edits.set_typed([LAO], line)
    event = table.log.page(1)[0].entry.event
    assert event is not None
    assert event.words == ("stunned", lasts)


def test_what_is_left_is_said_in_words() -> None:
    table = Table()
    for line in ("stunned 2", "blinded until jaqui acts", "prone", "impaired 20, 5 minutes"):
        table.edits.set_typed([LAO], line)
    found = table.edits.in_force(LAO)
    assert table.pills(LAO) == ["Stunned 2", "Blinded", "Prone", "Impaired 20 · 5 min"]
    assert [spoken_condition(one, "ep2", table.document.character) for one in found] == [
        "stunned, 2 turns left",
        "blinded, until Jaqui acts",
        "prone",
        "impaired 20, 5 minutes left",
    ]
    tips = [tip_of_condition(one, "ep2", table.document.character).split("\n") for one in found]
    assert tips[0] == [
        "Stunned",
        "2 turns left, counted at the end of the turns of Lao Qing",
        "−30 to physical tests",
        "−10 to mental tests",
    ]
    assert tips[2][1:] == [
        "Until it is removed",
        "+20 to attacks with Melee against it",
        "−10 to attacks against it at long range",
        "Rising takes a quick action.",
    ]


def test_effects_of_every_kind_have_words() -> None:
    kinds = {kind.id: effects_in_words(kind) for kind in Table().edits.kinds}
    assert kinds["deafened"] == ["−3 to initiative", "−30 to Perceive"]
    assert kinds["impaired"] == ["− the level to all tests"]
    assert kinds["immobilized"] == ["no physical actions", "cannot defend"]
    assert kinds["bleeding"] == ["1 damage for each wound at the end of each turn"]
    assert kinds["burning"] == ["1d6 damage at the end of each turn"]


def test_a_fading_condition_shows_what_is_left_of_its_modifier() -> None:
    kind = ConditionKind("drugged", "Drugged", effects=(ConditionEffect(-25),), fades=1)
    steps = []
    for passed in range(3):
        span = Duration(LAO, 1, count=3, gone=passed)
        one = ConditionInForce(ActiveCondition(id="d", kind="drugged", name="Drugged", span=span), kind)
        steps.append((pill_text(one, "ep2"), spoken_condition(one, "ep2", lambda _: None)))
    assert steps == [
        ("Drugged −25", "drugged, −25, 3 turns left"),
        ("Drugged −15", "drugged, −15, 2 turns left"),
        ("Drugged −5", "drugged, −5, 1 turn left"),
    ]
