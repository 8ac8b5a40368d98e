"""The rules of the game on MicroPython: the same checks as on CPython, without a table."""

import game_checks as checks
import game_play_checks as play


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
    play.check_flowers()


def test_seating(w):
    play.check_seating()
    play.check_seating_again()
    play.check_piles()
    play.check_seatings_whole()
    play.check_first_dealer()


def test_rounds(w):
    play.check_policies()
    play.check_draws()
    play.check_rounds()


def test_dora(w):
    play.check_dora()
