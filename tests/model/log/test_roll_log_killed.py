"""A program that is killed while it rolls: every roll that was shown is there, and none twice."""

from collections import Counter
from contextlib import closing
from pathlib import Path

import pytest

from gm_desk.store.journal.journal import Journal
from makers import CHECKOUT, killed_after
from thorough import tries

ROLL_ON = """
import sys
from pathlib import Path
sys.path.insert(0, sys.argv[2])
from PySide6.QtCore import QCoreApplication
from gm_desk.core.drafts.draft import AbilityKind
from model_makers import LAO, ScriptedDice, a_roster, a_table
application = QCoreApplication([])
table = a_table(Path(sys.argv[1]), *([42, 7, 99] * 400))
table.document.open(a_roster(), table.document.system)
table.log.open("mars", "ep2")
table.drafting.choose(LAO, AbilityKind.SKILL, "lao-0")
table.log.added.connect(lambda logged: print(logged.entry.id, int(logged.saved), flush=True))
for number in range(int(sys.argv[3])):
    table.rolling.roll()
    application.processEvents()
input()
"""


ROLLS = tries(999)


@pytest.mark.parametrize("rolls", [1, 137, ROLLS - 1])
def test_of_many_rolls_each_that_was_shown_before_the_kill_is_there_once(tmp_path: Path, rolls: int) -> None:
    shown = killed_after(rolls, ROLL_ON, str(tmp_path), str(CHECKOUT / "tests" / "support"), str(ROLLS))
    path = tmp_path / "journals" / "mars.sqlite"
    with closing(Journal(path)) as journal:
        kept = Counter(one.entry.id for one in journal.page(2000))
        while journal.check(100):
            pass
        assert Counter(one.entry.id for one in journal.page(2000)) == kept
        assert journal.recovered is None
        assert [evening.rolls for evening in journal.evenings()] == [kept.total()]
    assert {line.partition(" ")[2] for line in shown} == {"1"}
    assert {line.partition(" ")[0] for line in shown} <= kept.keys()
    assert set(kept.values()) == {1}
    assert kept.total() - len(shown) in {0, 1}
