from PySide6.QtCore import Qt

from gm_desk.model.card import card_edits
from gm_desk.model.card.stat_models import RepModel
from gm_desk.model.item_models import Role
from model_makers import EP2, LAO, a_document, column, heard, the


def test_every_network_of_the_system_has_a_row_and_so_has_one_that_only_the_character_knows() -> None:
    document = a_document()
    for network, score in (("g", "60"), ("guild", "40")):
        card_edits.set_rep(document, LAO, network, score)
    model = RepModel(document)
    model.show(LAO)
    assert column(model, Role.ID) == [*EP2.networks, "guild"]
    scores = dict(zip(column(model), column(model, Role.NUMBER), strict=True))
    assert scores == {**dict.fromkeys(EP2.networks, "–"), "g": "60", "guild": "40"}
    spoken = column(model, Qt.ItemDataRole.AccessibleTextRole)
    assert (spoken[0], spoken[3]) == ("@-rep not typed yet", "g-rep 60")


def test_a_score_is_typed_where_it_stands() -> None:
    document = a_document()
    model = RepModel(document)
    model.show(LAO)
    said = heard(model.refused)
    assert model.setData(model.index(0), "35")
    assert the(document, LAO).rep == {"@": 35}
    assert not model.setData(model.index(0), "151")
    assert said == [("151 is outside the range 0 to 150",)]
