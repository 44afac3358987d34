"""What a typed line finds: tests with their odds, characters, sums of dice; and the lines typed before."""

from msgspec import Struct

from gm_desk.core.drafts import abilities
from gm_desk.core.drafts.draft import LEVELS, AbilityKind, Draft, Mode, Origin, Side
from gm_desk.core.drafts.evaluation import Evaluation, read
from gm_desk.core.finder.index import RollableIndex
from gm_desk.core.finder.words import DiceMeant, Meaning, Prepared, Somebody, Unclear
from gm_desk.core.rules.outcomes import CheckOdds, Odds
from gm_desk.core.rules.requests import KaiserCheck
from gm_desk.core.systems.registry import RULES
from gm_desk.core.wording.chances import contest_chances, percent
from gm_desk.model.files.session import Session
from gm_desk.model.roll.wording import minus, signed


class FinderRow(Struct, frozen=True):
    """Hold one row: what a line means in full, and what that is worth; `meaning` is what Enter does."""

    text: str
    meaning: Meaning
    odds: str = ""


class Finds(Struct, frozen=True):
    """Hold the rows for a line, best first; `sharp` unless the best of them is a guess, or there is none."""

    rows: tuple[FinderRow, ...] = ()
    sharp: bool = False

    @property
    def doubtful(self) -> bool:
        """Tell whether the first row says what is wrong or unclear."""
        return bool(self.rows) and isinstance(self.rows[0].meaning, Unclear)


class FinderSearch:
    """Read lines against the open roster, which is listed anew only when it has changed."""

    def __init__(self, desk: Session) -> None:
        """Read for a desk: whoever is selected is meant where a line names nobody."""
        self._desk = desk
        self._book: RollableIndex | None = None
        self.history = FinderHistory(desk)

    def find(self, line: str) -> Finds:
        """List what a line may mean."""
        from gm_desk.core.finder.line import MOST, read_line

        meant = read_line(line, self._book_now(), self._standing(), MOST)
        return Finds(tuple(self._found(meaning) for meaning in meant.meanings[: MOST + 1]), meant.sharp)

    def make_ready(self) -> None:
        """List the roster before the first letter is typed."""
        self._book_now()

    def _book_now(self) -> RollableIndex:
        document = self._desk.document
        if self._book is None or self._book.roster is not document.roster or self._book.system is not document.system:
            self._book = RollableIndex(document.roster, document.system, RULES[document.system.id])
        return self._book

    def _standing(self) -> Draft:
        """Give the test at hand; behind a bare number it is the selected character's."""
        document, draft = self._desk.document, self._desk.drafting.draft
        if draft.character or not self._desk.selected:
            return draft
        selected = document.character(self._desk.selected)
        return abilities.for_character(draft, selected, document.system, RULES[document.system.id])

    def _found(self, meaning: Meaning) -> FinderRow:
        """Put a meaning into words."""
        match meaning:
            case Prepared():
                return self._test(meaning)
            case DiceMeant():
                return FinderRow(minus_signs(f"Roll {meaning.expression}"), meaning, "sum of dice")
            case Somebody():
                return FinderRow(meaning.name, meaning)
            case Unclear():
                return FinderRow(meaning.says, meaning)

    def _test(self, meaning: Prepared) -> FinderRow:
        document, draft = self._desk.document, meaning.draft
        house = draft.house(document.house)
        rules = RULES[document.system.id]
        reading = read(draft, "a", document.system, document.house)
        text = side_words(draft, rules.net(draft, house).net, reach=document.system.reach is not None)
        if draft.opposed and draft.opponent is not None:
            net = rules.net(draft.opponent, house).net
            text += f" vs {side_words(draft.opponent, net, reach=document.system.reach is not None)}"
        elif isinstance(reading.request, KaiserCheck):
            text += f" vs {minus(reading.request.difficulty)}"
        return FinderRow(text, meaning, odds_words(reading, draft.mode))


def side_words(side: Side, net: int, *, reach: bool) -> str:
    """Say what a side rolls: "Lao Qing · Guns 65 −20 = 45"; a difficulty to reach is no modifier."""
    from gm_desk.core.finder.line import TYPED

    what = f"{side.what} (default)" if side.defaults else side.what
    parts = [part for part in (side.name, f"{what} {minus(side.base)}") if part]
    chips = [chip for chip in side.counting if chip.value and not (reach and chip.origin is Origin.DIFFICULTY)]
    told = " · ".join(parts) + "".join(f" {one}" for one in levels_in_short(side))
    for chip in chips:
        label = "" if chip.label == TYPED else f" {chip.label}"
        told += f"{label} {signed(chip.value)}"
    if net != sum(chip.value for chip in chips):
        told += f", in all {signed(net)}"
    return f"{told} = {minus(side.base + net)}" if chips else told


def levels_in_short(side: Side) -> list[str]:
    """Write the levels of a side as they are typed: "A2", "D1", "F−1"."""
    return [f"{level[0].upper()}{minus(side.level(level))}" for level in LEVELS if side.level(level)]


def odds_words(reading: Evaluation, mode: Mode) -> str:
    """Say what a test is worth in few words."""
    if reading.both is not None:
        return " · ".join(f"{name} {percent(chance)}" for name, chance in contest_chances(reading.both, mode))
    match reading.odds:
        case Odds() as odds:
            return f"TN {minus(odds.target)} · {percent(odds.chance)}"
        case CheckOdds() as odds:
            return f"{percent(odds.success)} to succeed"
        case None:
            return ""


def minus_signs(text: str) -> str:
    """Write an expression with true minus signs."""
    return text.replace("-", minus(-1)[0])


def with_pinned(meaning: Prepared, standing: Draft) -> Draft:
    """Give a test to be composed further: what is pinned stays, also where nobody in particular rolls."""
    draft = meaning.draft
    if draft.ability is None or draft.ability.kind is not AbilityKind.BARE:
        return draft
    for chip in standing.chips:
        if chip.pinned:
            draft = draft.with_chip(chip)
    return draft


class FinderHistory:
    """Walk through the lines that were rolled or gone to."""

    def __init__(self, desk: Session) -> None:
        """Begin behind the newest line."""
        self._memory = desk.memory
        self._back = 0

    @property
    def walking(self) -> bool:
        """Tell whether an earlier line is shown."""
        return self._back > 0

    def step(self, back: int) -> str | None:
        """Go back (1) or forth (−1); gives the line there, nothing behind the newest one, None before the oldest."""
        lines = self._memory.state.history
        if not 0 <= self._back + back <= len(lines):
            return None
        self._back += back
        return lines[-self._back] if self._back else ""

    def leave(self) -> None:
        """Begin behind the newest line again."""
        self._back = 0

    def remember(self, line: str) -> None:
        """Keep a line as the newest one."""
        self.leave()
        self._memory.add_line(line)
