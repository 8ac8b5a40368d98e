"""Starts the table. Whatever happens, its motors end up off, and a program that works is found.

The program lies in /slot_a or /slot_b, each with a `manifest` that was written last; or in the root (files copied by
hand); or frozen in the image. /active says which: `slot_b`, or `slot_b 1 slot_a` while slot_b is new, was started once,
and has not said that it is well. It gets two starts; then slot_a is back. A file /update leads to the prompt, once.
"""

import gc
import os
import sys
import time

import micropython

STARTS = 2  # that a new program gets
GRACE_MS = 1500  # from each start on Ctrl-C works as usual, so no program on the table can lock its owner out
DRIVERS = ("expander_reset", "disc", "disc_reverse", "dome_up", "dome_down", "buzzer")


def intact(slot):
    """Whether the slot was written to the end: the manifest's last line is the hash of those before."""
    from binascii import hexlify
    from hashlib import sha256

    try:
        with open(slot + "/manifest", "rb") as f:
            lines = f.read()
    except OSError:
        return False
    end = lines.rfind(b"\n", 0, len(lines) - 1) + 1
    return end > 0 and lines[end : end + 64] == hexlify(sha256(lines[:end]).digest())


def write(name, text):
    """Whole or not at all."""
    try:
        with open(name + ".new", "w") as f:
            f.write(text)
        os.rename(name + ".new", name)
    except OSError:  # a full or worn flash: start all the same
        pass


def choose():
    """`(slot, before, active)`: the folder to start from, "" for the root; while a program is on trial what was there
    before it, else None; what is to be written into /active, "" for nothing."""
    try:
        with open("active") as f:
            slot, tries, before = (f.read().split() + ["", "", ""])[:3]
    except (OSError, ValueError):
        slot = tries = before = ""
    if tries:
        if tries.isdigit() and int(tries) < STARTS and intact(slot):
            return slot, before, "%s %d %s" % (slot, int(tries) + 1, before)
        if before == "root" or intact(before):
            return "" if before == "root" else before, None, before
    if slot == "root":
        return "", None, ""
    for name in (slot, "slot_a", "slot_b"):
        if intact(name):
            return name, None, ""
    return "", None, ""


def say(text):
    sys.stdout.write("; " + text + "\r\n")


def outputs_safe(board):
    """After a soft reset the RP2 port leaves pins as they were: drop the expanders' reset line and all else first."""
    from machine import Pin

    try:
        with open(board + "/pins.csv") as f:
            rows = [line.strip(" \r\n\ufeff").split(",") for line in f]
    except OSError:
        return "no board/pins.csv: copy the folder of your board to 'board' on the controller"
    for row in rows:
        name, pin = row[0].strip(), row[-1].strip()
        if len(row) != 2 or name[:1] == "#" or pin[:2] != "GP" or not pin[2:].isdigit():
            continue
        if name in DRIVERS or name.endswith(("_pickup", "_pickup_reverse", "_head", "_lift")):
            Pin(int(pin[2:]), Pin.OUT, value=0)
    return None


def start():
    slot, before, active = choose()
    board = slot + "/board" if slot else "board"
    problem = outputs_safe(board)
    if problem:
        say(problem)
        return
    if active:
        write("active", active + "\n")
        if before is None:
            say("the new program was not well: the one before it is back")
    try:
        os.remove("update")
        say("for an update: nothing runs")
        return
    except OSError:
        pass
    began = time.ticks_ms()
    if slot:
        sys.path.insert(0, slot)
    import machine

    end = "broken"
    try:
        gc.threshold(16_000)  # what loading and the start leave behind must not cut the heap into pieces
        try:
            from table.signals import attach
        except ImportError:  # a program of before
            attach = None
        more = {}
        if attach:
            end = "failed"
            more["signals"] = attach(board)  # first, while the memory is whole
            end = "broken"
        from table import app

        time.sleep_ms(max(0, GRACE_MS - time.ticks_diff(time.ticks_ms(), began)))
        end = "failed"
        micropython.kbd_intr(-1)  # from here on Ctrl-C is a byte: the link stops in order, then returns to the prompt
        end = app.main("", board, well=None if before is None else lambda: write("active", slot + "\n"), **more)
    except Exception as e:  # the motors are off; say why
        sys.print_exception(e)
    finally:
        gc.threshold(-1)
        outputs_safe(board)
        micropython.kbd_intr(3)
    if end == "prompt":
        # The watchdog cannot be stopped: at the prompt a timer feeds it.
        dog = machine.WDT(timeout=8388)
        machine.Timer(-1, period=1000, mode=machine.Timer.PERIODIC, callback=lambda timer: dog.feed())
        return
    if before is None and end in ("broken", "failed"):
        other = "slot_b" if slot == "slot_a" else "slot_a"
        if end == "failed" or active or not intact(other):
            return  # to the prompt, for a technician
        write("active", "%s 0 %s\n" % (other, slot or "root"))
        time.sleep_ms(GRACE_MS)  # nothing may load: two broken programs must not reset for ever out of reach
    if end == "update":
        write("update", "")
    machine.reset()


start()
