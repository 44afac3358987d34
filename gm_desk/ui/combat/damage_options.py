"""The pills for the choices about damage that are on or off."""

from collections.abc import Iterable

from PySide6.QtWidgets import QButtonGroup, QWidget

from gm_desk.model.combat.damage_options import OPTIONS, ChoosesDamage, DamageOption, toggle
from gm_desk.ui.widgets.pill import Pill


class OptionPills(dict[str, Pill]):
    """A pill for each option by its id, all hidden at first; a click toggles it. The owner lays them out."""

    def __init__(self, damage: ChoosesDamage, parent: QWidget) -> None:
        """Create the pills for the damage of a hit."""
        super().__init__((one, Pill(parent)) for one in OPTIONS)
        self._damage = damage
        self._shown: dict[str, DamageOption] = {}
        self._group = QButtonGroup(parent)
        self._group.setExclusive(False)
        for place, pill in enumerate(self.values()):
            pill.hide()
            self._group.addButton(pill, place)
        self._group.idClicked.connect(self._toggle)

    def show_options(self, options: Iterable[DamageOption]) -> None:
        """Show the pills of these options and no others."""
        self._shown = {one.id: one for one in options}
        for key, pill in self.items():
            option = self._shown.get(key)
            pill.setVisible(option is not None)
            if option is not None:
                pill.show_words(option.text, option.tip, on=option.on)

    def _toggle(self, place: int) -> None:
        toggle(self._shown[OPTIONS[place]], self._damage)
