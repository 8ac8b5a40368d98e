"""What comes over the serial line while a hand of the campaign is played: people, programs, garbage, spoilt bytes."""

from binascii import crc32

from .rng import Rng


class Talk:
    """`plan["talk"]` says who talks, "" nobody; `faults.spoil` how the bytes of `spoilt` lines are changed."""

    def __init__(self, t, plan, faults):
        self.t = t
        self.plan = plan
        self.faults = faults
        self.rng = Rng(plan["seed"] + 77)
        self.due_ms = 0

    def look(self, now):
        """Sends something every now and then."""
        if self.plan["talk"] and now >= self.due_ms:
            self.due_ms = now + 100 + self.rng.below(400)
            self._talk()

    def _talk(self):
        rng, talk = self.rng, self.plan["talk"]
        if talk == "words":
            self.t.send(("status\n", "?", "faults\n", "help\n", "nonsense here\n")[rng.below(5)])
        elif talk == "at":
            self.t.send(("AT\r", "ATI\r\n", "AT+CGMI\r\n", "AT+GCAP\r", "+++")[rng.below(5)])
        elif talk == "bytes":
            data = bytearray([rng.below(256) for _ in range(1 + rng.below(60))])
            self.t.send(bytes([b if b not in (3, 33) else 34 for b in data]))
        else:
            line = ("status", "hello", "faults", "dome", "sort")[rng.below(3 if talk == "program" else 5)]
            text = '{"jsonrpc":"2.0","id":"c%d","method":"%s"}' % (rng.below(1000000), line)
            data = ("%s*%08x\n" % (text, crc32(text.encode()))).encode()
            self.t.send(data if talk == "program" else self._spoilt(data))
        if len(self.t.words) > 50:
            self.t.words.clear()
        if len(self.t.events) > 50:
            self.t.events.clear()
        self.t.answers.clear()

    def _spoilt(self, data):
        """One byte in so many lost, changed or doubled; in a line of `dome` or `sort` one for certain."""
        rng, kind, one_in = self.rng, self.faults.spoil["kind"], self.faults.spoil["one_in"]
        certain = rng.below(len(data) - 11) + 1 if b'"dome"' in data or b'"sort"' in data else -1
        out = bytearray()
        for at in range(len(data)):
            byte = data[at]
            if at != certain and rng.below(one_in):
                out.append(byte)
            elif kind == 0:
                continue
            elif kind == 1:
                byte ^= 1 << rng.below(8)
                out.append(byte if byte not in (3, 33) else 34)
            else:
                out.append(byte)
                out.append(byte)
        return bytes(out)
