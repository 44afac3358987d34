"""The entries that were written to the journal of the third version, whose file is in tests/past."""

from gm_desk.core.drafts.draft import Ability, AbilityKind, Chip, Draft, Mode, Side, Spend
from gm_desk.core.rules.house import House
from gm_desk.core.rules.modifiers import Modifier
from gm_desk.core.rules.outcomes import Grade
from gm_desk.core.rules.requests import DiceSum, Effort, KaiserCheck, OpposedTest, SuccessTest
from gm_desk.store.journal.entries import Entry, Event, Harmed, Naming, Override, Revision
from makers import an_entry

LAO = Side("lao", "Lao Qing", Ability(AbilityKind.SKILL, "skill-fray", "Fray", 60, "REF", 20), halved="up")
EVA = Draft(
    "eva",
    "Eva",
    Ability(AbilityKind.SKILL, "skill-guns", "Guns", 65, "REF", 20),
    chips=(Chip("smoke", -30, "Smoke −", pinned=True),),
    point=Spend("vigor", "add_20"),
    mode=Mode.ATTACK,
    opponent=LAO,
    attack="pistol",
)
ATTACK = OpposedTest(SuccessTest(65, (Modifier(-30, "Smoke −"),)), SuccessTest(30))
NEWS: list[Entry | Revision | Naming] = [
    an_entry("roll-1", time=1_700_000_000_001, draft=EVA, request=ATTACK, dice={"a.roll": (33,), "b.roll": (88,)}),
    an_entry(
        "roll-2",
        batch="roll-1",
        time=1_700_000_000_002,
        request=DiceSum("2d10"),
        dice={"rolls": (4, 9)},
        harmed=Harmed("lao", {"damage": 13, "wounds": 1}, "roll-1"),
    ),
    an_entry(
        "roll-3",
        time=1_700_000_000_003,
        house=House(cap=40),
        by_hand=True,
        secret=True,
        struck=True,
        picks=("time", "time"),
        note="Über den Dächern",
        override=Override("Slips past", Grade.SUCCESS),
    ),
    an_entry(
        "roll-4",
        session="morning",
        time=1_700_086_400_000,
        request=Event("damage", ("9 damage", "1 wound")),
        dice={},
        harmed=Harmed("eva", {"damage": 9, "wounds": 1}),
    ),
    an_entry(
        "roll-5",
        session="morning",
        time=1_700_086_400_001,
        system="kaiser",
        request=KaiserCheck("skill", Effort(4), 12),
        dice={"dice": (3, 5)},
    ),
    Revision(
        id="judged", entry="roll-1", time=1_700_000_000_009, note="Flipped", dice={"a.roll": (33,), "b.roll": (8,)}
    ),
    Revision(id="opened", entry="roll-3", time=1_700_000_000_010, secret=False, struck=False),
    Naming(id="named", session="evening", time=1_700_000_000_011, name="Noctis"),
]
"""The file was dumped without the index of words, which is made anew."""


def kept_entries() -> list[Entry]:
    """List the entries with their revisions applied, newest first."""
    found = {one.id: one for one in NEWS if isinstance(one, Entry)}
    for one in NEWS:
        if isinstance(one, Revision):
            found[one.entry] = found[one.entry].revised(one)
    return list(reversed(found.values()))
