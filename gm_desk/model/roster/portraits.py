"""Portraits: the pictures on the disk, ready to be painted."""

from collections import OrderedDict
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QPixmap

from gm_desk.core.errors import RulesError

if TYPE_CHECKING:
    from PySide6.QtGui import QImage

MOST_KEPT = 256
"""Maximum number of pixmaps kept: as many as the rows that two windows show."""
FROM_TOP = 4
"""The divisor for cropping tall pictures: a quarter of the excess is cropped at the top, where faces are."""


class Portraits:
    """The portraits on the disk and a cache of the pixmaps painted last; each is read when first painted."""

    def __init__(self, folder: Path) -> None:
        """Use a folder, which is created with the first portrait."""
        self._folder = folder
        self._pixmaps: OrderedDict[tuple[str, int], QPixmap | None] = OrderedDict()

    def keep(self, content: bytes) -> str:
        """Save a picture as a portrait and return its hash; raise BadPictureError or UnwritableFileError."""
        from gm_desk.model.roster.picture_coding import as_portrait, with_large_picture
        from gm_desk.store.portraits import keep_portrait

        portrait = keep_portrait(self._folder, with_large_picture(as_portrait(content), content))
        self.forget()
        return portrait

    def pixmap(self, portrait: str, side: int, ratio: float) -> QPixmap | None:
        """Return a square of `side` logical pixels at a pixel `ratio`, or None if there is no portrait."""
        if not portrait:
            return None
        key = portrait, max(1, round(side * ratio))
        if key in self._pixmaps:
            self._pixmaps.move_to_end(key)
        else:
            self._pixmaps[key] = self._read(*key)
            if len(self._pixmaps) > MOST_KEPT:
                self._pixmaps.popitem(last=False)
        return self._pixmaps[key]

    def whole(self, portrait: str) -> QPixmap | None:
        """Return a portrait at its stored size, not cropped, or None if there is none."""
        from gm_desk.model.roster.picture_coding import LARGE, SIDE, large_picture_in

        content = self._content(portrait) if portrait else None
        large = None if content is None else large_picture_in(content)
        image = self._decoded(large, LARGE) or self._decoded(content, SIDE)
        return None if image is None else QPixmap.fromImage(image)

    def forget(self) -> None:
        """Forget which portraits were missing, so that they are looked for again."""
        self._pixmaps = OrderedDict((key, one) for key, one in self._pixmaps.items() if one is not None)

    def _read(self, portrait: str, pixels: int) -> QPixmap | None:
        """Return a portrait read from the disk and cropped to a square."""
        from gm_desk.model.roster.picture_coding import SIDE

        image = self._decoded(self._content(portrait), SIDE)
        return None if image is None else QPixmap.fromImage(_square(image, pixels))

    def _content(self, portrait: str) -> bytes | None:
        """Return the bytes of a portrait read from the disk, None unless they are a PNG."""
        from gm_desk.model.roster.picture_coding import PNG
        from gm_desk.store.portraits import read_portrait

        content = read_portrait(self._folder, portrait)
        return content if content is not None and content.startswith(PNG) else None

    @staticmethod
    def _decoded(content: bytes | None, side: int) -> "QImage | None":
        """Return a picture of at most `side` pixels a side, or None if it is larger or damaged."""
        from gm_desk.model.roster.picture_coding import decoded

        try:
            return None if content is None else decoded(content, side * side, side, side)
        except RulesError:
            return None


def _square(image: "QImage", pixels: int) -> "QImage":
    """Return the largest square of an image, horizontally centred and near the top of a tall one, scaled."""
    side = min(image.width(), image.height())
    left, top = (image.width() - side) // 2, (image.height() - side) // FROM_TOP
    cut = image.copy(QRect(left, top, side, side))
    keep, smooth = Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation
    return cut.scaled(QSize(pixels, pixels), keep, smooth)


LatePortraits = Callable[[], Portraits]
"""What returns the portraits, which are built when the first one is painted."""
