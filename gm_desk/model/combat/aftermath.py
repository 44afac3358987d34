"""The consequences of damage and failed checks: checks to prepare, notes, conditions, and the counter-attack."""

from collections.abc import Iterator

from msgspec import Struct, structs
from PySide6.QtCore import QObject, Signal

from gm_desk.core.characters.harm import out_of_action
from gm_desk.core.characters.roster import Character
from gm_desk.core.combat.aftermath import (
    AskedCheck,
    asked_of,
    check_against,
    counter_of,
    critical_penalty,
    special_effect,
    specials_of,
)
from gm_desk.core.drafts.attacks import attack_of, hit_of
from gm_desk.core.drafts.choices_after_roll import criticals
from gm_desk.core.drafts.draft import Draft
from gm_desk.core.notation.numbers import minus
from gm_desk.core.rules.outcomes import KaiserOutcome, MarginOutcome
from gm_desk.core.scenes.active_conditions import kinds_of
from gm_desk.core.scenes.order import TURNS
from gm_desk.core.scenes.turn_checks import after_failure
from gm_desk.core.systems.registry import RULES
from gm_desk.model.combat.consequences import after_consequence, condition_in_words
from gm_desk.model.combat.damage import DamageRoll
from gm_desk.model.combat.recent_attacks import (
    attack_on,
    before_later,
    cause_of,
    checks_since,
    identity_of,
    is_harm,
    last_damage,
    last_roll,
)
from gm_desk.model.log.entries import LogEntry
from gm_desk.model.log.roll_log import RollLog
from gm_desk.model.roll.choices_after_roll import AfterRollChoice, Consequence, Preparation, about, noted, with_effect
from gm_desk.model.roll.composing import Drafting
from gm_desk.model.roll.rolling import Rolling
from gm_desk.model.roster.document import RosterDocument
from gm_desk.store.journal.entries import Entry

LOST_ACTION = "a complex action lost"


class PreparedCheck(Struct, frozen=True):
    """A check that was prepared after a hit, the entry of its damage, `dealt`, and the last roll at that time."""

    asked: AskedCheck
    test: object
    before: str
    dealt: Entry


class Aftermath(QObject):
    """The choices offered after the last roll; nothing happens unless the GM chooses it."""

    changed = Signal()

    def __init__(
        self, document: RosterDocument, damage_roll: DamageRoll, rolling: Rolling, parent: QObject | None = None
    ) -> None:
        """Observe the last roll and its damage."""
        super().__init__(parent)
        self._document = document
        self._rolling = rolling
        self._drafting: Drafting = rolling.drafting
        self._prepared: PreparedCheck | None = None
        self._rolled, self._before_typed = dict[str, PreparedCheck](), ""
        self._dealt: dict[str, Entry] = {}
        self._past: Entry | None = None
        self._typed: Entry | None = None
        self._follow_damage_in(rolling.log)
        damage_roll.changed.connect(self._follow)
        self._drafting.draft_changed.connect(self._follow)
        rolling.log.opened.connect(self._forget)

    @property
    def choices(self) -> list[AfterRollChoice]:
        """The checks after the damage just dealt, the consequences of a failed one, or a counter-attack.

        Beside the test of another character, only open ones are listed, with the name of the character they are about,
        and no counter-attack.
        """
        entry = self._rolling.recent.last or self._past
        if self._rolling.pending is not None:
            return []
        last, newest = self._rolling.recent.last, self._typed
        newest = newest if (last.id if last else "") == self._before_typed else None  # until something else is rolled
        blows = [] if newest is None else [one for one in self._dealt.values() if one.batch == newest.batch]
        typed = [one for blow in reversed(blows) for one in self._of_damage(blow, named=True)]
        if entry is None:
            return typed
        dealt, shown = self._dealt.get(entry.id), self._drafting.draft
        groups = (
            *([] if dealt is None else [(self._only_victim(dealt), self._of_damage(dealt))]),
            (entry.draft.name, self._of_failure(entry)),
            (entry.draft.side("b").name, self._of_hit(entry)),
            ("", self._of_critical(entry)),
            (entry.draft.name, self._of_turn_check(entry)),
        )
        turned_to = self._prepared is None and shown.character not in {"", entry.draft.character}
        named = shown.name if turned_to or entry is self._past else None
        made = [
            one if named in {None, name} else about(name, one)
            for name, own in groups
            for one in own
            if not turned_to or isinstance(one, Preparation) or not one.on
        ]
        fought = shown.character in {"", entry.draft.character, entry.draft.side("b").character}
        return [*typed, *made, *(self._of_defence(entry) if fought else ()), *self._still_asked(entry)]

    def look_back(self) -> None:
        """Offer what the newest roll in the log leaves, or the checks after the newest damage, until the next roll."""
        blows, log = last_damage(self._rolling.log), self._rolling.log
        kept = log.kept(cause_of(blows[0])) if blows else None
        if kept is not None and kept.entry.id == blows[0].id:
            self._typed, self._before_typed = blows[0], ""
        self._past = last_roll(log) if kept is None or self._typed is not None else kept.entry
        self._dealt |= {cause_of(one): one for one in reversed(blows)}
        asked = [(one, blow) for blow in blows for one in self._of_damage(blow) if isinstance(one, Preparation)]
        for check in checks_since(blows[0], log) if blows else ():
            found = ((one.asked, blow) for one, blow in asked if identity_of(one.draft) == identity_of(check.draft))
            for required, blow in found:
                if required is not None:
                    self._rolled[check.id] = PreparedCheck(required, identity_of(check.draft), "", blow)
                    self._past, self._typed = check, None
                    break
        self._look_back_at(last_roll(log))
        self.changed.emit()

    def _look_back_at(self, last: Entry | None) -> None:
        """Recognise a check against the side effect of a hit in the last roll."""
        attack = None if last is None else attack_on(last, self._rolling.log)
        for one in () if attack is None else self._of_hit(attack):
            if last is None or attack is None or not isinstance(one, Preparation) or one.asked is None:
                continue
            if identity_of(one.draft) == identity_of(last.draft):
                self._rolled[last.id] = PreparedCheck(one.asked, identity_of(last.draft), "", attack)
                self._past, self._typed = last, None
                return

    def make(self, choice: AfterRollChoice) -> None:
        """Prepare the test of a choice, or write its consequence into the log."""
        if isinstance(choice, Consequence):
            self._bring_about(choice)
            return
        if not isinstance(choice, Preparation):
            self._rolling.recent.revise(choice.entry, choice.step)
            return
        self._rolling.drop()
        self._drafting.turn_to("a")
        self._drafting.renew(self._drafting.with_pinned(choice.draft))
        self._await(choice)
        self.changed.emit()

    def _of_damage(self, dealt: Entry, *, named: bool = False) -> list[AfterRollChoice]:
        """Return what dealt damage asks of each victim, with their names if there are several."""
        harmed = () if dealt.harmed is None else dealt.harmed.everybody
        document, system, made = self._document, self._document.system, list[AfterRollChoice]()
        rules = RULES[system.id]
        for one in harmed:
            if (victim := document.character(one.character)) is None:
                continue
            name = victim.name if named or len(harmed) > 1 else ""
            out, then = out_of_action(victim, rules, document.house), before_later(victim, dealt, self._dealt.values())
            for check in asked_of(then, one.changes, system, rules, document.house):
                moot = out and check.draft is not None
                made += () if moot else self._asked(dealt, check, victim, name)
        return made

    def _still_asked(self, entry: Entry) -> Iterator[AfterRollChoice]:
        """Yield what is still open of the other hits of an attack while the checks after it are rolled."""
        own = self._rolled.get(entry.id)
        batch = entry.batch if own is None else own.dealt.batch
        checks = [(one, self._counting(key)) for key, one in self._rolled.items() if one.dealt.batch == batch]
        answered = {(one.dealt.id, one.test) for one, rolled in checks if rolled}
        for _, rolled in checks:
            if rolled is not None and rolled.id != entry.id:
                failed = (one for one in self._of_failure(rolled) if not one.on)
                yield from (about(rolled.draft.name, one) for one in failed)
        for roll, dealt in self._dealt.items():
            attack = self._counting(roll)
            if roll != entry.id and dealt.batch == batch and attack is not None:
                yield from (about(self._only_victim(dealt), one) for one in self._of_hit(attack) if not one.on)
                yield from (one for one in self._of_critical(attack) if not one.on)
                for one in self._of_damage(dealt):
                    test = identity_of(one.draft) if isinstance(one, Preparation) else None
                    if not one.on and (dealt.id, test) not in answered:
                        yield about(self._only_victim(dealt), one)

    def _only_victim(self, dealt: Entry) -> str:
        """Return the name of a blow's only victim, or "" if there are several."""
        harmed = () if dealt.harmed is None else dealt.harmed.everybody
        victim = self._document.character(harmed[0].character) if len(harmed) == 1 else None
        return "" if victim is None else victim.name

    def _counting(self, entry_id: str) -> Entry | None:
        """Return an entry as it is now, or None if it is struck out."""
        entry = self._rolling.recent.now(entry_id)
        return None if entry is None or entry.struck else entry

    def _asked(self, dealt: Entry, asked: AskedCheck, victim: Character, name: str) -> Iterator[AfterRollChoice]:
        """Yield the choices for one check required by a hit; `name` is that of the victim if there are several.

        Conditions that the victim has already are left out, with the checks that could only bring them.
        """
        whose, suffers = f"{name}: " if name else "", {one.kind for one in victim.conditions}
        if asked.at_once:
            condition = condition_in_words(asked.at_once, self._document.system)
            effect = with_effect(noted(dealt, condition, victim.name, whose), victim.id, typed=condition)
            if effect.on or asked.at_once not in suffers:
                yield effect
        if asked.draft is not None:
            check = self._check(dealt, asked, asked.draft, whose)
            test = dealt.id, identity_of(check.draft)
            open_yet = check.on or test in {(one.dealt.id, one.test) for one in self._rolled.values()}
            if open_yet or asked.draft.opposed or asked.failed not in suffers:
                yield check
        elif not asked.at_once:
            yield noted(dealt, asked.says, victim.name, whose)

    def _check(self, dealt: Entry, asked: AskedCheck, draft: Draft, whose: str) -> Preparation:
        """Return the choice that prepares a check of the victim."""
        if draft.opposed:
            other = draft.side("b")
            bonus = f" + {other.base}" if other.base else ""
            text = f"{draft.what} against level 2d6{bonus}"
            tip = f"Prepare it for {draft.name}; unless it is higher: {asked.says}"
        else:
            text = f"{draft.what} or {asked.says}"
            tip = f"Prepare the roll for {draft.name}, with the wounds just taken"
            if asked.special is not None:
                tip = f"Prepare the roll for {draft.name}; its margin of failure says how long"
        on = identity_of(self._drafting.draft) == identity_of(draft)
        return Preparation(f"{whose}{text}", dealt, text, tip, on=on, draft=draft, asked=asked)

    def _of_failure(self, entry: Entry) -> list[AfterRollChoice]:
        """Return the consequences of failing a check that was required by a hit, or of one against its side effect."""
        check, result, success = self._rolled.get(entry.id), entry.result, entry.verdict.success
        if check is None or result is None or success is None:
            return []
        asked = check.asked
        if asked.special is not None:
            margin = result.margin if isinstance(result, MarginOutcome) and not result.success else 0
            effect = special_effect(asked.special, margin, success=success)
            return [with_effect(noted(entry, effect, entry.draft.name), entry.draft.character, typed=effect)]
        if success:
            return []
        consequence, typed = asked.says, condition_in_words(asked.failed, self._document.system) if asked.failed else ""
        if isinstance(result, KaiserOutcome):
            penalty = critical_penalty(result)
            consequence, typed = f"{minus(-penalty)} to all actions", f"{typed} {penalty}"
        made, who = noted(entry, consequence, entry.draft.name), entry.draft.character
        lost = -1 if asked.says == LOST_ACTION and self._in_fight(who) else 0
        return [with_effect(made, who, typed=typed, actions=lost)]

    def _of_turn_check(self, entry: Entry) -> list[AfterRollChoice]:
        """Return what the failure of a check that a condition requires each turn leads to."""
        kinds = kinds_of(self._document.roster, self._document.system)
        failed = after_failure(entry.draft, kinds) if entry.verdict.success is False else ()
        return [noted(entry, one, entry.draft.name) for one in failed]

    def _of_hit(self, entry: Entry) -> list[AfterRollChoice]:
        """Return the conditions that may follow a hit of this attack."""
        result, find = entry.result, self._document.character
        target = find(entry.draft.side("b").character)
        hit = None if result is None else hit_of(entry.draft, result, entry.override, find(entry.draft.character))
        if hit is None or target is None:
            return []
        document, rules, made = self._document, RULES[self._document.system.id], list[AfterRollChoice]()
        out = out_of_action(target, rules, document.house)
        tested = {
            one.asked.special for key, one in self._rolled.items() if one.dealt.id == entry.id and self._counting(key)
        }
        for special in specials_of(hit[0], target, document.system):
            lines = special.conditions
            effects = [with_effect(noted(entry, line, target.name), target.id, typed=line) for line in lines]
            taken, asked = [one for one in effects if one.on], check_against(special, target, document.system, rules)
            if not taken and asked is not None and asked.draft is not None and not out:
                if special.check in tested:
                    continue
                made.append(self._check(entry, asked, asked.draft, ""))
            made += taken or effects
        if TURNS[document.system.id].points and self._in_fight(target.id):
            cost = noted(entry, f"{target.name} loses an action point", target.name)
            made += [with_effect(cost, target.id, points=1)] if cost.on or not out else []
        return made

    def _of_critical(self, entry: Entry) -> list[AfterRollChoice]:
        """Return the possible effects of a critical on a weapon or on the turn order."""
        made: list[AfterRollChoice] = []
        found = [] if entry.result is None else criticals(entry.result, entry.override)
        for hand, success in found:
            side = entry.draft.side(hand)
            weapon = attack_of(side, self._document.character(side.character))
            if not success and weapon is not None:
                breaks = noted(entry, f"{weapon.name} breaks", side.name)
                made.append(with_effect(breaks, side.character, weapon=weapon.id))
            actor = self._document.character(side.character)
            if actor is not None and self._in_fight(actor.id):
                text = f"{side.name} {'gets' if success else 'loses'} an action"
                action = with_effect(noted(entry, text, side.name), actor.id, actions=1 if success else -1)
                made += [action] if action.on or not self._drafting.is_down(actor) else []
        return made

    def _in_fight(self, character_id: str) -> bool:
        """Return whether a character is in the current fight, so that actions can be gained and lost."""
        scene = self._document.roster.on_stage
        return scene is not None and scene.now is not None and scene.fighter(character_id) is not None

    def _bring_about(self, choice: Consequence) -> None:
        """Note a consequence and apply it, or revert both, as one undo step."""
        document, victim = self._document, self._document.character(choice.victim)
        after = None if victim is None else after_consequence(choice, victim, document)
        roster = document.roster if after is None else document.roster.with_character(after)
        if not document.allows(roster):
            return
        with document.stack.macro(choice.step):
            self._rolling.recent.revise(choice.entry, choice.step)
            document.change(roster, choice.step)
            if choice.actions:
                self._rolling.action_changed.emit(choice.victim, -choice.actions if choice.on else choice.actions)
            if choice.points:
                self._rolling.points_spent.emit(choice.victim, -choice.points if choice.on else choice.points)

    def _of_defence(self, entry: Entry) -> list[AfterRollChoice]:
        """Return the counter-attack of a defender, if it is allowed (Kaiser)."""
        document = self._document
        system, rules = document.system, RULES[document.system.id]
        found = counter_of(entry.draft, entry.result, document.roster, system, rules, document.house)
        if found is None or entry.override is not None:
            return []
        text, on = f"Counter: {found.name}", identity_of(self._drafting.draft) == identity_of(found.draft)
        tip = f"Prepare {found.attack} against {entry.draft.name}"
        return [Preparation(text, entry, text, tip, on=on, draft=found.draft)]

    def _follow(self) -> None:
        """Recognise the roll of a prepared check; forget the check when another test is composed."""
        prepared, last = self._prepared, self._rolling.recent.last
        self._past = None if last is not None or self._rolling.group.results else self._past
        if prepared is not None and last is not None and last.id != prepared.before:
            if identity_of(last.draft) == prepared.test:
                self._rolled[last.id] = prepared
            self._prepared = None
        elif prepared is not None and identity_of(self._drafting.draft) != prepared.test:
            self._prepared, draft = None, self._drafting.draft
            if prepared.asked.draft is not None and draft.ruling == prepared.asked.draft.ruling:
                self._drafting.take(structs.replace(draft, ruling=None))
        self.changed.emit()

    def _follow_damage_in(self, log: RollLog) -> None:
        """Follow the damage of rolls in a log, and whether it counts; earlier damage is read at once."""
        self._dealt |= {cause_of(one): one for one in reversed(last_damage(log))}
        log.added.connect(self._note_damage)
        log.revised.connect(self._note_damage)

    def _note_damage(self, logged: LogEntry) -> None:
        entry = logged.entry
        if entry.harmed is None or not is_harm(entry):
            return
        cause, typed = cause_of(entry), self._typed
        if entry.struck:
            if cause in self._dealt and self._dealt[cause].id == entry.id:
                del self._dealt[cause]
            self._typed = typed if typed is not None and typed.id != entry.id else None
        else:
            if cause == entry.id and (cause not in self._dealt or (typed is not None and typed.id == cause)):
                last = self._rolling.recent.last
                self._typed, self._before_typed = entry, last.id if last else ""
            self._dealt[cause] = entry
            for one in self._of_damage(entry):
                if isinstance(one, Preparation) and one.on:  # composed already, for an earlier hit
                    self._await(one)
        self.changed.emit()

    def _await(self, choice: Preparation) -> None:
        """Await the roll of the composed test as the check of a choice, if that is one that a hit requires."""
        if choice.asked is not None:
            last, test = self._rolling.recent.last, identity_of(self._drafting.draft)
            self._prepared = PreparedCheck(choice.asked, test, last.id if last else "", choice.entry)

    def _forget(self) -> None:
        self._prepared = self._past = self._typed = None
        self._rolled.clear()
        self._dealt.clear()
        self.changed.emit()
