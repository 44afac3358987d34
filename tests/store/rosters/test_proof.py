"""What is written is proved to be readable; of characters that have not changed, by the bytes that were read before."""

from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import structs

from gm_desk.core.characters.roster import Character, Roster, Skill
from gm_desk.core.scenes.scene import Moment, Scene
from gm_desk.store.disk.files import UnwritableFileError
from gm_desk.store.rosters.files import decode_roster, encode_proved, encode_roster, read_sample
from gm_desk.store.rosters.proof import GAP, prove
from model_makers import a_roster

HERE = Path("mars.json")
STRANGE = Character(
    id="strange", name='"characters": [\n  0\n ] ☃ \\', notes='one\ntwo\n "characters": [\n  0\n ]\r\n\t"extra" :'
)


@pytest.fixture
def decoded(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Return the characters and moments that are decoded each by itself, and the rosters as a whole."""
    found: list[Any] = []
    decode = msgspec.json.decode

    def counting(content: bytes, *, type: Any = Any) -> Any:  # noqa: A002 - as msgspec calls it
        value = decode(content, type=type)
        found.extend([value] if type in {Character, Moment, Roster} else [])
        return value

    monkeypatch.setattr(msgspec.json, "decode", counting)
    return found


@pytest.mark.parametrize("system", ["ep1", "ep2", "kaiser"])
def test_a_file_proved_in_parts_has_the_same_bytes_as_any_other(system: str) -> None:
    sample = read_sample(system)
    first = prove(sample, HERE)
    assert first.content == encode_proved(sample, HERE) == encode_roster(sample)
    changed = structs.replace(sample, name="Other", characters=sample.characters[1:][::-1])
    assert prove(changed, HERE, first.proof).content == encode_roster(changed)


@pytest.mark.parametrize("people", [(), (STRANGE,), (STRANGE, structs.replace(STRANGE, id="twin"))])
def test_no_text_is_taken_for_the_end_of_the_characters(people: tuple[Character, ...]) -> None:
    named = STRANGE.notes
    roster = Roster(
        id="r",
        name=named,
        characters=people,
        house={named: [named]},
        scenes=(Scene(id="s", name=named),),
        caption=named,
    )
    proved = prove(roster, HERE)
    assert proved.content == encode_roster(roster)
    assert decode_roster(prove(roster, HERE, proved.proof).content, HERE) == roster


def test_only_who_has_changed_is_decoded_again(decoded: list[Any]) -> None:
    roster = read_sample("ep2")
    decoded.clear()
    proof = prove(roster, HERE).proof
    assert decoded == [*roster.characters]
    one = structs.replace(roster.characters[2], concept="changed")
    decoded.clear()
    proved = prove(roster.with_character(one), HERE, proof)
    assert decoded == [one]
    decoded.clear()
    assert prove(roster.with_character(one), HERE, proved.proof).content == proved.content
    assert decoded == []


def test_only_a_moment_that_has_come_is_decoded_again(decoded: list[Any]) -> None:
    moments = [Moment(turn=turn, acting=("lao",), throws={"lao": turn}) for turn in range(1, 6)]
    old = Scene(id="old", name="Old", past=(moments[4],), ahead=(moments[3],))
    scene = Scene(id="now", name="Now", now=moments[2], past=(moments[0],), ahead=(moments[3],))
    roster = structs.replace(a_roster(), scenes=(old, scene), stage="now")
    proved = prove(roster, HERE)
    assert proved.content == encode_roster(roster)
    decoded.clear()
    later = structs.replace(scene, now=moments[3], past=(moments[0], moments[1]), ahead=())
    there = roster.with_scene(later)
    assert prove(there, HERE, proved.proof).content == encode_roster(there)
    assert decoded == [moments[1]]


@pytest.mark.parametrize("number", [int(GAP), str(GAP, "ascii")])
def test_a_roster_with_the_number_of_a_gap_is_read_as_a_whole(number: object, decoded: list[Any]) -> None:
    roster = structs.replace(a_roster(), house={"own": number})
    proved = prove(roster, HERE)
    assert (proved.content, proved.proof, decoded) == (encode_roster(roster), None, [roster])


def test_an_equal_character_that_is_another_object_is_decoded_again(decoded: list[Any]) -> None:
    roster = read_sample("ep2")
    proof = prove(roster, HERE).proof
    decoded.clear()
    twin = structs.replace(roster.characters[0])
    prove(roster.with_character(twin), HERE, proof)
    assert decoded == [twin]


def test_a_character_that_was_changed_in_place_is_not_taken_for_what_it_was() -> None:
    stats = {"cog": 10}
    roster = a_roster()
    roster = roster.with_character(structs.replace(roster.characters[0], stats=stats))
    proof = prove(roster, HERE).proof
    stats["cog"] = 20
    assert decode_roster(prove(roster, HERE, proof).content, HERE).characters[0].stats == {"cog": 20}
    stats["cog"] = -1
    with pytest.raises(UnwritableFileError):
        prove(roster, HERE, proof)


@pytest.mark.parametrize("broken", [{"stats": {"cog": -1}}, {"name": "\ud800"}, {"number": 0}])
def test_what_could_not_be_read_again_is_refused_beside_what_is_proved(broken: dict[str, Any]) -> None:
    roster = read_sample("ep2")
    proof = prove(roster, HERE).proof
    with pytest.raises(UnwritableFileError) as refused:
        prove(roster.with_character(structs.replace(roster.characters[1], **broken)), HERE, proof)
    assert refused.value.path == HERE


def test_what_is_refused_only_together_is_refused_beside_what_is_proved() -> None:
    roster = read_sample("ep2")
    proof = prove(roster, HERE).proof
    for doubled in (
        structs.replace(roster, characters=(*roster.characters, roster.characters[0])),
        structs.replace(roster, format=roster.format + 1),
        structs.replace(roster, system="unknown"),
    ):
        with pytest.raises(UnwritableFileError):
            prove(doubled, HERE, proof)


def test_what_was_proved_in_one_system_is_not_proved_in_another() -> None:
    weak = Character(id="weak", name="Weak", skills=(Skill(id="s", name="Strike", rating=-1),))
    roster = Roster(id="r", name="Kaiser", system="kaiser", characters=(weak,))
    proof = prove(roster, HERE).proof
    assert proof is not None
    with pytest.raises(UnwritableFileError):
        prove(structs.replace(roster, system="ep2"), HERE, proof)


def test_unknown_parts_are_written_as_before_and_read_back_as_a_whole() -> None:
    roster = read_sample("ep2")
    proof = prove(roster, HERE).proof
    for unknown in (
        structs.replace(roster, extra={"later": 1}),
        roster.with_character(structs.replace(roster.characters[0], extra={"later": 1})),
        structs.replace(roster, groups=(structs.replace(roster.groups[0], extra={"later": 1}), *roster.groups[1:])),
    ):
        proved = prove(unknown, HERE, proof)
        assert (proved.content, proved.proof) == (encode_roster(unknown), None)
        assert decode_roster(proved.content, HERE) == unknown
