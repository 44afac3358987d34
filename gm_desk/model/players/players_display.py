"""The players' view, kept up to date while it is shown: the last public roll, and scaled pictures."""

from collections.abc import Iterable
from pathlib import Path

from PySide6.QtCore import QObject, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QImage, QPixmap

from gm_desk.core.characters.roster import Character, Roster
from gm_desk.core.drafts.draft import Mode, Side
from gm_desk.core.errors import RulesError
from gm_desk.core.players.players_view import (
    NOTHING_SHOWN,
    KnownAs,
    PlayersRoll,
    PlayersRollSide,
    PlayersView,
    known,
    players_view,
)
from gm_desk.core.rules.outcomes import CheckOutcome, Contest, DamageOutcome, DiceTotal, Grade, KaiserOutcome, Rolled
from gm_desk.core.rules.requests import KaiserCheck, KaiserDamage
from gm_desk.core.systems.protocol import Result
from gm_desk.core.wording.phrases import minus, one_line
from gm_desk.model.log.filters import grade_in_words
from gm_desk.model.log.roll_log import RollLog
from gm_desk.model.roll.roll_text import RollText, text_by_dice
from gm_desk.model.roster.document import RosterDocument
from gm_desk.model.roster.picture_coding import PNG, as_portrait, decoded
from gm_desk.model.roster.roster_rows import hue_of
from gm_desk.store.journal.entries import Entry, Search
from gm_desk.store.portraits import MOST_PICTURE_BYTES, keep_portrait, read_portrait

STRANGER = KnownAs("")


def last_shown(entries: Iterable[Entry], roster: Roster) -> PlayersRoll | None:
    """Return the first roll that the players may see, in their view."""
    return next((shown for entry in entries if (shown := players_roll(entry, roster)) is not None), None)


def players_roll(entry: Entry, roster: Roster) -> PlayersRoll | None:
    """Return a roll in the players' view, or None if it is secret, struck out, or by a hidden character.

    Nor are the damage dice of an NPC shown, whose total the players do not see: the attack says more.
    """
    roll = None if entry.secret or entry.struck or entry.event is not None else text_by_dice(entry)
    result = entry.result
    if roll is None or result is None or not roll.dice:
        return None
    roller, other = _known(entry.draft, roster), None
    if roller is None or (isinstance(result, DamageOutcome) and not roller.own):
        return None
    sides = [_side(entry, roll, result, roller, roster)]
    if roll.other is not None and (other := _known(entry.draft.side("b"), roster)) is not None:
        sides.append(_other(entry, roll.other, result, other, roster))
    return PlayersRoll(tuple(sides), _won(entry, roller, other))


def _known(side: Side, roster: Roster) -> KnownAs | None:
    """Return the character of a side as the players know it; a side without one is a stranger."""
    return known(roster.character(side.character), roster.on_stage) if side.character else STRANGER


def _side(entry: Entry, roll_text: RollText, result: Result, who: KnownAs, roster: Roster) -> PlayersRollSide:
    """Return the side that rolled."""
    grade = None if _tied(result) else entry.verdict.grade
    verdict = _verdict(grade, result, entry.system)
    if isinstance(result, DiceTotal | DamageOutcome):
        grade, verdict = None, _total(entry, result) if who.own else ""
    target = _target(entry, result.a if isinstance(result, Contest) else result) if who.own else ""
    what = _what(entry.draft, roster.character(entry.draft.character)) if who.own else ""
    return PlayersRollSide(roll_text.dice, who.name, what, target, verdict, grade)


def _other(entry: Entry, roll_text: RollText, result: Result, who: KnownAs, roster: Roster) -> PlayersRollSide:
    """Return the other side of an opposed roll."""
    side, grade = entry.draft.side("b"), None if _tied(result) else entry.verdict.other
    target = _target(entry, result.b) if who.own and isinstance(result, Contest) else ""
    what = _what(side, roster.character(side.character)) if who.own else ""
    return PlayersRollSide(roll_text.dice, who.name, what, target, _verdict(grade, result, entry.system), grade)


def _tied(result: Result) -> bool:
    """Return whether neither side won (Kaiser)."""
    return isinstance(result, KaiserOutcome) and result.winner is None


def _what(side: Side, character: Character | None) -> str:
    """Return the name of a player's roll: the attack, or else the ability."""
    attacks = () if character is None else character.attacks
    attack = next((one.name for one in attacks if one.id == side.attack), "")
    return one_line(attack or side.what)


def _target(entry: Entry, result: Result) -> str:
    """Return the target of a player's roll: a number, or a total against a difficulty (Kaiser)."""
    if isinstance(result, Rolled):
        return minus(result.target)
    if isinstance(result, CheckOutcome) and isinstance(entry.request, KaiserCheck):
        return f"{minus(result.total)} against {minus(entry.request.difficulty)}"
    return ""


def _verdict(grade: Grade | None, result: Result, system: str) -> str:
    """Return a verdict without numbers, which would reveal those of NPCs."""
    if grade is None:
        return "Tie" if _tied(result) else ""
    return grade_in_words(grade, system)


def _total(entry: Entry, result: DiceTotal | DamageOutcome) -> str:
    """Return the total of a player's dice; damage by degrees is that after armor, and not shown (Kaiser)."""
    return "" if isinstance(entry.request, KaiserDamage) else minus(result.total)


def _won(entry: Entry, roller: KnownAs, other: KnownAs | None) -> str:
    """Return who won, if the players may see both sides."""
    winner = entry.verdict.winner
    who = roller if winner == "a" else other if winner == "b" else None
    if other is None or who is None or not who.name:
        return ""
    attack = "hits" if winner == "a" else "defends"
    return f"{who.name} {attack if entry.draft.mode is Mode.ATTACK else 'wins'}"


LOOKED_THROUGH = 40
"""The number of this evening's rolls that are searched for the last one that the players may see."""


class PlayersDisplay(QObject):
    """The value shown in the players' window; `changed` is emitted with it whenever it changes.

    Nothing is computed and no log is read unless it is `watched`.
    """

    changed = Signal(object)

    def __init__(self, document: RosterDocument, log: RollLog, parent: QObject | None = None) -> None:
        """Follow a document and its log."""
        super().__init__(parent)
        self._document = document
        self._log = log
        self._veiled = False
        self._watchers = 0
        self._rolls: list[Entry] | None = None
        self.view: PlayersView = NOTHING_SHOWN
        self._soon = QTimer(self, interval=0, singleShot=True)
        self._soon.timeout.connect(self.refresh)
        for changed in (document.opened, document.roster_changed, document.structure_changed, document.scenes_changed):
            changed.connect(self._refresh_soon)
        for logged in (log.all_added, log.opened, log.merged, log.revised, document.opened):
            logged.connect(self._read_again)

    @property
    def watched(self) -> bool:
        """Whether the value is being shown."""
        return self._watchers > 0

    def watch(self) -> PlayersView:
        """Keep the value up to date from now on, and return it."""
        self._watchers += 1
        self.refresh()
        return self.view

    def unwatch(self) -> None:
        """End one `watch`; after the last one, the value is empty."""
        self._watchers = max(0, self._watchers - 1)
        self.refresh()

    def set_veiled(self, veiled: bool) -> None:
        """Show nothing while the window is veiled."""
        self._veiled = veiled
        self.refresh()

    def refresh(self) -> None:
        """Compute the value again, at once."""
        self._soon.stop()
        view = NOTHING_SHOWN
        if self.watched and not self._veiled:
            document = self._document
            view = players_view(document.roster, document.system, document.house, hue_of, self._roll())
        if view != self.view:
            self.view = view
            self.changed.emit(view)

    def _refresh_soon(self) -> None:
        """Schedule a refresh for after all current changes."""
        if self.watched:
            self._soon.start()

    def _read_again(self) -> None:
        """Search for the last roll again."""
        self._rolls = None
        self._refresh_soon()

    def _roll(self) -> PlayersRoll | None:
        """Return the last roll of this evening that the players may see."""
        if self._rolls is None:
            tonight = self._log.tonight if self._log.roster else ""
            asked = Search(session=tonight, secret=False)
            self._rolls = [logged.entry for logged in self._log.page(LOOKED_THROUGH, search=asked)] if tonight else []
        return last_shown(self._rolls, self._document.roster)


LONGEST = 2048
"""The longest side of a picture in pixels."""


class Pictures:
    """The pictures on disk, with a cache of the image and the pixmap painted last."""

    def __init__(self, folder: Path) -> None:
        """Use the folder of portraits."""
        self._folder = folder
        self._read: tuple[str, QImage | None] = ("", None)
        self._painted: tuple[tuple[str, int, int], QPixmap] | None = None

    def keep(self, content: bytes) -> str:
        """Save a picture and return its hash; raise BadPictureError or UnwritableFileError."""
        self.forget()
        return keep_portrait(self._folder, as_portrait(content, LONGEST))

    def size(self, picture: str) -> QSize:
        """Return the size of a picture in pixels, or an empty one."""
        image = self._image(picture)
        return QSize() if image is None else image.size()

    def pixmap(self, picture: str, room: QSize, ratio: float) -> QPixmap | None:
        """Return a picture scaled to fit `room`, in logical pixels at a pixel `ratio`, or None."""
        image = self._image(picture)
        pixels = QSize(max(1, round(room.width() * ratio)), max(1, round(room.height() * ratio)))
        if image is None:
            return None
        key = picture, pixels.width(), pixels.height()
        if self._painted is None or self._painted[0] != key:
            keep, smooth = Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation
            pixmap = QPixmap.fromImage(image.scaled(pixels, keep, smooth))
            pixmap.setDevicePixelRatio(ratio)
            self._painted = key, pixmap
        return self._painted[1]

    def forget(self) -> None:
        """Clear the cache, so that a missing picture is searched for again."""
        self._read, self._painted = ("", None), None

    def _image(self, picture: str) -> QImage | None:
        """Return a picture, read from the disk unless it is the last one."""
        if self._read[0] != picture:
            self._read = picture, self._from_disk(picture) if picture else None
        return self._read[1]

    def _from_disk(self, picture: str) -> QImage | None:
        content = read_portrait(self._folder, picture, MOST_PICTURE_BYTES)
        if content is None or not content.startswith(PNG):
            return None
        try:
            return decoded(content, LONGEST * LONGEST, LONGEST, LONGEST)
        except RulesError:
            return None
