"""Wounds and traumas, their modifier, and the thresholds (EP1, EP2, "Damage, wounds, stress and traumas")."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from gm_desk.core.rules.dice import down

WOUND_MODIFIER = -10

Count = Annotated[int, Meta(ge=0, le=9999)]
BodyState = Literal["", "out", "dead", "unconscious"]
MindState = Literal["", "breakdown", "lost"]


class Health(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """A character's damage and stress, with the number of wounds and traumas ignored; `fatigue` is spent stamina."""

    damage: Count = 0
    wounds: Count = 0
    stress: Count = 0
    traumas: Count = 0
    ignored_wounds: Count = 0
    ignored_traumas: Count = 0
    fatigue: Count = 0
    extra: Mapping[str, Any] = {}


class HealthEffects(Struct, frozen=True):
    """The effects of a character's health: the modifier of every test, and the state of body and mind."""

    modifier: int = 0
    body: BodyState = ""
    mind: MindState = ""


def after_armor(damage: int, armor: int) -> int:
    """Return damage minus armor, at least 0."""
    return max(0, damage - armor)


def wounds_from(damage: int, threshold: int | None) -> int:
    """Return the wounds of one hit by WT, or the traumas of one shock by TT; 0 without a threshold."""
    return down(max(0, damage), threshold) if threshold else 0


def wound_modifier(health: Health, most_ignored: int) -> int:
    """Return the modifier of wounds and traumas together; up to `most_ignored` of each can be ignored."""
    wounds = max(0, health.wounds - min(health.ignored_wounds, most_ignored))
    traumas = max(0, health.traumas - min(health.ignored_traumas, most_ignored))
    return WOUND_MODIFIER * (wounds + traumas)


def body_state(damage: int, durability: int | None, death: int | None) -> BodyState:
    """Return whether damage has put the body out of action (DUR) or destroyed it (DR)."""
    if death is not None and damage >= death:
        return "dead"
    return "out" if durability is not None and damage >= durability else ""


def mind_state(stress: int, lucidity: int | None, insanity: int | None) -> MindState:
    """Return whether stress has caused a breakdown (LUC) or the mind is lost (IR)."""
    if insanity is not None and stress >= insanity:
        return "lost"
    return "breakdown" if lucidity is not None and stress >= lucidity else ""
