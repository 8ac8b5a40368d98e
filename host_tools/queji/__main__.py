"""`python -m queji`."""

from queji.start import main

main()
