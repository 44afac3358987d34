"""The test pane: the test being composed, its odds, and the button that rolls it."""

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal, SignalInstance
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from gm_desk.core.rules.dice import Thrown
from gm_desk.model.roll.composing import Drafting
from gm_desk.model.roll.rolling import Rolling
from gm_desk.model.roster.document import RosterDocument
from gm_desk.ui.card.lists import is_digit
from gm_desk.ui.roll.ability_head import AbilityHead, ModeBar, RoutineLine
from gm_desk.ui.roll.chips import Chips
from gm_desk.ui.roll.difficulty import DifficultyBar, LevelsSection, levels_of
from gm_desk.ui.roll.net import NetSection
from gm_desk.ui.roll.odds import OddsSection
from gm_desk.ui.roll.pane_layout import PaneColumn, PaneLayout, PaneParts
from gm_desk.ui.roll.points import SpentLine
from gm_desk.ui.roll.roll_row import RollRow
from gm_desk.ui.roll.verdict import ResultArea, VerdictLine
from gm_desk.ui.widgets.scrolling import LatePart, join

if TYPE_CHECKING:
    from gm_desk.core.systems.definition import Recharge
    from gm_desk.ui.combat.attack_choices import AttackChoices
    from gm_desk.ui.combat.damage_row import DamageRow
    from gm_desk.ui.roll.group_section import GroupSection
    from gm_desk.ui.roll.opponent_box import OpponentBox
    from gm_desk.ui.roll.verdict import AfterRoll

NO_HIT = "There is no damage to roll: no attack has just hit"
DEALT = "This damage has been applied; nothing more follows from it"
LATE = ("attack", "levels", "group", "opponent", "after", "damage")
"""The parts that are hidden at first."""
BESIDE, LEAST = 2, 17
"""The number of modes that fit beside the ability, and the least height of the pane in heights of the font."""
ROOM_CHANGES = {QEvent.Type.LayoutRequest, QEvent.Type.Resize, QEvent.Type.Show}


class ShownResult(QObject):
    """What the verdict shows: the last roll, the dice of a pending or typed one, or points that were regained."""

    def __init__(
        self, pane: "DraftPane", document: RosterDocument, drafting: Drafting, rolling: Rolling, area: ResultArea
    ) -> None:
        """Show results in an area of a pane."""
        super().__init__(pane)
        self._pane, self._verdict, self._area = pane, pane.verdict, area
        self._document, self._drafting, self._rolling = document, drafting, rolling
        self._rolled_test: object = None
        self._last_rolled = ""
        self._recharged = self._gone = False

    def follow(self, dice_typed: SignalInstance) -> None:
        """Follow rolls, the draft and the roster from now on, and preview the dice that are typed."""
        dice_typed.connect(self._preview)
        self._rolling.changed.connect(self._store_test)
        for changed in (self._rolling.changed, self._rolling.group_changed):
            changed.connect(self.show_last)
        for changed in (self._rolling.changed, self._rolling.group_changed, self._drafting.draft_changed):
            changed.connect(self._mark_past)
        self._document.roster_changed.connect(self._clear_recharge)

    def recharge(self, characters: Sequence[str], rest: "Recharge") -> None:
        """Recharge characters and show how many points they regained."""
        from gm_desk.model.card.health_edits import recharge

        rested = recharge(self._document, self._rolling.dice, characters, rest)
        if rested is None:
            return
        self._verdict.show_waiting(rested.faces, rested.says)
        self._pane.after.hide()
        self._recharged = True

    def _clear_recharge(self) -> None:
        """Show the last roll again once points have changed in another way."""
        if self._recharged:
            self._recharged = False
            self.show_last()

    def _test_identity(self) -> object:
        """Return what identifies the test: the roller, the ability and the group."""
        side, group = self._drafting.draft.side("a"), self._rolling.several
        return side.character, side.what, () if group is None else group.ids

    @property
    def of_another_test(self) -> bool:
        """Whether another test than the one rolled is being composed."""
        return self._test_identity() != self._rolled_test

    def _store_test(self) -> None:
        self._rolled_test, last = self._test_identity(), self._rolling.last
        if last is not None and last.id != self._last_rolled:
            self._last_rolled = last.id
            self._area.begin()

    def _mark_past(self) -> None:
        """Reduce the verdict to one line while another test is being composed."""
        past = self.of_another_test or self._is_about_another()
        self._verdict.set_past(past)
        if self._is_about_another() != self._gone:
            self.show_last()
        if (after := DraftPane.after.built(self._pane)) is not None:
            after.set_past(past)

    def _is_about_another(self) -> bool:
        """Return whether the last roll belongs to another character than the test being composed."""
        last, group = self._rolling.last, self._rolling.several
        if last is None:
            return False
        roller = last.draft.side("a").character
        if group is not None:
            return bool(roller) and roller not in group.ids
        return bool(roller) and roller != self._drafting.draft.side("a").character

    def show_last(self) -> None:
        """Show the result of the last roll, or the dice that a pending roll waits for."""
        waiting, last = self._rolling.pending, self._rolling.last
        self._gone = self._is_about_another()
        if waiting is not None:
            from gm_desk.model.roll.roll_text import waits_for

            faces = [str(face) for dice in waiting.thrown.values() for face in dice]
            self._verdict.show_waiting(faces, waits_for(waiting.draft, waiting.needs))
        elif last is None and (group := DraftPane.group.built(self._pane)) is not None and group.model.summary:
            self._verdict.show_waiting([], group.model.summary)
        elif last is None or self._gone:
            self._verdict.show_text(None)
        else:
            from gm_desk.model.roll.roll_text import about, roll_text_of

            self._verdict.show_text(roll_text_of(last), about(last.draft))

    def _preview(self, typed: Thrown) -> None:
        """Show the result of the typed dice; if they are incomplete, show the last roll."""
        waiting, result = self._rolling.pending or self._rolling.waiting(), None
        if typed:
            from gm_desk.model.roll.other_rolls import result_of

            result = result_of(self._rolling, typed)
        if result is None or waiting is None:
            self.show_last()
            self._mark_past()
            self._pane.after.refresh()
        else:
            from gm_desk.model.roll.roll_text import about, text_of_result

            self._verdict.set_past(False)
            roll_text = text_of_result(waiting.draft, waiting.request, {**waiting.thrown, **typed}, result)
            self._verdict.show_text(roll_text, about(waiting.draft), "would be")
            self._pane.after.hide()


class DraftPane(QWidget):
    """The pane that composes a test from top to bottom and rolls it."""

    several_requested = Signal(object)
    revealed = Signal(str)

    def __init__(
        self,
        document: RosterDocument,
        drafting: Drafting,
        rolling: Rolling,
        parent: QWidget | None = None,
    ) -> None:
        """Observe a draft."""
        super().__init__(parent)
        self._drafting = drafting
        self._rolling = rolling
        self._document = document
        self.setObjectName("testPanel")
        self.setAutoFillBackground(True)  # so that nothing behind it is painted with each change
        self.ability = AbilityHead(document, drafting)
        self.modes = ModeBar(document, drafting)
        self.difficulty = DifficultyBar(drafting)
        self.chips = Chips(drafting, scrolls=True)
        self.spent = SpentLine(drafting, rolling)
        self.chips.end_with(self.spent)
        self.points = self.chips.points
        self.net = NetSection(document, drafting)
        self.odds = OddsSection(drafting)
        self.routine = RoutineLine(document, drafting)
        self.verdict = VerdictLine()
        self.row = RollRow(drafting, rolling)
        above = (self.ability, self.modes, self.difficulty, self.chips)
        self._column = PaneColumn(self, PaneParts(*above, self.net, self.odds, self.routine, self.row))
        self._layout = PaneLayout(self, drafting, self._column, self.verdict)
        self.shown = ShownResult(self, document, drafting, rolling, self._layout.result)
        self._fit_head()
        self._connect(document)
        self._build_shown()

    @LatePart
    def attack(self) -> "AttackChoices":
        """The choices of an attack, above the difficulty."""
        from gm_desk.model.combat.attack_choices import AttackPreparation
        from gm_desk.ui.combat.attack_choices import AttackChoices

        preparation = AttackPreparation(self._document, self._drafting, self._rolling, self)
        made = AttackChoices(self._drafting, preparation, self)
        self._column.place_attack(made)
        made.refresh()  # hides it if it is empty: the scroll area that it was put into has shown it
        preparation.changed.connect(self._layout.fit)
        made.focus_left.connect(self.row.button.setFocus)
        join(made, DraftPane.opponent.built(self), self.modes, self.ability)
        return made

    @LatePart
    def levels(self) -> LevelsSection:
        """The levels of a side, below its modifiers."""
        made = LevelsSection(self._drafting, self)
        self._column.place_levels(made)
        join(made, self.chips)
        return made

    @LatePart
    def group(self) -> "GroupSection":
        """The group that rolls, above the odds."""
        from gm_desk.ui.roll.group_section import GroupSection

        made = GroupSection(self._document, self._rolling)
        self._column.place_group(made)
        join(made, self.net, self.chips)
        made.covering_changed.connect(self._column.alone.setHidden)
        made.together_changed.connect(self.ability.show_group)
        made.model.rows_changed.connect(self.shown.show_last)  # the rows follow the group later than the pane does
        made.refresh()
        return made

    @LatePart
    def opponent(self) -> "OpponentBox":
        """The other side, below the ability; the chances to win are below the odds."""
        from gm_desk.ui.roll.opponent_box import OpponentBox

        made = OpponentBox(self._document, self._drafting)
        made.several_requested.connect(self.several_requested)
        self._column.place_opponent(made)
        join(made, self.modes, self.ability)
        return made

    @LatePart
    def after(self) -> "AfterRoll":
        """The choices that change the last roll, below its verdict."""
        from gm_desk.ui.roll.verdict import AfterRoll

        made = AfterRoll(self._document, self._rolling)
        made.set_past(self.shown.of_another_test)
        made.focus_lost.connect(self.row.button.setFocus)
        above = DraftPane.damage.built(self)
        self._layout.result.place(made, above)
        join(made, above or self.row)
        return made

    @LatePart
    def damage(self) -> "DamageRow":
        """The damage of an attack, above the choices that change the last roll."""
        from gm_desk.model.combat.aftermath import Aftermath
        from gm_desk.model.combat.damage import DamageRoll
        from gm_desk.ui.combat.damage_row import DamageRow

        damage = DamageRoll(self._document, self._rolling, self)
        made = DamageRow(self._document, damage, Aftermath(self._document, damage, self._rolling, self))
        made.revealed.connect(self.revealed)
        made.several_requested.connect(self.several_requested)
        made.focus_left.connect(self.row.button.setFocus)
        made.went_on.connect(self._focus_what_follows)
        self._layout.result.place(made)
        join(made, self.row, self._column.alone, DraftPane.group.built(self), self.net, self.chips)
        return made

    def _focus_what_follows(self) -> None:
        """Focus the next choice that follows from the last roll: the first open one, and the first one after the last.

        If nothing follows, say so and keep the focus, so that an extra key press neither spends a point nor reverts
        damage.
        """
        asked = self.damage.asked.focusable()
        pills = [*asked, *(self.after.flow.focusable() if DraftPane.after.built(self) else ())]
        first = next((at for at, pill in enumerate(pills) if not pill.on), 0)
        place = next((at for at, pill in enumerate(pills, 1) if pill.hasFocus()), first)
        if asked:
            pills[place % len(pills)].setFocus(Qt.FocusReason.TabFocusReason)
            self._layout.result.bring_into_sight(pills[place % len(pills)])
        else:
            self.row.refused.emit(NO_HIT if self.damage.damage_roll.hit is None else DEALT)

    def leave_what_follows(self) -> None:
        """Leave the test of the turn before, so that Enter rolls: its typed dice, and what follows from its roll."""
        if self._rolling.pending is None:
            self.row.clear_dice()
        focus = self.window().focusWidget()
        parts = filter(None, (DraftPane.damage.built(self), DraftPane.after.built(self)))
        if focus is not None and any(part.isAncestorOf(focus) for part in parts):
            self.row.button.setFocus()

    def complete(self) -> None:
        """Build every part."""
        for part in LATE:
            getattr(self, part)
        _ = self.chips.presets.entries

    def look_back(self) -> None:
        """Offer what the last attacks in the log still ask for, if nothing was rolled since the roster was opened."""
        if self._rolling.last is None:
            self.damage.damage_roll.attacks.look_back()
            self.damage.aftermath.look_back()

    def _build_shown(self) -> None:
        """Build the parts that are to be shown for the first time."""
        if vars(self).keys() >= set(LATE):
            return
        draft, rolled = self._drafting.draft, self._rolling.last is not None
        sides = (draft, draft.side("b")) if draft.opposed else (draft,)
        wanted = {
            "attack": bool(draft.attack),
            "levels": any(levels_of(side, self._document.system) for side in sides),
            "opponent": draft.opposed,
            "group": self._rolling.several is not None,
            "after": rolled,
            "damage": rolled,
        }
        for part, now in wanted.items():
            if now:
                getattr(self, part)

    def _connect(self, document: RosterDocument) -> None:
        for act in (self._fit_head, self.row.clear_dice):
            document.opened.connect(act)
        for changed in (self._rolling.changed, self._rolling.group_changed, self._drafting.draft_changed):
            changed.connect(self._build_shown)
        self.modes.opposed.connect(self.ask_for_opponent, Qt.ConnectionType.QueuedConnection)
        self.row.roll_requested.connect(self._roll)
        self.shown.follow(self.row.dice_typed)
        self._drafting.draft_settled.connect(self._layout.fit)

    def ask_for_opponent(self) -> None:
        """Ask for the opponent or their skill if it is missing."""
        self.opponent.ask()

    def _roll(self, typed: Thrown) -> None:
        """Roll the test, or ask for its targets if the attack has several."""
        from gm_desk.core.drafts.attacks import fires_at_several

        self.chips.commit()
        draft, group, document = self._drafting.draft, self._rolling.several, self._document
        if self._rolling.pending is not None:
            self._rolling.roll(typed)
        elif group is None and fires_at_several(draft, document.character(draft.character), document.system):
            from gm_desk.model.combat.acting_side import SeveralRequest

            other = draft.side("b").character if draft.opposed else ""
            self.row.clear_dice()
            self.several_requested.emit(SeveralRequest(draft, (other,) if other else (), thrown=typed))
        elif draft.lacks and self.opponent.ask():
            return
        elif group is not None and group.each:
            from gm_desk.model.roll.other_rolls import roll_group

            roll_group(self._rolling, group.able)
        else:
            self._rolling.roll(typed)

    def _fit_head(self) -> None:
        """Place the mode buttons at the end of the heading, or below it if there are many."""
        many = sum(not button.isHidden() for button in self.modes.buttons.values()) > BESIDE
        self._column.place_modes(below=many)
        for before, after in pairwise((self.ability.check, *self.modes.buttons.values())):
            QWidget.setTabOrder(before, after)

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Begin dice with digits that are typed on a button: those of the damage on its own, else those of the test."""
        if not is_digit(event):
            super().keyPressEvent(event)
            return
        damage, focus = DraftPane.damage.built(self), self.window().focusWidget()
        if damage is not None and focus is not None and damage.isAncestorOf(focus) and damage.dice.isVisible():
            damage.dice.begin(event.text())
        else:
            self.row.begin(event.text())

    @override
    def minimumSizeHint(self) -> QSize:
        """Return the least size, at which the parts in the middle scroll."""
        return QSize(super().minimumSizeHint().width(), int(self.fontMetrics().height() * LEAST))

    @override
    def event(self, event: QEvent) -> bool:
        done = super().event(event)
        if event.type() in ROOM_CHANGES:
            self._layout.fit()
        elif event.type() == QEvent.Type.FontChange:
            self._layout.refit()
        return done
