"""Changing the house rules of a roster, as one undo step."""

from msgspec import structs

from gm_desk.core.rules.house import SETTINGS, House
from gm_desk.model.document import RosterDocument


def set_house(document: RosterDocument, house: House) -> None:
    """Set the house rules; only those that are not the book's are kept, beside settings of a later time."""
    if house == document.house:
        return
    roster, fields, book = document.roster, SETTINGS[document.roster.system], House()
    changed = {key: getattr(house, field) for key, field in fields.items()}
    wanted = {key: value for key, value in changed.items() if value != getattr(book, fields[key])}
    kept = {key: wanted.get(key, value) for key, value in roster.house.items() if key in wanted or key not in fields}
    document.change(structs.replace(roster, house=kept | wanted), "set house rules")
