"""Starts the table. Whatever happens, its motors end up off.

A second and a half of grace, in which Ctrl-C still works as usual: no program on the table can lock its owner out.
"""

import sys
import time

import micropython


def outputs_safe():
    """After a soft reset the RP2 port leaves pins as they were: drop the expanders' reset line and all else first."""
    from machine import Pin

    try:
        with open("board/pins.csv") as f:
            rows = [line.strip().split(",") for line in f if ",GP" in line]
    except OSError:
        return "no board/pins.csv: copy the folder of your board to 'board' on the controller"
    for name, pin in rows:
        if name in ("expander_reset", "disc", "disc_reverse", "dome_up", "dome_down", "buzzer") or name.endswith(
            ("_pickup", "_pickup_reverse", "_head", "_lift")
        ):
            Pin(int(pin[2:]), Pin.OUT, value=0)
    return None


def start():
    problem = outputs_safe()
    if problem:
        sys.stdout.write("; " + problem + "\r\n")
        return
    time.sleep_ms(1500)
    from table import app

    micropython.kbd_intr(-1)  # from here on Ctrl-C is a byte: the link stops in order, then returns to the prompt
    try:
        end = app.main()
    except Exception as e:  # the motors are off; say why, and leave the prompt to the technician
        sys.print_exception(e)
        end = "prompt"
    finally:
        outputs_safe()
        micropython.kbd_intr(3)
    if end != "prompt":
        import machine

        machine.reset()


start()
