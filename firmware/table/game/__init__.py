"""The rules of the game: seats, dealer, breaking the wall, dealing, when the deal moves on.

Pure functions over plain values. Nothing here rolls, shuffles, moves or remembers: rolls and permutations are
arguments, and the state of a game is a dictionary that the caller keeps. Nothing outside this package is imported.

Words used all through the package:
- seat: 0 east, 1 south, 2 west, 3 north, counter-clockwise seen from above, the order of play;
- layout: four counts of two-tile stacks, the walls of seats 0 to 3; a zero is a seat where nobody plays;
- stack: counted from 1 at its wall's right end as its owner sees it; tier: "upper" or "lower";
- roll: the dice of one throw, for example (3, 4), or only their sum, 7, where the rule needs no more;
- wind: 0 east, 1 south, 2 west, 3 north.

What cannot be is refused with ValueError, whose text is one sentence for a person.
"""
