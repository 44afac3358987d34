"""What the actors of all systems of Foundry have in common."""

from typing import Any

import pytest

from gm_desk.store.exchange.foundry.actors import data_key, system_named_by


@pytest.mark.parametrize(
    ("document", "key"),
    [
        ({"system": {}}, "system"),
        ({"data": {}}, "data"),
        ({"system": {}, "data": {}}, "system"),
        ({"system": "ep2e", "data": {}}, "data"),
        ({}, "system"),
        (None, "system"),
        ([1], "system"),
    ],
)
def test_the_values_of_a_document_stand_under_one_of_two_keys(document: Any, key: str) -> None:
    assert data_key(document) == key


@pytest.mark.parametrize(
    ("actor", "named"),
    [
        ({"_stats": {"systemId": "ep2e"}}, "ep2e"),
        ({"_stats": {"systemId": ""}}, None),
        ({"_stats": 5}, None),
        (7, None),
    ],
)
def test_an_actor_may_name_its_system(actor: Any, named: str | None) -> None:
    assert system_named_by(actor) == named
