"""Write rolls, revisions and names into the journal."""

from collections.abc import Sequence

from gm_desk.store.entries import Naming, Revision
from gm_desk.store.journal_lines import Lines, transaction
from gm_desk.store.journal_rows import News, row_of, table_of


def add(lines: Lines, news: Sequence[News]) -> None:
    """Add news, all or none; what is there already stays as it is. Raises sqlite3.Error or UnfitRowError."""
    with transaction(lines.connection):
        fresh = [one for one in news if _insert(lines, one)]
        touched = [one.entry if isinstance(one, Revision) else one.id for one in fresh if not isinstance(one, Naming)]
        for entry_id in dict.fromkeys(touched):
            lines.renew(entry_id)


def _insert(lines: Lines, new: News) -> bool:
    """Add a row; tells whether it was not there."""
    table = table_of(new)
    last = lines.connection.execute(f"SELECT max(number) FROM {table.name}").fetchone()[0]  # noqa: S608 - constants
    return lines.connection.execute(table.insert, row_of(new, (last or 0) + 1)).rowcount > 0
