"""`python -m queji`."""

from queji.cli import main

main()
