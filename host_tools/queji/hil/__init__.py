"""Hardware in the loop: a table, real or virtual, tested through its serial line (docs/hil.md).

`queji hil` runs the suite that comes with it; `pytest -p queji.hil.plugin` gives the same fixtures to other tests.
Only plugin.py, session.py, unmet.py, transcript_items.py, run.py and the suite need pytest.
"""
