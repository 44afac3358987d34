"""A menu of the modifiers that the system names: factors, teamwork, another try, a related skill."""

from collections.abc import Sequence

from msgspec import Struct, structs
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from gm_desk.core import suggestions
from gm_desk.core.draft import Chip, Origin
from gm_desk.core.roster import Character, Skill
from gm_desk.core.rules.house import SETTINGS
from gm_desk.core.text.one_line import menu_text
from gm_desk.model.document import RosterDocument
from gm_desk.model.drafting import Drafting
from gm_desk.model.verdicts import minus, signed
from gm_desk.ui.tips import set_tip

NARRATIVE = "Vivid description"
MOST_HELPERS = 20
MOST_SEVERE = "Most severe only"


class Help(Struct, frozen=True):
    """Hold who is to help, or nobody in particular; whoever helps already no longer does."""

    id: str = ""


class StandIn(Struct, frozen=True):
    """Hold a related skill to roll instead, and what that costs."""

    skill: str
    value: int


class PresetButton(QToolButton):
    """Open a menu of modifiers; it is filled when it opens."""

    def __init__(self, document: RosterDocument, drafting: Drafting, parent: QWidget | None = None) -> None:
        """Offer what fits the draft as it is when the menu opens."""
        super().__init__(parent)
        self._document = document
        self._drafting = drafting
        self.setText("Presets")
        self.setAutoRaise(True)
        set_tip(self, "Modifiers by name: situation, teamwork, retry, related skill", "Roll/Modifiers by name")
        self.setAccessibleName("Modifiers by name")
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._menu = QMenu(self)
        self.setMenu(self._menu)
        self._menu.aboutToShow.connect(self._fill)
        self._menu.triggered.connect(self._choose)
        document.opened.connect(self._refresh)
        self._refresh()

    def _refresh(self) -> None:
        """Hide where the system names no modifiers."""
        system = self._document.system
        self.setVisible(bool(system.factors or system.teamwork))

    def _fill(self) -> None:
        """List what there is to choose."""
        system, side = self._document.system, self._drafting.side
        self._menu.clear()
        for factor in system.factors:
            self._add(self._menu, Chip(factor.name, factor.value, factor.name))
        for value in system.narrative:
            self._add(self._menu, Chip(NARRATIVE, value, NARRATIVE))
        self._menu.addSeparator()
        if system.teamwork is not None and side.ability is not None:
            self._fill_teamwork()
            self._add(self._menu, suggestions.retry_chip(1))
            self._fill_related()
        if "most_severe" in SETTINGS[system.id]:
            severe = self._menu.addAction(MOST_SEVERE)
            severe.setCheckable(True)
            severe.setChecked(self._drafting.draft.most_severe)

    def _fill_teamwork(self) -> None:
        """List who could help, and why some cannot."""
        system, side = self._document.system, self._drafting.side
        menu = self._menu.addMenu("Teamwork")
        chip = side.chip("teamwork")
        standing = () if chip is None else chip.helpers
        anybody = menu.addAction("One more helper" if chip else "A helper")
        anybody.setData(Help())
        menu.addSeparator()
        for helper in suggestions.helpers_for(side, self._others(), system):
            action = menu.addAction(menu_text(helper.refused or helper.name))
            action.setEnabled(not helper.refused)
            action.setCheckable(not helper.refused)
            action.setChecked(helper.id in standing)
            action.setData(Help(helper.id))

    def _others(self) -> list[Character]:
        """List who is at hand: first the roller's own group."""
        side, roster = self._drafting.side, self._document.roster
        roller = self._document.character(side.character)
        group = roller.group if roller else ""
        others = [one for one in roster.characters if one.id != side.character]
        return sorted(others, key=lambda one: one.group != group)[:MOST_HELPERS]

    def _fill_related(self) -> None:
        """List the skills that may stand in for the one needed, the likely ones first, each at what it costs."""
        system, side = self._document.system, self._drafting.side
        character = self._document.character(side.character)
        menu = self._menu.addMenu("Default to a related skill")
        likely = suggestions.relatives(side, character, system) if character else []
        others = suggestions.further_relatives(side, character, system) if character else []
        for skill in likely:
            self._add_relative(menu, skill, system.related)
        menu.addSeparator()
        for skill in others:
            several = len(system.related) > 1
            named = menu.addMenu(menu_text(f"{skill.name} {minus(skill.rating)}")) if several else menu
            self._add_relative(named, skill, system.related)
        menu.setEnabled(bool((likely or others) and system.related))

    def _add_relative(self, menu: QMenu, skill: Skill, values: Sequence[int]) -> None:
        """Offer a skill at each of the values that it may cost."""
        for value in values:
            action = menu.addAction(menu_text(f"{skill.name} {minus(skill.rating)}   {signed(value)}"))
            action.setData(StandIn(skill.id, value))

    def _add(self, menu: QMenu, chip: Chip) -> None:
        action = menu.addAction(menu_text(f"{chip.label}   {signed(chip.value)}"))
        action.setData(chip)

    def _choose(self, action: QAction) -> None:
        match action.data():
            case Chip() as chip:
                own = structs.replace(chip, id=self._document.new_id()) if chip.origin is Origin.FREE else chip
                self._drafting.put(self._drafting.side.with_chip(own))
            case Help() as helper:
                self._drafting.modifiers.help_by(helper.id)
            case StandIn() as skill:
                self._drafting.modifiers.stand_in(skill.skill, skill.value)
            case _:
                draft = self._drafting.draft
                self._drafting.take(structs.replace(draft, most_severe=not draft.most_severe))
