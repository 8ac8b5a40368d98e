"""The virtual table: the mechanics of a table (the plant) and stand-ins for the controller's modules.

Runs inside the `micropython` process beside the firmware, as the package `virtual`; the mechanics alone also
run on CPython, as `queji.virtual`.
"""
