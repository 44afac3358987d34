"""`gm-desk rules`: read requests as JSON lines and write answers as JSON lines, without Qt."""

import os
import sys
from typing import BinaryIO

from gm_desk.command_line import ALL_GOOD, SOME_BAD, UNUSABLE

HELP = """\
usage: gm-desk rules < requests.jsonl > answers.jsonl

Resolve rolls, or calculate their odds: read one JSON object per line and write one answer per line, in the same order.
An invalid line is answered with {"id": ..., "error": "..."}, which names the key; the other lines are still answered,
and the exit code is then 1, otherwise 0. Blank lines are skipped; "id" is returned unchanged.

Every request has "system" (ep1, ep2, kaiser) and "check"; optional keys are in brackets. A modifier is a number or
{"label": "Smoke", "value": -30}. Without dice the answer has the odds.

ep2  success   target [modifiers default pool after roll house]
     opposed   a b [ruling attack house]                 a side has the keys of a success test, without house
     damage    expression rolls [superior critical piercing armor threshold]
ep1  success   target [modifiers default pool after printing roll house]
     simple    target roll [modifiers default printing house]
     opposed   a b [attack variable house]
     damage    expression rolls [margin critical bonus penetration armor threshold]
kaiser
     skill                   value difficulty
                             [modifiers advantage disadvantage fumble_degree dice extra fumble adjust house]
     resistance              value difficulty [modifiers advantage disadvantage dice adjust house]
     characteristic          value difficulty [modifiers dice house]
     opposed_skill           a b [ruling adjust house]   a side has the keys of its check, without difficulty, adjust,
     attack                  a b [adjust house]          house; and [kind]
     opposed_characteristic  a b [ruling house]
     damage                  base degrees [absorption armor]
any  dice      expression rolls
     order     combatants [turn]; ep1: [printing]       who acts when; a combatant has: id init roll,
               ep2 [ref first surprise wounds traumas ignored], ep1 [speed first surprise wounds traumas ignored]

target            the base, 0 to 200; the answer's target is base + net
roll              00 to 99 as a number
pool              before the roll: ignore_modifiers, add_20 (ep2)
after             after it: flip_flop, upgrade, downgrade
printing          late, first
ruling            ep2: deadlock, higher_roll, higher_skill; kaiser: defender, roll_off
dice              all d6 rolled, in order; extra: those of an open roll; fumble: the two of the fumble level
kind              of a side: skill (without it), or resistance, which has no fumble_degree, extra, fumble
adjust            -50 to 50, with dice: so many degrees more or fewer, never below 0
expression        2d10+3, 2d6 + 1d10; rolls: what each die shows; a d100 shows 0 to 99, in kaiser 00 is 100
superior          0 to 2 superior results spent on damage, whose dice come last; piercing halves the armor
margin            of success; penetration is the AP number, bonus the damage bonus; threshold: WT, for the wounds
init              of a combatant: initiative, to which the roll is added; ref parts equals; speed: phases, 1 to 4
first             ep2: true; ep1: the phases paid for, 1 to 4; surprise: reacting, surprised; ignored: wounds + traumas
house             ep1: cap printing most_severe; ep2: cap pool_in_cap default_criticals ruling;
                  kaiser: characteristic_dice ruling

Example
  {"id": 1, "system": "ep2", "check": "success", "target": 65, "modifiers": [-20, 10], "roll": 42}
  {"id":1,"base":65,"sum":-10,"net":-10,"target":55,"roll":42,"success":true,"critical":false,"superior":1,\
"grade":"superior_success"}
"""


def main(arguments: list[str]) -> int:
    """Answer the lines of standard input, or print the help; return the exit code."""
    if not arguments:
        return run(sys.stdin.buffer, sys.stdout.buffer)
    asked = arguments in (["--help"], ["-h"])
    print(HELP, end="", file=sys.stdout if asked else sys.stderr)
    return ALL_GOOD if asked else UNUSABLE


def run(stdin: BinaryIO, stdout: BinaryIO) -> int:
    """Answer every line until the input ends or the reader is gone; return 1 if any line was bad, else 0.

    At most one line of bounded length is in memory; each answer is flushed at once, for bots that wait for it.
    """
    try:
        return _answer_all(stdin, stdout)
    except BrokenPipeError:
        # Python flushes standard output once more at exit and would report the closed pipe
        os.dup2(os.open(os.devnull, os.O_WRONLY), stdout.fileno())
        return SOME_BAD


def _answer_all(stdin: BinaryIO, stdout: BinaryIO) -> int:
    """Answer line by line; return the exit code."""
    from gm_desk.core.jsonl.answering import MOST_BYTES, answer

    code = ALL_GOOD
    while line := stdin.readline(MOST_BYTES + 1):
        if len(line) > MOST_BYTES and not line.endswith(b"\n"):
            _skip_line(stdin, MOST_BYTES)
        if line.strip():
            reply = answer(line.removesuffix(b"\n"))
            code = code if reply.good else SOME_BAD
            stdout.write(reply.line + b"\n")
            stdout.flush()
    return code


def _skip_line(stdin: BinaryIO, part_size: int) -> None:
    """Read to the end of a line that is too long, without storing it."""
    while (part := stdin.readline(part_size)) and not part.endswith(b"\n"):
        pass
