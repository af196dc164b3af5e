"""A board's circuit simulated by ngspice, and compared with the firmware's times and limits.

`values` reads values from carrier and firmware, and lists assumptions; `netlists` writes circuits
for ngspice; `margins` runs them and judges.  `python -m workshop.spice` prints the table.
"""
