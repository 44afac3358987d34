"""Files are read in slices, with a report as text; importing changes nothing else."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from exchange_makers import DOCKER, NOT_READ, pack
from gm_desk.core.characters.roster import Character, NewId
from gm_desk.core.stat_blocks.source import Span
from gm_desk.core.systems.definition import System
from gm_desk.model.exchange.arrivals import (
    Arrival,
    account_in_words,
    accounts_in_words,
    files_without_characters,
    summed,
)
from gm_desk.model.exchange.importing import WHOLE, Importing
from gm_desk.model.exchange.paste import all_systems, read_pasted
from gm_desk.model.files.workers import Threads
from gm_desk.store.exchange import importing
from gm_desk.store.exchange.accounts import FieldAccount, ImportedCharacter, Refused
from gm_desk.store.exchange.importing import FileImport, bring
from makers import numbered_ids
from model_makers import AtOnce, ByHand


def test_files_are_read_one_after_another_and_progress_never_falls(qtbot: QtBot, tmp_path: Path) -> None:
    one, two, bad = tmp_path / "one.db", tmp_path / "two.db", tmp_path / "bad.db"
    one.write_text(pack("Ann", "!Pawn"))
    two.write_text(pack(*["Bob"] * 500))
    bad.write_bytes(b"\0")
    owner = QObject()
    job = Importing([one, bad, two], all_systems(), numbered_ids(), AtOnce(), owner)
    came: list[Arrival] = []
    far: list[int] = []
    job.arrived.connect(came.extend)
    job.progressed.connect(far.append)
    with qtbot.waitSignal(job.finished):
        job.start()
    assert not job.running
    assert [(one.name, one.file) for one in came[:4]] == [
        ("Ann", "one.db"),
        ("one.db, line 2 “Pawn”", "one.db"),
        ("bad.db", "bad.db"),
        ("Bob", "two.db"),
    ]
    assert len(came) == 503
    assert far == sorted(far)
    assert far[-1] == WHOLE


def test_what_a_thread_has_read_is_told_while_it_reads_on(qtbot: QtBot, tmp_path: Path) -> None:
    (tmp_path / "one.db").write_text(pack(*["Ann"] * 500))
    owner, threads = QObject(), Threads()
    job = Importing([tmp_path / "one.db"], all_systems(), numbered_ids(), threads, owner)
    came: list[Arrival] = []
    job.arrived.connect(came.extend)
    with qtbot.waitSignal(job.finished):
        job.start()
        assert job.running
    assert len(came) == 500


def test_whoever_stops_hears_nothing_more(qapp: QObject, tmp_path: Path) -> None:
    (tmp_path / "one.db").write_text(pack(*["Ann"] * 500))
    owner, runner = QObject(qapp), ByHand()
    job = Importing([tmp_path / "one.db"], all_systems(), numbered_ids(), runner, owner)
    came: list[Arrival] = []
    job.arrived.connect(came.extend)
    job.start()
    job.stop()
    runner.go_on()
    assert not came
    assert not job.running


def test_a_file_with_nobody_in_it_is_told(qapp: QObject, tmp_path: Path) -> None:
    (tmp_path / "empty.json").write_text("[]")
    job = Importing([tmp_path / "empty.json"], all_systems(), numbered_ids(), AtOnce(), qapp)
    came: list[Arrival] = []
    job.arrived.connect(came.extend)
    job.start()
    assert [account_in_words(one) for one in came] == ["empty.json\nNot read: it contains no characters."]
    several = [Arrival(Refused("", "it is empty"), f"{number}.json") for number in range(5)]
    assert files_without_characters(
        [*several, Arrival(ImportedCharacter(Character(id="a", name="Ann"), "ep2", ""), "4.json")]
    ) == ("“0.json”, “1.json”, “2.json” and 1 more contain no characters. ")


def test_a_file_that_breaks_its_reader_is_named_and_costs_no_other(
    qapp: QObject, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def breaking(path: Path, systems: Sequence[System], new_id: NewId) -> FileImport:
        if path.name == "bad.json":
            raise ZeroDivisionError("by nothing")
        return bring(path, systems, new_id)

    monkeypatch.setattr(importing, "bring", breaking)
    for name in ("bad.json", "good.json"):
        (tmp_path / name).write_text(pack("Ann"))
    paths = [tmp_path / "bad.json", tmp_path / "good.json"]
    job = Importing(paths, all_systems(), numbered_ids(), AtOnce(), qapp)
    came: list[Arrival] = []
    job.arrived.connect(came.extend)
    job.start()
    assert [one.name for one in came] == ["bad.json", "Ann"]
    assert account_in_words(came[0]) == "bad.json\nNot read: it could not be read: by nothing."


def test_no_files_are_read_at_once(qtbot: QtBot) -> None:
    owner = QObject()
    job = Importing([], all_systems(), numbered_ids(), AtOnce(), owner)
    with qtbot.waitSignal(job.finished):
        job.start()


def test_an_account_names_what_came_in_and_then_each_reason_why_something_was_left_out() -> None:
    left = (
        FieldAccount(("items", 3, "img"), "a picture"),
        FieldAccount(("flags",), "nothing in it"),
        FieldAccount(("size",), "GM Desk has no field for it: “big”"),
        FieldAccount(("token", "img"), "a picture"),
    )
    one = Arrival(
        ImportedCharacter(Character(id="a", name="Ann"), "ep2", "Foundry actor", (FieldAccount((), "all"),), left),
        "a.db",
    )
    assert account_in_words(one) == (
        "Ann\nFoundry actor from a.db\n\nImported (1)\n  the whole: all\n\nLeft out (4)\n"
        "  a picture (2): items[3].img, token.img\n  nothing in it: flags\n  GM Desk has no field for it: size “big”"
    )
    refused = Arrival(Refused("actor “Dog”", "it is of another game"), "a.db")
    assert account_in_words(refused) == "a.db, actor “Dog”\nNot read: it is of another game."
    assert accounts_in_words([one, refused]).count("\n\n\n") == 1
    assert Arrival(Refused("", "it is empty")).name == "Not read"
    assert summed([one, refused, refused]) == "1 character, 2 parts not read"


def test_the_account_of_a_block_quotes_what_was_not_understood() -> None:
    (one,) = read_pasted(DOCKER, all_systems(), numbered_ids()).imported
    assert one.block is not None
    assert one.block.span > Span(0, 1)
    assert f"in the notes, word for word (1)\n  {NOT_READ[0]}" in account_in_words(Arrival(one))
