"""The damage of an attack that hit: rolling it, and dealing it to the target."""

from itertools import takewhile

from msgspec import Struct, structs
from PySide6.QtCore import QObject, Signal

from gm_desk.core.characters import harm
from gm_desk.core.characters.harm import Suffered
from gm_desk.core.characters.stat_block import Attack
from gm_desk.core.drafts import attack_damage
from gm_desk.core.drafts.attack_damage import AttackContext, Choices
from gm_desk.core.drafts.attacks import Strike, hit_of, skilled
from gm_desk.core.drafts.choices_after_roll import picked
from gm_desk.core.drafts.draft import Ability, AbilityKind, Draft
from gm_desk.core.drafts.rejudging import roll_missing
from gm_desk.core.drafts.scene_record import people_in
from gm_desk.core.errors import RulesError
from gm_desk.core.rules.damage import (
    added_up,
    as_one_die,
    collected,
    dice_in_words,
    read_dice,
    sides_of,
    sum_of,
)
from gm_desk.core.rules.dice import ROLLS
from gm_desk.core.rules.outcomes import DamageOutcome, DiceTotal
from gm_desk.core.rules.requests import Ep2Damage, Summed
from gm_desk.core.systems.registry import RULES
from gm_desk.core.wording.phrases import minus
from gm_desk.model.card import attack_edits
from gm_desk.model.combat.damage_options import DamageOption, options_of_armor, options_of_roll
from gm_desk.model.combat.recent_attacks import RecentAttacks
from gm_desk.model.log.entries import Roll
from gm_desk.model.roll.rolling import Rolling
from gm_desk.model.roll.undo import LogStep
from gm_desk.model.roster.document import RosterDocument
from gm_desk.store.journal.entries import Entry, Harmed


class DamageChoices(Choices, frozen=True, kw_only=True):
    """The GM's choices about one attack that hit, and the dice of its damage.

    `faces` are the results of dice with `sides` sides each, and `summed` their sum if only that was typed. `dealt` is
    the entry of the damage once it is applied.
    """

    target: str = ""
    sides: tuple[int, ...] = ()
    faces: tuple[int, ...] = ()
    summed: int | None = None
    by_hand: bool = False
    dealt: Entry | None = None

    def with_dice(self, request: Summed, found: tuple[int, ...] | int, *, by_hand: bool) -> "DamageChoices":
        """Return the choices with the damage dice, or only with their sum."""
        faces, summed = ((), found) if isinstance(found, int) else (found, None)
        return structs.replace(self, sides=sides_of(request), faces=faces, summed=summed, by_hand=by_hand)


class Hit(Struct, frozen=True):
    """The last roll, if it is an attack that hit, with its attack, its damage request and the GM's choices.

    Without a request the damage cannot be rolled; `problem` is the reason.
    """

    entry: Entry
    attack: Attack
    strike: Strike
    choices: DamageChoices
    context: AttackContext
    request: Summed | None = None
    problem: str = ""

    @property
    def open_yet(self) -> bool:
        """Whether there is damage to roll that has not been dealt."""
        return self.request is not None and self.choices.dealt is None

    @property
    def expression(self) -> str:
        """The dice expression of the damage, "" if it follows from the degrees of success."""
        return sum_of(self.request) if self.request else ""

    @property
    def collected(self) -> str:
        """The dice expression with like terms added up."""
        return collected(self.request) if self.request else ""

    @property
    def added_up(self) -> str:
        """The sum of the dice rolled, part by part; without dice, why those of modifiers do not count, or ""."""
        if self.rolled is None or not self.thrown:
            averaged = isinstance(self.request, Ep2Damage) and self.context.house.static_damage
            return "average" if averaged else attack_damage.left_out(self.request, self.entry.draft.damage_dice)
        words = added_up(self.rolled, self.thrown, self.context.rules.HUNDRED)
        return words if self.choices.summed is None else f"{words}, dice as a sum"

    @property
    def rolled(self) -> Summed | None:
        """The damage request as it is rolled: with a single die if only the sum of the dice was typed."""
        return self.request if self.request is None or self.choices.summed is None else as_one_die(self.request)

    @property
    def thrown(self) -> tuple[int, ...]:
        """The results of the dice as they are rolled."""
        return self.choices.faces if self.choices.summed is None else (self.choices.summed,)

    @property
    def outcome(self) -> DamageOutcome | None:
        """The damage rolled, None while dice are missing."""
        if self.rolled is None:
            return None
        result = self.context.rules.resolve(self.rolled, {ROLLS: self.thrown}, self.context.house)
        if not isinstance(result, DamageOutcome | DiceTotal):
            return None
        return attack_damage.settled(result, self.attack, self.context, self.choices)

    @property
    def total(self) -> int | None:
        """The damage before armor, None while dice are missing."""
        return self.outcome.total if self.outcome else None

    @property
    def armor(self) -> str:
        """The name of the armor that would reduce the damage, "" for none."""
        target, context = self.context.target, self.context
        return "" if target is None else attack_damage.armor_used(self.attack, target, self.choices, context.system)

    @property
    def protections(self) -> dict[str, int]:
        """The armor values of the target by kind."""
        return {} if self.context.target is None else harm.armor_points(self.context.target)

    @property
    def would(self) -> Suffered | None:
        """The effect that the rolled damage would have on the target, None while that is not known."""
        if self.request is None or self.outcome is None:
            return None
        return attack_damage.suffered(self.outcome, self.request, self.context)

    @property
    def words(self) -> str:
        """What the damage comes to, what was dealt, or why it cannot be rolled, as text; "" while dice are missing."""
        if self.problem:
            return f"Damage “{self.attack.damage}” cannot be rolled: {self.problem}."
        if self.choices.dealt is not None:
            return self.choices.dealt.note or "The damage is in the log."
        if self.total is None:
            return ""
        return f"{minus(self.total)} damage" + (f" ({self.added_up})" if self.added_up else "")

    @property
    def options(self) -> list[DamageOption]:
        """The choices about the damage that are on or off; those about armor once the damage is known."""
        if not self.open_yet:
            return []
        found = [*options_of_roll(self.attack, self.strike, self.entry.picks, self.choices, self.context)]
        target = self.context.target
        if target is None:
            return found
        lessening = options_of_armor(self.attack, self.strike, self.choices, self.request, [target])
        return [*found, *(one for one in lessening if one.id == "absorption" or self.total is not None)]

    @property
    def account(self) -> tuple[str, ...]:
        """What was taken into account besides the weapon's dice, as text."""
        return attack_damage.account_of(self.request, self.attack, self.context, self.choices) if self.request else ()

    def effects_in_words(self, suffered: Suffered) -> str:
        """Return the effects of the hit as text."""
        request = self.request
        words = attack_damage.effects_of(suffered, request, self.attack, self.context, self.choices) if request else ()
        return ", ".join(words)


class DamageRoll(QObject):
    """The damage of the last roll, if that is an attack that hit."""

    changed = Signal()

    def __init__(self, document: RosterDocument, rolling: Rolling, parent: QObject | None = None) -> None:
        """Use the dice and the log of `rolling`."""
        super().__init__(parent)
        self._document = document
        self._rolling = rolling
        self._choices: dict[str, DamageChoices] = {}
        self.attacks = RecentAttacks(document, rolling.log, rolling.recent.made, self)
        rolling.log.opened.connect(self._choices.clear)
        for changed in (rolling.changed, rolling.group.changed, self.attacks.changed):
            changed.connect(self.changed)
        document.roster_changed.connect(self.changed)

    @property
    def hit(self) -> Hit | None:
        """The last roll, if it is an attack that hit and may do damage, else None."""
        entry = self._rolling.recent.last
        here = entry is not None and not self.waits and self.attacks.is_of_scene(entry)
        return self._hit(entry) if entry is not None and here else None

    @property
    def waits(self) -> bool:
        """Whether a roll waits for dice, so that nothing is dealt meanwhile."""
        return self._rolling.pending is not None

    @property
    def of_another(self) -> str:
        """The name of the attacker whose hit is open while the test of somebody else is shown, else ""."""
        entry, group = self._rolling.recent.last, self._rolling.group.results
        if entry is None or entry.draft.character == self._rolling.drafting.draft.character:
            return ""
        return "" if any(one.id == entry.id for one in group) else entry.draft.name

    @property
    def next_hit(self) -> Entry | None:
        """The next hit without damage dealt, once the current one is done."""
        hit = self.hit
        if self.waits or (hit is not None and hit.open_yet):
            return None
        found = ((entry, self._hit(entry)) for entry in self.attacks.waiting)
        return next((entry for entry, one in found if one is not None and one.open_yet), None)

    def look_at_next(self) -> None:
        """Make the next hit the last roll."""
        entry = self.next_hit
        if entry is not None:
            self._rolling.recent.look_at(entry)

    def _hit(self, entry: Entry) -> Hit | None:
        """Return a roll as a hit, or None if it is not one or does no damage."""
        if entry.draft.against:
            return None
        result, attacker = entry.result, self._document.character(entry.draft.character)
        found = None if result is None else hit_of(entry.draft, result, entry.override, attacker)
        if found is None:
            return None
        attack, meant = skilled(found[0], attacker, self._document.system), found[1]
        known = self._choices.get(entry.id) or _initial(entry.draft)
        choices = structs.replace(known, dealt=self.attacks.damage_of(entry.id))
        context = _context(entry, choices, self._document)
        try:
            request = attack_damage.damage_request(
                attack, meant, entry.picks, context, choices, entry.draft.damage_dice
            )
        except RulesError as error:
            return Hit(entry, attack, meant, choices, context, problem=error.problem)
        return Hit(entry, attack, meant, choices if request is None else _fitting(choices, request), context, request)

    def decide(self, **changes: object) -> None:
        """Change the target or another choice about the damage; dice that no longer fit are dropped."""
        hit = self.hit
        if hit is not None and hit.choices.dealt is None:
            self._store(hit.entry, structs.replace(hit.choices, **changes))

    def roll(self) -> None:
        """Roll the missing damage dice."""
        hit = self.hit
        if hit is not None and hit.request is not None and hit.choices.dealt is None:
            known = {ROLLS: hit.choices.faces}
            _, thrown = roll_missing(
                RULES[self._document.system.id], hit.request, known, self._document.house, self._rolling.dice
            )
            by_hand = hit.choices.by_hand
            self._store(hit.entry, hit.choices.with_dice(hit.request, thrown[ROLLS], by_hand=by_hand))

    def type(self, text: str) -> None:
        """Set the dice, or only their sum, from typed text; raise BadRollError with the reason."""
        hit = self.hit
        if hit is not None and hit.request is not None and hit.choices.dealt is None and text.strip():
            self._store(hit.entry, hit.choices.with_dice(hit.request, self.read(text), by_hand=True))

    def read(self, text: str) -> tuple[int, ...] | int:
        """Return typed dice, kind by kind in the order of the request, or their sum; raise BadRollError."""
        hit = self.hit
        return read_dice(text, hit.request if hit else None, RULES[self._document.system.id].HUNDRED)

    def spend(self) -> None:
        """Spend one more superior result on damage, or none if all are spent on it."""
        hit = self.hit
        if hit is not None and hit.strike.superior:
            picks = picked(hit.entry.picks, attack_damage.DAMAGE, hit.strike.superior)
            count = picks.count(attack_damage.DAMAGE)
            text = f"add {count}d6 to the damage" if count else "add nothing to the damage"
            self._rolling.recent.revise(structs.replace(hit.entry, picks=picks), text)

    def count_bonus(self, *, counts: bool) -> None:
        """Set whether the damage bonus is added to this attack, now and later."""
        hit = self.hit
        if hit is not None and hit.choices.dealt is None and hit.context.attacker is not None:
            attack_edits.count_bonus(self._document, hit.context.attacker.id, hit.attack.id, counts=counts)

    def again(self) -> None:
        """Discard the damage dice."""
        self.decide(faces=(), sides=(), summed=None, by_hand=False)

    def apply(self) -> None:
        """Deal the damage to the target, and log its dice with the attack, as one undo step."""
        hit = self.hit
        outcome = None if hit is None else hit.outcome
        if hit is None or hit.request is None or hit.rolled is None or outcome is None or hit.choices.dealt is not None:
            return
        entry, choices, roster = hit.entry, hit.choices, self._document.roster
        target, suffered = hit.context.target, hit.would
        harmed = Harmed("", {}, entry.id)
        if suffered is not None and target is not None:
            roster = roster.with_character(suffered.character)
            harmed = Harmed(target.id, harm.changes_between(target, suffered.character), entry.id)
        if not self._document.allows(roster):
            return
        dealt = f"deal {minus(outcome.through)} to {target.name}" if target is not None else ""
        text = dealt or f"log damage {minus(outcome.total)}"
        effects = "" if suffered is None or target is None else f"{target.name}: {hit.effects_in_words(suffered)}"
        summed = "" if choices.summed is None else f"{choices.summed} typed as the sum of {dice_in_words(hit.request)}"
        note = "; ".join(filter(None, (effects, summed)))
        ability = Ability(AbilityKind.BARE, "", f"{hit.attack.name}, damage", 0)
        draft = Draft(entry.draft.character, entry.draft.name, ability)
        dice = {ROLLS: hit.thrown} if hit.thrown else {}
        secret = entry.secret or _reveals(entry, choices.target, self._document)
        roll = Roll(draft, hit.rolled, entry.house, dice, choices.by_hand, secret, note, harmed)
        entries = self._rolling.log.add([roll], entry.batch)
        stack = self._document.stack
        with stack.macro(text):
            stack.push(LogStep(self._rolling.log, entries, text))
            self._document.change(roster, text)

    def _store(self, entry: Entry, choices: DamageChoices) -> None:
        self._choices[entry.id] = choices
        self.changed.emit()


def _reveals(entry: Entry, target: str, document: RosterDocument) -> bool:
    """Return whether damage would name a hidden target that the roll does not name."""
    scene = document.roster.on_stage
    return scene is not None and target not in people_in(entry.draft) and bool(scene.hidden_among([target]))


def _context(entry: Entry, choices: DamageChoices, document: RosterDocument) -> AttackContext:
    """Return the attacker, the target and the rules of the roster."""
    find, system = document.character, document.system
    return AttackContext(find(entry.draft.character), find(choices.target), system, RULES[system.id], document.house)


def _initial(draft: Draft) -> DamageChoices:
    """Return the initial choices by the rules: the target is the opponent."""
    return DamageChoices(target=draft.side("b").character if draft.opposed else "")


def _fitting(choices: DamageChoices, request: Summed) -> DamageChoices:
    """Return the choices with the leading dice that still fit what is rolled now."""
    pairs = zip(choices.sides, sides_of(request), strict=False)
    same = len(list(takewhile(lambda pair: pair[0] == pair[1], pairs)))
    summed = choices.summed if choices.sides == sides_of(request) else None
    return structs.replace(choices, sides=choices.sides[:same], faces=choices.faces[:same], summed=summed)
