"""What each light barrier of this table reads, clear and blocked: learned by the self-test `calibrate`, kept over
power-off, and made into the thresholds that the control tick uses."""

import json

from table.faults import Fault
from table.store import atomic

_NAME = "/photos"


def thresholds(clear, blocked):
    """(blocked below, clear above) between two levels: a band of 15 % of the span, nearer to the blocked level."""
    span = clear - blocked
    return blocked + span * 35 // 100, blocked + span // 2


def load(t):
    """Take up what was learned: {signal: [clear, blocked, noise]}, {} when nothing was. Bad data is told, not used."""
    data, problems = atomic.read(t.root + _NAME)
    found = {}
    if data is not None:
        try:
            found = json.loads(data)
            for name, (clear, blocked, noise) in found.items():
                if not 0 <= blocked < clear <= 65535 or noise < 0 or name not in t.signals.photos:
                    raise ValueError(name)
        except (ValueError, TypeError, AttributeError):
            found = {}
            problems.append("the calibration of the light barriers cannot be understood")
    for text in problems:
        t.log.add(text)
        t.latch.warn(Fault(9, 5, None, "store", "calibration", unit=""))
    _use(t, found)
    return found


def save(t, learned):
    """Keep and use what was learned. Raises Refusal when it cannot be kept."""
    atomic.write(t.root + _NAME, json.dumps(learned).encode())
    t.calibrated = learned
    _use(t, learned)


def _use(t, learned):
    for name, (clear, blocked, _) in learned.items():
        t.signals.photos[name].set_thresholds(*thresholds(clear, blocked))
