"""Circuits for ngspice, each with its measurements."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from workshop.spice import values
from workshop.spice.values import PARTS, ControllerValues


@dataclass(frozen=True)
class Load:
    """A board's current in mA for each point; `budget_ma` is left for the lights."""

    points: int
    sensor_ma: float
    idle_ma: float
    light_ma: float  # current of one light at full white
    budget_ma: float


START = 1e-6  # seconds before the simulated change begins
MODELS = """.model p_mosfet PMOS(VTO=-0.9 KP=5.5)
.model n_mosfet NMOS(VTO=1.6 KP=0.12)
.model schottky D(IS=1e-6 N=1.05 RS=0.15)
.model body D(IS=1e-9 N=1.1 RS=0.05)
.model clamp D(IS=1e-12 N=1.1 RS=1 BV=6.5 IBV=1m)"""


def _netlist(title: str, lines: Iterator[str], step: float, until: float, *measures: str) -> str:
    """Return a whole netlist that starts from the given initial conditions, not from rest."""
    measured = [f".meas tran {measure}" for measure in measures]
    return "\n".join(
        [f"* {title}", *lines, MODELS, f".tran {step:g} {until:g} UIC", *measured, ".end", ""]
    )


# -- sensors and multiplexers ----------------------------------------------------------------------


def channel(one: ControllerValues, settle_s: float, was: float, now: float) -> str:
    """Return the netlist of one reading, when the select lines change from one sensor to another.

    `was` and `now` are the voltages of the first and the second sensor. The netlist measures
    `taken`, the voltage that the converter holds, and `true`, the voltage that it would finally
    hold.
    """

    def lines() -> Iterator[str]:
        for name, volts, first in (("was", was, 1), ("now", now, 0)):
            yield f"V{name} {name} 0 {volts}"
            yield f"R{name} {name} {name}_line {values.SENSOR_OHMS}"
            yield f"C{name} {name}_line 0 {values.LINE_FARADS} IC={volts}"
            yield f"S{name} {name}_line sig {name}_on 0 mux"
            turn = f"0 {first} {START} {first} {START + 1e-8} {1 - first}"
            yield f"V{name}_on {name}_on 0 PWL({turn})"
        yield f".model mux SW(RON={one.mux_ohms} ROFF=1e9 VT=0.5 VH=0.1)"
        yield f"Csig sig 0 {values.COMMON_FARADS} IC={was}"
        yield f"Rdown sig 0 {PARTS.pull_down}"
        yield from _converter(one, "sig", settle_s, was)

    taken = START + settle_s + one.sample_s
    return _netlist(
        "one channel",
        lines(),
        2e-8,
        60e-6,
        f"taken FIND v(held) AT={taken}",
        "true FIND v(sig) AT=59u",
    )


def open_joint(one: ControllerValues, settle_s: float, was: float, conversions: int) -> str:
    """Return the netlist of an input with an open joint, read `settle_s` after its neighbour.

    The netlist measures `taken`, the voltage that the converter holds at the last conversion.
    """

    def lines() -> Iterator[str]:
        yield f"Csig sig 0 {values.COMMON_FARADS} IC={was}"
        yield f"Rdown sig 0 {PARTS.pull_down}"
        yield from _converter(one, "sig", settle_s, was, conversions)

    last = START + settle_s + (conversions - 1) * one.conversion_s
    return _netlist(
        "an open joint",
        lines(),
        1e-7,
        last + 20e-6,
        f"taken FIND v(held) AT={last + one.sample_s}",
    )


def _converter(
    one: ControllerValues, node: str, settle_s: float, was: float, conversions: int = 1
) -> Iterator[str]:
    """Yield the converter's sampling circuit, behind the collecting multiplexer on a Pico."""
    if one.chained:
        yield f"Rcollect {node} sense {one.mux_ohms}"
        yield f"Csense sense 0 {values.COMMON_FARADS} IC={was}"
        node = "sense"
    begins = [START + settle_s + number * one.conversion_s for number in range(conversions)]
    steps = [
        f"{at} 0 {at + 1e-8} 1 {at + one.sample_s + 2e-8} 1 {at + one.sample_s + 3e-8} 0"
        for at in begins
    ]
    yield f"Vsample sampling 0 PWL(0 0 {' '.join(steps)})"
    yield f"Ssample {node} held sampling 0 sampler"
    yield f".model sampler SW(RON={one.sample_ohms} ROFF=1e12 VT=0.5 VH=0.1)"
    yield f"Csample held 0 {one.sample_farads} IC={was}"


def banks(one: ControllerValues, points: int, sensor_ma: float) -> str:
    """Return the netlist of the change between the banks, both ways, at the carrier's supply.

    The netlist measures `a_on` and `b_on`, the times at which the last sensors of each bank begin
    to work, and `low`, the lowest supply voltage.
    """
    half = points / 2
    change, back = 0.5e-3, 1.0e-3

    def lines() -> Iterator[str]:
        if one.chained:
            yield f"Vreg reg 0 {one.volts}"
            yield "Rreg reg logic 0.1"
        else:
            yield from _usb(one, values.CABLE_OHMS)
            yield f"Rfuse usb logic {values.FUSE_OHMS}"
        stored = 8 * PARTS.decoupling + values.STORE_LEFT * PARTS.store
        yield f"Clogic logic 0 {stored} IC={0.8 * one.volts}"
        on = one.volts if one.chained else 4.4
        yield f"Vs3 s3_pin 0 PWL(0 0 {change} 0 {change + 2e-8} {on} {back} {on} {back + 2e-8} 0)"
        yield "Rs3 s3_pin s3 40"
        yield "M3 s3_inverted s3 0 0 n_mosfet"
        yield f"R2 logic s3_inverted {PARTS.pull_up}"
        for bank, gate in (("a", "s3"), ("b", "s3_inverted")):
            yield f"M{bank} bank_{bank} {gate} logic logic p_mosfet"
            yield f"Cg{bank} {gate} logic {values.GATE_FARADS}"
            yield f"C{bank} bank_{bank} 0 {half * PARTS.sensor_farads} IC=0"
            yield f"B{bank} bank_{bank} 0 I={half * sensor_ma / 1e3}*min(1,max(0,v(bank_{bank})/2))"

    works = values.SENSOR_WORKS + 0.2
    return _netlist(
        "the banks",
        lines(),
        2e-7,
        1.5e-3,
        f"b_on TRIG AT={change} TARG v(bank_b) VAL={works} RISE=LAST",
        f"a_on TRIG AT={back} TARG v(bank_a) VAL={works} RISE=LAST",
        f"low MIN v(logic) FROM={change - 1e-5} TO=1.5m",
    )


# -- supply ----------------------------------------------------------------------------------------


def _usb(
    one: ControllerValues, cable_ohms: float, host: float = values.HOST_LEAST, plugged: str = ""
) -> Iterator[str]:
    """Yield port, cable and controller up to its 5 V pin `usb`; `plugged` is the port's voltage."""
    yield f"Vhost host 0 {plugged or host}"
    yield f"Rcable host cable {cable_ohms}"
    yield f"Lcable cable entry {values.CABLE_HENRIES}"
    yield "Rplug entry usb 0.01" if one.chained else "Dplug entry usb schottky"
    charged = 0 if plugged else host - 0.4
    yield f"Cctl usb ctl_esr {values.CONTROLLER_FARADS} IC={charged}"
    yield "Rctl ctl_esr 0 0.05"
    yield "Bctl usb 0 I=0.03*min(1,max(0,v(usb)/3))"


def _lights(load: Load, charged: float) -> Iterator[str]:
    """Yield the circuit behind the soft start, and the sensors before it."""
    yield f"Cres lights res_esr {PARTS.reservoir} IC={charged}"
    yield f"Rres res_esr 0 {values.RESERVOIR_OHMS}"
    yield f"Clights lights 0 {load.points * PARTS.decoupling} IC={charged}"
    yield f"Bidle lights 0 I={load.points * load.idle_ma / 1e3}*min(1,max(0,v(lights)/3))"
    yield f"Bsensors rail 0 I={load.points * load.sensor_ma / 1e3}*min(1,max(0,v(rail)/3))"


def _soft_start(charged: float) -> Iterator[str]:
    """Yield the fuse, the switch and its delay; the second diode of TV1 clamps the gate."""
    held = charged and -charged
    yield f"Rfuse usb rail {values.FUSE_OHMS}"
    yield "M4 lights gate rail rail p_mosfet"
    yield "D4 lights rail body"
    yield f"R4 gate 0 {PARTS.pull_down}"
    yield f"C503 gate rail {PARTS.store * values.STORE_LEFT} IC={held}"
    yield f"C504 gate lights {2 * PARTS.decoupling} IC={held}"
    yield "Dtv 0 gate clamp"
    stored = 8 * PARTS.decoupling + values.STORE_LEFT * PARTS.store
    yield f"Crail rail 0 {stored} IC={charged}"


def lights_at_once(one: ControllerValues, load: Load, host: float, cable_ohms: float) -> str:
    """Return the netlist of all lights that switch together, as bright as the firmware allows.

    The netlist measures `lights_low` and `usb_low`, the lowest voltages, and `usb_high`.
    """
    peak_a = load.points * load.light_ma / 1e3
    duty = load.budget_ma / (load.points * load.light_ma)

    def lines() -> Iterator[str]:
        yield from _usb(one, cable_ohms, host)
        yield from _soft_start(host - 0.6)
        yield from _lights(load, host - 0.6)
        period = 1 / values.PWM_HERTZ
        yield f"Vpwm pwm 0 PULSE(0 1 {period} 1u 1u {duty * period} {period})"
        yield f"Bpwm lights 0 I={peak_a}*v(pwm)*min(1,max(0,(v(lights)-1.5)/2))"

    window = "FROM=25m TO=40m"
    return _netlist(
        "all lights at once",
        lines(),
        5e-6,
        40e-3,
        f"lights_low MIN v(lights) {window}",
        f"usb_low MIN v(usb) {window}",
        f"usb_high MAX v(usb) {window}",
    )


def plugged_in(one: ControllerValues, load: Load, soft: bool = True, away_s: float = 0.0) -> str:
    """Return the netlist of plugging in; with `away_s`, of plugging in again after this pause.

    Without `soft`, there is no soft start. The netlist measures `peak` and `full`. `peak` is the
    highest current in the cable at the last plugging in, after the controller's own capacitors are
    charged. `full` is the voltage of the lights at the end.
    """
    on = 0.01
    again = on + 1.0 + away_s if away_s else on
    until = again + 0.8

    def lines() -> Iterator[str]:
        steps = [f"0 0 {on} 0 {on + 1e-5} 5.25"]
        if away_s:
            steps.append(f"{on + 1.0} 5.25 {on + 1.00001} 0 {again} 0 {again + 1e-5} 5.25")
        yield from _usb(one, values.CABLE_OHMS, plugged=f"PWL({' '.join(steps)})")
        if soft:
            yield from _soft_start(0.0)
        else:
            yield f"Rfuse usb rail {values.FUSE_OHMS}"
            yield "Rjoined rail lights 0.001"
        yield from _lights(load, 0.0)
        yield "Btotal total 0 V=-i(Vhost)"

    return _netlist(
        "plugging in",
        lines(),
        2e-5,
        until,
        f"peak MAX v(total) FROM={again + 2e-4} TO={until}",
        f"full FIND v(lights) AT={until - 1e-3}",
    )
