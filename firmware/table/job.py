"""What is told of work that takes time."""

from time import ticks_diff, ticks_ms


class Job:
    """Something that takes time: told when it starts and ends, and asked for by its number."""

    def __init__(self, number, name):
        self.id = number
        self.name = name
        self.state = "running"
        self.started_ms = ticks_ms()
        self.ended_ms = None
        self.fault = None
        self.result = None
        self.asks = None  # what a self-test asks of the person

    def fields(self):
        end = ticks_ms() if self.ended_ms is None else self.ended_ms
        row = {"id": self.id, "name": self.name, "state": self.state, "ms": ticks_diff(end, self.started_ms)}
        if self.fault is not None:
            row["fault"] = self.fault.fields()
        if self.result is not None:
            row["result"] = self.result
        if self.asks is not None:
            row["asks"] = self.asks
        return row
