"""What the log could not write yet: as good as written for whoever reads the log."""

from collections.abc import Callable, Collection, Iterable

from msgspec import Struct, structs

from gm_desk.store.entries import Entry, Evening, Kept, Naming, Revision, Search, rolls_in
from gm_desk.store.journal_rows import News, fits


class Logged(Struct, frozen=True):
    """Hold an entry, whether it is on the disk, and as it was judged before, oldest first."""

    entry: Entry
    saved: bool
    past: tuple[Entry, ...] = ()


class UnsavedRolls:
    """Hold rolls, revisions and names in the order they came, until they are written.

    They are `provisional` while it is not known which evening they belong to.
    """

    def __init__(self) -> None:
        """Hold nothing."""
        self.items: list[News] = []
        self.unfit: list[News] = []
        self.provisional = False

    def set_aside(self) -> bool:
        """Let what no log can hold wait no longer, but show it; returns whether there was any."""
        before = len(self.items)
        self.unfit += [one for one in self.items if not fits(one)]
        self.items = [one for one in self.items if one not in self.unfit]
        return len(self.items) < before

    def begin(self) -> None:
        """Hold nothing of another roster."""
        self.unfit.clear()
        self.forget()

    def forget(self) -> None:
        """Hold nothing any more."""
        self.items.clear()
        self.provisional = False

    def settle(self, placed: Callable[[Entry], Entry]) -> None:
        """Put the rolls where they belong, oldest first, and the names of their evenings with them."""
        moved: dict[str, str] = {}
        for at, one in enumerate(self.items):
            if isinstance(one, Entry):
                self.items[at] = after = placed(one)
                moved[one.session] = after.session
            elif isinstance(one, Naming):
                self.items[at] = structs.replace(one, session=moved.get(one.session, one.session))
        self.provisional = False

    @property
    def in_words(self) -> str:
        """Count the rolls that wait, for a sentence that goes on."""
        return _in_words(self.items)

    @property
    def unfit_in_words(self) -> str:
        """Say what no log can hold, or nothing."""
        if not self.unfit:
            return ""
        shown = "shown until another roster is opened"
        return f"{_in_words(self.unfit)} not in the log, which cannot hold what was entered there; only {shown}."

    @property
    def _all(self) -> list[News]:
        return [*self.unfit, *self.items]

    def found(self, search: Search, without: Collection[str]) -> list[Logged]:
        """List the rolls that are looked for, newest first, but for those of some sessions."""
        rolls = (self.revised(Kept(one)) for one in reversed(self._all) if isinstance(one, Entry))
        return [one for one in rolls if search.finds(one.entry) and one.entry.session not in without]

    def roll(self, entry_id: str) -> Kept | None:
        """Find a roll by its id, as it was made."""
        rolls = (one for one in self._all if isinstance(one, Entry) and one.id == entry_id)
        return next(map(Kept, rolls), None)

    def revised(self, kept: Kept) -> Logged:
        """Give a roll, written or not, as what waits leaves it."""
        waiting = [one for one in self._all if isinstance(one, Revision) and one.entry == kept.entry.id]
        for revision in waiting:
            kept = kept.revised(revision)
        return Logged(kept.entry, saved=not waiting and self.roll(kept.entry.id) is None, past=kept.past)

    def evenings(self, written: Iterable[Evening]) -> list[Evening]:
        """List the sessions, the latest first, with what waits counted and named."""
        known = {evening.id: evening for evening in written}
        for one in self._all:
            if isinstance(one, Entry):
                evening = known.pop(one.session, Evening(one.session, "", one.time, one.time, 0))
                known = {
                    one.session: structs.replace(evening, ended=one.time, rolls=evening.rolls + rolls_in(one)),
                    **known,
                }
            elif isinstance(one, Naming) and one.session in known:
                known[one.session] = structs.replace(known[one.session], name=one.name)
        return list(known.values())


def _in_words(news: Iterable[News]) -> str:
    """Count rolls, for a sentence that goes on."""
    rolls = sum(rolls_in(one) for one in news if isinstance(one, Entry))
    return f"{rolls} roll" + (" is" if rolls == 1 else "s are") if rolls else "A change to the log is"
