"""Ctrl-C works in the programs that tests start, even where a shell started the tests in the background."""

import signal

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # and would be in every program started from here
    signal.signal(signal.SIGINT, signal.default_int_handler)
