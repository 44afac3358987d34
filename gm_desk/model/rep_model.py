"""The rep of one character as a Qt model: a score for each network of the system."""

from typing_extensions import override

from gm_desk.core.roster import Character
from gm_desk.model import card_edits
from gm_desk.model.stat_models import UNTYPED, Cell, CharacterModel


class RepModel(CharacterModel):
    """Show the networks of the system, typed or not, and those that only the character knows."""

    @override
    def cells_of(self, character: Character) -> list[Cell]:
        networks = dict.fromkeys((*self.document.system.networks, *character.rep))
        return [_cell(network, character.rep.get(network)) for network in networks]

    @override
    def edit(self, character_id: str, key: str, text: str) -> None:
        card_edits.set_rep(self.document, character_id, key, text)


def _cell(network: str, score: int | None) -> Cell:
    if score is None:
        return Cell(network, network, UNTYPED, "", "", f"{network}-rep not typed yet")
    return Cell(network, network, str(score), "", str(score), f"{network}-rep {score}")
