"""The actions of the card: health, recharges, attacks, and a group's Threat."""

from collections.abc import Sequence

from PySide6.QtCore import QObject

from gm_desk.core.characters.stat_block import Attack, Points
from gm_desk.core.systems.definition import Recharge
from gm_desk.core.wording.phrases import menu_text
from gm_desk.model.files.session import Session
from gm_desk.model.roster import edits
from gm_desk.model.roster.document import RosterDocument
from gm_desk.ui.card.points import points_name
from gm_desk.ui.card.stat_block import StatBlock
from gm_desk.ui.roll.draft_pane import DraftPane
from gm_desk.ui.roster.actions import NOBODY
from gm_desk.ui.roster.group_actions import current_group
from gm_desk.ui.roster.roster_pane import RosterPane
from gm_desk.ui.widgets.action_rows import ActionRow, Choice, WindowActions, without_mnemonic
from gm_desk.ui.window.panes import Panes

ACTIONS = (
    ActionRow(
        "card.add_skill",
        "&Add a skill",
        "RosterCommands.add_skill",
        "Ctrl+T",
        several="&Add a skill to %d characters",
        when="RosterCommands.why_nobody",
    ),
    ActionRow(
        "card.add_attack",
        "Add an attac&k",
        "RosterCommands.add_attack",
        "Ctrl+Shift+K",
        several="Add an attac&k to %d characters",
        when="RosterCommands.why_nobody",
    ),
    ActionRow(
        "card.type_damage",
        "Appl&y damage…",
        "RosterCommands.harm",
        "Shift+F4",
        several="Appl&y damage to %d characters…",
        when="RosterCommands.why_nobody",
        also="wound stress harm",
    ),
    ActionRow(
        "card.attack_with",
        "Attack wit&h",
        "AttackCommands.attack",
        choices="AttackCommands.attacks",
        when="AttackCommands.why_no_attack",
    ),
    ActionRow(
        "card.heal", "&Heal", "SelectionCommands.heal", "Ctrl+Alt+H", several="&Heal %d characters", person="roster"
    ),
    ActionRow(
        "card.recharge",
        "Re&charge",
        "PointsCommands.recharge",
        choices="PointsCommands.recharges",
        when="PointsCommands.why_no_recharge",
        person="roster",
    ),
    ActionRow(
        "card.change_threat",
        "&Threat",
        "PointsCommands.change_threat",
        choices="PointsCommands.threat_changes",
        when="PointsCommands.why_no_threat",
        number="PointsCommands.set_threat",
    ),
)


class PointMenus(QObject):
    """The menus about points, named by the system's term for points, and hidden if it has none."""

    def __init__(self, document: RosterDocument, actions: WindowActions, parent: QObject) -> None:
        """Observe a document, and name the menus of an action table."""
        super().__init__(parent)
        self._document = document
        self._rests, self._shared = (actions.menus[one] for one in ("card.recharge", "card.change_threat"))
        document.opened.connect(self._name)
        self._name()

    def _name(self) -> None:
        system = self._document.system
        self._rests.setTitle("Re&charge" if len(system.recharges) > 1 else points_name(system))
        self._rests.setAccessibleName(without_mnemonic(self._rests.title()))
        self._rests.menuAction().setVisible(bool(system.recharges))
        self._shared.menuAction().setVisible(any(kind.shared for kind in system.points))


class PointsCommands(QObject):
    """The commands that recharge points and change the points of a group."""

    def __init__(self, session: Session, roster: RosterPane, test: DraftPane, parent: QObject) -> None:
        """Create the commands for the roster's selection."""
        super().__init__(parent)
        self._session = session
        self._document = session.document
        self._roster = roster
        self._test = test

    def recharges(self) -> list[Choice]:
        """Return the rests of the system."""
        why_not = "" if self._session.view.selected else NOBODY
        return [Choice(rest.name, rest, why_not=why_not) for rest in self._document.system.recharges]

    def why_no_recharge(self) -> str:
        """Return the reason why recharging is unavailable, or ""."""
        return "" if self._document.system.recharges else "This system has no points to restore"

    def recharge(self, rest: Recharge) -> None:
        """Recharge the points of the selected characters with a rest."""
        if resting := self._roster.selected_ids():
            self._test.shown.recharge(resting, rest)

    def threat_changes(self) -> list[Choice]:
        """Return the possible changes of the group's points."""
        group = current_group(self._session, self._roster)
        has = (group.threat if group else None) or Points()
        ways = [
            (f"{self._shared} &+1", has.now + 1, has.max),
            (f"{self._shared} &−1", has.now - 1, has.max),
            ("&Refill", has.max, has.max),
            ("&Maximum +1", has.now + 1, has.max + 1),
            ("Ma&ximum −1", has.now, has.max - 1),
        ]
        offered = [Choice(text, (now, most), why_not=_unchanging(now, most, has)) for text, now, most in ways]
        return [Choice("&Type it…"), *offered]

    def why_no_threat(self) -> str:
        """Return the reason why the group's points cannot be changed, or ""."""
        group = current_group(self._session, self._roster)
        return "" if group and self._shared else "Select a group that shares points"

    def change_threat(self, points: tuple[int, int] | None) -> None:
        """Set the current and maximum points of the group; None asks for them."""
        group = current_group(self._session, self._roster)
        if group is not None and points is not None:
            edits.set_threat(self._document, group.id, *points)
        elif group is not None:
            from gm_desk.ui.roster.group_actions import SharedPointsDialog

            dialog = SharedPointsDialog(group, self._shared, self._roster.window())
            dialog.points_requested.connect(self._set_typed)
            dialog.open()

    def _set_typed(self, group_id: str, now: int, most: int) -> None:
        edits.set_threat(self._document, group_id, now, most)

    def set_threat(self, now: int) -> None:
        """Set the current points of the group, raising the maximum if necessary."""
        if group := current_group(self._session, self._roster):
            has = group.threat or Points()
            edits.set_threat(self._document, group.id, now, max(now, has.max))

    @property
    def _shared(self) -> str:
        """The name of the points that a group shares, or "" if the system has none."""
        return next((kind.name for kind in self._document.system.points if kind.shared), "")


def _unchanging(now: int, most: int, has: Points) -> str:
    """Return the reason why the points cannot be set to a value, or ""."""
    if now < 0 or most < 0:
        return "There are no points left"
    return "The group already has that many" if (min(now, most), most) == (has.now, has.max) else ""


class AttackCommands(QObject):
    """The command that prepares an attack of the character on the card."""

    def __init__(self, session: Session, card: StatBlock, panes: Panes, parent: QObject) -> None:
        """Create the command for a card."""
        super().__init__(parent)
        self._session = session
        self._card = card
        self._panes = panes

    def attacks(self) -> list[Choice]:
        """Return the attacks on the card."""
        return [Choice(menu_text(attack.name), attack.id) for attack in self._attacks]

    def why_no_attack(self) -> str:
        """Return the reason why no attack can be prepared, or ""."""
        return "" if self._attacks else "The card has no attacks"

    def attack(self, attack_id: str) -> None:
        """Prepare an attack, and ask for an opponent if it has none."""
        self._panes.reveal(self._card)
        self._card.attacks.attack(attack_id)

    @property
    def _attacks(self) -> Sequence[Attack]:
        character = self._session.document.character(self._session.view.selected)
        return character.attacks if character else ()
