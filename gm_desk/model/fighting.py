"""Attacks at the table: prepare one, roll the damage of one that hit, and deal it to whom it hit."""

from itertools import takewhile

from msgspec import Struct, structs
from PySide6.QtCore import QObject, Signal

from gm_desk.core import attacking, harm
from gm_desk.core.attacking import Strike, attack_of, strike
from gm_desk.core.draft import Ability, AbilityKind, Draft
from gm_desk.core.errors import BadRollError, RulesError
from gm_desk.core.harm import Suffered
from gm_desk.core.roster import Character
from gm_desk.core.rules.dice import Needs, Reading, parse_faces
from gm_desk.core.rules.expressions import ROLLS, Expression
from gm_desk.core.rules.requests import DiceSum
from gm_desk.core.stat_block import Attack
from gm_desk.core.systems import RULES
from gm_desk.core.systems.replay import rolled
from gm_desk.core.systems.superior import picked
from gm_desk.core.text.one_line import menu_text
from gm_desk.model.document import RosterDocument
from gm_desk.model.drafting import Drafting
from gm_desk.model.roll_log import Roll
from gm_desk.model.rolling import Rolling
from gm_desk.model.steps import LogStep
from gm_desk.model.unsaved_rolls import Logged
from gm_desk.model.verdicts import minus
from gm_desk.store.entries import Entry


class Blow(Struct, frozen=True):
    """Hold what the GM decided about one attack that hit, and the dice of its damage.

    `armor` is the kind of armor against it, None for the usual one. `faces` are what dice of so many `sides` show.
    `dealt` is the entry of the damage once it is applied, `undone`
    while that is undone.
    """

    target: str = ""
    double: bool = True
    armor: str | None = None
    ignore_armor: bool = False
    sides: tuple[int, ...] = ()
    faces: tuple[int, ...] = ()
    by_hand: bool = False
    dealt: Entry | None = None
    undone: Entry | None = None

    @property
    def made(self) -> str:
        """Give the id of the entry of the damage, also while it is undone."""
        entry = self.dealt or self.undone
        return entry.id if entry else ""


class Hit(Struct, frozen=True):
    """Hold the last roll where it is an attack that hit: whose, with what, and what is rolled for its damage.

    Without a request the damage cannot be rolled, and `problem` says why.
    """

    entry: Entry
    attack: Attack
    strike: Strike
    blow: Blow
    request: DiceSum | None = None
    problem: str = ""

    @property
    def extra(self) -> int:
        """Count the superior results spent on damage."""
        return self.entry.picks.count(attacking.DAMAGE)

    @property
    def total(self) -> int | None:
        """Add up the dice of the damage; None while some are missing."""
        if self.request is None:
            return None
        total = Expression.parse(self.request.expression).total({ROLLS: self.blow.faces})
        return None if isinstance(total, Needs) else total


def prepare(document: RosterDocument, drafting: Drafting, character_id: str, attack_id: str) -> None:
    """Prepare an attack against its opponent, or whom is proposed; where there is no such attack, nothing changes."""
    character = document.character(character_id)
    attack = next((one for one in character.attacks if one.id == attack_id), None) if character else None
    if character is not None and attack is not None:
        drafting.attack(character, attack)


class Fighting(QObject):
    """Follow the last roll, and do what becomes of it where it is an attack that hit."""

    changed = Signal()

    def __init__(self, document: RosterDocument, rolling: Rolling, parent: QObject | None = None) -> None:
        """Throw the same dice and write to the same log as `rolling` does."""
        super().__init__(parent)
        self._document = document
        self._rolling = rolling
        self._blows: dict[str, Blow] = {}
        rolling.log.opened.connect(self._forget)
        rolling.log.revised.connect(self._follow)
        rolling.changed.connect(self.changed)
        document.roster_changed.connect(self.changed)

    @property
    def hit(self) -> Hit | None:
        """Give the last roll where it is an attack that hit and may do damage."""
        entry, result = self._rolling.record.last, self._rolling.record.result
        if entry is None or result is None or self._rolling.pending is not None:
            return None
        attack = attack_of(entry.draft, self._document.character(entry.draft.character))
        if attack is None or not attack.damage.strip() or not strike(result).hit:
            return None
        meant = strike(result)
        blow = self._blows.get(entry.id) or _fresh(entry.draft, meant)
        try:
            request = attacking.damage_request(attack, result, entry.picks, self._document.system, double=blow.double)
        except RulesError as error:
            return Hit(entry, attack, meant, blow, problem=error.problem)
        return Hit(entry, attack, meant, blow if request is None else _fitting(blow, request), request)

    @property
    def target(self) -> Character | None:
        """Give whom the damage would be dealt to."""
        hit = self.hit
        return self._document.character(hit.blow.target) if hit else None

    @property
    def armor(self) -> str:
        """Name the kind of armor that would hold back damage."""
        hit, target = self.hit, self.target
        if hit is None or target is None:
            return ""
        known = harm.protections(target)
        usual = attacking.KINETIC if not known or known.keys() & set(attacking.NAMED_KINDS) else next(iter(known))
        return attacking.armor_kind(hit.attack, target, usual) if hit.blow.armor is None else hit.blow.armor

    @property
    def would(self) -> Suffered | None:
        """Say what the damage that was rolled would do to the target."""
        hit, target = self.hit, self.target
        if hit is None or hit.total is None or target is None:
            return None
        blow, house = hit.blow, self._document.house
        rules = RULES[self._document.system.id]
        return attacking.hit(
            hit.attack, hit.total, target, rules, house, armor=self.armor, ignore_armor=blow.ignore_armor
        )

    def protections(self) -> dict[str, int]:
        """List the kinds of armor that the target has."""
        target = self.target
        return harm.protections(target) if target else {}

    def decide(self, **changes: object) -> None:
        """Decide otherwise about the blow: target, double, armor, ignore_armor; dice that no longer fit go."""
        hit = self.hit
        if hit is not None and hit.blow.dealt is None:
            self._keep(hit.entry, structs.replace(hit.blow, **changes))

    def roll(self) -> None:
        """Throw the dice of the damage that do not lie on the table yet."""
        hit = self.hit
        if hit is not None and hit.request is not None and hit.blow.dealt is None:
            lying = {ROLLS: hit.blow.faces}
            _, thrown = rolled(
                RULES[self._document.system.id], hit.request, lying, self._document.house, self._rolling.dice
            )
            self._lay(hit, hit.request, thrown[ROLLS], by_hand=hit.blow.by_hand)

    def type(self, text: str) -> None:
        """Take the dice that were thrown at the table; raises BadRollError with the reason."""
        hit = self.hit
        if hit is not None and hit.request is not None and hit.blow.dealt is None and text.strip():
            self._lay(hit, hit.request, self.read(text), by_hand=True)

    def read(self, text: str) -> tuple[int, ...]:
        """Read typed dice, kind by kind in the order they are rolled; raises BadRollError with the reason."""
        hit = self.hit
        needs = _needs(hit.request) if hit and hit.request else []
        parts = text.split()
        if len(needs) == 1:
            return parse_faces(text, needs[0])
        wanted = sum(one.count for one in needs)
        if len(parts) != wanted:
            raise BadRollError("roll", f"{len(parts)} typed, {wanted} dice are rolled: put spaces between them")
        faces: tuple[int, ...] = ()
        for one in needs:
            faces = (*faces, *parse_faces(" ".join(parts[len(faces) : len(faces) + one.count]), one))
        return faces

    def spend(self) -> None:
        """Spend a superior result on damage, or what was spent on it on nothing."""
        hit = self.hit
        if hit is not None and hit.strike.superior:
            picks = picked(hit.entry.picks, attacking.DAMAGE, hit.strike.superior)
            count = picks.count(attacking.DAMAGE)
            text = f"add {count}d6 to the damage" if count else "add nothing to the damage"
            self._rolling.record.revise(structs.replace(hit.entry, picks=picks), text)

    def again(self) -> None:
        """Take the dice of the damage off the table."""
        self.decide(faces=(), sides=(), by_hand=False)

    def apply(self) -> None:
        """Deal the damage to the target, and log its dice with the attack: one undo step."""
        hit, target, suffered = self.hit, self.target, self.would
        if hit is None or hit.request is None or hit.total is None or hit.blow.dealt is not None:
            return
        entry, blow = hit.entry, hit.blow
        text = f"log damage {minus(hit.total)}" if target is None else f"deal {minus(hit.total)} to {target.name}"
        note = "" if suffered is None or target is None else f"{target.name}: {', '.join(suffered.words)}"
        ability = Ability(AbilityKind.BARE, "", f"{hit.attack.name}, damage", 0)
        draft = Draft(entry.draft.character, entry.draft.name, ability)
        roll = Roll(draft, hit.request, entry.house, {ROLLS: blow.faces}, blow.by_hand, entry.secret, note)
        [dealt] = self._rolling.log.add([roll], entry.batch)
        self._keep(entry, structs.replace(blow, dealt=dealt))
        stack = self._document.stack
        stack.beginMacro(menu_text(text))
        stack.push(LogStep(self._rolling.log, [dealt], text))
        if suffered is not None:
            self._document.change(self._document.roster.with_character(suffered.character), text)
        stack.endMacro()

    def _lay(self, hit: Hit, request: DiceSum, faces: tuple[int, ...], *, by_hand: bool) -> None:
        """Lay dice on the table."""
        self._keep(hit.entry, structs.replace(hit.blow, sides=_sides(request), faces=faces, by_hand=by_hand))

    def _keep(self, entry: Entry, blow: Blow) -> None:
        self._blows[entry.id] = blow
        self.changed.emit()

    def _forget(self) -> None:
        self._blows.clear()

    def _follow(self, logged: Logged) -> None:
        """Offer damage again that was undone, and not again once it is redone."""
        for key, blow in self._blows.items():
            if blow.made == logged.entry.id:
                now, struck = logged.entry, logged.entry.struck
                self._blows[key] = structs.replace(blow, dealt=None if struck else now, undone=now if struck else None)
                self.changed.emit()
                return


def _fresh(draft: Draft, meant: Strike) -> Blow:
    """Begin with what the rules say: dealt to who was attacked."""
    return Blow(draft.side("b").character if draft.opposed else "", ignore_armor=meant.ignores_armor)


def _sides(request: DiceSum) -> tuple[int, ...]:
    """List the dice of a sum, one by one, by how many sides they have."""
    return tuple(term.sides for term in Expression.parse(request.expression).dice for _ in range(term.count))


def _needs(request: DiceSum) -> list[Needs]:
    """List the dice of a sum, kind by kind."""
    dice = Expression.parse(request.expression).dice
    return [Needs(ROLLS, term.sides, term.count, Reading.SUM) for term in dice]


def _fitting(blow: Blow, request: DiceSum) -> Blow:
    """Keep the dice that count in what is now rolled: the first ones, as far as they are of the same kind."""
    pairs = zip(blow.sides, _sides(request), strict=False)
    same = len(list(takewhile(lambda pair: pair[0] == pair[1], pairs)))
    return structs.replace(blow, sides=blow.sides[:same], faces=blow.faces[:same])
