"""Fitting the firmware to a table: what is measured on it becomes its mechanics.json.

`measuring` runs the self-tests, `judging` makes values of what they found, `file` writes them.
"""
