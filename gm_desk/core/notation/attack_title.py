"""The title of an attack in a stat block: its name, with a label, a rating and a number beside it."""

import re

from msgspec import Struct, structs

from gm_desk.core.characters.stat_block import Attack, Points
from gm_desk.core.notation.book_attack import THROWN, read_book_attack
from gm_desk.core.notation.text import TextSpan

EDGES = " \n|–—→-"
LABEL = re.compile(r"(?:melee |ranged )?attack[ ]+[–—-][ ]+(?=[^\W\d_])", re.IGNORECASE)
"""A label before the name: "Attack – Claws"."""
ORDINAL = re.compile(r"(?:attack|weapon)[ ]#?[0-9]{1,2}(?:[ ]*[:.]|[ ]+[–—-])[ ]+(?=[^\W\d_])", re.IGNORECASE)
"""The place of an attack in a list, before its name: "Attack 2: Claws"."""
RATED = re.compile(
    r"(?<=[\w)])(?:[ ]*[(\[][ ]*(?P<inside>[0-9]{1,3}%|[0-9]{2,3})[ ]*[)\]]"
    r"|[ ]+(?P<sure>[0-9]{1,3})%|[ ]+(?P<bare>[0-9]{2}))$"
)
"""The rating at the end of a title: "Claws 75%", "Rifle (55)", "Bite 70"."""
MODEL = re.compile(r"(?:\b[A-Z]{1,4}|\b(?:Mk|Mark|Model|No|Type))\.?$")
"""The end of a name that a number belongs to: "AK 47"."""
COUNTED = re.compile(r"[ ]*(?:[(\[]?[x×][ ]?(?P<times>[0-9]{1,2})[)\]]?|\((?P<number>[0-9])\))$")
"""How many there are, at the end of a title: "Frag grenade x2", "Frag grenade (2)"."""
LEAST_RATING = 10
"""The smallest number in a title that is a rating without a percent sign."""


class AttackTitle(Struct, frozen=True):
    """The name of an attack, the rating in its title, and how many there are of a weapon that is thrown."""

    name: str
    rating: int | None = None
    number: int | None = None


def read_attack_title(text: str) -> AttackTitle:
    """Return the parts of a title; a number after capitals is part of the name: "AK 47"."""
    plain = " ".join(text.split()).strip(EDGES)
    plain = LABEL.sub("", plain, 1)
    rated = RATED.search(plain)
    rating = None
    if rated is not None and not (rated["bare"] and MODEL.search(plain, 0, rated.start())):
        number = (rated["inside"] or rated["sure"] or rated["bare"]).removesuffix("%")
        sure = rated[0].rstrip(" )]").endswith("%")
        if sure or int(number) >= LEAST_RATING:
            rating, plain = int(number), plain[: rated.start()].rstrip(EDGES)
    counted = COUNTED.search(plain)
    if counted is None or not THROWN.search(plain, 0, counted.start()):
        return AttackTitle(plain, rating)
    return AttackTitle(plain[: counted.start()].rstrip(EDGES), rating, int(counted["times"] or counted["number"]))


def read_titled_attack(title: str, part: TextSpan, attack_id: str) -> Attack:
    """Read an attack from its title and the text after it; a rating in that text counts, not one in the title.

    The number of grenades and of other thrown weapons is their ammunition, that of other weapons is part of the name.
    """
    read, plain = read_attack_title(title), " ".join(title.split()).strip(EDGES)
    attack = read_book_attack(read.name, part, attack_id)
    again = attack.rating is not None and read.rating not in {None, attack.rating}
    if again or (read.number is not None and attack.ammo is not None):
        return structs.replace(attack, name=plain)
    rating = attack.rating if read.rating is None else read.rating
    ammo = attack.ammo if read.number is None else Points(now=read.number, max=read.number)
    return structs.replace(attack, rating=rating, ammo=ammo)
