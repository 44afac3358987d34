"""One roll against several in the log: its line, kept up to date, and the line of its damage."""

from collections.abc import Sequence

from msgspec import structs
from PySide6.QtCore import QObject

from gm_desk.core.characters import harm
from gm_desk.core.characters.roster import Character, Roster
from gm_desk.core.combat import several
from gm_desk.core.combat.several_damage import shared_request, summed_for
from gm_desk.core.combat.targets import TargetsRecord
from gm_desk.core.drafts.draft import Ability, AbilityKind, Draft
from gm_desk.core.rules.damage import as_one_die, dice_in_words, without_armor
from gm_desk.core.rules.dice import ROLLS
from gm_desk.model.combat.several import SeveralTargets
from gm_desk.model.combat.several_text import dealt_in_words, judged_in_words, strike_in_words, wins_in_words
from gm_desk.model.log.entries import Roll
from gm_desk.model.roll.other_rolls import log_roll
from gm_desk.model.roll.rolling import Rolling
from gm_desk.model.roster.document import RosterDocument
from gm_desk.store.journal.entries import Entry, Event, Harmed, Override


class SeveralLog(QObject):
    """The entry of a roll in the log, which follows each change of its targets until the damage is dealt.

    `by_hand` says that the acting side's dice were typed, and `lost` names those who lost an action point.
    """

    def __init__(self, document: RosterDocument, rolling: Rolling, targets: SeveralTargets) -> None:
        """Follow the targets of a roll."""
        super().__init__(targets)
        self._document = document
        self._rolling = rolling
        self._targets = targets
        self.by_hand = False
        self.lost = ""
        targets.changed.connect(self._keep)

    def restore(self, entry: Entry) -> None:
        """Go on with a roll that is in the log, with its targets, dice and choices as they were last."""
        record = entry.targets or TargetsRecord()
        self._targets.entry, self.by_hand = entry, entry.by_hand
        self._targets.become(several.from_record(entry.draft, entry.request, entry.dice, record, entry.picks))

    def resume(self) -> None:
        """Take over what was done about the roll elsewhere: a point spent on it, or other dice."""
        targets = self._targets
        entry = None if targets.entry is None else self._rolling.recent.now(targets.entry.id)
        own = several.acting_request(targets.value, targets.rules), several.acting_dice(targets.value)
        if entry is not None and (entry.request, entry.dice) != own:
            self.restore(entry)

    @property
    def judged(self) -> Entry | None:
        """The entry of the roll with its dice, including a point spent by the acting side; None before the roll."""
        entry, value = self._targets.entry, self._targets.value
        if entry is None:
            return None
        lost = f"{self.lost} lost an action point" if self.lost else ""
        return structs.replace(
            entry,
            request=several.acting_request(value, self._targets.rules) or entry.request,
            dice=dict(several.acting_dice(value)),
            note="; ".join(filter(None, (judged_in_words(self._targets.rows), lost))),
            picks=value.picks,
            override=self._override,
            targets=several.record_of(value),
        )

    @property
    def _override(self) -> Override | None:
        """The verdict on a roll that has none by itself, because totals are compared (Kaiser)."""
        return Override(wins_in_words(self._targets.rows)) if self._document.system.reach is not None else None

    def write(self) -> bool:
        """Log the acting side's roll; return whether that was done."""
        targets = self._targets
        value, draft = targets.value, several.acting(targets.value)
        request = targets.rules.ask(draft)
        if request is None:
            return False
        roll = Roll(
            draft,
            request,
            draft.house(self._document.house),
            several.acting_dice(value),
            self.by_hand,
            note=judged_in_words(targets.rows),
            override=self._override,
            targets=several.record_of(value),
        )
        targets.entry = log_roll(self._rolling, roll, success=self._override is not None or targets.struck.hit)
        return targets.entry is not None

    def revise(self, text: str) -> None:
        """Revise the entry of the roll if its dice or its results have changed."""
        entry, revised = self._targets.entry, self.judged
        if entry is not None and revised is not None and revised != entry:
            self._rolling.recent.revise(revised, text)
            self._targets.entry = self._rolling.recent.now(entry.id)

    def damage_line(self, entry: Entry, roster: Roster) -> Roll:
        """Return the log entry of damage that leaves a roster, with its dice if all targets share them."""
        value, rows, attack = self._targets.value, self._targets.rows, self._targets.attack
        if attack is None:
            raise TypeError("only an attack does damage")
        existing = self._document.all_existing(self._targets.ids)
        harmed = _harmed([one for one in existing if roster.character(one.id) is not None], roster, entry.id)
        label = strike_in_words(attack, rows)
        draft = Draft(entry.draft.character, entry.draft.name, Ability(AbilityKind.BARE, "", label, 0))
        note, request = dealt_in_words(rows), without_armor(shared_request(rows))
        if request is None or any(row.target.rolls for row in rows):
            event = Event("damage", (label, note))
            return Roll(draft, event, entry.house, {}, value.by_hand, entry.secret, "", harmed)
        dice, total = value.rolls, summed_for(request, value)
        if total is not None:
            note = f"{note}; {total} typed as the sum of {dice_in_words(request)}"
            request, dice = as_one_die(request), {ROLLS: (total,)}
        return Roll(draft, request, entry.house, dice, value.by_hand, entry.secret, note, harmed)

    def _keep(self) -> None:
        """Keep the targets in the log as they are now, so that the damage can be dealt after a restart."""
        targets = self._targets
        entry = None if targets.entry is None else self._rolling.recent.now(targets.entry.id)
        if entry is None or entry.struck or targets.applied:
            return
        kept = structs.replace(entry, picks=targets.value.picks, targets=several.record_of(targets.value))
        if kept != entry:
            self._rolling.log.revise(entry, kept)
        targets.entry = self._rolling.recent.now(entry.id)


def _harmed(befores: Sequence[Character], roster: Roster, roll: str) -> Harmed:
    """Return a record for each character whose health changed."""
    each = []
    for before in befores:
        after = roster.character(before.id)
        changes = {} if after is None else harm.changes_between(before, after)
        if changes:
            each.append(Harmed(before.id, changes, roll))
    return structs.replace(each[0], others=tuple(each[1:])) if each else Harmed("", {}, roll)
