"""The circuit of a board computed by ngspice, and compared with the firmware's times and limits.

`values` reads what carrier and firmware say, and names what is assumed; `netlists` writes circuits
for ngspice; `margins` runs them and judges.  `python -m workshop.spice` prints the table.
"""
