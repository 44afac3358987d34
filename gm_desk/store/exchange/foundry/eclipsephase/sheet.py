"""The sheet of a Foundry actor (eclipsephase): aptitudes, health, pools, rep and descriptive fields."""

from collections.abc import Iterable, Mapping
from typing import Any

from gm_desk.core.characters.roster import MOST_APTITUDE, MOST_CHECK, MOST_STAT
from gm_desk.core.characters.stat_block import MOST_AMOUNT, Armor, Points
from gm_desk.core.rules.dice import half_up
from gm_desk.core.rules.health import Health
from gm_desk.store.exchange.accounts import Path
from gm_desk.store.exchange.foreign_data import EMPTY, FieldCursor, joined_lines, number, quoted, text, why_not, within
from gm_desk.store.exchange.foundry.eclipsephase.bodies import SheetMorph
from gm_desk.store.exchange.foundry.eclipsephase.skills import Changes, Effects, with_effects
from gm_desk.store.exchange.foundry.eclipsephase.terms import APTITUDES, EGO, INFOMORPH, POOLS, SHEET_TEXT, USUAL_CHECK

MOST_IGNORED = 9
NO_STRAIN = "what a sheet says without a psi strain"
NO_CHANGES = Changes()
SHEETS_OWN = "what the sheet says for everybody"
STRAIN = ("name", "strainType", "description")
MUSE_SKILLS = (30, 30, 60, 60, 60, 60, 60, 60, 60)
COUNTED: Mapping[Path, str] = {
    ("rezPoints", "value"): "Rez points",
    ("rezPoints", "spent"): "Rez points spent",
    ("mods", "globalMod"): "Modifier to everything",
    ("mods", "meleeDamageMod"): "Modifier to melee damage",
}
"""The numbers of a sheet that go to the notes, and their labels there."""


def aptitudes(body: FieldCursor) -> dict[str, int]:
    """Import the aptitudes."""
    found: dict[str, int] = {}
    for key, ours in APTITUDES.items():
        value = body.number(("aptitudes", key, "value"), 0, MOST_APTITUDE, ours)
        found |= {} if value is None else {ours: value}
    return found


def checks(body: FieldCursor, stats: Mapping[str, int], changes: Changes = NO_CHANGES) -> dict[str, int]:
    """Import the checks that are not the usual multiple of their aptitudes: explicit, or changed by a modifier."""
    found: dict[str, int] = {}
    for key, ours in APTITUDES.items():
        usual, more = USUAL_CHECK * stats.get(ours, 0), changes[f"aptitudes.{key}.mod"]
        for field, base in (("roll", 0), ("mod", usual + more)):
            written = number(body.peek("aptitudes", key, field)) or 0
            if (not written and (field == "roll" or not more)) or written + base == usual:
                continue
            check = within(written + base, 0, MOST_CHECK)
            if check is None:
                body.leave(("aptitudes", key, field), why_not(written + base, 0, MOST_CHECK))
            else:
                if written:
                    body.came(("aptitudes", key, field), f"{ours} check {check}")
                found[ours] = check
    return found


def derived(body: FieldCursor, morph: SheetMorph, stats: Mapping[str, int], changes: Changes) -> dict[str, int]:
    """Import the derived values: explicit ones, or those computed by the sheet from modifiers and for an infomorph."""
    places = {
        "INIT": ("initiative", "value"),
        "LUC": ("mental", "luc"),
        "TT": ("mental", "tt"),
        "IR": ("mental", "ir"),
        "WT": ("physical", "wt"),
        "DR": ("physical", "dr"),
    }
    found = {key: body.number(path, 0, MOST_STAT, key) for key, path in places.items()}
    known = {key: value for key, value in found.items() if value is not None}
    dur = morph.dur
    more = with_effects(body, ("mods", "durmod"), changes)
    if dur and more and within(dur + more, 1, MOST_STAT):
        _mods_came(body, ("durmod",), "DUR")
        dur += more
    known |= {} if dur is None else {"DUR": dur}
    if dur and morph.kind == INFOMORPH:
        known.setdefault("DR", min(2 * dur, MOST_STAT))
    return _modified(body, stats, changes) | known


def _modified(body: FieldCursor, stats: Mapping[str, int], changes: Changes) -> dict[str, int]:
    """Return the derived values that modifiers of the sheet change."""
    mods = {key: with_effects(body, ("mods", key), changes) for key in ("iniMod", "lucmod", "ttMod")}
    mods["iniMod"] += with_effects(body, ("mods", "manualIniMod"), changes)
    found: dict[str, int | None] = {}
    lucidity = 2 * stats["WIL"] + mods["lucmod"] if "WIL" in stats else None
    if mods["iniMod"] and {"REF", "INT"} <= stats.keys():
        found["INIT"] = within(half_up(stats["REF"] + stats["INT"], 5) + mods["iniMod"], 0, MOST_STAT)
        _mods_came(body, ("iniMod", "manualIniMod"), "INIT")
    if mods["lucmod"] and lucidity is not None:
        found["LUC"] = within(lucidity, 0, MOST_STAT)
        _mods_came(body, ("lucmod",), "LUC")
    if mods["ttMod"] and lucidity is not None:
        found["TT"] = within(half_up(lucidity, 5) + mods["ttMod"], 0, MOST_STAT)
        _mods_came(body, ("ttMod",), "TT")
    return {key: value for key, value in found.items() if value is not None}


def health(body: FieldCursor, stats: Mapping[str, int], changes: Changes) -> Health:
    """Import damage, stress, wounds and traumas, and the number of ignored ones."""
    damage = body.number(("physical", "damage"), 0, MOST_AMOUNT, "damage")
    stress = body.number(("mental", "stress"), 0, MOST_AMOUNT, "stress")
    lucidity = stats.get("LUC", 2 * stats["WIL"] if "WIL" in stats else None)
    return Health(
        damage=damage or _suffered(body, "physical", "damage", stats.get("DUR")),
        wounds=body.number(("physical", "wounds"), 0, MOST_AMOUNT, "wounds") or 0,
        stress=stress or _suffered(body, "mental", "stress", lucidity),
        traumas=body.number(("mental", "trauma"), 0, MOST_AMOUNT, "traumas") or 0,
        ignored_wounds=_ignored(body, "woundMod", "wounds", changes),
        ignored_traumas=_ignored(body, "traumaMod", "traumas", changes),
    )


def _suffered(body: FieldCursor, track: str, label: str, maximum: int | None) -> int:
    """Import the value of a bar: newer sheets count damage, older ones may count the health left."""
    path = ("health", track, "value")
    if body.base[-1:] == ("system",):
        return body.number(path, 0, MOST_AMOUNT, label) or 0
    value = number(body.peek(*path))
    if value and value == maximum:
        body.leave(path, f"no {label}: the bar is full")
    elif value:
        body.leave(path, f"an older sheet does not say whether {value} is the {label} or what is left")
    return 0


def _ignored(body: FieldCursor, key: str, label: str, changes: Changes) -> int:
    """Import the number of ignored wounds or traumas, which is a negative modifier."""
    ignored = min(MOST_IGNORED, max(0, -with_effects(body, ("mods", key), changes)))
    if ignored and within(body.peek("mods", key), -MOST_IGNORED, -1):
        body.came(("mods", key), f"{ignored} {label} ignored")
    return ignored


def pools(body: FieldCursor, morph: SheetMorph, changes: Changes) -> dict[str, Points]:
    """Import the pools of the morph, with the ego's Flex and modifiers, and the points left of each."""
    found: dict[str, Points] = {}
    for key in POOLS:
        most, more = morph.pools.get(key), with_effects(body, ("pools", key, "mod"), changes)
        if key == "flex":
            more += body.number(("ego", "egoFlex"), 0, MOST_AMOUNT, "Flex of the ego") or 0
        if number(body.peek("pools", key, "mod")):
            body.came(("pools", key, "mod"), f"{key} {number(body.peek('pools', key, 'mod')):+}")
        most = max(0, (most or 0) + more) if more else most
        found |= _points(key, body.number(("pools", key, "value"), 0, MOST_AMOUNT, f"{key} left"), most)
    now = body.number(("threatLevel", "current"), 0, MOST_AMOUNT, "threat left")
    most = body.number(("threatLevel", "total"), 0, MOST_AMOUNT, "threat")
    return found | _points("threat", now, most)


def _points(key: str, now: int | None, most: int | None) -> dict[str, Points]:
    """Return points from the number left and the maximum."""
    if now is None and most is None:
        return {}
    whole = now or 0 if most is None else min(most, MOST_AMOUNT)
    return {key: Points(now=whole if now is None else now, max=whole)}


def motivations(body: FieldCursor) -> tuple[str, ...]:
    """Import the motivations of the ego or of an NPC."""
    found = []
    for path in (("ego", "motivations"), ("motivations",)):
        found += [body.words((*path, key), "motivation") for key in body.names(*path)]
    return tuple(one for one in found if one)


def ego_lines(body: FieldCursor) -> list[str]:
    """Import the descriptive fields of the ego, one line each."""
    lines = []
    for key, label in EGO.items():
        words = body.words(("ego", key), label)
        if isinstance(body.peek("ego", key), list):
            found = [body.words(("ego", key, place), label) for place in range(len(body.peek("ego", key)))]
            words = ", ".join(filter(None, found))
        lines.append(f"{label}: {words}" if words else "")
    return lines


def counted_lines(body: FieldCursor, effects: Effects) -> list[str]:
    """Import the numbers without a field in a stat block, one line each."""
    lines = []
    for path, label in COUNTED.items():
        value = number(body.peek(*path))
        if value:
            body.came(path, f"{label} {value}")
            lines.append(f"{label}: {value}")
    lines += [f"Melee damage: {bonus}" for bonus in effects.melee]
    bonus = {kind: with_effects(body, ("mods", f"{kind}Mod"), effects.changes) for kind in ("energy", "kinetic")}
    if min(bonus.values()) < 0:
        _mods_came(body, ("energyMod", "kineticMod"), "armor")
        lines.append(f"Armor modifier: {'/'.join(f'{value:+}' for value in bonus.values())}")
    times = number(body.peek("mods", "woundMultiplier"))
    if times == 1:
        body.leave(("mods", "woundMultiplier"), "wounds count once")
    elif times:
        body.came(("mods", "woundMultiplier"), f"wounds count {times} times")
        lines.append(f"Wounds count: {times} times")
    return lines


def armor_bonus(body: FieldCursor, effects: Effects) -> tuple[Armor, ...]:
    """Import the armor added by effects; a reduction goes to the notes."""
    bonus = {kind: with_effects(body, ("mods", f"{kind}Mod"), effects.changes) for kind in ("energy", "kinetic")}
    if min(bonus.values()) < 0 or not any(bonus.values()):
        return ()
    _mods_came(body, ("energyMod", "kineticMod"), "armor")
    return (Armor(values=bonus, name=", ".join(effects.armor) or "Modifiers"),)


def _mods_came(body: FieldCursor, keys: Iterable[str], label: str) -> None:
    """Record that modifiers were imported."""
    for key in keys:
        if number(body.peek("mods", key)):
            body.came(("mods", key), f"{label} {number(body.peek('mods', key)):+}")


def strain_lines(body: FieldCursor) -> str:
    """Import a psi strain, with its influences if there is one."""
    parts = {key: _own_words(body, ("psiStrain", key), f"psi strain: {key}") for key in STRAIN}
    sub = _own_words(body, ("subStrain", "label"), "psi substrain")
    words = text(body.peek("psiStrain", "infection"))
    if words and number(words) != 0:
        parts["infection"] = f"infection {body.words(('psiStrain', 'infection'), 'infection')}"
    words = "; ".join(filter(None, [*parts.values(), sub]))
    return joined_lines([f"Psi strain: {words}" if words else "", *_influences(body, there=bool(words))])


def _influences(body: FieldCursor, *, there: bool) -> list[str]:
    """Import the influences of a psi strain."""
    lines = []
    for group in ("strainInfluence", "subStrain"):
        for key in body.names(group):
            if not isinstance(body.peek(group, key), dict):
                continue
            parts = []
            for part in ("label", "description"):
                path = (group, key, part)
                if there:
                    parts.append(_own_words(body, path, "an influence of the strain"))
                else:
                    _leave_filled(body, path, NO_STRAIN)
            words = ": ".join(filter(None, parts))
            lines.append(f"Influence: {words}" if words else "")
    return lines


def _own_words(body: FieldCursor, path: Path, label: str) -> str:
    """Import a text, unless it is the sheet's default or a placeholder."""
    words = text(body.peek(*path))
    if words.startswith(SHEET_TEXT) or words in {"0", "none"}:
        body.leave(path, f"{SHEETS_OWN}: {quoted(words)}")
        return ""
    return body.prose(path, label)


def _leave_filled(part: FieldCursor, path: Path, why: str) -> None:
    """Leave out a field with content."""
    value: Any = part.peek(*path)
    if value not in EMPTY:
        part.leave(path, why)


def muse_lines(body: FieldCursor) -> list[str]:
    """Import the skills of a muse beyond those that every muse has."""
    found = []
    for place, key in enumerate(body.names("muse", "skills")):
        skill = body.below("muse", "skills", key)
        value, name = number(skill.peek("value")), text(skill.peek("skillname")).rpartition(".")[2]
        usual = MUSE_SKILLS[place] if place < len(MUSE_SKILLS) else None
        if value and value != usual:
            skill.came(("value",), f"muse: {name} {value}")
            found.append(f"{name.capitalize()} {value}")
        elif skill.peek() not in EMPTY:
            skill.leave((), "what every muse knows")
    name = body.words(("muse", "knowledgeskillname"), "muse: field of knowledge")
    value = number(body.peek("muse", "knowledgeskillvalue"))
    if value:
        body.came(("muse", "knowledgeskillvalue"), f"muse: {name or 'Know'} {value}")
    if name or value:
        found.append(" ".join(filter(None, ["Know:" if name else "Know", name, str(value) if value else ""])))
    return [f"Muse skills: {', '.join(found)}"] if found else []
