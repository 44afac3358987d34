"""The item roles that delegates read from the models of the roster and of the stat block."""

from enum import IntEnum

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt

Index = QModelIndex | QPersistentModelIndex


class Role(IntEnum):
    """Item roles of the models; the comment on each says what it returns."""

    ID = Qt.ItemDataRole.UserRole + 1  # str
    NAME = Qt.ItemDataRole.UserRole + 2  # str
    DETAIL = Qt.ItemDataRole.UserRole + 3  # str: concept, linked aptitude, count
    NUMBER = Qt.ItemDataRole.UserRole + 4  # str: rating, as it is shown
    HEADING = Qt.ItemDataRole.UserRole + 5  # bool: the row is a group
    INITIALS = Qt.ItemDataRole.UserRole + 6  # str
    HUE = Qt.ItemDataRole.UserRole + 7  # int: the avatar's colour, 0 to 359, or −1 for none
    LEFT = Qt.ItemDataRole.UserRole + 21  # Fraction: the part of the health bar that is left, None without a bar
    MARKS = Qt.ItemDataRole.UserRole + 22  # str: wounds and the modifier they impose, "●● −20"
    CONDITIONS = Qt.ItemDataRole.UserRole + 24  # tuple[str, ...]: conditions in short, "Stunned 2"
    OUT = Qt.ItemDataRole.UserRole + 23  # bool: out of action
    TAIL = Qt.ItemDataRole.UserRole + 11  # str: muted text after the name, such as a skill's specialisations
    COLOUR = Qt.ItemDataRole.UserRole + 30  # str: a group's colour, "#rrggbb" or empty
    PORTRAIT = Qt.ItemDataRole.UserRole + 40  # str: the hash of a portrait, or empty
    BRIEF = Qt.ItemDataRole.UserRole + 41  # str: the short detail of a heading for little room
    FOLDED = Qt.ItemDataRole.UserRole + 31  # bool: the row is a group whose characters are hidden
    ACTING = Qt.ItemDataRole.UserRole + 50  # bool: the row of the acting character
    DIM = Qt.ItemDataRole.UserRole + 51  # bool: has acted, or is out
    PILLS = Qt.ItemDataRole.UserRole + 52  # tuple[str, ...]: conditions and states, "stunned 2"
    KIND = Qt.ItemDataRole.UserRole + 53  # str: the kind of a row of a scene: fighter, marker, extra, clock, heading
    IDS = Qt.ItemDataRole.UserRole + 54  # tuple[str, ...]: the characters of a row of a scene
    ROW = Qt.ItemDataRole.UserRole + 56  # SceneRow: a whole row of a scene, for painting
    PROGRESS = Qt.ItemDataRole.UserRole + 55  # tuple[int, int]: filled and all segments of a clock, None for others
