"""What a roster adds to the common modifiers of its system, changes, hides and reorders."""

from collections.abc import Mapping
from typing import Annotated, Any

from msgspec import Meta, Struct

from gm_desk.core.systems.combat import CommonModifier

MOST_OWN_MODIFIERS = 200


class OwnModifier(CommonModifier, frozen=True, forbid_unknown_fields=False, omit_defaults=True):
    """A modifier of a roster's own, or one of the system that the roster has changed, by its id."""

    extra: Mapping[str, Any] = {}


class OwnModifiers(Struct, frozen=True, omit_defaults=True):
    """The modifiers of a roster's own, the ids of hidden ones, and the order of all; empty is that of the system."""

    own: Annotated[tuple[OwnModifier, ...], Meta(max_length=MOST_OWN_MODIFIERS)] = ()
    hidden: tuple[str, ...] = ()
    order: tuple[str, ...] = ()
    extra: Mapping[str, Any] = {}
