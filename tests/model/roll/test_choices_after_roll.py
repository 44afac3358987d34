"""The words of what may be done about the last roll."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec import structs

from gm_desk.core.characters.roster import Roster
from gm_desk.core.characters.stat_block import Points
from gm_desk.core.drafts.draft import Ability, AbilityKind, Draft, Mode, Side, Spend
from gm_desk.core.drafts.opponents import Defence, everything
from gm_desk.core.drafts.spending import paid
from gm_desk.core.rules.outcomes import Grade
from gm_desk.core.systems.registry import RULES
from gm_desk.model.log.log_model import LogModel
from gm_desk.model.log.roll_log import RollLog
from gm_desk.model.roll.choices_after_roll import (
    AfterRollChoice,
    choices,
    wants_third_result,
    with_third_result,
)
from gm_desk.model.roll.composing import Drafting
from gm_desk.model.roll.rolling import Rolling
from gm_desk.model.roster import edits
from gm_desk.model.roster.document import RosterDocument
from gm_desk.store.journal.entries import Override
from gm_desk.store.shipped import load_system
from model_makers import (
    JAQUI,
    LAO,
    MOOK,
    TRIAD,
    Clock,
    FakeJournal,
    ScriptedDice,
    a_roster,
    column,
    counted,
    heard,
    the,
)
from thorough import tries

pytestmark = pytest.mark.usefixtures("qapp")


def with_points(system: str = "ep2", now: int = 2) -> Roster:
    """Jaqui has Vigor, Flex and Moxie, the triad shares Threat."""
    roster = a_roster(system=system)
    group = roster.group(TRIAD)
    jaqui = roster.character(JAQUI)
    assert group
    assert jaqui
    owned = {kind: Points(now=now, max=3) for kind in ("vigor", "flex", "moxie")}
    roster = roster.with_character(structs.replace(jaqui, points=owned))
    return roster.with_group(structs.replace(group, threat=Points(now=now, max=3)))


class Arrangement:
    """A table to roll at, where points can be spent."""

    def __init__(self, *rolls: int, system: str = "ep2", now: int = 2) -> None:
        self.document = RosterDocument(with_points(system, now), load_system(system), counted())
        self.journal = FakeJournal()
        self.drafting = Drafting(self.document)
        self.log = RollLog(lambda _: self.journal, counted("roll"), Clock())
        self.log.open("mars", system)
        self.lines = LogModel(self.log)
        self.rolling = Rolling(self.document, self.drafting, lambda: self.log, ScriptedDice(*rolls))
        self.drafting.choose(JAQUI, AbilityKind.SKILL, f"{JAQUI}-0")

    def choices(self) -> list[AfterRollChoice]:
        entry, result = self.rolling.recent.last, self.rolling.recent.result
        if entry is None or result is None:
            return []
        return choices(entry, result, self.document.roster, self.document.system)

    def texts(self) -> list[str]:
        return [one.text for one in self.choices()]

    def takes(self, text: str) -> None:
        offered = [other for one in self.choices() for other in (one, *one.others)]
        choice = next(one for one in offered if one.text == text)
        self.rolling.recent.revise(choice.entry, choice.step, pays=choice.pays, payer=choice.payer)

    def against(self, who: str, mode: Mode = Mode.OPPOSED) -> None:
        self.drafting.oppose(who)
        if self.drafting.draft.lacks:
            [other] = [one for one in self.document.roster.characters if one.id == who]
            self.drafting.oppose(who, Defence(everything(other, self.document.system)[0]))
            self.document.stack.clear()  # what answers is remembered, which these tests do not take back
        self.drafting.set_mode(mode)

    def left(self, kind: str = "vigor") -> int:
        return the(self.document, JAQUI).points[kind].now

    def threat(self) -> int:
        group = self.document.roster.group(TRIAD)
        assert group is not None
        assert group.threat is not None
        return group.threat.now

    def undo(self) -> None:
        self.document.stack.undo()

    def note(self) -> str:
        return str(column(self.lines, at=7)[0])

    def verdict(self) -> str:
        return str(column(self.lines, at=6)[0])


def test_a_point_is_offered_with_the_verdict_it_leads_to_and_other_pools_behind_it() -> None:
    room = Arrangement(81)
    room.rolling.roll()
    (offer,) = room.choices()
    assert offer.text == "Vigor · flip-flop 81 → 18: success"
    assert [other.text for other in offer.others] == [
        "Vigor (2 left) · flip-flop 81 → 18: success",
        "Flex (2 left) · flip-flop 81 → 18: success",
    ]
    assert offer.tip == "Spend a point: Vigor, 2 left\nThe arrow lets Flex (2 left) pay instead"


def test_a_point_that_only_one_pool_can_pay_for_has_no_others() -> None:
    room = Arrangement(81)
    room.document.change(paid(room.document.roster, JAQUI, "flex", room.document.system, 2), "spend Flex")
    room.rolling.roll()
    (offer,) = room.choices()
    assert (offer.others, offer.tip) == ((), "Spend a point: Vigor, 2 left")


def test_taking_it_changes_the_verdict_and_pays_in_one_step_that_can_be_undone() -> None:
    room = Arrangement(81)
    room.rolling.roll()
    rolled = room.document.stack.count()
    room.takes("Vigor · flip-flop 81 → 18: success")
    assert (room.left(), room.verdict()) == (1, "✓ Success")
    assert room.document.stack.undoText() == "Vigor of Jaqui: flip-flop 81 → 18: success"
    assert room.document.stack.count() == rolled + 1
    assert room.choices() == []
    room.undo()
    assert (room.left(), room.verdict()) == (2, "✗ Failure")
    assert room.texts() == ["Vigor · flip-flop 81 → 18: success"]
    room.document.stack.redo()
    assert (room.left(), room.verdict()) == (1, "✓ Success")


def test_another_pool_pays_as_well() -> None:
    room = Arrangement(81)
    room.rolling.roll()
    room.takes("Flex (2 left) · flip-flop 81 → 18: success")
    assert (room.left("vigor"), room.left("flex")) == (2, 1)


def test_nothing_is_offered_after_a_point_before_the_roll_or_while_the_roll_is_undone() -> None:
    room = Arrangement(81, 81)
    room.drafting.put(structs.replace(room.drafting.side, point=Spend("vigor", "ignore_modifiers")))
    room.rolling.roll()
    assert room.choices() == []
    room.rolling.roll()
    assert room.choices()
    room.undo()
    assert room.choices() == []


def test_a_point_before_the_roll_is_paid_with_it_and_comes_back_with_undo() -> None:
    room = Arrangement(50, now=1)
    point = Spend("vigor", "add_20")
    room.drafting.put(structs.replace(room.drafting.side, point=point))
    draft = room.drafting.draft
    assert room.drafting.reading.net.net == 20
    room.rolling.roll()
    assert (room.left(), room.drafting.draft.point, room.document.stack.count()) == (0, None, 1)
    room.undo()
    assert (room.left(), room.drafting.draft) == (1, draft)
    room.document.stack.redo()
    assert (room.left(), room.drafting.draft.point) == (0, None)


def test_both_sides_pay_for_what_they_spend() -> None:
    room = Arrangement(30, 40)
    room.against(LAO)
    room.drafting.put(structs.replace(room.drafting.side, point=Spend("vigor", "add_20")))
    room.drafting.turn_to("b")
    room.drafting.put(structs.replace(room.drafting.side, point=Spend("threat", "add_20")))
    room.rolling.roll()
    assert (room.left(), room.threat()) == (1, 1)
    room.undo()
    assert (room.left(), room.threat()) == (2, 2)


def test_a_point_that_can_no_longer_be_paid_is_dropped_and_said() -> None:
    room = Arrangement(50, now=1)
    lost = heard(room.drafting.point_lost)
    room.drafting.put(structs.replace(room.drafting.side, point=Spend("vigor", "add_20")))
    edits.set_points(room.document, JAQUI, "vigor", "0/3")
    assert (room.drafting.draft.point, lost) == (None, [("vigor",)])
    room.rolling.roll()
    assert room.left() == 0


def test_either_side_of_an_opposed_test_may_spend_points() -> None:
    room = Arrangement(50, 61)
    room.against(LAO)
    room.rolling.roll()
    assert room.texts()[:2] == [
        "Vigor · upgrade to superior ×2",
        "Lao Qing, Threat · flip-flop 61 → 16: success",
    ]
    room.takes("Lao Qing, Threat · flip-flop 61 → 16: success")
    assert (room.threat(), room.left()) == (1, 2)


def test_a_point_that_turns_the_contest_says_so() -> None:
    room = Arrangement(81, 20)
    room.against(LAO)
    room.rolling.roll()
    assert "Vigor · flip-flop 81 → 18: success" in room.texts()
    room = Arrangement(17, 20)
    room.against(LAO)
    room.rolling.roll()
    assert "Vigor · flip-flop 17 → 71: failure" not in room.texts()
    room = Arrangement(72, 20)
    room.against(LAO)
    room.rolling.roll()
    assert "Vigor · flip-flop 72 → 27: success, wins" in room.texts()


def test_a_ruling_names_its_winner_and_can_be_taken_back() -> None:
    room = Arrangement(81, 92)
    room.against(LAO)
    room.rolling.roll()
    assert room.texts()[:3] == ["Deadlock", "Higher roll: Lao Qing wins", "Higher skill: Jaqui wins"]
    assert room.note().startswith("Nobody wins")
    room.takes("Higher skill: Jaqui wins")
    assert room.note().startswith("Jaqui wins")
    assert room.document.stack.undoText() == "rule higher skill: Jaqui wins"
    assert [one.on for one in room.choices()[:3]] == [False, False, True]
    room.takes("Higher skill: Jaqui wins")
    assert room.document.stack.count() == 2
    room.undo()
    assert room.note().startswith("Nobody wins")


def even(room: Arrangement) -> None:
    """Roll the same skill against each other."""
    ability = Ability(AbilityKind.SKILL, "", "Infosec", 60)
    room.drafting.take(Draft("", "Ada", ability, mode=Mode.OPPOSED, opponent=Side("", "Ben", ability)))
    room.rolling.roll()


@pytest.mark.parametrize("system", ["ep1", "ep2"])
@pytest.mark.parametrize("roll", [40, 44, 95])
def test_of_a_deadlock_that_no_ruling_ends_the_gm_says_who_wins(system: str, roll: int) -> None:
    room = Arrangement(roll, roll, system=system)
    even(room)
    assert room.texts()[:3] == ["Deadlock", "The GM: Ada wins", "The GM: Ben wins"]
    assert [one.on for one in room.choices()[:3]] == [True, False, False]
    room.takes("The GM: Ben wins")
    assert room.journal.entries[-1].override == Override("Ben wins", Grade.FAILURE)
    assert [one.on for one in room.choices()[:3]] == [False, False, True]
    room.takes("The GM: Ada wins")
    assert room.journal.entries[-1].override == Override("Ada wins", Grade.SUCCESS)
    assert room.document.stack.undoText() == "rule the GM: Ada wins"
    room.takes("Deadlock")
    assert room.journal.entries[-1].override is None
    room.undo()
    assert room.journal.entries[-1].override == Override("Ada wins", Grade.SUCCESS)


def test_an_attack_that_ends_in_a_deadlock_is_no_hit_whatever_anybody_says() -> None:
    room = Arrangement(40, 40)
    ability = Ability(AbilityKind.SKILL, "", "Guns", 60)
    room.drafting.take(Draft("", "Ada", ability, mode=Mode.ATTACK, opponent=Side("", "Ben", ability)))
    room.rolling.roll()
    assert not [text for text in room.texts() if text.startswith(("Deadlock", "The GM"))]


def test_a_tie_that_is_rolled_off_throws_the_dice_it_needs() -> None:
    room = Arrangement(3, 4, 3, 4, 2, 2, 6, 1, system="kaiser")
    ability = Ability(AbilityKind.SKILL, "", "Stealth", 3)
    room.drafting.take(Draft("", "Ada", ability, mode=Mode.OPPOSED, opponent=Side("", "Ben", ability)))
    entry = kaiser_tie(room)
    assert room.texts() == ["Defender: Ben wins", "Roll off", "Left open", "The GM: Ada wins the tie"]
    room.takes("Roll off")
    assert room.rolling.recent.last is not None
    assert room.rolling.recent.last.dice == {**entry, "roll_off": (2, 2, 6, 1)}
    assert "Ada wins the tie" in room.note()
    room.undo()
    assert "Ben wins the tie" in room.note()
    room.takes("The GM: Ada wins the tie")
    assert room.journal.entries[-1].override == Override("Ada wins the tie", Grade.SUCCESS)
    assert room.note() == "", "what the GM rules stands in the verdict, and nothing else wins"
    assert [one.on for one in room.choices()] == [False, False, False, True]
    room.takes("Defender: Ben wins")
    assert room.journal.entries[-1].override is None


def kaiser_tie(room: Arrangement) -> dict[str, tuple[int, ...]]:
    room.rolling.roll()
    assert room.rolling.recent.last is not None
    return room.rolling.recent.last.dice


def test_both_succeeding_in_a_variable_test_asks_for_a_third_result() -> None:
    room = Arrangement(30, 40, system="ep1")
    room.against(LAO, Mode.VARIABLE)
    room.rolling.roll()
    assert room.rolling.recent.last is not None
    assert room.rolling.recent.result is not None
    assert wants_third_result(room.rolling.recent.result)
    room.rolling.recent.revise(with_third_result(room.rolling.recent.last, " a  draw \n"), "name the third result")
    assert room.note().startswith("A draw, ")
    room.undo()
    assert "a draw" not in room.note().lower()


def test_superior_results_are_spent_by_the_names_of_the_system() -> None:
    room = Arrangement(68)
    room.rolling.roll()
    names = [use.name for use in room.document.system.superior_uses]
    assert room.texts() == names
    for text in ("Damage", "Damage"):
        room.takes(text)
    assert (room.note(), room.choices()[-1].text) == ("Damage ×2", "Damage ×2")
    room.takes("Damage ×2")
    room.takes("Quality")
    room.takes("Time")
    assert room.note() == "Quality, Time"
    assert [one.text for one in room.choices() if one.on] == ["Quality", "Time"]
    room.undo()
    assert room.note() == "Quality"


def test_superior_results_in_damage_that_has_been_dealt_cannot_be_spent_again() -> None:
    room = Arrangement(68)
    room.rolling.roll()
    entry, result, system = room.rolling.recent.last, room.rolling.recent.result, room.document.system
    assert entry
    assert result

    def offers(*picks: str) -> dict[str, tuple[str, ...]]:
        spent = structs.replace(entry, picks=picks)
        found = choices(spent, result, room.document.roster, system, dealt=True)
        return {one.text: one.entry.picks for one in found}

    assert offers("damage", "damage") == {}
    assert offers("damage")["Quality"] == ("damage", "quality")
    assert offers("damage", "quality")["Time"] == ("damage", "time")
    assert offers("damage", "quality")["Quality"] == ("damage",)
    assert "Damage" not in offers() | offers("damage") | offers("quality")


def test_a_point_that_takes_superior_results_away_takes_what_they_bought() -> None:
    room = Arrangement(94)
    room.drafting.modifiers.eyeball(-30)
    room.rolling.roll()
    assert room.verdict() == "✗ Failure"
    room = Arrangement(62)
    room.drafting.modifiers.eyeball(-30)
    room.rolling.roll()
    assert room.verdict() == "▼ Superior failure"
    room.takes("Damage")
    room.takes("Vigor · flip-flop 62 → 26: success")
    assert room.note() == "Point, flip-flop of 62"


def test_ideas_for_criticals_are_noted_and_taken_back() -> None:
    room = Arrangement(44)
    room.rolling.roll()
    ideas = list(room.document.system.criticals.success)
    assert room.texts() == ideas
    assert all(one.quiet for one in room.choices())
    for idea in ideas[:2]:
        room.takes(idea)
    assert room.note() == "Double damage; +20 on the next test"
    room.takes(ideas[0])
    assert room.note() == "+20 on the next test"
    room.undo()
    room.undo()
    assert room.note() == "Double damage"


@pytest.mark.parametrize(("kind", "key"), [(AbilityKind.CHECK, "SOM"), (AbilityKind.SKILL, "lao-1")])
def test_a_check_and_a_defence_offer_no_damage(kind: AbilityKind, key: str) -> None:
    room = Arrangement(68, 44, 33)
    who = JAQUI if kind is AbilityKind.CHECK else LAO
    for success in (False, True):
        room.drafting.choose(who, kind, key)
        room.drafting.modifiers.eyeball(60 if success else 0)
        room.rolling.roll()
        found = room.texts()
        assert "Damage" not in found
        assert "double damage" not in found
    room = Arrangement(88, system="ep1")
    room.drafting.choose(JAQUI, AbilityKind.CHECK, "SOM")
    room.rolling.roll()
    assert "a weapon breaks" not in room.texts()


def test_the_first_edition_has_ideas_too_and_moxie() -> None:
    room = Arrangement(88, system="ep1")
    room.rolling.roll()
    assert room.texts()[0] == "Moxie · downgrade to failure"
    assert room.texts()[1:] == list(room.document.system.criticals.failure)


actions = st.lists(
    st.tuples(st.sampled_from(["before", "roll", "after", "undo", "redo"]), st.integers(0, 5)), min_size=1, max_size=14
)


@settings(max_examples=tries(60), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(actions, st.lists(st.integers(0, 99), min_size=40, max_size=40), st.sampled_from(["ep1", "ep2"]))
def test_whatever_is_spent_and_undone_in_the_end_everything_is_there_again(
    steps: list[tuple[str, int]], rolls: list[int], system: str
) -> None:
    room = Arrangement(*rolls, system=system)
    room.against(MOOK)
    first = room.document.roster
    for step, which in steps:
        act(room, step, which)
        assert all(points.now >= 0 for one in room.document.roster.characters for points in one.points.values())
    while room.document.stack.canUndo():
        room.undo()
    assert room.document.roster == first
    while room.document.stack.canRedo():
        room.document.stack.redo()
    while room.document.stack.canUndo():
        room.undo()
    assert room.document.roster == first
    assert all(entry.struck for entry in room.journal.entries)


def act(room: Arrangement, step: str, which: int) -> None:
    before = RULES[room.document.system.id].BEFORE
    kinds = ("vigor", "flex", "moxie", "threat")
    match step:
        case "before":
            point = Spend(kinds[which % len(kinds)], before[which % len(before)])
            room.drafting.put(structs.replace(room.drafting.side, point=point))
        case "roll":
            room.rolling.roll()
        case "after":
            offered = [other for one in room.choices() for other in (one, *one.others)]
            if offered:
                choice = offered[which % len(offered)]
                room.rolling.recent.revise(choice.entry, choice.step, pays=choice.pays, payer=choice.payer)
        case "undo":
            room.undo()
        case _:
            room.document.stack.redo()


def test_every_choice_leaves_an_entry_that_means_something() -> None:
    for roll in range(100):
        room = Arrangement(roll, 40)
        room.against(LAO)
        room.rolling.roll()
        for choice in room.choices():
            assert choice.entry.result is not None
            assert choice.step
