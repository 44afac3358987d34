"""What the first line of the finder shows is exactly what Enter rolls, for random lines of all systems."""

import random
import re
from pathlib import Path
from typing import Any, cast

import pytest
from msgspec import structs
from PySide6.QtCore import QObject

from gm_desk.core.characters.roster import Character, Roster
from gm_desk.core.characters.stat_block import Attack, Points
from gm_desk.core.combat.attack_choices import use_of
from gm_desk.core.combat.several import chance_against
from gm_desk.core.drafts.abilities import attack_of
from gm_desk.core.finder.meanings import Prepared
from gm_desk.core.rules.outcomes import CheckOdds, ContestOdds, KaiserOdds, Odds
from gm_desk.core.rules.requests import Effort, KaiserCheck, KaiserContest, OpposedTest, SuccessTest
from gm_desk.core.scenes.conditions import ActiveCondition
from gm_desk.core.systems.registry import RULES
from gm_desk.core.wording.phrases import contest_chances, minus, percent
from gm_desk.model.combat.several_roll import SeveralRoll
from gm_desk.model.roll.finder import FinderRow, FinderSearch
from gm_desk.store.journal.entries import Entry
from gm_desk.store.rosters.files import read_sample, write_roster
from gm_desk.ui.finder.actions import FinderCommands
from model_makers import Table, a_table
from thorough import tries

pytestmark = pytest.mark.usefixtures("qapp")

SMG = Attack(id="smg", name="SMG", skill="Guns", damage="2d10", modes="SA/BF/FA", range="40")
AUTO = Attack(id="auto", name="Autocannon", skill="Guns", damage="3d10", modes="FA", ammo=Points(now=400, max=400))
BURST = Attack(id="burst", name="Burster", skill="Guns", damage="2d10", modes="BF/FA")
PISTOL = Attack(id="pistol", name="Zip gun", skill="Guns", damage="1d10", modes="SA/BF")
CLUB = Attack(id="club", name="Club", skill="Melee", damage="1d10")
FRAG = Attack(id="frag", name="Frag", skill="Athletics", damage="3d10", area="blast")
SKILLS = {"ep1": {"Guns": "Kinetic Weapons", "Melee": "Clubs", "Athletics": "Throwing Weapons"}}
PIECES = (
    *("sa", "bf", "fa", "burst", "fa damage", "bf two", "suppressive", "automatic", "full auto"),
    *("cover", "minor cover", "major", "range", "aim", "aim complex", "called shot", "superior position"),
    *("-20", "+10", "dust -20", "full defense", "blind"),
)
NUMBERS = ("", "", "", " -20", " +10", " -30 smoke -40", " +30")


class Dice:
    """Dice that fall by a seed."""

    def __init__(self, seed: str) -> None:
        self._random = random.Random(seed)

    def d100(self) -> int:
        return self._random.randrange(100)

    def die(self, sides: int) -> int:
        return self._random.randint(1, sides)


class Reveals:
    """A roster pane that only selects."""

    def __init__(self, table: Table) -> None:
        self._table = table

    def reveal(self, character_id: str) -> None:
        self._table.session.view.select(character_id)


def armed(roster: Roster) -> Roster:
    """Return a sample roster in which everybody has more weapons, one has no defence and one is stunned."""
    named = SKILLS.get(roster.system, {})
    known = [] if roster.system == "kaiser" else [SMG, AUTO, BURST, PISTOL, CLUB, FRAG]
    guns = tuple(structs.replace(one, skill=named.get(one.skill, one.skill)) for one in known)
    people: list[Character] = []
    for place, one in enumerate(roster.characters):
        kinds = {1: ("unconscious",), 2: ("stunned", "surprised"), 3: ("prone",)}.get(place, ())
        down = tuple(ActiveCondition(id=f"{one.id}-{kind}", kind=kind, name=kind.title()) for kind in kinds)
        people.append(structs.replace(one, attacks=(*one.attacks, *guns), conditions=down))
    return structs.replace(roster, characters=tuple(people))


def line_by(dice: random.Random, roster: Roster) -> str:
    """Return a line of somebody against somebody, or against several."""
    who, *others = dice.sample(roster.characters, 5)
    what = dice.choice([*(one.name for one in who.attacks), *(one.name for one in who.skills[:4]), "fray", "zzz"])
    line = f"{who.name} {what}{dice.choice(NUMBERS)}"
    if dice.random() < 0.1:
        return dice.choice(("-20", "45 -10", "", line, f"vs {others[0].name}"))
    if dice.random() < 0.2:
        return line
    line += f" vs {others[0].name}{dice.choice(NUMBERS)}"
    pieces = [one.name for one in others[1 : dice.choice((1, 2, 2, 3, 4))]]
    if roster.system != "kaiser":
        pieces += dice.sample(PIECES, dice.choice((0, 0, 1, 1, 2)))
    elif dice.random() < 0.2:
        return f"{who.name} {what} a1 vs {dice.choice((4, 12, 20))}"
    return ", ".join([line, *pieces])


class Sat:
    """A table with the finder, whose results are carried out as by the window."""

    def __init__(self, folder: Path, system: str) -> None:
        self.table = a_table(folder)
        self.table.rolling.dice = Dice(system)
        path = folder / "sample.json"
        write_roster(path, armed(read_sample(system)))
        self.table.session.start(path)
        self.finding = FinderSearch(self.table.session)
        self.parent = QObject()
        roster, unused = cast("Any", Reveals(self.table)), cast("Any", None)
        commands = FinderCommands(self.table.session, self.table.rolling, roster, unused, self.parent)
        self.commands = commands

    def first(self, line: str) -> FinderRow | None:
        """Return the row that Enter takes, if it is a test."""
        rows = self.finding.find(line).rows
        return rows[0] if rows and isinstance(rows[0].meaning, Prepared) else None

    def enter(self, meaning: Prepared) -> tuple[Entry | None, SeveralRoll | None]:
        """Roll, alone or against several, and return the line in the log."""
        drafting, rolling = self.table.drafting, self.table.rolling
        before = len(self.table.log.page(9999))
        several = None
        if meaning.targets:
            self.commands.prepare(meaning)
            several = SeveralRoll(self.table.document, rolling, drafting.draft, self.parent)
            several.targets.add(meaning.targets)
            several.roll()
        else:
            self.commands.do(meaning)
            rolling.finish()
        page = self.table.log.page(9999)
        return (page[0].entry if len(page) > before else None), several


def number_in(side: str) -> str:
    found = re.search(r"(−?[0-9]+)(?: [ADF]−?[0-9]+)*$", side)
    return found[1] if found else side


def mode_in(side: str) -> tuple[str, int] | None:
    found = re.search(r" \(([^():]+): ([0-9]+) shots?(?:, reaches [0-9]+ of [0-9]+ targets)?\)", side)
    return (found[1], int(found[2])) if found else None


def acting_number(entry: Entry) -> str:
    """Return what is rolled: the target number, or the total without the dice."""
    rules, whole = RULES[entry.system], entry.request
    request = whole.a if isinstance(whole, OpposedTest | KaiserContest) else whole
    if isinstance(request, KaiserCheck):
        return minus(request.effort.flat)
    if isinstance(request, SuccessTest):
        return minus(request.base + rules.net_of(request, entry.house).net)
    return minus(request.flat) if isinstance(request, Effort) else ""


def odds_of(entry: Entry, several: SeveralRoll | None) -> str:
    rules = RULES[entry.system]
    if several is not None:
        chances = [
            chance_against(several.targets.value, one, rules, entry.house) for one in several.targets.value.targets
        ]
        return ", ".join(percent(one) for one in chances if one is not None)
    match rules.odds(cast("Any", entry.request), entry.house):
        case ContestOdds() | KaiserOdds() as odds:
            return " · ".join(f"{name} {percent(one)}" for name, one in contest_chances(odds, entry.draft.mode))
        case Odds() as odds:
            return f"TN {minus(odds.target)} · {percent(odds.chance)}"
        case CheckOdds() as odds:
            return f"{percent(odds.success)} to succeed"
        case _:
            return ""


@pytest.mark.parametrize("system", ["ep1", "ep2", "kaiser"])
def test_what_the_finder_shows_is_what_enter_rolls(tmp_path: Path, system: str) -> None:
    sat, dice, rolled, many = Sat(tmp_path, system), random.Random(f"lines {system}"), 0, 0
    for _ in range(tries(600)):
        line = line_by(dice, sat.table.document.roster)
        row = sat.first(line)
        if row is None or not isinstance(row.meaning, Prepared) or row.meaning.draft.lacks:
            continue
        entry, several = sat.enter(row.meaning)
        assert entry is not None, line
        rolled, many = rolled + 1, many + bool(several)
        acting, _, against = row.text.partition(" vs ")
        assert number_in(acting) == acting_number(entry), (line, row.text)
        attack = attack_of(entry.draft, sat.table.document.character(entry.draft.character))
        use = None if attack is None else use_of(attack, entry.draft.setup, sat.table.document.system)
        assert mode_in(acting) == (None if use is None else (use.name, use.shots)), (line, row.text)
        shown = row.odds.removeprefix("hit ").removeprefix("win ") if several else row.odds
        assert shown == odds_of(entry, several), (line, row.text, row.odds)
        if several is not None:
            names = [sat.table.document.existing(one).name for one in several.targets.ids]
            assert [against.split(" · ")[0], *against.split(", ")[-len(names) + 1 :]] == names, (line, row.text)
            over = use is not None and len(names) > use.targets and attack is not None and not attack.area
            assert ("reaches" in acting) == over, row.text
        elif entry.draft.opposed and entry.draft.side("b").character:
            assert against.startswith(entry.draft.side("b").name), (line, row.text)
    assert rolled > tries(150)
    assert many > tries(30)
