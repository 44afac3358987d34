"""The consequences of a roll besides those of its damage, and their effect on whoever they are about."""

from collections.abc import Container, Iterator, Sequence
from itertools import product

from msgspec import Struct, structs

from gm_desk.core.characters.roster import Character
from gm_desk.core.characters.stat_block import Attack
from gm_desk.core.combat.aftermath import AskedCheck, check_against, counter_of, side_effects, specials_of
from gm_desk.core.drafts.attacks import attack_of, broken, hit_of
from gm_desk.core.drafts.choices_after_roll import criticals
from gm_desk.core.drafts.draft import Draft
from gm_desk.core.notation.condition import read_condition
from gm_desk.core.rules.outcomes import HANDS, Hand
from gm_desk.core.scenes.condition_edits import with_condition, without_conditions
from gm_desk.core.scenes.conditions import MOST_LEVEL
from gm_desk.core.scenes.conditions_in_force import in_force_of, kinds_of
from gm_desk.core.scenes.order import TURNS
from gm_desk.core.scenes.turn_checks import after_failure
from gm_desk.core.systems.combat import ANY_LEVEL
from gm_desk.core.systems.definition import System
from gm_desk.core.systems.registry import RULES
from gm_desk.model.combat.recent_attacks import RecentAttacks, identity_of, logged_rows
from gm_desk.model.roll.choices_after_roll import (
    AfterRollChoice,
    Consequence,
    Preparation,
    noted,
    with_effect,
    with_name,
)
from gm_desk.model.roll.composing import Drafting
from gm_desk.model.roster.document import RosterDocument
from gm_desk.store.journal.entries import Entry


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
