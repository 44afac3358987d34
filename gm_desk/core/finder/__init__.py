"""The finder: what a typed line means.

`lexicon` matches words with names, at a cost; `index` asks it for the characters of a roster and what they can roll.
`meanings` splits the words of one side of a test, `sides` reads each split with the index, and `line` puts both sides
together as tests. `sides.picks` orders the readings of a side by cost; `line` pairs two sides in that order, and puts a
doubt first.
"""
