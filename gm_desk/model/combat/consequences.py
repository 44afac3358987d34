"""The consequences of a roll and of its damage, and their effect on whoever they are about."""

from collections.abc import Container, Iterator, Sequence
from itertools import product

from msgspec import Struct, structs

from gm_desk.core.characters.harm import out_of_action
from gm_desk.core.characters.roster import Character
from gm_desk.core.characters.stat_block import Attack
from gm_desk.core.combat.aftermath import (
    AskedCheck,
    asked_of,
    check_against,
    counter_of,
    critical_penalty,
    side_effects,
    special_effect,
    specials_of,
)
from gm_desk.core.drafts.abilities import attack_of
from gm_desk.core.drafts.attacks import broken, hit_of
from gm_desk.core.drafts.choices_after_roll import criticals
from gm_desk.core.drafts.draft import Draft
from gm_desk.core.notation.condition import read_condition
from gm_desk.core.rules.outcomes import HANDS, Hand, KaiserOutcome, MarginOutcome
from gm_desk.core.scenes.condition_edits import with_condition, without_conditions
from gm_desk.core.scenes.conditions import MOST_LEVEL
from gm_desk.core.scenes.conditions_in_force import in_force_of, kinds_of
from gm_desk.core.scenes.order import TURNS
from gm_desk.core.scenes.turn_checks import after_failure
from gm_desk.core.systems.combat import ANY_LEVEL
from gm_desk.core.systems.definition import System
from gm_desk.core.systems.registry import RULES
from gm_desk.core.wording.phrases import minus
from gm_desk.model.combat.recent_attacks import RecentAttacks, before_later, cause_of, identity_of, is_harm, logged_rows
from gm_desk.model.roll.choices_after_roll import (
    AfterRollChoice,
    Consequence,
    Preparation,
    noted,
    with_effect,
    with_name,
)
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


class RollConsequences:
    """The consequences of rolls for a fight: criticals, failed checks of a turn, and counter-attacks."""

    def __init__(self, document: RosterDocument, drafting: Drafting, attacks: RecentAttacks) -> None:
        """Look at a document and at the test being composed; `attacks` knows what belongs to the fight."""
        self._document = document
        self._drafting = drafting
        self._attacks = attacks

    def in_fight(self, character_id: str, entry: Entry) -> bool:
        """Return whether a character can gain or lose actions by a roll: both are in the current fight."""
        scene = self._document.roster.on_stage
        there = scene is not None and scene.now is not None and scene.fighter(character_id) is not None
        return there and self._attacks.is_of_this_fight(entry)

    def of_critical(self, entry: Entry, *, waits: bool = False) -> list[AfterRollChoice]:
        """Return the possible effects of a critical on a weapon or on the turn order.

        What was done about one that is none any more can still be reverted. If it `waits` beside other rolls, each
        names its character, and once one effect is chosen, its alternatives wait no longer.
        """
        found = [] if entry.result is None else criticals(entry.result, entry.override)
        made = list[AfterRollChoice]()
        for hand, success in product(HANDS, (True, False)) if entry.note else found:
            effects = self._of_critical_side(entry, hand, success=success)
            kept = [one for one in effects if one.on or (hand, success) in found]
            if not waits:
                made += kept
            elif not any(one.on for one in kept):
                made += [with_name(entry.draft.side(hand).name, one) for one in kept]
        return made

    def _of_critical_side(self, entry: Entry, hand: Hand, *, success: bool) -> Iterator[AfterRollChoice]:
        """Yield the possible effects of a critical success or failure of one side."""
        side = entry.draft.side(hand)
        actor = self._document.character(side.character)
        weapon = attack_of(side, actor)
        if not success and weapon is not None:
            yield with_effect(noted(entry, f"{weapon.name} breaks", side.name), side.character, weapon=weapon.id)
        if actor is not None and self.in_fight(actor.id, entry):
            text = f"{side.name} {'gets' if success else 'loses'} an action"
            action = with_effect(noted(entry, text, side.name), actor.id, actions=1 if success else -1)
            if action.on or not self._drafting.opposition.is_down(actor):
                yield action

    def of_hit(self, entry: Entry, tested: Container[object]) -> list[AfterRollChoice]:
        """Return what may follow a hit of an attack, unless the target is down; checks `tested` are left out.

        What was done about one that is none any more can still be reverted.
        """
        document, drafting, result = self._document, self._drafting, entry.result
        target = document.character(entry.draft.side("b").character)
        attacker = document.character(entry.draft.character)
        attack = attack_of(entry.draft, attacker)
        hits = result is not None and hit_of(entry.draft, result, entry.override, attacker) is not None
        if attack is None or target is None or not (hits or entry.note):
            return []
        made = [*self._side_effects(entry, attack, target, tested, hits=hits)]
        if TURNS[document.system.id].points and self.in_fight(target.id, entry):
            cost = noted(entry, f"{target.name} loses an action point", target.name)
            made.append(with_effect(cost, target.id, points=1))
        return [one for one in made if one.on or (hits and not drafting.opposition.is_down(target))]

    def of_hits(self, entry: Entry, tested: Container[object]) -> list[AfterRollChoice]:
        """Return what may follow the hits of an attack against several, with the names of the targets."""
        document, made = self._document, list[AfterRollChoice]()
        attack = attack_of(entry.draft, document.character(entry.draft.character))
        if attack is None or not side_effects(attack, document.system):
            return []
        for row in logged_rows(entry, document, attack):
            target = document.character(row.target.side.character)
            if target is not None:
                hits = row.hit == "hit" and not self._drafting.opposition.is_down(target)
                found = self._side_effects(entry, attack, target, tested, f"{target.name}: ", hits=hits)
                made += [one for one in found if one.on or hits]
        return made

    def _side_effects(
        self,
        entry: Entry,
        attack: Attack,
        target: Character,
        tested: Container[object],
        whose: str = "",
        *,
        hits: bool,
    ) -> Iterator[AfterRollChoice]:
        """Yield the check against each side effect of an attack, unless it is `tested`, and the possible conditions.

        With the name `whose` they are, of several targets, only the check is offered where there is one.
        """
        system, rules = self._document.system, RULES[self._document.system.id]
        for special in specials_of(attack, target, system):
            lines = special.conditions
            effects = [with_effect(noted(entry, line, target.name, whose), target.id, typed=line) for line in lines]
            taken, asked = [one for one in effects if one.on], check_against(special, target, system, rules)
            if hits and not taken and asked is not None and asked.draft is not None:
                if identity_of(asked.draft) not in tested:
                    yield check_choice(entry, asked, asked.draft, whose, self._drafting.draft)
                    yield from () if whose else effects
            else:
                yield from taken or effects

    def of_turn_check(self, entry: Entry) -> Sequence[AfterRollChoice]:
        """Return what the failure of a check that a condition requires each turn leads to."""
        kinds = kinds_of(self._document.roster, self._document.system)
        failed = after_failure(entry.draft, kinds) if entry.verdict.success is False else ()
        return [noted(entry, one, entry.draft.name) for one in failed]

    def of_defences(self, rolls: Sequence[Entry]) -> list[AfterRollChoice]:
        """Return the counter-attacks after simultaneous rolls, beside the tests of those who fought (Kaiser)."""
        shown = self._drafting.draft.character
        fought = {side.character for one in rolls for side in (one.draft, one.draft.side("b"))}
        if shown and shown not in fought:
            return []
        return [choice for one in rolls for choice in self._of_defence(one, named=len(rolls) > 1)]

    def _of_defence(self, entry: Entry, *, named: bool) -> Iterator[AfterRollChoice]:
        """Yield the counter-attack of a defender, if it is allowed; if `named`, with the name of the attacker."""
        document = self._document
        system, rules = document.system, RULES[document.system.id]
        found = counter_of(entry.draft, entry.result, document.roster, system, rules, document.house)
        if found is None or entry.override is not None:
            return
        text, on = f"Counter: {found.name}", identity_of(self._drafting.draft) == identity_of(found.draft)
        words, tip = f"Counter {entry.draft.name}: {found.name}", f"Prepare {found.attack} against {entry.draft.name}"
        yield Preparation(words if named else text, entry, text, tip, on=on, draft=found.draft)


class DamageRequirements:
    """What damage requires of its victims, and what the hits and the failed checks after it lead to.

    `dealt` is the damage by the id of the roll that did it, `rolled` are the required checks by the id of their roll,
    `prepared` is the one that is composed, and `past` is the id of the last roll if that was made before the start.
    """

    def __init__(self, document: RosterDocument, rolling: Rolling, effects: RollConsequences) -> None:
        """Begin without damage and checks."""
        self._document = document
        self._drafting: Drafting = rolling.drafting
        self._recent = rolling.recent
        self._effects = effects
        self.rolled = dict[str, PreparedCheck]()
        self.dealt = dict[str, Entry]()
        self.prepared: PreparedCheck | None = None
        self.past = ""

    def counting(self, entry_id: str) -> Entry | None:
        """Return an entry as it is now, or None if it is struck out."""
        entry = self._recent.now(entry_id)
        return None if entry is None or entry.struck else entry

    def of_damage(self, dealt: Entry, *, named: bool = False, everything: bool = False) -> list[AfterRollChoice]:
        """Return what dealt damage asks of each victim, with their names if there are several.

        With `everything`, checks that could only bring a condition which the victim has already are among it.
        """
        harmed = () if dealt.harmed is None else dealt.harmed.everybody
        document, system, made = self._document, self._document.system, list[AfterRollChoice]()
        rules = RULES[system.id]
        for one in harmed:
            if (victim := document.character(one.character)) is None:
                continue
            name = victim.name if named or len(harmed) > 1 else ""
            out, then = out_of_action(victim, rules, document.house), before_later(victim, dealt, self.dealt.values())
            for check in asked_of(then, one.changes, system, rules, document.house):
                moot = out and check.draft is not None
                made += () if moot and not everything else self._asked(dealt, check, victim, name, anew=everything)
        return made

    def _asked(
        self, dealt: Entry, asked: AskedCheck, victim: Character, name: str, *, anew: bool
    ) -> Iterator[AfterRollChoice]:
        """Yield the choices for one check required by a hit; `name` is that of the victim if there are several.

        Conditions that the victim has already are left out, with the checks that could only bring them unless `anew`.
        """
        system, suffers, whose = self._document.system, self._suffered(victim.id), f"{name}: " if name else ""
        if asked.at_once:
            condition = condition_in_words(asked.at_once, system)
            effect = with_effect(noted(dealt, condition, victim.name, whose), victim.id, typed=condition)
            if effect.on or asked.at_once not in suffers:
                yield effect
        if asked.draft is not None:
            check = check_choice(dealt, asked, asked.draft, whose, self._drafting.draft)
            test = dealt.id, identity_of(check.draft)
            open_yet = check.on or test in {(one.dealt.id, one.test) for one in self.rolled.values()}
            if anew or open_yet or asked.draft.opposed or asked.failed not in suffers:
                yield check
        elif not asked.at_once:
            yield noted(dealt, asked.says, victim.name, whose)

    def unanswered(self, dealt: Entry) -> Iterator[AfterRollChoice]:
        """Yield what damage asks for, without the checks that are rolled."""
        answered = {one.test for key, one in self.rolled.items() if one.dealt.id == dealt.id and self.counting(key)}
        for one in self.of_damage(dealt):
            if not (isinstance(one, Preparation) and identity_of(one.draft) in answered):
                yield one

    def _open_after(self, dealt: Entry) -> Iterator[AfterRollChoice]:
        """Yield what damage asks for that is neither done nor rolled; a check that is composed, only for other damage.

        The same check of one victim is asked for by each hit that wounds.
        """
        last = self._recent.last
        check = self.prepared or self.rolled.get(last.id if last is not None else self.past)
        other = check is not None and check.dealt.id != dealt.id
        for one in self.unanswered(dealt):
            found = structs.replace(one, on=False) if other and isinstance(one, Preparation) else one
            if not found.on:
                yield with_name(only_victim(dealt, self._document), found)

    def of_failure(self, entry: Entry) -> list[AfterRollChoice]:
        """Return the consequences of failing a check that was required by a hit, or of one against its side effect.

        A condition that the victim has already is left out, but what was done about a failure that a point has turned
        can still be reverted.
        """
        check, result, success = self.rolled.get(entry.id), entry.result, entry.verdict.success
        if check is None or result is None or success is None:
            return []
        asked = check.asked
        if asked.special is not None:
            margin = result.margin if isinstance(result, MarginOutcome) and not result.success else 0
            effect = special_effect(asked.special, margin, success=success)
            return [with_effect(noted(entry, effect, entry.draft.name), entry.draft.character, typed=effect)]
        consequence, typed = asked.says, condition_in_words(asked.failed, self._document.system) if asked.failed else ""
        if isinstance(result, KaiserOutcome):
            penalty = critical_penalty(result)
            consequence, typed = f"{minus(-penalty)} to all actions", f"{typed} {penalty}"
        made, who = noted(entry, consequence, entry.draft.name), entry.draft.character
        lost = -1 if asked.says == LOST_ACTION and self._effects.in_fight(who, entry) else 0
        brings_more = not asked.failed or isinstance(result, KaiserOutcome) or asked.failed not in self._suffered(who)
        return [with_effect(made, who, typed=typed, actions=lost)] if made.on or (not success and brings_more) else []

    def _suffered(self, character_id: str) -> set[str]:
        """Return the ids of the kinds of condition that a character has."""
        one, roster, system = self._document.character(character_id), self._document.roster, self._document.system
        return set() if one is None else {each.kind.id for each in in_force_of(one, roster, system)}

    def _open_after_failure(self, rolled: Entry) -> Iterator[AfterRollChoice]:
        """Yield what a failed check leads to that is not done."""
        yield from (with_name(rolled.draft.name, one) for one in self.of_failure(rolled) if not one.on)

    def of_hit(self, entry: Entry) -> list[AfterRollChoice]:
        """Return what may follow a hit of this attack, without the checks that have been rolled."""
        rolled = {one.test for key, one in self.rolled.items() if one.dealt.id == entry.id and self.counting(key)}
        return self._effects.of_hits(entry, rolled) if entry.draft.against else self._effects.of_hit(entry, rolled)

    def batch_of(self, entry: Entry) -> str:
        """Return the simultaneous rolls that an entry belongs to: those of the damage if it is a check after that."""
        check = self.rolled.get(entry.id)
        return entry.batch if check is None else check.dealt.batch

    def still_open(self, entry: Entry) -> Iterator[AfterRollChoice]:
        """Yield what is still open of the other hits of an attack while the checks after it are rolled."""
        batch = self.batch_of(entry)
        for one, rolled in ((one, self.counting(key)) for key, one in self.rolled.items()):
            if rolled is not None and rolled.id != entry.id and one.dealt.batch == batch:
                yield from self._open_after_failure(rolled)
        for roll, dealt in self.dealt.items():
            attack = self.counting(roll)
            if roll != entry.id and dealt.batch == batch and attack is not None:
                yield from (
                    with_name(only_victim(dealt, self._document), one) for one in self.of_hit(attack) if not one.on
                )
                yield from (one for one in self._effects.of_critical(attack) if not one.on)
                yield from self._open_after(dealt)

    def left_by(self, entry: Entry) -> Iterator[AfterRollChoice]:
        """Yield what an entry leaves that is not done, with the names of those it is about."""
        if is_harm(entry):
            yield from self._open_after(entry) if self.counting(cause_of(entry)) is not None else ()
            return
        who = self._document.character(entry.draft.character) if entry.id in self.rolled else None
        if who is not None and not self._drafting.opposition.is_down(who):
            yield from self._open_after_failure(entry)
        yield from (with_name(entry.draft.side("b").name, one) for one in self.of_hit(entry))
        yield from self._effects.of_critical(entry, waits=True)


def check_choice(dealt: Entry, asked: AskedCheck, draft: Draft, whose: str, composed: Draft) -> Preparation:
    """Return the choice that prepares a check of a victim; it is on if that is the test being composed."""
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
    on = identity_of(composed) == identity_of(draft)
    return Preparation(f"{whose}{text}", dealt, text, tip, on=on, draft=draft, asked=asked)


def only_victim(dealt: Entry, document: RosterDocument) -> str:
    """Return the name of a blow's only victim, or "" if there are several."""
    harmed = () if dealt.harmed is None else dealt.harmed.everybody
    victim = document.character(harmed[0].character) if len(harmed) == 1 else None
    return "" if victim is None else victim.name


def after_consequence(choice: Consequence, victim: Character, document: RosterDocument) -> Character:
    """Return the victim of a consequence after it was applied, or reverted if it is on."""
    if choice.weapon:
        weapons = (broken(one, is_so=not choice.on) if one.id == choice.weapon else one for one in victim.attacks)
        return structs.replace(victim, attacks=tuple(weapons))
    if not choice.typed:
        return victim
    kinds = kinds_of(document.roster, document.system).values()
    typed = read_condition(choice.typed, kinds, document.roster.characters, document.roster.system)
    found = in_force_of(victim, document.roster, document.system)
    known = victim.conditions if choice.on else [one.condition for one in found]
    before = next((one for one in known if one.kind == typed.kind.id), None)
    level = typed.level
    if before is not None and typed.kind.levels == ANY_LEVEL:
        level = min(MOST_LEVEL, before.level + (-typed.level if choice.on else typed.level))
    elif choice.on:
        level = 0
    if choice.on and level <= 0:
        return without_conditions(victim, [before.id] if before else [])
    return with_condition(document.roster, victim, typed.kind, level, typed.end, document.new_id)


def condition_in_words(condition_id: str, system: System) -> str:
    """Return the name of a condition in the middle of a sentence."""
    named = (kind.name for kind in system.conditions if kind.id == condition_id)
    return next(named, condition_id).casefold()
