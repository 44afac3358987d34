"""House rules: the settings of a roster that change what dice mean (rules, "House rules")."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from gm_desk.core.rules.modifiers import CAP


class House(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Hold the house rules of a roster; the defaults are the book.

    `cap` holds the net modifier (None holds nothing); `pool_in_cap` counts a pool's +20 inside it;
    `default_criticals` says whether critical successes count when defaulting (EP2).
    """

    cap: Annotated[int, Meta(ge=0)] | None = CAP
    pool_in_cap: bool = True
    default_criticals: Literal["ignored", "count"] = "ignored"
