"""Attacks: composing one, rolling the damage of a hit, and dealing that damage to the target."""

from itertools import takewhile

from msgspec import Struct, structs
from PySide6.QtCore import QObject, Signal

from gm_desk.core.characters import harm
from gm_desk.core.characters.harm import Suffered
from gm_desk.core.characters.roster import Character
from gm_desk.core.characters.stat_block import Attack
from gm_desk.core.drafts import attack_damage
from gm_desk.core.drafts.attack_damage import Choices, Fight
from gm_desk.core.drafts.attacks import Strike, hit_of
from gm_desk.core.drafts.draft import Ability, AbilityKind, Draft
from gm_desk.core.drafts.rejudging import rolled
from gm_desk.core.errors import BadRollError, RulesError
from gm_desk.core.rules.damage import added_up, collected, dice_of, margin_bonus, sides_of, sum_of
from gm_desk.core.rules.dice import ROLLS, DieReading, Needs, parse_faces, reading_of
from gm_desk.core.rules.outcomes import DamageOutcome, DiceTotal
from gm_desk.core.rules.requests import Ep1Damage, Ep2Damage, Summed
from gm_desk.core.systems.points import picked
from gm_desk.core.systems.registry import RULES
from gm_desk.core.wording.one_line import menu_text
from gm_desk.model.card import attack_edits
from gm_desk.model.log.entries import LogEntry, Roll
from gm_desk.model.roll.rolling import Rolling
from gm_desk.model.roll.undo import LogStep
from gm_desk.model.roll.wording import minus
from gm_desk.model.roster.document import RosterDocument
from gm_desk.store.journal.entries import Entry, Harmed


class DamageChoices(Choices, frozen=True, kw_only=True):
    """The GM's choices about one attack that hit, and the dice of its damage.

    `faces` are the results of dice with `sides` sides each. `dealt` is the entry of the damage once it is applied, and
    `undone` while that entry is undone.
    """

    target: str = ""
    sides: tuple[int, ...] = ()
    faces: tuple[int, ...] = ()
    by_hand: bool = False
    dealt: Entry | None = None
    undone: Entry | None = None

    @property
    def made(self) -> str:
        """The id of the entry of the damage, even while it is undone; "" before it is dealt."""
        entry = self.dealt or self.undone
        return entry.id if entry else ""


class Hit(Struct, frozen=True):
    """The last roll, if it is an attack that hit, with its attack, its damage request and the GM's choices.

    Without a request the damage cannot be rolled; `problem` is the reason.
    """

    entry: Entry
    attack: Attack
    strike: Strike
    choices: DamageChoices
    fight: Fight
    request: Summed | None = None
    problem: str = ""

    @property
    def open_yet(self) -> bool:
        """Whether there is damage to roll that has not been dealt."""
        return self.request is not None and self.choices.dealt is None

    @property
    def extra(self) -> int:
        """The number of superior results spent on damage."""
        return self.entry.picks.count(attack_damage.DAMAGE)

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
        """The sum of the dice rolled, part by part; "" if there are none."""
        if self.request is None or not self.choices.faces:
            return "average" if self._averaged else ""
        return added_up(self.request, self.choices.faces, self.fight.rules.HUNDRED)

    @property
    def _averaged(self) -> bool:
        """Whether the average of the dice is the damage, by a house rule (EP2)."""
        return isinstance(self.request, Ep2Damage) and self.fight.house.static_damage

    @property
    def outcome(self) -> DamageOutcome | None:
        """The damage rolled, None while dice are missing."""
        if self.request is None:
            return None
        result = self.fight.rules.resolve(self.request, {ROLLS: self.choices.faces}, self.fight.house)
        if not isinstance(result, DamageOutcome | DiceTotal):
            return None
        return attack_damage.settled(result, self.attack, self.fight, self.choices)

    @property
    def total(self) -> int | None:
        """The damage before armor, None while dice are missing."""
        return self.outcome.total if self.outcome else None

    @property
    def bonus(self) -> int:
        """The damage bonus that may be added, 0 for none."""
        return attack_damage.bonus_offered(self.attack, self.fight)

    @property
    def margin_bonus(self) -> int:
        """The bonus that the margin of success may add, 0 for none."""
        return margin_bonus(self.strike.margin)

    @property
    def penetration(self) -> int:
        """The armor penetration (AP) of the attack, 0 for none."""
        return attack_damage.penetration_of(self.attack)

    @property
    def piercing_words(self) -> str:
        """The text for armor-piercing: "AP", "AP −5"."""
        return f"AP {minus(-self.penetration)}" if isinstance(self.request, Ep1Damage) else "AP"

    @property
    def pierces(self) -> bool:
        """Whether armor penetration counts, by the GM's choice or else by the attack."""
        says, number = attack_damage.pierces(self.attack), self.penetration
        if self.choices.piercing is not None:
            return self.choices.piercing
        return number > 0 if isinstance(self.request, Ep1Damage) else says

    @property
    def may_pierce(self) -> bool:
        """Whether armor penetration is a choice here: the attack mentions it, and it has an effect."""
        if isinstance(self.request, Ep1Damage):
            return self.penetration > 0
        return isinstance(self.request, Ep2Damage) and attack_damage.mentions_piercing(self.attack)

    @property
    def account(self) -> tuple[str, ...]:
        """What was taken into account besides the weapon's dice, as text."""
        return attack_damage.account_of(self.request, self.attack, self.fight, self.choices) if self.request else ()

    def effects_in_words(self, suffered: Suffered) -> str:
        """Return the effects of the hit as text."""
        request = self.request
        words = attack_damage.effects_of(suffered, request, self.attack, self.fight, self.choices) if request else ()
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
        self._attacks: tuple[str, ...] = ()
        rolling.log.opened.connect(self._forget)
        rolling.log.revised.connect(self._follow)
        for changed in (rolling.changed, rolling.group.changed):
            changed.connect(self._follow_group)
            changed.connect(self.changed)
        document.roster_changed.connect(self.changed)

    @property
    def hit(self) -> Hit | None:
        """The last roll, if it is an attack that hit and may do damage, else None."""
        entry = self._rolling.record.last
        return None if entry is None or self._rolling.pending is not None else self._hit(entry)

    @property
    def next_hit(self) -> Entry | None:
        """The next hit of a group without damage dealt, once the current one is done."""
        hit = self.hit
        if self._rolling.pending is not None or (hit is not None and hit.open_yet):
            return None
        entries = filter(None, map(self._rolling.record.now, self._attacks))
        found = ((entry, self._hit(entry)) for entry in entries if not entry.struck)
        return next((entry for entry, one in found if one is not None and one.open_yet), None)

    def look_back(self, attacks: tuple[str, ...]) -> None:
        """Offer the damage of those attacks that hit, until somebody attacks again."""
        self._attacks = attacks
        self.changed.emit()

    def look_at_next(self) -> None:
        """Make the next hit of a group the last roll."""
        entry = self.next_hit
        if entry is not None:
            self._rolling.record.look_at(entry)

    def _hit(self, entry: Entry) -> Hit | None:
        """Return a roll as a hit, or None if it is not one or does no damage."""
        if entry.draft.against:
            return None
        result, attacker = entry.result, self._document.character(entry.draft.character)
        found = None if result is None else hit_of(entry.draft, result, entry.override, attacker)
        if found is None:
            return None
        attack, meant = found
        choices = self._choices.get(entry.id) or _initial(entry.draft, meant)
        fight = self._fight(entry, choices)
        try:
            request = attack_damage.damage_request(attack, meant, entry.picks, fight, choices, entry.draft.damage_dice)
        except RulesError as error:
            return Hit(entry, attack, meant, choices, fight, problem=error.problem)
        return Hit(entry, attack, meant, choices if request is None else _fitting(choices, request), fight, request)

    @property
    def target(self) -> Character | None:
        """The character to whom the damage would be dealt."""
        return self.hit.fight.target if self.hit else None

    @property
    def armor(self) -> str:
        """The name of the armor that would reduce the damage, "" for none."""
        hit, target = self.hit, self.target
        return "" if hit is None or target is None else attack_damage.armor_used(hit.attack, target, hit.choices)

    @property
    def would(self) -> Suffered | None:
        """The effect that the rolled damage would have on the target, None while that is not known."""
        hit = self.hit
        if hit is None or hit.request is None or hit.outcome is None:
            return None
        return attack_damage.suffered(hit.outcome, hit.request, hit.fight)

    def protections(self) -> dict[str, int]:
        """Return the armor values of the target by kind."""
        target = self.target
        return harm.armor_points(target) if target else {}

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
            _, thrown = rolled(
                RULES[self._document.system.id], hit.request, known, self._document.house, self._rolling.dice
            )
            self._set_dice(hit, hit.request, thrown[ROLLS], by_hand=hit.choices.by_hand)

    def type(self, text: str) -> None:
        """Set the dice from typed text; raise BadRollError with the reason."""
        hit = self.hit
        if hit is not None and hit.request is not None and hit.choices.dealt is None and text.strip():
            self._set_dice(hit, hit.request, self.read(text), by_hand=True)

    def read(self, text: str) -> tuple[int, ...]:
        """Return typed dice, kind by kind in the order of the request; raise BadRollError with the reason."""
        hit = self.hit
        return read_faces(text, hit.request if hit else None, RULES[self._document.system.id].HUNDRED)

    def spend(self) -> None:
        """Spend one more superior result on damage, or none if all are spent on it."""
        hit = self.hit
        if hit is not None and hit.strike.superior:
            picks = picked(hit.entry.picks, attack_damage.DAMAGE, hit.strike.superior)
            count = picks.count(attack_damage.DAMAGE)
            text = f"add {count}d6 to the damage" if count else "add nothing to the damage"
            self._rolling.record.revise(structs.replace(hit.entry, picks=picks), text)

    def count_bonus(self, *, counts: bool) -> None:
        """Set whether the damage bonus is added to this attack, now and later."""
        hit = self.hit
        if hit is not None and hit.choices.dealt is None and hit.fight.attacker is not None:
            attack_edits.count_bonus(self._document, hit.fight.attacker.id, hit.attack.id, counts=counts)

    def again(self) -> None:
        """Discard the damage dice."""
        self.decide(faces=(), sides=(), by_hand=False)

    def apply(self) -> None:
        """Deal the damage to the target, and log its dice with the attack, as one undo step."""
        hit, target, suffered = self.hit, self.target, self.would
        if hit is None or hit.request is None or hit.total is None or hit.choices.dealt is not None:
            return
        entry, choices, roster = hit.entry, hit.choices, self._document.roster
        harmed = Harmed("", {}, entry.id)
        if suffered is not None and target is not None:
            roster = roster.with_character(suffered.character)
            harmed = Harmed(target.id, harm.changes_between(target, suffered.character), entry.id)
        if not self._document.allows(roster):
            return
        text = f"log damage {minus(hit.total)}" if target is None else f"deal {minus(hit.total)} to {target.name}"
        note = "" if suffered is None or target is None else f"{target.name}: {hit.effects_in_words(suffered)}"
        ability = Ability(AbilityKind.BARE, "", f"{hit.attack.name}, damage", 0)
        draft = Draft(entry.draft.character, entry.draft.name, ability)
        dice = {ROLLS: choices.faces} if choices.faces else {}
        roll = Roll(draft, hit.request, entry.house, dice, choices.by_hand, entry.secret, note, harmed)
        [dealt] = self._rolling.log.add([roll], entry.batch)
        self._store(entry, structs.replace(choices, dealt=dealt))
        stack = self._document.stack
        stack.beginMacro(menu_text(text))
        stack.push(LogStep(self._rolling.log, [dealt], text))
        self._document.change(roster, text)
        stack.endMacro()

    def _fight(self, entry: Entry, choices: DamageChoices) -> Fight:
        """Return the attacker, the target and the rules of the roster."""
        find, system = self._document.character, self._document.system
        return Fight(find(entry.draft.character), find(choices.target), system, RULES[system.id], self._document.house)

    def _set_dice(self, hit: Hit, request: Summed, faces: tuple[int, ...], *, by_hand: bool) -> None:
        """Store the damage dice."""
        self._store(hit.entry, structs.replace(hit.choices, sides=sides_of(request), faces=faces, by_hand=by_hand))

    def _store(self, entry: Entry, choices: DamageChoices) -> None:
        self._choices[entry.id] = choices
        self.changed.emit()

    def _forget(self) -> None:
        self._choices.clear()
        self._attacks = ()

    def _follow_group(self) -> None:
        """Remember the attacks of a group until somebody attacks again; checks may be rolled meanwhile."""
        results, last = self._rolling.group.results, self._rolling.record.last
        if results and results[0].draft.attack:
            self._attacks = tuple(entry.id for entry in results)
        elif not results and last is not None and last.draft.attack and last.id not in self._attacks:
            self._attacks = ()

    def _follow(self, logged: LogEntry) -> None:
        """Offer damage again when it is undone, and no longer once it is redone."""
        for key, choices in self._choices.items():
            if choices.made == logged.entry.id:
                now, struck = logged.entry, logged.entry.struck
                self._choices[key] = structs.replace(
                    choices, dealt=None if struck else now, undone=now if struck else None
                )
                self.changed.emit()
                return


def read_faces(text: str, request: Summed | None, hundred: DieReading) -> tuple[int, ...]:
    """Return typed dice of damage, kind by kind in the order of the request; raise BadRollError with the reason."""
    needs = _needs(request, hundred) if request else []
    parts = text.split()
    if len(needs) == 1:
        return parse_faces(text, needs[0])
    wanted = sum(one.count for one in needs)
    if len(parts) != wanted:
        raise BadRollError("roll", f"Type {wanted} dice, with spaces between them")
    faces: tuple[int, ...] = ()
    for one in needs:
        faces = (*faces, *parse_faces(" ".join(parts[len(faces) : len(faces) + one.count]), one))
    return faces


def _initial(draft: Draft, meant: Strike) -> DamageChoices:
    """Return the initial choices by the rules: the target is the opponent."""
    return DamageChoices(target=draft.side("b").character if draft.opposed else "", ignore_armor=meant.ignores_armor)


def _needs(request: Summed, hundred: DieReading) -> list[Needs]:
    """Return the dice that a sum needs, kind by kind."""
    return [Needs(ROLLS, term.sides, term.count, reading_of(term.sides, hundred)) for term in dice_of(request)]


def _fitting(choices: DamageChoices, request: Summed) -> DamageChoices:
    """Return the choices with the leading dice that still fit what is rolled now."""
    pairs = zip(choices.sides, sides_of(request), strict=False)
    same = len(list(takewhile(lambda pair: pair[0] == pair[1], pairs)))
    return structs.replace(choices, sides=choices.sides[:same], faces=choices.faces[:same])
