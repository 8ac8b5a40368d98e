"""From a board to a working table: compile, compare, send, verify, switch the slot, roll back."""
