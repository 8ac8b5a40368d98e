"""Dice that anyone can check: committed before the players cut, revealed after the hand. docs/fair-dice.md."""
