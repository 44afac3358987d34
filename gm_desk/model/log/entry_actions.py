"""The actions on a roll in the log: strike out, note, override, make public, repeat."""

from msgspec import structs

from gm_desk.core.drafts import abilities, spending
from gm_desk.core.drafts.chips import retry_chip
from gm_desk.core.drafts.choices_after_roll import superior_results
from gm_desk.core.drafts.draft import AbilityKind, Draft
from gm_desk.core.drafts.scene_record import is_attack
from gm_desk.core.rules.damage import sum_of
from gm_desk.core.rules.outcomes import Grade
from gm_desk.core.rules.requests import KaiserDamage, Summed
from gm_desk.core.systems.registry import RULES
from gm_desk.core.wording.phrases import WORDS
from gm_desk.model.log.entry_text import name_of_entry
from gm_desk.model.log.filters import FUMBLE
from gm_desk.model.log.rejudging import damage_entries_of
from gm_desk.model.log.striking import Striking, restored, struck_out
from gm_desk.model.roll.composing import Drafting
from gm_desk.model.roll.other_rolls import roll_apart, roll_dice
from gm_desk.model.roll.rolling import Rolling
from gm_desk.model.roster.document import RosterDocument
from gm_desk.store.journal.entries import Entry, Event, Override


class EntryActions:
    """Actions on any roll of the log, each an undo step."""

    def __init__(self, document: RosterDocument, drafting: Drafting, rolling: Rolling) -> None:
        """Roll again with `rolling`, and try again in the draft of `drafting`."""
        self._document = document
        self._drafting = drafting
        self._rolling = rolling
        self._struck: dict[str, Striking] = {}

    def strike(self, entry: Entry) -> str:
        """Strike a roll out with all it has taken and done, or restore it, as one undo step.

        Return what changes beside the log, or "".
        """
        text = f"restore {name_of_entry(entry)}" if entry.struck else f"strike {name_of_entry(entry)}"
        made = self._restored(entry) if entry.struck else struck_out(entry, self._document, self._rolling.log)
        if not self._document.allows(made.roster):
            return ""
        with self._document.stack.macro(text):
            for one in (entry, *made.damage):
                self._rolling.recent.revise(structs.replace(one, struck=not entry.struck), text)
            self._document.change(made.roster, text)
        if not entry.struck:
            self._struck[entry.id] = made
        return made.in_words(restored=entry.struck)

    def _restored(self, entry: Entry) -> Striking:
        """Return what restoring a roll does, with the damage that was struck out with it and is still struck out."""
        with_it = self._struck.get(entry.id)
        known = [] if with_it is None else [self._rolling.recent.now(one.id) for one in with_it.damage]
        damage = [one for one in known if one is not None and one.struck]
        spent = None if with_it is None else with_it.spent
        return restored(entry, self._document, self._rolling.log, spent, damage)

    def reveal(self, entry: Entry) -> None:
        """Make a secret roll public, or a public one secret, together with its damage."""
        text = f"mark {name_of_entry(entry)} public" if entry.secret else f"mark {name_of_entry(entry)} secret"
        with self._document.stack.macro(text):
            for one in (entry, *damage_entries_of(entry, self._rolling.log)):
                self._rolling.recent.revise(structs.replace(one, secret=not entry.secret), text)

    def note(self, entry: Entry, text: str) -> None:
        """Set the note on a roll; an empty one removes it."""
        words = " ".join(text.split())
        self._rolling.recent.revise(structs.replace(entry, note=words), f"note on {name_of_entry(entry)}")

    def override(self, entry: Entry, text: str, grade: Grade | None = None) -> None:
        """Override the verdict of the dice, with a grade if one is named; an empty text removes that."""
        words = " ".join(text.split())
        verdict = Override(words, grade or grade_named(words)) if words else None
        picks = () if entry.result is None else entry.picks[: superior_results(entry.result, verdict)[1]]
        step = (
            f"override {name_of_entry(entry)} with “{words}”"
            if words
            else f"remove the override from {name_of_entry(entry)}"
        )
        self._rolling.recent.revise(structs.replace(entry, override=verdict, picks=picks), step)

    def can_repeat(self, entry: Entry) -> bool:
        """Return whether a roll can be repeated: it has dice and belongs to the current system."""
        if entry.event is not None or isinstance(entry.request, KaiserDamage):
            return False
        return entry.system == self._document.system.id

    def can_try(self, entry: Entry) -> bool:
        """Return whether a test can be tried again: its character can still roll it."""
        ability = entry.draft.ability
        if not self.can_repeat(entry) or isinstance(entry.request, Summed | Event) or ability is None:
            return False
        character = self._document.character(entry.draft.character)
        if ability.kind is AbilityKind.BARE:
            return True
        system = self._document.system
        return character is not None and abilities.ability_of(character, system, ability.kind, ability.key) is not None

    def roll_again(self, entry: Entry) -> None:
        """Roll the identical test as a new entry at once, without points that cannot be paid."""
        if not self.can_repeat(entry):
            return
        self._rolling.finish()
        if entry.secret:
            self._rolling.secrecy.set_secret(True)
        if isinstance(entry.request, Summed):
            roll_dice(self._rolling, sum_of(entry.request), entry.draft)
        else:
            draft = spending.payable(entry.draft, self._document.roster, self._document.system)
            roll_apart(self._rolling, draft)

    def try_again(self, entry: Entry) -> None:
        """Compose the same test, with the retry modifier if the rules have one."""
        if not self.can_try(entry):
            return
        system, draft = self._document.system, _without_points(entry.draft)
        rules, find = RULES[system.id], self._document.character
        failures = self._drafting.record.failures_of(draft) or int(entry.verdict.failed)
        if failures and system.teamwork is not None and not is_attack(draft):
            draft = draft.with_chip(retry_chip(failures))
        self._drafting.turn_to("a")
        self._drafting.take(abilities.renewed_draft(draft, find, system, rules))


def grade_named(words: str) -> Grade | None:
    """Return the grade of this name, ignoring case, or None."""
    named = (*WORDS.items(), (Grade.CRITICAL_FAILURE, FUMBLE))
    return next((grade for grade, known in named if known.casefold() == words.casefold()), None)


def _without_points(draft: Draft) -> Draft:
    """Return a draft that spends no points and has no ruling."""
    opponent = draft.opponent and structs.replace(draft.opponent, point=None)
    return structs.replace(draft, point=None, opponent=opponent, ruling=None)
