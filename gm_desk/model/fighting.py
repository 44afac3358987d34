"""Attacks at the table: prepare one, roll the damage of one that hit, and deal it to whom it hit."""

from itertools import takewhile

from msgspec import Struct, structs
from PySide6.QtCore import QObject, Signal

from gm_desk.core import attacking, harm
from gm_desk.core.attacking import Strike, attack_of, draft_of, ruled_strike
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
from gm_desk.store.entries import Entry, Harmed


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
    def open_yet(self) -> bool:
        """Return whether there is damage to roll that was not dealt yet."""
        return self.request is not None and self.blow.dealt is None

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
    """Prepare an attack against the present or last opponent; who is attacked by the opponent is whom it opposed."""
    character, draft = document.character(character_id), drafting.draft
    attack = next((one for one in character.attacks if one.id == attack_id), None) if character else None
    if character is None or attack is None:
        return
    if draft.side("b").character == character_id:
        draft, target = structs.replace(draft, opponent=None), document.character(draft.character)
    else:
        target = document.character(draft.side("b").character)
    target = None if target is None or target.id == character_id else target
    drafting.turn_to("a")
    drafting.take(draft_of(attack, character, document.system, drafting.rules, draft=draft, target=target))


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
        for changed in (rolling.changed, rolling.group.changed):
            changed.connect(self.changed)
        document.roster_changed.connect(self.changed)

    @property
    def hit(self) -> Hit | None:
        """Give the last roll where it is an attack that hit and may do damage."""
        entry = self._rolling.record.last
        return None if entry is None or self._rolling.pending is not None else self._hit(entry)

    @property
    def next_hit(self) -> Entry | None:
        """Return the next of a group's attacks that hit and did no damage yet, once the one at hand is done."""
        hit = self.hit
        if self._rolling.pending is not None or (hit is not None and hit.open_yet):
            return None
        found = ((entry, self._hit(entry)) for entry in self._rolling.group.results)
        return next((entry for entry, one in found if one is not None and one.open_yet), None)

    def look_at_next(self) -> None:
        """Take the next of a group's attacks that hit as the last roll."""
        entry = self.next_hit
        if entry is not None:
            self._rolling.record.look_at(entry)

    def _hit(self, entry: Entry) -> Hit | None:
        """Return what a roll is as an attack that hit, as it stands; None where it is none, or does no damage."""
        result = entry.result
        attack = attack_of(entry.draft, self._document.character(entry.draft.character))
        if result is None or attack is None or not attack.damage.strip():
            return None
        meant = ruled_strike(result, entry.override)
        if not meant.hit:
            return None
        blow = self._blows.get(entry.id) or _fresh(entry.draft, meant)
        try:
            request = attacking.damage_request(
                attack, result, entry.picks, self._document.system, double=blow.double, ruled=entry.override
            )
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
        entry, blow, roster = hit.entry, hit.blow, self._document.roster
        harmed = Harmed("", {}, entry.id)
        if suffered is not None and target is not None:
            roster = roster.with_character(suffered.character)
            harmed = Harmed(target.id, harm.changes_between(target, suffered.character), entry.id)
        if not self._document.allows(roster):
            return
        text = f"log damage {minus(hit.total)}" if target is None else f"deal {minus(hit.total)} to {target.name}"
        note = "" if suffered is None or target is None else f"{target.name}: {', '.join(suffered.words)}"
        ability = Ability(AbilityKind.BARE, "", f"{hit.attack.name}, damage", 0)
        draft = Draft(entry.draft.character, entry.draft.name, ability)
        roll = Roll(draft, hit.request, entry.house, {ROLLS: blow.faces}, blow.by_hand, entry.secret, note, harmed)
        [dealt] = self._rolling.log.add([roll], entry.batch)
        self._keep(entry, structs.replace(blow, dealt=dealt))
        stack = self._document.stack
        stack.beginMacro(menu_text(text))
        stack.push(LogStep(self._rolling.log, [dealt], text))
        self._document.change(roster, text)
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
