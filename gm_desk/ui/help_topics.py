"""Which article of the help tells of what has the focus."""

from PySide6.QtWidgets import QMenu, QMenuBar, QWidget

FIRST = "desk/first"
TOPICS = {
    "rosterView": "desk/roster",
    "rosterFilter": "desk/roster",
    "rosterPane": "desk/roster",
    "statBlock": "desk/card",
    "aptitudeView": "rules/checks",
    "resistanceView": "rules/test",
    "skillView": "rules/skills",
    "attackView": "rules/attack",
    "addAttack": "rules/attack",
    "repView": "rules/checks",
    "pointsSection": "rules/points",
    "points": "rules/points",
    "tracksSection": "rules/health",
    "valuesSection": "rules/stats",
    "testPanel": "desk/test",
    "difficulty": "rules/modifiers",
    "modifierChips": "desk/chips",
    "netModifier": "desk/net",
    "oddsBar": "desk/net",
    "contestOdds": "desk/sides",
    "opponent": "desk/sides",
    "turnSides": "desk/sides",
    "diceEdit": "desk/enter",
    "opponentDice": "desk/enter",
    "secretToggle": "desk/secret",
    "damageRow": "rules/attack",
    "defaulting": "rules/checks",
    "checkKind": "rules/checks",
    "levels": "rules/advantage",
    "group": "rules/group",
    "groupView": "rules/group",
    "logView": "desk/log",
    "logFilter": "desk/log",
    "logPane": "desk/log",
    "linePanel": "desk/log",
    "luck": "desk/log",
    "finder": "desk/finder",
    "veil": "desk/secret",
    "header": "desk/window",
    "troubleBar": "desk/files",
}
"""By the names of widgets: one without a name, or whose name is not here, is told of with what it stands in."""


def topic_of(widget: QWidget | None) -> str:
    """Give the topic that tells of a widget, or of what it stands in."""
    while widget is not None and not isinstance(widget, (QMenu, QMenuBar)):
        if topic := TOPICS.get(widget.objectName()):
            return topic
        widget = widget.parentWidget()
    return FIRST
