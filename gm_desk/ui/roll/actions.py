"""The actions that compose a test and roll it."""

from typing import TYPE_CHECKING

from msgspec import structs
from PySide6.QtCore import QObject, Qt

from gm_desk.core.drafts.draft import Draft, Origin
from gm_desk.core.drafts.scene_record import SceneRecord
from gm_desk.model.files.session import Session
from gm_desk.model.roll.rolling import Rolling
from gm_desk.ui.combat.attack_choices import next_id
from gm_desk.ui.roll.difficulty import difficulty_id
from gm_desk.ui.widgets.action_rows import ActionRow

if TYPE_CHECKING:
    from gm_desk.ui.roll.draft_pane import DraftPane

SHORTCUT = Qt.FocusReason.ShortcutFocusReason


MOST_DIFFICULTIES = 12
"""The number of difficulty actions; no system has more difficulties."""
ROLL = "RollRow.why_no_roll"
DIGITS = 9
"""The number of difficulties with Ctrl and a digit as their shortcut; further ones have Alt and a digit."""


ACTIONS = (
    ActionRow("roll.roll", "&Roll", "RollRow.roll", "Enter Return", icon="dice", blind=True, when=ROLL),
    ActionRow(
        "roll.roll_anywhere",
        "Roll (works every&where)",
        "RollRow.roll",
        "Ctrl+Return Ctrl+Enter",
        blind=True,
        when=ROLL,
    ),
    ActionRow("roll.enter_dice", "Enter &dice", "RollCommands.dice", "Ctrl+E", when="RollCommands.why_no_dice"),
    ActionRow("roll.roll_damage", "Ro&ll damage", "DamageRow.go_on", "F4"),
    ActionRow("roll.toggle_secret", "&Secret", "RollCommands.toggle_secret", "Ctrl+Shift+S", icon="secret", blind=True),
    ActionRow(
        "roll.toggle_secret_by_default",
        "Roll in s&ecret by default",
        "RollCommands.secret_by_default",
        "Ctrl+Alt+Shift+S",
        checkable=True,
    ),
    ActionRow("roll.toggle_opposed", "O&pposed", "ModeBar.toggle", "Ctrl+Shift+O", icon="opposed"),
    ActionRow(
        "roll.choose_opponent",
        "&Choose the opponent",
        "RollCommands.choose_opponent",
        "Ctrl+Shift+P",
        when="RollCommands.why_unopposed",
    ),
    ActionRow(
        "roll.turn_sides",
        "Opponent’s &modifiers",
        "OpponentBox.turn_sides",
        "F7",
        icon="turn",
        when="RollCommands.why_no_opponent",
    ),
    ActionRow(
        "roll.keep_opponent",
        "&Keep the opponent",
        "RollCommands.keep_opponent",
        "Ctrl+Alt+K",
        when="RollCommands.why_unopposed",
    ),
    ActionRow(
        "roll.start_scene",
        "Drop pi&ns and retries",
        "RollCommands.new_scene",
        "Ctrl+Shift+E",
        icon="scene",
        when="RollCommands.why_no_pins",
    ),
    ActionRow("roll.add_modifier", "Add a &modifier", "RollCommands.modifier", "Ctrl+M", icon="add"),
    ActionRow("roll.common_modifiers", "C&ommon modifiers", "RollCommands.common_modifiers", "Ctrl+Alt+M"),
    ActionRow(
        "roll.list_modifiers",
        "Presets b&y name",
        "RollCommands.list_modifiers",
        "Ctrl+Shift+M",
        when="RollCommands.why_no_presets",
    ),
    ActionRow("roll.raise_net", "&Raise modifier", "RollCommands.up", "+"),
    ActionRow("roll.lower_net", "&Lower modifier", "RollCommands.down", "-"),
    ActionRow(
        "roll.clear_modifiers",
        "&Clear the modifiers",
        "RollCommands.clear",
        "Ctrl+0",
        when="RollCommands.why_none_to_clear",
    ),
    ActionRow(
        "roll.bring_back_modifiers",
        "&Bring back the last modifiers",
        "SpentLine.bring_back",
        "Ctrl+B",
        when="SpentLine.why_not",
    ),
    ActionRow(
        "roll.default_to_aptitude",
        "De&fault to the aptitude",
        "RollCommands.default_to_aptitude",
        "Ctrl+Shift+D",
        when="RollCommands.why_no_default",
    ),
    *(
        ActionRow(next_id(row_id), text, "AttackChoices.step", keys, data=row_id, when="AttackChoices.why_no_step")
        for row_id, text, keys in (
            ("mode", "Next firing &mode", "Alt+M"),
            ("range", "Next ra&nge", "Alt+N"),
            ("cover", "Next &cover", "Alt+C"),
            ("aim", "Next &aim", "Alt+A"),
        )
    ),
    ActionRow("roll.reload", "Rel&oad", "AttackChoices.reload", "Alt+O", when="AttackChoices.why_no_reload"),
    *(
        ActionRow(
            difficulty_id(place),
            f"Difficulty {place + 1}",
            "RollCommands.difficulty",
            f"Ctrl+{place + 1}" if place < DIGITS else f"Alt+{place - DIGITS + 1}",
            data=place,
        )
        for place in range(MOST_DIFFICULTIES)
    ),
)


NO_OPPONENT = "The test has no opponent: make it opposed first"
CHOOSE_FIRST = "Choose the opponent and their ability first"
NO_DEFAULT = "This test cannot be rolled with an aptitude instead"
NO_PRESETS = "This system has no presets: use the common modifiers"


class RollCommands(QObject):
    """The keyboard commands that compose a test."""

    def __init__(self, session: Session, rolling: Rolling, pane: "DraftPane", parent: QObject) -> None:
        """Act on the session's draft and its test pane."""
        super().__init__(parent)
        self._settings = session.settings
        self._rolling = rolling
        self._drafting = session.drafting
        self._pane = pane

    def why_no_dice(self) -> str:
        """Return why no dice can be typed, or ""."""
        return self._pane.row.why_no_dice()

    def why_no_opponent(self) -> str:
        """Return why the opponent has no modifiers to set, or ""."""
        return self.why_unopposed() or ("" if self._pane.opponent.turn.isEnabled() else CHOOSE_FIRST)

    def why_unopposed(self) -> str:
        """Return why there is no opponent to choose or to keep, or ""."""
        return "" if self._drafting.draft.opposed else NO_OPPONENT

    def why_no_default(self) -> str:
        """Return why the test cannot default to an aptitude, or ""."""
        default = self._pane.ability.default
        return "" if default.isVisibleTo(self._pane) and default.isEnabled() else NO_DEFAULT

    def why_no_presets(self) -> str:
        """Return why there is no menu of presets, or ""."""
        return "" if self._pane.chips.presets.isVisibleTo(self._pane.chips) else NO_PRESETS

    def why_no_pins(self) -> str:
        """Return why there is nothing to drop, or ""."""
        draft = self._drafting.draft
        kept = draft != draft.in_new_scene() or self._drafting.record != SceneRecord()
        return "" if kept else "Nothing is pinned, and no retry is counted"

    def why_none_to_clear(self) -> str:
        """Return why there are no modifiers to clear, or ""."""
        by_hand = self._drafting.side.eyeballed is not None
        return "" if by_hand or self._without_modifiers() != self._drafting.draft else "There are no modifiers to clear"

    def dice(self) -> None:
        """Move the cursor to the field where dice are typed."""
        self._pane.row.enter()

    def toggle_secret(self) -> None:
        """Switch the next roll between secret and public; this also works while the veil makes every roll secret."""
        self._rolling.secrecy.set_secret(not self._rolling.secrecy.secret)

    def secret_by_default(self, on: bool) -> None:
        """Set whether rolls are secret by default, and save the setting."""
        self._settings.set_secret(on)
        self._rolling.secrecy.set_default(on)

    def modifier(self) -> None:
        """Move the cursor to the field where a modifier is typed."""
        self._pane.chips.add.setFocus(SHORTCUT)

    def up(self) -> None:
        """Raise the net modifier by one step."""
        self._drafting.modifiers.nudge(1)

    def down(self) -> None:
        """Lower the net modifier by one step."""
        self._drafting.modifiers.nudge(-1)

    def clear(self) -> None:
        """Remove a net modifier set by hand; if there is none, remove all chips except those of conditions."""
        if self._drafting.side.eyeballed is not None:
            self._drafting.modifiers.eyeball(None)
        else:
            self._drafting.take(self._without_modifiers())

    def _without_modifiers(self) -> Draft:
        """Return the draft with no chips but those of conditions on the side in hand."""
        side = self._drafting.side
        kept = tuple(chip for chip in side.chips if chip.origin is Origin.CONDITION)
        plain = structs.replace(side.without_levels(), chips=kept, point=None)
        return structs.replace(self._drafting.draft.with_side(self._drafting.hand, plain), adjust=0)

    def new_scene(self) -> None:
        """Drop pinned modifiers and remembered failures."""
        self._drafting.new_scene()

    def difficulty(self, place: int) -> None:
        """Set the difficulty by its position in the row, counted from 0."""
        self._pane.difficulty.set_step(place)

    def choose_opponent(self) -> None:
        """Open the list of opponents."""
        self._pane.opponent.who.open()

    def keep_opponent(self) -> None:
        """Toggle whether the opponent is kept for the next rolls."""
        self._pane.opponent.keep.click()

    def list_modifiers(self) -> None:
        """Open the menu of situations, helpers and stand-ins."""
        self._pane.chips.presets.showMenu()

    def common_modifiers(self) -> None:
        """Open the list of common modifiers."""
        self._pane.chips.common.open()

    def default_to_aptitude(self) -> None:
        """Toggle between the skill and its aptitude."""
        self._pane.ability.default.click()
