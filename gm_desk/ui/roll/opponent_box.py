"""The other side of an opposed test: opponent, ability, modifiers, and the chances to win."""

from msgspec import Struct
from PySide6.QtCore import QEvent, Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QSizePolicy, QVBoxLayout, QWidget
from typing_extensions import override

from gm_desk.core.combat.attack_choices import targets_of
from gm_desk.core.drafts.abilities import attack_of
from gm_desk.core.drafts.chips import chip_in_words, worth_of
from gm_desk.core.drafts.draft import Mode, Side
from gm_desk.core.drafts.opponents import Defence, defences, ranked
from gm_desk.core.scenes.effects import CANNOT_DEFEND, bar_to_defence
from gm_desk.core.wording.phrases import contest_chances, minus, one_line, tip_of
from gm_desk.model.combat.acting_side import SeveralRequest
from gm_desk.model.roll.composing import Drafting
from gm_desk.model.roster.document import RosterDocument
from gm_desk.ui.roll.odds_charts import OddsStrip
from gm_desk.ui.theme.painting import scaled
from gm_desk.ui.theme.theme import SMALL, TIGHT, icon
from gm_desk.ui.widgets.action_rows import set_tip
from gm_desk.ui.widgets.buttons import Picker
from gm_desk.ui.widgets.flow import SteadyBox
from gm_desk.ui.widgets.labels import PartsLabel, announce, dim_label
from gm_desk.ui.widgets.popup_list import Choices

WHO, WHAT = "Choose opponent", "Choose skill"
UNNAMED = "Somebody"
HINT = "Type a name, or only a number for somebody who is not in the roster"
DIGITS = 3
"""The most digits of a number that is typed for an opponent who is not in the roster."""
ROW = 1.6
NAMED = 13
"""The minimum width of a name, in characters."""
LONGEST = 40
"""The longest name in a sentence, in characters."""
ASKS = {"opponent": "Choose the opponent, then roll.", "answer": "Choose the skill of {name}, then roll."}
KEEP = "Keep the opponent for the tests that follow"
SEVERAL = "Several…"
KINDS = (Mode.OPPOSED, Mode.VARIABLE, Mode.ATTACK)


class OpponentView(Struct, frozen=True):
    """What the box shows: the kind of test, the opponent's name and ability, what is missing, and details.

    `brief` is the ability for a single row without details, with its modifiers and what forbids it, and `shorter` are
    shorter forms of that. `roller` is who
    rolls against the opponent, who is `known` if it is a character; `turned` if its side is edited.
    """

    kind: str
    name: str
    ability: str
    brief: str
    shorter: tuple[str, ...]
    lacks: str
    details: str
    roller: str
    known: bool
    turned: bool


class OpponentTexts:
    """What the box shows of a draft, as text."""

    def __init__(self, document: RosterDocument, drafting: Drafting) -> None:
        """Look at a draft."""
        self._document = document
        self._drafting = drafting

    def view(self) -> OpponentView:
        """Return what the box shows now."""
        draft, other = self._drafting.draft, self._drafting.draft.side("b")
        bar = self._bar_of(other)
        brief = self._brief_text(other, bar)
        return OpponentView(
            self._document.system.modes.get(draft.mode.value, ""),
            other.name,
            _numbered(other),
            brief,
            self._shorter_texts(other, brief),
            draft.lacks,
            self._details_text(other, bar),
            draft.name,
            bool(other.character),
            self._drafting.hand == "b",
        )

    def _details_text(self, other: Side, bar: str) -> str:
        """Return the `bar` to the defence, the target and the modifiers as text, or a note about a missing choice.

        The end is cut off if there is little room, so the modifiers are last.
        """
        lacks = self._drafting.draft.lacks
        if lacks or other.ability is None:
            return ASKS[lacks or "opponent"].format(name=one_line(other.name, LONGEST))
        chips = ", ".join(chip_in_words(chip) for chip in other.counting)
        return " · ".join(filter(None, (bar, self._target_of(other), chips))) if bar or chips else ""

    def _brief_text(self, other: Side, bar: str) -> str:
        """Return the ability with its modifiers or target, after a `bar` to the defence: "out · Block 3 −9"."""
        worths = " ".join(filter(None, map(worth_of, other.counting)))
        if other.ability is None or bar == CANNOT_DEFEND:
            return bar
        said = f"{_numbered(other)} {worths}".strip()
        if worths and self._document.system.reach is None:
            said = f"{other.what} · {self._target_of(other)}"
        return f"out · {said}" if bar else said

    def _shorter_texts(self, other: Side, brief: str) -> tuple[str, ...]:
        """Return shorter forms of the ability with its target, in which the target is whole: "Fray TN 10", "TN 10"."""
        target = "" if other.ability is None else self._target_of(other)
        if other.ability is None or not brief.endswith(f" · {target}"):
            return ()
        return f"{other.ability.label} {target}", target

    def _target_of(self, other: Side) -> str:
        """Return the opponent's target as text."""
        net = self._drafting.rules.net(other, self._drafting.draft.house(self._document.house)).net
        number = minus(other.base + net)
        return f"TN {number}" if self._document.system.reach is None else f"{number} + dice"

    def _bar_of(self, other: Side) -> str:
        """Return what forbids the defence, "" for nothing."""
        document = self._document
        return bar_to_defence(other, document.character(other.character), self._drafting.rules, document.house)


class OpponentChoices:
    """The choices of a test with two sides: its kind, the opponent, and their ability."""

    def __init__(self, document: RosterDocument, drafting: Drafting) -> None:
        """Look at a draft."""
        self._document = document
        self._drafting = drafting

    def kinds(self) -> Choices:
        """Return the kinds of tests with two sides that the system has."""
        modes = self._document.system.modes
        return [(modes[mode.value], mode) for mode in KINDS if mode.value in modes]

    def characters(self) -> Choices:
        """Return all other characters as choices, the likeliest first; those out of action are marked.

        With an attack on an area or in a mode for several targets, several come first.
        """
        document, down, draft = self._document, self._drafting.opposition.is_down, self._drafting.draft
        roller = document.character(draft.character)
        attack = attack_of(draft, roller)
        single = (
            (f"{one.name} · out" if down(one) else one.name, one.id) for one in ranked(roller, document.roster, down)
        )
        many = attack and (attack.area or targets_of(attack, draft.setup, self._document.system) > 1)
        return [(SEVERAL, None), *single] if many else [*single, (SEVERAL, None)]

    def number(self, typed: str) -> Choices:
        """Return a typed number as an opponent who is not in the roster."""
        number = typed.strip()
        fits = number.isascii() and number.isdecimal() and len(number) <= DIGITS
        return [(f"{UNNAMED} with {int(number)}", int(number))] if fits else []

    def abilities(self) -> Choices:
        """Return the abilities the opponent can use, usual ones first."""
        draft = self._drafting.draft
        other = self._document.character(draft.side("b").character)
        if other is None:
            return []
        found = defences(draft.ability, other, self._document.system)
        return [(_named(defence), defence) for defence in found]


class OpponentBox(SteadyBox):
    """The controls that choose the opponent of a test; hidden unless the test is opposed.

    `several_requested` carries a SeveralRequest: the test and its targets so far.
    """

    several_requested = Signal(object)

    def __init__(self, document: RosterDocument, drafting: Drafting, parent: QWidget | None = None) -> None:
        """Observe a draft."""
        super().__init__(parent)
        self._drafting = drafting
        self._texts, choices = OpponentTexts(document, drafting), OpponentChoices(document, drafting)
        self.setObjectName("opponent")
        self.setAccessibleName("Opponent")
        self.kind = Picker("Kind of test", choices.kinds)
        self.who = Picker("Opponent", choices.characters, typed=choices.number, hint=HINT)
        self.what = Picker("Opponent’s test", choices.abilities)
        self.turn = QPushButton()
        self.turn.setObjectName("turnSides")
        self.turn.setCheckable(True)
        self._top, self._below = QHBoxLayout(), QHBoxLayout()
        self._brief = False
        self._view: OpponentView | None = None
        self._turn_shown: tuple[bool, str, bool] | None = None
        self._details = PartsLabel(size=SMALL, dim=True)
        self._details.setObjectName("opponentSays")
        self.keep = QPushButton()
        self.keep.setObjectName("keepOpponent")
        self.keep.setAccessibleName(KEEP)
        self.keep.setCheckable(True)
        self.keep.setIcon(icon("pin"))
        set_tip(self.keep, KEEP, "roll.keep_opponent")
        self.strip = OddsStrip()
        self._lay_out()
        self.kind.picked.connect(self._drafting.set_mode)
        self.who.picked.connect(self._oppose)
        self.what.picked.connect(self._answer)
        self.turn.clicked.connect(self.turn_sides)
        self.keep.clicked.connect(self._keep)
        drafting.draft_changed.connect(self.refresh)
        self.refresh()

    def turn_sides(self) -> None:
        """Switch the pane to the other side, to edit its modifiers."""
        self._drafting.turn_to("a" if self._drafting.hand == "b" else "b")
        self.refresh()

    def ask(self) -> bool:
        """Open the list of what is still missing and announce it; return whether anything is missing."""
        lacks = self._drafting.draft.lacks
        if lacks and self.isVisible():
            announce(self, self._details.text(), at_once=True)
            (self.who if lacks == "opponent" else self.what).open()
        return bool(lacks)

    def refresh(self) -> None:
        """Update from the draft."""
        draft = self._drafting.draft
        self.setVisible(draft.opposed)
        self.strip.setVisible(draft.opposed)
        if not draft.opposed:
            return
        self.strip.show_shares(contest_chances(self._drafting.reading.both, draft.mode))
        view = self._texts.view()
        for button, on in ((self.keep, draft.keeps_opponent), (self.turn, view.turned)):
            button.setChecked(on)  # each time, since a click checks them as well
        if view != self._view:
            self._view = view
            self._show(view)

    def _show(self, view: OpponentView) -> None:
        """Show the opponent, their ability, and details about them."""
        self.kind.show_picked(view.kind, "")
        self.who.show_picked(view.name or (UNNAMED if view.ability else ""), WHO)
        self._show_ability(view)
        self.what.setVisible(view.lacks != "opponent")
        self.what.setEnabled(view.known)
        self.turn.setEnabled(bool(view.ability))
        self._update_turn_button(view)
        self._details.setText(view.details)
        asks = QPalette.ColorRole.BrightText if view.lacks else QPalette.ColorRole.PlaceholderText
        if self._details.foregroundRole() != asks:
            self._details.setForegroundRole(asks)
        self._details.setToolTip(tip_of(view.details))
        self._place_details()

    def _show_ability(self, view: OpponentView) -> None:
        """Show the opponent's ability; in one row, what has no room beside it is its description."""
        self.what.shorter = view.shorter if self._brief else ()
        self.what.show_picked(view.brief if self._brief else view.ability, WHAT)
        self.what.setAccessibleDescription(f"{view.ability} · {view.details}" if view.brief != view.ability else "")

    def set_brief(self, brief: bool) -> None:
        """Show only opponent and ability, in one row, if `brief`."""
        if brief == self._brief:
            return
        self._brief = brief
        (self._top if brief else self._below).insertWidget(2 if brief else 0, self.what, 1)
        for part in (self.kind, self.keep):
            part.setHidden(brief)
        if self._view is not None:
            self._show_ability(self._view)
        self._place_details()

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange and self._view is not None:
            self._show(self._view)

    def _place_details(self) -> None:
        """Show a note about a missing choice instead of the ability, or the modifiers and target beside it.

        In one row there are none: the buttons say what is to be chosen or matters, and nothing moves once it is.
        """
        self._details.setVisible(bool(self._details.text()) and not self._brief)
        self._below.setStretch(self._below.indexOf(self._details), 0 if self.what.isHidden() else 1)
        beside = self._details.isVisibleTo(self) and not self.what.isHidden()
        self._below.setStretch(self._below.indexOf(self.what), 0 if beside else 1)
        for picker in (self.who, self.what):
            picker.setMinimumWidth(min(picker.sizeHint().width(), picker.fontMetrics().averageCharWidth() * NAMED))

    def _update_turn_button(self, view: OpponentView) -> None:
        """Update the button that switches sides."""
        shown = (view.turned, view.roller, bool(view.ability))
        if shown == self._turn_shown:
            return
        turned, self._turn_shown = self._turn_shown and self._turn_shown[0], shown
        if view.turned is not turned:  # an icon that is set is painted, and laid out, again
            self.turn.setIcon(icon("undo" if view.turned else "edit"))
        to = f"Back to {view.roller or 'the first side'}" if view.turned else "Set the opponent’s modifiers"
        why = "" if view.ability else ": choose the opponent and their ability first"
        self.turn.setAccessibleName(to)
        set_tip(self.turn, f"Set the opponent’s modifiers{why}", "roll.turn_sides")

    def _lay_out(self) -> None:
        """Place the opponent in one row, and the ability with its modifiers in a second one."""
        top, below = self._top, self._below
        column = QVBoxLayout(self.inner)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(TIGHT)
        for row in (top, below):
            column.addLayout(row)
            row.setSpacing(TIGHT)
        top.addWidget(dim_label("vs"))
        top.addWidget(self.who, 1)
        top.addWidget(self.keep)
        top.addWidget(self.turn)
        below.addWidget(self.what, 1)
        below.addWidget(self._details, 1)
        below.addWidget(self.kind)
        self.kind.setFlat(True)
        em = self.fontMetrics().height()
        for button in (self.who, self.what, self.turn, self.kind, self.keep):
            button.setFixedHeight(int(em * ROW))
        for button in (self.turn, self.keep):
            button.setFixedWidth(int(em * ROW * 1.2))
        self.kind.setFont(scaled(self.kind.font(), SMALL))
        self.kind.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)  # it is never elided

    def _oppose(self, character_id: str | int | None) -> None:
        """Set the opponent, or a number for one; if they have no usual defence, ask for their ability at once."""
        if isinstance(character_id, int):
            self._drafting.opposition.set_number(character_id)
            return
        if character_id is None:
            draft = self._drafting.draft
            other = draft.side("b").character
            self.several_requested.emit(SeveralRequest(draft, (other,) if other else ()))
            return
        self._drafting.oppose(character_id)
        if self._drafting.draft.lacks == "answer":
            self.ask()

    def _keep(self, keeps: bool) -> None:
        self._drafting.opposition.keep(keeps=keeps)

    def _answer(self, defence: Defence) -> None:
        mode = self._drafting.draft.mode
        self._drafting.oppose(self._drafting.draft.side("b").character, defence)
        self._drafting.set_mode(mode)


def _named(defence: Defence) -> str:
    """Return a defence's name with its number."""
    side = Side(ability=defence.ability, default=False, halved=defence.halved)
    return f"{_numbered(side)} (untrained)" if side.defaults else _numbered(side)


def _numbered(side: Side) -> str:
    """Return the ability of a side with its base: "Fray ÷ 2 = 28"."""
    if side.ability is None:
        return ""
    return f"{side.what} = {side.base}" if side.halved else f"{side.what} {side.base}"
