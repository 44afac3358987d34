"""`gm-desk convert`: files of characters into others, without a window, with an exit code that tells how it went."""

import json
import subprocess
import sys
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from gm_desk import convert_command
from gm_desk.command_line import ALL_GOOD, SOME_BAD, UNUSABLE
from gm_desk.convert_command import file_names, main
from gm_desk.core.characters.conversion import convert
from gm_desk.core.characters.roster import Roster
from gm_desk.store.exchange.importing import bring
from gm_desk.store.rosters.files import encode_roster, read_roster, read_sample
from makers import a_character
from pdf_makers import rows, write_pdf

RAT = {
    "name": "Dock rat",
    "attributes": {"cognition": 5, "reflexes": 15, "durability": 10},
    "skills": ["Melee 40"],
    "movement_rate": [],
    "ware": [],
}


@pytest.fixture
def sample(tmp_path: Path) -> Path:
    path = tmp_path / "sample.json"
    path.write_bytes(encode_roster(read_sample("ep2")))
    return path


def run(*arguments: object) -> int:
    return main([str(one) for one in arguments])


def test_a_creature_becomes_a_roster_and_is_told_of(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = tmp_path / "rat.json"
    source.write_text(json.dumps(RAT))
    assert run(source, tmp_path / "out.json") == ALL_GOOD
    [rat] = read_roster(tmp_path / "out.json").characters
    assert (rat.name, rat.stats["COG"], rat.skills[0].rating) == ("Dock rat", 5, 40)
    said = capsys.readouterr()
    assert said.out == ""
    assert "Dock rat" in said.err
    assert said.err.endswith(f"1 character converted to {tmp_path / 'out.json'}.\n")


def test_a_roster_becomes_markdown_and_a_roster_again(sample: Path, tmp_path: Path) -> None:
    assert run(sample, tmp_path / "out.md") == ALL_GOOD
    assert run(tmp_path / "out.md", tmp_path / "again.json") == ALL_GOOD
    names = [one.name for one in read_sample("ep2").characters]
    assert [one.name for one in read_roster(tmp_path / "again.json").characters] == names


def test_a_roster_becomes_a_table_and_a_roster_again(sample: Path, tmp_path: Path) -> None:
    assert run(sample, tmp_path / "out.csv") == ALL_GOOD
    assert (tmp_path / "out.csv").read_bytes().startswith(b"\xef\xbb\xbfName,Type,")
    assert run(tmp_path / "out.csv", tmp_path / "again.json") == ALL_GOOD
    before, after = read_sample("ep2").characters, read_roster(tmp_path / "again.json").characters
    assert [(one.name, one.stats, one.notes) for one in after] == [(one.name, one.stats, one.notes) for one in before]


@pytest.mark.usefixtures("qapp")
def test_a_pdf_becomes_a_roster(tmp_path: Path) -> None:
    table = [("Name", "DUR", "WT", "Guns"), ("Dock thug", "30", "6", "40")]
    path = write_pdf(tmp_path / "mooks.pdf", rows((60, 160, 210, 260), 100, table))
    assert run(path, tmp_path / "out.json") == ALL_GOOD
    [thug] = read_roster(tmp_path / "out.json").characters
    assert (thug.name, thug.stats, thug.skills[0].rating) == ("Dock thug", {"DUR": 30, "WT": 6}, 40)


def test_a_folder_stands_for_the_files_in_it(sample: Path, tmp_path: Path) -> None:
    out = tmp_path / "elsewhere" / "all.txt"
    out.parent.mkdir()
    assert run(sample.parent, out) == ALL_GOOD
    assert all(one.name in out.read_text() for one in read_sample("ep2").characters)


def test_a_file_that_is_there_is_written_over_only_by_force(
    sample: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out.txt"
    out.write_text("mine")
    assert run(sample, out) == UNUSABLE
    assert out.read_text() == "mine"
    assert f"{out} exists already; use --force to replace it." in capsys.readouterr().err
    assert run(sample, out, "--force") == ALL_GOOD
    assert out.read_text() != "mine"


def test_what_cannot_be_read_is_told_and_the_rest_is_converted(
    sample: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    broken = tmp_path / "broken.bin"
    broken.write_bytes(b"\x89PNG\0")
    assert run(broken, sample, tmp_path / "out.txt") == SOME_BAD
    assert f"{broken} was not read: it is neither text nor JSON.\n" in capsys.readouterr().err


def test_where_nothing_is_read_nothing_is_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(tmp_path / "nowhere.json", tmp_path / "out.json") == UNUSABLE
    assert not (tmp_path / "out.json").exists()
    assert capsys.readouterr().err.endswith("Nothing was converted.\n")


def test_a_name_that_says_nothing_is_asked_about(sample: Path, tmp_path: Path) -> None:
    assert run(sample, tmp_path / "out.doc") == UNUSABLE
    assert run(sample, tmp_path / "out") == UNUSABLE


@pytest.mark.parametrize("shape", ["ep2e", "eclipsephase", "eclipsephase-old"])
def test_for_foundry_each_character_is_a_file_of_a_folder(shape: str, sample: Path, tmp_path: Path) -> None:
    assert run(sample, tmp_path / "actors", "--to", shape) == ALL_GOOD
    actors = [json.loads(path.read_text())["name"] for path in sorted((tmp_path / "actors").iterdir())]
    assert sorted(actors) == sorted(one.name for one in read_sample("ep2").characters)


def test_several_do_not_fit_into_one_actor_s_file_but_into_a_pack(
    sample: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(sample, tmp_path / "one.json", "--to", "ep2e") == UNUSABLE
    assert "name a folder, or a .db" in capsys.readouterr().err
    assert run(sample, tmp_path / "pack.db", "--to", "ep2e") == ALL_GOOD
    assert len((tmp_path / "pack.db").read_bytes().splitlines()) == len(read_sample("ep2").characters)


def test_for_another_system_what_has_no_place_goes_to_the_notes(
    sample: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(sample, tmp_path / "out.json", "--system", "kaiser") == ALL_GOOD
    roster = read_roster(tmp_path / "out.json")
    assert roster.system == "kaiser"
    assert "values without a field in Kaiser are in the notes" in capsys.readouterr().err
    assert "Only in Eclipse Phase 2e" in roster.characters[0].notes


def test_the_report_names_every_field(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = tmp_path / "rat.json"
    source.write_text(json.dumps({**RAT, "colour of its eyes": "red"}))
    assert run(source, tmp_path / "out.json", "--report") == ALL_GOOD
    said = capsys.readouterr().err
    assert "attributes.cognition" in said
    assert "colour of its eyes" in said


def test_cards_are_a_pdf(sample: Path, tmp_path: Path, qapp: object) -> None:
    assert qapp
    assert run(sample, tmp_path / "out.pdf", "--cards", "8", "--paper", "letter") == ALL_GOOD
    assert (tmp_path / "out.pdf").read_bytes().startswith(b"%PDF")


def test_it_writes_to_standard_output_and_works_without_qt(sample: Path) -> None:
    code = "import sys; sys.modules['PySide6'] = None; from gm_desk.cli import main; sys.exit(main(sys.argv[1:]))"
    done = subprocess.run(
        [sys.executable, "-c", code, "convert", sample, "-", "--to", "md"], capture_output=True, check=False
    )
    assert done.returncode == ALL_GOOD
    assert all(one.name in done.stdout.decode() for one in read_sample("ep2").characters)


def test_a_folder_is_read_with_those_in_it_but_for_hidden_ones(tmp_path: Path) -> None:
    for folder in ("in/deep", "in/.git"):
        (tmp_path / folder).mkdir(parents=True)
        (tmp_path / folder / "rat.json").write_text(json.dumps(RAT))
    assert run(tmp_path / "in", tmp_path / "out.json") == ALL_GOOD
    assert [one.name for one in read_roster(tmp_path / "out.json").characters] == ["Dock rat"]


def test_a_folder_that_is_not_there_is_not_made_for_a_file(
    sample: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(sample, tmp_path / "nowhere" / "out.json") == UNUSABLE
    assert f"There is no folder {tmp_path / 'nowhere'}." in capsys.readouterr().err
    assert not (tmp_path / "nowhere").exists()


def test_a_file_without_characters_is_named(sample: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    nothing, empty = tmp_path / "nothing.json", tmp_path / "empty.txt"
    nothing.write_text("[]")
    empty.write_text("\n")
    assert run(nothing, empty, sample, tmp_path / "out.txt") == SOME_BAD
    said = capsys.readouterr().err
    assert f"{nothing} contains no characters." in said
    assert f"{empty} was not read: it is empty." in said


def test_everything_goes_out_as_markdown_and_comes_back_as_it_was(sample: Path, tmp_path: Path) -> None:
    assert run(sample, tmp_path / "out.md") == ALL_GOOD
    assert run(tmp_path / "out.md", tmp_path / "again.json") == ALL_GOOD
    notes = {one.name: one.notes for one in read_sample("ep2").characters}
    assert {one.name: one.notes for one in read_roster(tmp_path / "again.json").characters} == notes


MONK = "### Ash Monk\n- **Initiative:** 6 • **AV:** 1/2\n- **WT:** 5 • **DUR:** 25\n- **Skills:** Guns 50\n"
PROSE = "# Of monks\n\nThey live in the ash.\n\n"


def test_text_that_belongs_to_no_block_is_named_and_is_some_that_was_not_converted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "monks.md"
    source.write_text(f"{PROSE}{MONK}\n# The end\n")
    assert run(source, tmp_path / "out.json") == SOME_BAD
    said = capsys.readouterr().err
    assert f"{source}, line 1: not read: it is not part of a stat block; skipped: “# Of monks They live" in said
    assert f"{source}, line 10: not read: it is not part of a stat block; skipped: “# The end”" in said


def test_all_text_goes_to_the_notes_where_that_is_wanted(tmp_path: Path) -> None:
    source = tmp_path / "monks.md"
    source.write_text(f"{PROSE}{MONK}\n# The end\n")
    assert run(source, tmp_path / "out.json", "--all-text") == ALL_GOOD
    (monk,) = read_roster(tmp_path / "out.json").characters
    assert monk.notes == "# Of monks\n\nThey live in the ash.\n\n# The end"


@pytest.mark.parametrize(
    ("names", "files"),
    [
        (["Eva", "Eva", "Eva 2"], ["eva", "eva-3", "eva-2"]),
        (["Eva 2", "Eva", "Eva"], ["eva-2", "eva", "eva-3"]),
        (["a b", "a_b", "A-B"], ["a-b", "a-b-2", "a-b-3"]),
        (["\uf0b7", "🐙"], ["roster", "roster-2"]),
    ],
)
def test_each_character_has_a_file_of_its_own(names: list[str], files: list[str], tmp_path: Path) -> None:
    assert file_names(names) == files
    source, out = tmp_path / "r.json", tmp_path / "out"
    characters = tuple(a_character(id=str(number), name=name) for number, name in enumerate(names))
    source.write_bytes(encode_roster(Roster(id="r", name="Evas", characters=characters)))
    assert run(source, out, "--to", "ep2e") == ALL_GOOD
    assert sorted(one.name for one in out.iterdir()) == sorted(f"{name}.json" for name in files)


def test_one_bad_block_file_or_character_costs_no_other(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, text in (("a.md", MONK.replace("Ash Monk", "\uf0b7")), ("b.md", MONK), ("c.md", MONK)):
        (tmp_path / name).write_text(text)
    assert run(*(tmp_path / name for name in ("a.md", "b.md", "c.md")), tmp_path / "out.json") == ALL_GOOD
    assert [one.name for one in read_roster(tmp_path / "out.json").characters] == ["Unnamed", "Ash Monk", "Ash Monk"]

    def broken(path: Path, *others: Any, **more: Any) -> Any:
        if path.name == "a.md":
            raise ZeroDivisionError("by nothing")
        return bring(path, *others, **more)

    monkeypatch.setattr(convert_command, "bring", broken)
    assert run(*(tmp_path / name for name in ("a.md", "b.md")), tmp_path / "other.json") == SOME_BAD
    assert "a.md was not read: by nothing." in capsys.readouterr().err
    calls = count()
    monkeypatch.setattr(convert_command, "convert", lambda *others: convert(*others) if next(calls) else 1 / 0)
    assert run(*(tmp_path / name for name in ("b.md", "c.md")), tmp_path / "third.json") == SOME_BAD
    assert "Ash Monk was not converted: division by zero." in capsys.readouterr().err
    assert len(read_roster(tmp_path / "third.json").characters) == 1


def test_one_file_that_cannot_be_written_costs_no_other(
    sample: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    names = file_names([one.name for one in read_sample("ep2").characters])
    (tmp_path / "out" / f"{names[0]}.json").mkdir(parents=True)
    assert run(sample, tmp_path / "out", "--to", "ep2e", "--force") == SOME_BAD
    assert read_sample("ep2").characters[0].name in capsys.readouterr().err
    assert sum(one.is_file() for one in (tmp_path / "out").iterdir()) == len(names) - 1
