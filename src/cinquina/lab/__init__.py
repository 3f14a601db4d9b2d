"""The lab: whole games played by bots, to look at and to measure."""
