"""Stand-in for MicroPython's `neopixel`: what is written is kept by the virtual table."""


class NeoPixel:
    ORDER = (1, 0, 2, 3)  # green is sent first

    def __init__(self, pin, n, bpp=3, timing=1):
        self.pin = pin
        self.n = n
        self.bpp = bpp
        self.buf = bytearray(n * bpp)
        pin.init(pin.OUT)

    def __len__(self):
        return self.n

    def __setitem__(self, i, colour):
        at = i * self.bpp
        for k in range(self.bpp):
            self.buf[at + self.ORDER[k]] = colour[k]

    def __getitem__(self, i):
        at = i * self.bpp
        return tuple(self.buf[at + self.ORDER[k]] for k in range(self.bpp))

    def fill(self, colour):
        for i in range(self.n):
            self[i] = colour

    def write(self):
        board = self.pin._b
        if self.pin.n == board.wiring.pins.get("strip"):
            board.show(self.buf)
