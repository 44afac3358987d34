"""The rows of the finder: the meaning of a line in full, with its odds, and the history of lines."""

from pathlib import Path

import pytest
from msgspec import structs

from gm_desk.core.characters.roster import Roster, Skill
from gm_desk.core.characters.stat_block import Attack
from gm_desk.core.drafts.draft import Chip
from gm_desk.core.finder.meanings import Prepared
from gm_desk.core.rules.health import Health
from gm_desk.model.roll.finder import FinderSearch, with_pinned
from gm_desk.store.rosters.files import write_roster
from gm_desk.store.state import MOST_LINES, State
from model_makers import JAQUI, LAO, MOOK, Table, a_character, a_roster, a_table

pytestmark = pytest.mark.usefixtures("qapp")


def at_table(folder: Path, roster: Roster | None = None) -> tuple[Table, FinderSearch]:
    """Sit at a table where Lao Qing is selected."""
    table = a_table(folder)
    path = folder / "mars.json"
    write_roster(path, roster or a_roster())
    table.session.start(path)
    table.session.view.select(LAO)
    return table, FinderSearch(table.session)


def rows(finding: FinderSearch, line: str) -> list[tuple[str, str]]:
    return [(row.text, row.odds) for row in finding.find(line).rows]


@pytest.fixture
def finding(tmp_path: Path) -> FinderSearch:
    return at_table(tmp_path)[1]


def test_a_test_is_told_in_full_with_its_target_and_its_chance(finding: FinderSearch) -> None:
    assert rows(finding, "lao guns -20") == [("Lao Qing · Guns 65 −20 = 45", "TN 45 · 46%")]


def test_an_opposed_test_is_told_with_both_sides_and_who_is_likely_to_win(finding: FinderSearch) -> None:
    text, odds = rows(finding, "lao guns -20 vs jaqui fray")[0]
    assert text == "Lao Qing · Guns 65 −20 = 45 vs Jaqui · Fray ÷ 2 28"
    assert odds == "hit 41.2% · miss 38.6% · defended 20.2%"


def test_a_number_in_a_name_gives_the_same_test_only_once(tmp_path: Path) -> None:
    dirk = Attack(id="dirk", name="Dirk", skill="Strike", damage="8")
    skills = {"Strike": 6, "Block": 4}
    thugs = [a_character(one.replace(" ", ""), name=one, skills=skills) for one in ("Thug", "Thug 2", "Thug 3")]
    people = (a_character(LAO, name="Tove", skills=skills, attacks=(dirk,)), *thugs)
    finding = at_table(tmp_path, Roster(id="r", name="R", system="kaiser", characters=people))[1]
    found = [text for text, _ in rows(finding, "tove dirk vs thug 2 a1")]
    assert found[0] == "Tove · Dirk · Strike 6 vs Thug 2 · Block 4 A1"
    assert len(found) == len({*found}) == len(thugs)


def test_a_test_that_is_no_attack_is_won(finding: FinderSearch) -> None:
    assert rows(finding, "45 vs 30")[0][1].startswith("win ")


def test_labels_are_told_and_so_is_what_the_cap_takes(finding: FinderSearch) -> None:
    told = rows(finding, "lao guns -30 smoke -40")[0]
    assert told == ("Lao Qing · Guns 65 Smoke −30 −40, total −60 = 5", "TN 5 · 6%")


def test_a_default_is_told(finding: FinderSearch) -> None:
    assert rows(finding, "lao infiltrate")[0][0] == "Lao Qing · Infiltrate (default) 20"


def test_a_bare_target_has_nobody(finding: FinderSearch) -> None:
    assert rows(finding, "45+20-10") == [("Target 45 +20 −10 = 55", "TN 55 · 56%")]


def test_a_sum_of_dice_is_told(finding: FinderSearch) -> None:
    assert rows(finding, "2d10-3") == [("Roll 2d10−3", "sum of dice")]


def test_somebody_comes_before_what_they_roll(finding: FinderSearch) -> None:
    found = rows(finding, "okoro")
    assert found == [("Sergeant Okoro", ""), ("Sergeant Okoro · WIL check 60", "TN 60 · 61%"), *found[2:]]


def test_a_doubt_is_said_before_those_who_may_be_meant(tmp_path: Path) -> None:
    twins = tuple(a_character(f"{MOOK}{n}", f"Mook {n}", skills={"Guns": 40}) for n in (1, 2))
    _, finding = at_table(tmp_path, a_roster(characters=twins))
    found = finding.find("mook guns")
    assert found.doubtful
    assert [row.text for row in found.rows] == [
        "“mook” could be Mook 1 or Mook 2",
        "Mook 1 · Guns 40",
        "Mook 2 · Guns 40",
    ]


def test_a_guess_is_not_sharp(finding: FinderSearch) -> None:
    assert finding.find("lao guns").sharp
    assert not finding.find("lao gnus").sharp
    assert not finding.find("zzz").sharp


def test_the_list_stays_short(tmp_path: Path) -> None:
    crowd = tuple(a_character(f"{MOOK}-{number}", f"Mook {number}", skills={"Guns": 40}) for number in range(50))
    _, finding = at_table(tmp_path, a_roster(characters=crowd))
    assert len(rows(finding, "mook")) == 9
    assert len(rows(finding, "mook guns")) == 10


def test_what_the_roster_gains_is_found_at_once(tmp_path: Path) -> None:
    table, finding = at_table(tmp_path)
    assert "Psi 50" not in rows(finding, "lao psi")[0][0]
    lao = table.document.character(LAO)
    assert lao is not None
    gifted = lao.with_skill(Skill(id="psi", name="Psi", rating=50))
    table.document.change(table.document.roster.with_character(gifted), "learn Psi")
    assert rows(finding, "lao psi")[0][0] == "Lao Qing · Psi 50"


def test_behind_a_bare_number_the_selected_character_is_meant_again(tmp_path: Path) -> None:
    table, finding = at_table(tmp_path)
    bare = finding.find("45").rows[0].meaning
    assert isinstance(bare, Prepared)
    table.drafting.take(bare.draft)
    assert rows(finding, "guns")[0][0] == "Lao Qing · Guns 65"


def test_what_is_pinned_stays_when_a_bare_number_is_prepared(tmp_path: Path) -> None:
    table, finding = at_table(tmp_path)
    smoke = Chip("smoke", -30, "Smoke", pinned=True)
    standing = table.drafting.draft.with_chip(smoke).with_chip(Chip("aim", 10, "Aim"))
    for line, chips in (("45+20", {"smoke", "typed 1"}), ("lao guns", set[str]())):
        meaning = finding.find(line).rows[0].meaning
        assert isinstance(meaning, Prepared)
        assert {chip.id for chip in with_pinned(meaning, standing).chips} == chips


def test_in_kaiser_the_difficulty_and_the_tie_are_told(tmp_path: Path) -> None:
    skill = Skill(id="s", name="Strike", rating=10)
    people = (
        structs.replace(a_character(LAO, "Anna"), skills=(skill,)),
        structs.replace(a_character(JAQUI, "Bo"), skills=(structs.replace(skill, name="Dodge", rating=9),)),
    )
    _, finding = at_table(tmp_path, a_roster(characters=people, system="kaiser"))
    text, odds = rows(finding, "anna strike -2 vs 12")[0]
    assert text == "Anna · Strike 10 −2 = 8 vs 12"
    assert odds.endswith("% to succeed")
    assert rows(finding, "anna strike a2 d1 f-2 -2 vs 14")[0][0] == "Anna · Strike 10 A2 D1 F−2 −2 = 8 vs 14"
    assert rows(finding, "anna strike vs bo dodge d1")[0][0] == "Anna · Strike 10 vs Bo · Dodge 9 D1"
    text, odds = rows(finding, "anna strike vs bo dodge")[0]
    assert text == "Anna · Strike 10 vs Bo · Dodge 9"
    assert [part.split()[0] for part in odds.split(" · ")] == ["hit", "tie", "defended"]


def test_a_target_without_life_points_is_said_to_be_unconscious(tmp_path: Path) -> None:
    skill = Skill(id="s", name="Strike", rating=10)
    down = structs.replace(a_character(JAQUI, "Bo"), stats={"LP": 40}, health=Health(damage=40))
    people = (
        structs.replace(a_character(LAO, "Anna"), skills=(skill,)),
        structs.replace(down, skills=(structs.replace(skill, name="Dodge", rating=9),)),
    )
    _, finding = at_table(tmp_path, a_roster(characters=people, system="kaiser"))
    assert rows(finding, "anna strike vs bo dodge")[0][0] == "Anna · Strike 10 vs Bo · unconscious · Dodge 9"


def test_the_lines_that_were_rolled_can_be_walked_through(finding: FinderSearch) -> None:
    history = finding.history
    for line in ("lao", "45", "lao guns"):
        history.remember(line)
    assert [history.step(1) for _ in range(4)] == ["lao guns", "45", "lao", None]
    assert [history.step(-1) for _ in range(4)] == ["45", "lao guns", "", None]
    assert not history.walking


def test_a_line_rolled_again_is_the_newest(finding: FinderSearch) -> None:
    for line in ("lao", "45", "lao "):
        finding.history.remember(line)
    assert [finding.history.step(1) for _ in range(3)] == ["lao", "45", None]


def test_the_lines_are_kept_for_the_next_start(tmp_path: Path) -> None:
    table, finding = at_table(tmp_path)
    finding.history.remember("lao guns")
    assert table.session.settings.flush()
    assert a_table(tmp_path).session.settings.state.history == ("lao guns",)


def test_only_the_newest_lines_are_kept() -> None:
    state = State()
    for number in range(60):
        state = state.with_line(f"line {number}")
    assert state.history == tuple(f"line {number}" for number in range(60 - MOST_LINES, 60))


PISTOL = Attack(id="pistol", name="Heavy pistol", skill="Guns", damage="2d10", modes="SA/BF", range="50")


def with_pistol(folder: Path) -> tuple[Table, FinderSearch]:
    roster = a_roster()
    lao = roster.character(LAO)
    assert lao is not None
    return at_table(folder, roster.with_character(structs.replace(lao, attacks=(PISTOL,))))


def test_an_attack_is_told_by_its_name_with_choices_target_and_odds(tmp_path: Path) -> None:
    _, finding = with_pistol(tmp_path)
    text, odds = rows(finding, "lao heavy pistol vs jaqui, burst, cover")[0]
    acting, _, against = text.partition(" vs ")
    assert acting == "Lao Qing · Heavy pistol (BF +10: 3 shots) · Guns 65 Burst fire +10 Minor cover −10 = 65"
    assert against == "Jaqui · Fray ÷ 2 28"
    assert odds.startswith("hit ")
    text, _ = rows(finding, "lao heavy pistol vs jaqui, bf 1d10")[0]
    assert "Burst fire +1d10 damage" in text


def test_an_attack_without_a_target_is_aimed_at_the_last_one_with_its_last_choices(tmp_path: Path) -> None:
    table, finding = with_pistol(tmp_path)
    drafting = table.session.drafting
    prepared = finding.find("lao heavy pistol vs jaqui, aim").rows[0].meaning
    assert isinstance(prepared, Prepared)
    drafting.take(prepared.draft, drafting.record.aiming(prepared.draft).preparing(prepared.draft))
    drafting.select(MOOK)
    text, _ = rows(finding, "lao heavy pistol, cover")[0]
    acting, _, against = text.partition(" vs ")
    assert acting == "Lao Qing · Heavy pistol (SA: 1 shot) · Guns 65 Minor cover −10 Aim, quick +10 = 65"
    assert against == "Jaqui · Fray ÷ 2 28"


CROWD = (a_character(JAQUI, "Jaqui", skills={"Fray": 60}), a_character("okoro", "Okoro", skills={"Fray": 40}))


def test_an_attack_at_several_is_told_as_it_is_rolled_against_them_all(tmp_path: Path) -> None:
    """The bonus of full automatic fire is for one target: it is not shown for several, and not rolled either."""
    smg = structs.replace(PISTOL, name="SMG", modes="SA/BF/FA")
    shooter = a_character(LAO, "Lao Qing", skills={"Guns": 40}, attacks=(smg,))
    third, fourth = (a_character(name, name.title(), skills={"Fray": 0}) for name in ("tyska", "needle"))
    _, finding = at_table(tmp_path, a_roster(characters=(shooter, *CROWD, third, fourth)))
    acting = "Lao Qing · SMG ({}) · Guns 40 vs Jaqui · Fray ÷ 2 30"
    (_, alone), (_, other) = (rows(finding, f"lao guns vs {name}")[0] for name in ("jaqui", "okoro"))
    odds = f"{alone.partition(' · ')[0]}, {other.partition(' · ')[0].removeprefix('hit ')}"
    for line, mode in (
        ("lao smg vs jaqui, okoro, fa", "FA three: 10 shots"),
        ("lao smg vs jaqui, okoro", "BF two: 3 shots"),
        ("lao smg vs jaqui, okoro, sa", "SA: 1 shot, reaches 1 of 2 targets"),
    ):
        assert rows(finding, line)[0] == (f"{acting.format(mode)}, Okoro", odds)
    text, _ = rows(finding, "lao smg vs jaqui, okoro, tyska, needle, fa")[0]
    assert text == f"{acting.format('FA three: 10 shots, reaches 3 of 4 targets')}, Okoro, Tyska, Needle"


def test_a_number_is_not_one_of_several_targets(tmp_path: Path) -> None:
    _, finding = with_pistol(tmp_path)
    assert rows(finding, "lao guns vs 30, jaqui")[0][0].startswith("A number cannot be one of several targets")
