"""A simulation of a board's circuit by ngspice, compared with the firmware's times and limits.

`values` reads values from carrier and firmware, and lists assumptions. `netlists` writes circuits
for ngspice, and `margins` runs them and judges the results. `python -m workshop.spice` prints the
table.
"""
