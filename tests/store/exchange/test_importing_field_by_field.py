"""Actors and machines of other programs come in with the values that a person works out for them."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from actor_cases import CASES
from field_cases import RIGHT, Case, compared, expected_fields
from gm_desk.core.systems.registry import RULES
from gm_desk.store.exchange.accounts import ImportedCharacter
from gm_desk.store.exchange.importing import bring
from gm_desk.store.shipped import load_system
from makers import numbered_ids
from more_actor_cases import MORE_CASES

EVERY = (*CASES, *MORE_CASES)
ALL = [load_system(system_id) for system_id in RULES]


@pytest.mark.parametrize(("raw", "said"), [case[1:] for case in EVERY], ids=[case[0] for case in EVERY])
def test_every_field_of_an_actor_is_right(raw: dict[str, Any], said: str, tmp_path: Path) -> None:
    path = tmp_path / "actor.json"
    path.write_bytes(msgspec.json.encode(raw))
    (found,) = bring(path, ALL, numbered_ids())
    assert isinstance(found, ImportedCharacter)
    fields, notes = expected_fields(said)
    verdicts = compared(Case("", "", (fields,), (notes,)), [(found.character, found.system)])
    assert [one for one in verdicts if one.result != RIGHT] == []
