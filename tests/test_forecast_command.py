"""`gm-desk forecast`: two groups fought out without a window, with an exit code that says how it went."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from forecast_makers import setup_of
from gm_desk.cli import main
from gm_desk.command_line import ALL_GOOD, SOME_BAD, UNUSABLE
from gm_desk.core.characters.roster import Group
from gm_desk.core.forecast.fights import forecast
from gm_desk.core.forecast.report import LEFT_OUT
from gm_desk.forecast_command import USUAL_SEED
from gm_desk.store.rosters.files import encode_roster, read_sample

PLAYERS, TRIAD = "Players", "Dockside Triad"


@pytest.fixture
def sample(tmp_path: Path) -> Path:
    path = tmp_path / "sample.json"
    path.write_bytes(encode_roster(read_sample("ep2")))
    return path


def run(*arguments: object) -> int:
    return main(["forecast", *map(str, arguments)])


def sides(*names: str) -> list[str]:
    return [part for name in names for part in ("--side", name)]


def data_of(capsys: pytest.CaptureFixture[str]) -> Any:
    return json.loads(capsys.readouterr().out)


def test_json_has_exactly_the_fields_that_are_promised(sample: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(sample, *sides(PLAYERS, TRIAD), "--fights", 200, "--json") == ALL_GOOD
    data = data_of(capsys)
    expected = forecast(setup_of(read_sample("ep2"), "sample-players", "sample-triad"), 200, USUAL_SEED)
    assert list(data) == ["fights", "wins", "turns", "characters"]
    assert data["fights"] == 200
    assert data["wins"] == {"a": expected.wins.a, "b": expected.wins.b, "undecided": expected.wins.undecided}
    turns = expected.turns
    assert data["turns"] == {"median": turns.median, "p10": turns.p10, "p90": turns.p90}
    assert data["characters"] == [
        {
            "id": one.id,
            "name": one.name,
            "side": one.side,
            "out": one.out,
            "dead": one.dead,
            "taken": one.taken,
            "dealt": one.dealt,
        }
        for one in expected.characters
    ]
    assert [one["side"] for one in data["characters"]] == ["a"] * 3 + ["b"] * 5


def test_the_seed_decides_and_two_thousand_fights_are_usual(sample: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asked = [sample, *sides(TRIAD, "sample-security"), "--json"]
    found = []
    for more in ([], ["--seed", 5], ["--seed", 5], ["--seed", 6]):
        assert run(*asked, *more) == ALL_GOOD
        found.append(data_of(capsys))
    assert found[0]["fights"] == 2000
    assert found[1] == found[2] != found[3]


def test_the_table_names_everybody_and_says_what_is_left_out(sample: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(sample, *sides(PLAYERS.upper(), TRIAD), "--fights", 100) == ALL_GOOD
    said = capsys.readouterr()
    assert all(name in said.out for name in ("Jaqui", "Triad mook 3", "left standing", "Turns:", LEFT_OUT))
    assert said.err == ""


def test_choices_of_the_fight_are_played(sample: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asked = [sample, *sides(PLAYERS, "Habitat Security"), "--fights", 300, "--json"]
    found = []
    for more in ([], ["--focus"], ["--players-spend"], ["--wound-checks"]):
        assert run(*asked, *more) == ALL_GOOD
        found.append(capsys.readouterr().out)
    assert len(set(found)) == len(found)


def test_who_cannot_fight_is_named_and_left_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    roster = read_sample("ep2")
    unarmed = structs.replace(roster.characters[0], attacks=())
    path = tmp_path / "roster.json"
    path.write_bytes(encode_roster(roster.with_character(unarmed)))
    assert run(path, *sides(PLAYERS, TRIAD), "--fights", 50, "--json") == ALL_GOOD
    said = capsys.readouterr()
    assert "Jaqui does not fight" in said.err
    assert [one["name"] for one in json.loads(said.out)["characters"]][:2] == ["Tyska", "Eva"]


def refused(capsys: pytest.CaptureFixture[str], *arguments: object) -> str:
    """Return the one sentence with which arguments are refused."""
    assert run(*arguments) == UNUSABLE
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    return said.err.strip()


def test_bad_groups_are_one_sentence(sample: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "“Nobody”; it has Players, Dockside Triad, Habitat Security." in refused(
        capsys, sample, *sides(PLAYERS, "Nobody")
    )
    assert refused(capsys, sample, *sides(PLAYERS)) == "A fight has two sides: give --side twice, each with a group."
    assert "two sides" in refused(capsys, sample, *sides(PLAYERS, TRIAD, PLAYERS))
    assert refused(capsys, sample, *sides(PLAYERS, "sample-players")) == "Players cannot fight against itself."


def test_groups_of_one_name_are_told_apart_by_their_ids(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "roster.json"
    roster = read_sample("ep2").with_group(Group(id="others", name="players"))
    path.write_bytes(encode_roster(roster))
    assert "(sample-players, others)" in refused(capsys, path, *sides(PLAYERS, TRIAD))
    assert run(path, *sides("sample-players", TRIAD), "--fights", 20) == ALL_GOOD


def test_nobody_able_to_fight_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "roster.json"
    path.write_bytes(encode_roster(read_sample("ep2").with_group(Group(id="empty", name="Empty"))))
    assert refused(capsys, path, *sides("Empty", PLAYERS)) == (
        "Nobody in Empty can fight: an attack that does damage is needed."
    )


def test_a_roster_that_is_none_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "no-such.json was not read" in refused(capsys, tmp_path / "no-such.json", *sides("a", "b"))
    (tmp_path / "text.json").write_text("nothing")
    assert "text.json was not read" in refused(capsys, tmp_path / "text.json", *sides("a", "b"))
    newer = json.loads(encode_roster(read_sample("ep2"))) | {"format": 99}
    (tmp_path / "newer.json").write_text(json.dumps(newer))
    assert "newer GM Desk" in refused(capsys, tmp_path / "newer.json", *sides(PLAYERS, TRIAD))


def test_parts_that_cannot_be_read_are_told_of_and_the_rest_fights(
    sample: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = json.loads(sample.read_text())
    data["characters"][4]["name"] = 7
    sample.write_text(json.dumps(data))
    assert run(sample, *sides(PLAYERS, TRIAD), "--fights", 20, "--json") == SOME_BAD
    said = capsys.readouterr()
    assert "was not read" in said.err
    assert len(json.loads(said.out)["characters"]) == 7


@pytest.mark.parametrize("fights", ["0", "-3", "many", "1000001", "99999999999", "²"])
def test_a_number_of_fights_is_between_one_and_a_million(
    fights: str, sample: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        run(sample, *sides(PLAYERS, TRIAD), f"--fights={fights}")
    assert ended.value.code == UNUSABLE
    assert "fights" in capsys.readouterr().err


WITHOUT_QT = """
import sys
sys.modules["PySide6"] = sys.modules["shiboken6"] = None
from gm_desk.cli import main
sys.exit(main(sys.argv[1:]))
"""


def test_it_needs_no_qt(sample: Path) -> None:
    command = [sys.executable, "-c", WITHOUT_QT, "forecast", str(sample), *sides(PLAYERS, TRIAD), "--fights", "5"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "left standing" in done.stdout
