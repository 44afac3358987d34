"""The commands that hide, reveal and rename fighters for the players, and those for the picture."""

from collections.abc import Sequence

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget
from typing_extensions import override

from gm_desk.core.players.players_view import shown_picture
from gm_desk.core.scenes.order import TURNS
from gm_desk.core.scenes.scene import Fighter
from gm_desk.core.wording.phrases import MOST_OF_A_NAME, menu_text, one_line
from gm_desk.model.files.session import Session
from gm_desk.model.players import players_edits
from gm_desk.model.players.players_display import LONGEST, Pictures
from gm_desk.model.players.players_edits import RevealQuestion
from gm_desk.model.roster.picture_coding import holds_picture
from gm_desk.model.scene import scene_edits
from gm_desk.model.scene.scene_edits import set_hidden
from gm_desk.ui.exchange.pictures import PictureTaker
from gm_desk.ui.widgets.action_rows import Choice, attempt
from gm_desk.ui.widgets.dialogs import AskingDialog
from gm_desk.ui.widgets.labels import label
from gm_desk.ui.widgets.text_input import FileDrops, LineEdit
from gm_desk.ui.window.main_window import MainWindow

WIDTH = 20
"""The minimum width of a dialog's text, in heights of the font."""
NO_SCENE, NOBODY = "No scene is on stage", "None of those selected is in the scene"
NOBODY_ACTS = "Nobody hidden acts"
HEALTHS: tuple[tuple[str, bool | None], ...] = (
    ("As in the rest of the &scene", None),
    ("&In words", True),
    ("&Not shown", False),
)


class WordsDialog(AskingDialog):
    """A dialog that asks for a text about characters, or about none; it may be empty."""

    text_requested = Signal(list, str)

    def __init__(self, title: str, says: str, text: str, window: QWidget, ids: Sequence[str] = ()) -> None:
        """Create the dialog with the current text."""
        super().__init__(title, window)
        self._ids = list(ids)
        self.words = LineEdit(text)
        self.words.setAccessibleName(title)
        self.words.setMaxLength(players_edits.LONGEST_CAPTION)
        self.words.selectAll()
        above = label(says)
        above.setWordWrap(True)
        above.setMinimumWidth(above.fontMetrics().height() * WIDTH)
        self.column.addWidget(above)
        self.column.addWidget(self.words)
        self.finish("&Set", self._set)

    def _set(self) -> None:
        self.accept()
        self.text_requested.emit(self._ids, self.words.text())


class RevealCommands(QObject):
    """Commands that act on the selected characters who are in the current scene."""

    def __init__(self, session: Session, window: MainWindow, question: RevealQuestion) -> None:
        """Create the commands for a window."""
        super().__init__(window)
        self._session = session
        self._document = session.document
        self._window = window
        self._question = question

    def why_no_scene(self) -> str:
        """Return the reason why the commands are unavailable: no current scene."""
        return NO_SCENE if self._document.roster.on_stage is None else ""

    def why_nobody(self) -> str:
        """Return the reason why the commands are unavailable: no selected character is in the scene."""
        return self.why_no_scene() or ("" if self._chosen() else NOBODY)

    def why_nobody_asked(self) -> str:
        """Return the reason why there is nothing to answer."""
        return "" if self._question.asks else NOBODY_ACTS

    def hide(self) -> None:
        """Hide the selected characters from the players, or reveal them if all are hidden."""
        chosen = self._chosen()
        hidden = not all(one.hidden for one in chosen)
        attempt(lambda: set_hidden(self._document, [one.id for one in chosen], hidden=hidden), self._window.refuse)

    def set_alias(self) -> None:
        """Ask for the name by which the players know the selected characters."""
        chosen = self._chosen()
        if not chosen:
            self._window.refuse(self.why_nobody())
            return
        first = self._document.character(chosen[0].id)
        who = one_line(first.name, MOST_OF_A_NAME) if len(chosen) == 1 and first else f"{len(chosen)} characters"
        says = (
            f"The players read this instead of the name of {who}, and see no portrait. Leave it empty to show the name."
        )
        ids = [one.id for one in chosen]
        dialog = WordsDialog("Name for the players", says, chosen[0].alias, self._window, ids)
        dialog.words.setMaxLength(players_edits.LONGEST_ALIAS)
        dialog.text_requested.connect(self._set_alias)
        dialog.open()

    def healths(self) -> list[Choice]:
        """Return the choices for showing the health of the selected characters."""
        there = {one.health for one in self._chosen()}
        return [Choice(text, value, checked=there == {value}) for text, value in HEALTHS]

    def tell_health(self, shown: bool | None) -> None:
        """Set whether the players see the health of the selected characters."""
        ids = [one.id for one in self._chosen()]
        attempt(lambda: players_edits.set_health_shown(self._document, ids, shown=shown), self._window.refuse)

    def tell_all_health(self) -> None:
        """Toggle whether the players see the health of everybody in the scene."""
        scene = self._document.roster.on_stage
        if scene is None:
            self._window.refuse(NO_SCENE)
            return
        shown = not scene.health
        attempt(lambda: players_edits.set_scene_health(self._document, shown=shown), self._window.refuse)
        now = "The players see how hurt everybody is." if shown else "The players do not see how hurt anybody is."
        self._window.trouble.show_notice(now)

    def shown(self) -> list[Choice]:
        """Return the clocks and events of the scene as choices, checked if the players see them."""
        scene = self._document.roster.on_stage
        if scene is None:
            return []
        clocks = [Choice(menu_text(one.name), ("clock", one.id), checked=one.shown) for one in scene.clocks]
        turn = TURNS[self._document.system.id].word.capitalize()
        events = [
            Choice(menu_text(f"{turn} {one.turn}: {one.text}"), ("event", one.id), checked=not one.hidden)
            for one in scene.markers
        ]
        nothing = "No clock and no event in the scene"
        return [*clocks, *events] or [Choice(nothing, ("", ""), why_not=nothing)]

    def show(self, chosen: tuple[str, str]) -> None:
        """Show a clock or an event to the players, or hide it."""
        kind, one_id = chosen
        scene = self._document.roster.on_stage
        if scene is None:
            return
        if kind == "clock":
            seen = any(one.id == one_id and one.shown for one in scene.clocks)
            attempt(lambda: scene_edits.show_clock(self._document, one_id, shown=not seen), self._window.refuse)
        else:
            seen = any(one.id == one_id and not one.hidden for one in scene.markers)
            attempt(lambda: players_edits.show_marker(self._document, one_id, shown=not seen), self._window.refuse)

    def reveal(self) -> None:
        """Reveal the hidden characters who act."""
        self._question.reveal()

    def keep(self) -> None:
        """Keep the acting characters hidden."""
        self._question.keep_hidden()

    def _set_alias(self, ids: list[str], alias: str) -> None:
        attempt(lambda: players_edits.set_alias(self._document, ids, alias), self._window.refuse)

    def _chosen(self) -> list[Fighter]:
        """Return the selected characters, or the one on the card, as far as they are in the scene."""
        scene = self._document.roster.on_stage
        ids = self._window.roster.selected_ids() or [self._session.view.selected]
        return [] if scene is None else [one for one in scene.fighters if one.id in ids]


NO_PICTURE, NO_PORTRAIT = "No picture is shown", "The character on the card has no portrait"


class PictureCommands(PictureTaker):
    """The commands that set, caption and remove the picture."""

    source = folder = "players picture"
    title, not_taken = "Show a picture to the players", "The picture is not shown"
    none_copied = "There is no picture on the clipboard to show to the players."
    longest_side = LONGEST

    def __init__(self, session: Session, window: MainWindow, pictures: Pictures) -> None:
        """Create the commands for a window."""
        super().__init__(window)
        self._session = session
        self._document = session.document
        self._pictures = pictures

    def accept_drops(self, area: QWidget) -> None:
        """Accept pictures dropped on a widget."""
        FileDrops(area, holds_picture, self.take)

    def why_no_picture(self) -> str:
        """Return the reason why the commands are unavailable: no picture."""
        return "" if shown_picture(self._document.roster)[0] else NO_PICTURE

    def why_no_portrait(self) -> str:
        """Return the reason why the command is unavailable: no portrait."""
        character = self._document.character(self._session.view.selected)
        return "" if character is not None and character.portrait else NO_PORTRAIT

    def show_portrait(self) -> None:
        """Show the portrait of the character on the card."""
        character = self._document.character(self._session.view.selected)
        if character is not None and character.portrait:
            self.set_picture(character.portrait)

    def remove(self) -> None:
        """Show no picture."""
        self.set_picture("")

    def set_caption(self) -> None:
        """Ask for the caption of the picture."""
        caption = shown_picture(self._document.roster)[1]
        dialog = WordsDialog("Caption of the picture", "The players read this on the picture.", caption, self._window)
        dialog.text_requested.connect(self._set_caption)
        dialog.open()

    @override
    def can_take(self) -> bool:
        return self._document.may_change()

    @override
    def keep(self, content: bytes) -> str:
        return self._pictures.keep(content)

    @override
    def set_picture(self, picture: str) -> None:
        players_edits.set_picture(self._document, picture)

    def _set_caption(self, _ids: list[str], caption: str) -> None:
        players_edits.set_caption(self._document, caption)
