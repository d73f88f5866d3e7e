"""Measured speed and scale: `make bench`. Nothing here asserts; every bench prints what it found."""
