"""The console script. Light, because Ctrl-C may come while the rest is still being loaded."""

import os
import signal
import sys

_presses = 0


def main() -> None:
    """Runs `queji` with the arguments of the process, and ends it with the exit code."""
    heard = signal.getsignal(signal.SIGINT) not in (signal.SIG_IGN, None)  # `nohup`, `&` in a script: not to be heard
    if heard:
        signal.signal(signal.SIGINT, _loading)
    from queji import cli

    if heard:
        signal.signal(signal.SIGINT, _running)
    try:
        cli.main()
    finally:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # all is done; the exit code stays what it is


def _loading(number: int, frame: object) -> None:
    """Nothing has been begun yet. No exception: it could be swallowed by what is being loaded."""
    os.write(2, b"queji: Interrupted.\n")
    os._exit(130)


def _running(number: int, frame: object) -> None:
    """The first Ctrl-C ends what runs; the second must not cut short how it is ended; the third does."""
    global _presses
    _presses += 1
    if _presses == 1:
        raise KeyboardInterrupt
    if _presses > 2:
        os._exit(130)


if __name__ == "__main__":
    sys.exit(main())
