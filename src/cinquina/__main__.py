"""`python -m cinquina` is the command `cinquina`."""

from cinquina.cli.main import main

main()
