"""The attacks of one character as a Qt model."""

from typing_extensions import override

from gm_desk.core.attack_damage import check_damage
from gm_desk.core.errors import RulesError
from gm_desk.core.roster import Character
from gm_desk.core.stat_block import Attack
from gm_desk.core.systems.system import System
from gm_desk.core.text.attack_line import attack_line
from gm_desk.model import attack_edits
from gm_desk.model.stat_models import Cell, CharacterModel

MOST_SHOWN = 100
"""Rows of attacks: each is put into words when the card is shown."""


class AttackModel(CharacterModel):
    """Show the attacks of a character, in their order."""

    @override
    def cells_of(self, character: Character) -> list[Cell]:
        cells, system = [], self.document.system
        for attack in character.attacks[:MOST_SHOWN]:
            says = attack_edits.in_words(attack, character, system)
            spoken = ", ".join([attack.name, *says.split(attack_edits.SEPARATOR)]) if says else attack.name
            problem = _problem(attack, system)
            cells.append(Cell(attack.id, attack.name, "", says, attack_line(attack), spoken, problem))
        left = len(character.attacks) - len(cells)
        if left:
            cells.append(Cell("", f"{left:,} more attacks are not shown", "", "", "", f"{left:,} more attacks", ""))
        return cells

    @override
    def edit(self, character_id: str, key: str, text: str) -> None:
        attack_edits.set_attack(self.document, character_id, key, text)


def _problem(attack: Attack, system: System) -> str:
    """Say why the damage of an attack cannot be rolled, if so."""
    try:
        check_damage(attack, system)
    except RulesError as error:
        return f"The damage cannot be rolled: {error.problem}."
    return ""
