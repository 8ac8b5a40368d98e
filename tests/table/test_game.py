"""The rules of the game on MicroPython: the same checks as on CPython, without a table."""

import game_checks as checks


def test_seats_and_sets(w):
    checks.check_counting()
    checks.check_rolls()
    checks.check_sets()
    checks.check_winds()


def test_walls(w):
    checks.check_ring()
    checks.check_breaks()
    checks.check_rolls_to_break()


def test_every_deal(w):
    checks.check_every_deal()


def test_dealing(w):
    checks.check_last_tiles()
    checks.check_remaining()
    checks.check_tails()
    checks.check_tails_distinct()
    checks.check_dead_walls()
    checks.check_flowers()


def test_seating(w):
    checks.check_seating()
    checks.check_seating_again()
    checks.check_piles()
    checks.check_seatings_whole()
    checks.check_first_dealer()


def test_rounds(w):
    checks.check_policies()
    checks.check_draws()
    checks.check_rounds()


def test_dora(w):
    checks.check_dora()
