"""Keys pressed for a time: when each is let go."""

from .parts import NEVER


class Keys:
    def __init__(self, plant):
        self.plant = plant
        self._until = [NEVER] * len(plant.raw)
        self.due = NEVER

    def press(self, signal, ms):
        self._until[signal] = self.plant.now + ms * 1000
        self.due = min(self._until)
        self.plant.sense(signal, 1)

    def event(self, now):
        for signal in range(len(self._until)):
            if self._until[signal] <= now:
                self._until[signal] = NEVER
                self.plant.sense(signal, 0)
        self.due = min(self._until)
