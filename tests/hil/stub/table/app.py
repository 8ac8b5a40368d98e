"""A firmware of a few lines: it answers each line, so that the simulator is tested without a table's firmware."""

import asyncio

import machine


def _boots(root):
    try:
        with open(root + "/boots") as f:
            boots = int(f.read())
    except OSError:
        boots = 0
    with open(root + "/boots", "w") as f:
        f.write(str(boots + 1))
    return boots + 1


async def _say(writer, data):
    while data:
        data = data[writer.write(data) or 0 :]
        await asyncio.sleep_ms(0 if not data else 1)


async def _serve(root, reader, writer):
    boots = _boots(root)
    stream = asyncio.StreamReader(reader)
    buffer = bytearray(1)
    line = b""
    while True:
        if not await stream.readinto(buffer):
            continue
        if buffer == b"\x03":
            return "prompt"
        if buffer != b"\n":
            line += buffer
            continue
        words, line = line.split(b" "), b""
        if words[0] == b"boots":
            answer = b"%d" % boots
        elif words[0] == b"cause":
            answer = b"%d" % machine.reset_cause()
        elif words[0] == b"reset":
            machine.reset()
        elif words[0] == b"disc":
            machine.PWM(machine.Pin(8), freq=20000, duty_u16=32768)
            answer = b"on"
        elif words[0] == b"crash":
            raise ValueError("crashed on purpose")
        elif words[0] == b"hang":
            while True:
                pass
        elif words[0] == b"long":
            for _ in range(int(words[1])):
                await _say(writer, b"x" * 999 + b"\n")
            answer = b"end"
        else:
            answer = b"echo " + b" ".join(words)
        await _say(writer, answer + b"\n")


def main(root, board, reader, writer, chunk=1):
    return asyncio.run(_serve(root, reader, writer))
