// The controller on the bench: a firmware image in rp2040js, with power, reset and a way to hang.

import { RP2040 } from 'rp2040js';

import { Chip, RAM, Rom } from './chip.mjs';
import { Model } from './model.mjs';
import { QuickCore } from './quick_core.mjs';
import { UsbHost } from './usb_host.mjs';

const RING_OSCILLATOR = 6.5e6; // Hz of the clock at boot
const FOR_EVER = 0xe7fe; // a branch to itself
const WITHOUT_POWER = 0xa5; // content of the RAM after a loss of power

// Most of the core's reads and writes go to the RAM, which rp2040js checks last.  It looks
// peripherals up in an object with sparse keys; an array is quicker.
function shortenWays(rp) {
  const { core, sramView } = rp;
  const peripherals = new Array(1 << 18); // by the upper 18 bits of their addresses
  for (const [key, found] of Object.entries(rp.peripherals)) peripherals[key >> 2] = found;
  rp.findPeripheral = (address) => peripherals[address >>> 14];
  const size = sramView.byteLength;
  core.readUint16 = (address) => {
    const at = (address >>> 0) - RAM;
    return at >= 0 && at < size ? sramView.getUint16(at, true) : rp.readUint16(address);
  };
  core.readUint32 = (address) => {
    const at = (address >>> 0) - RAM;
    return at >= 0 && at < size ? sramView.getUint32(at, true) : rp.readUint32(address);
  };
  core.writeUint32 = (address, value) => {
    const at = (address >>> 0) - RAM;
    if (at >= 0 && at < size) sramView.setUint32(at, value, true);
    else rp.writeUint32(address, value);
  };
}

const OUT = 3; // opcode of a state machine's instruction
const WORD_STEPS = 4 * 24; // instructions for one light

function needsWord({ pio, pc, outputShiftCount, pullThreshold }) {
  return pio.instructions[pc] >>> 13 === OUT && outputShiftCount >= pullThreshold;
}

const TIMER = 0x40054;
const TIMER_RAW = 0x28;

// Skips loops that read the microseconds and wait for the next one.  Rounds that change nothing are
// not run; only their time passes.
class WaitingLoop {
  constructor(rp) {
    Object.assign(this, { rp, value: -1, pc: 0, at: 0, registers: new Uint32Array(16) });
  }

  // Returns how many nanoseconds of such rounds may pass after this one.
  read(value) {
    const { core, clock } = this.rp;
    const now = clock.nanosCounter;
    if (value === this.value && core.PC === this.pc && this.sameRegisters(core)) {
      const round = now - this.at;
      const change = Math.min((value + 1) * 1000, clock.nextAlarm ? clock.nextAlarm.nanos : Infinity);
      this.value = -1;
      return Math.max(0, Math.ceil((change - now) / round) - 1) * round;
    }
    this.value = value;
    this.pc = core.PC;
    this.at = now;
    this.registers.set(core.registers);
    return 0;
  }

  // Compares all registers except the one being loaded by this LDR with a constant offset.
  sameRegisters({ registers, readUint16, PC }) {
    const loaded = readUint16(PC - 2) & 7;
    for (let number = 0; number < 16; number++) {
      if (number !== loaded && registers[number] !== this.registers[number]) return false;
    }
    return true;
  }
}

export class Controller {
  constructor(uf2, serial, isMatrix) {
    this.chip = new Chip(serial);
    this.chip.load(uf2);
    this.model = new Model(isMatrix);
    this.said = [];
    this.warnings = new Set();
    this.crashes = 0;
    this.frameEnded = false;
    this.usb = new UsbHost((bytes) => this.hear(bytes));
    this.nanos = 0;
    this.powered = true;
    this.start();
  }

  hear(bytes) {
    for (const byte of bytes) this.said.push(byte);
    if (bytes.includes(0)) this.frameEnded = true;
  }

  // -- power --------------------------------------------------------------------------------------

  start() {
    const rp = new RP2040();
    const { clock } = rp;
    clock.nanosCounter = this.nanos;
    this.rp = rp;
    rp.sram.fill(WITHOUT_POWER);
    rp.clkSys = RING_OSCILLATOR;
    rp.logger = this.logger();
    const watchdog = rp.peripherals[0x40058];
    watchdog.onWatchdogTrigger = () => {
      watchdog.alarm.enable = false; // it would trigger again immediately
      if (!this.jammed && !this.usb.hung) this.crashes++; // other hangs are crashes
      this.restarting = true;
    };
    this.jammed = this.inLoader = false;
    new Rom(rp, this.chip, {
      pass: (nanos) => {
        this.stalled = nanos;
      },
      loader: () => {
        this.inLoader = true;
        this.usb.gone();
      },
    });
    this.chip.connect(rp);
    this.model.connect(rp);
    this.usb.connect(rp);
    this.pacePio(rp, clock);
    shortenWays(rp);
    this.skipWaiting(rp);
    this.quick = new QuickCore(rp);
    this.stalled = 0;
    this.restarting = false;
    this.inLoader = !this.chip.boot(rp);
  }

  logger() {
    const keep = (name, words) => this.warnings.add(`${name}: ${words}`);
    return { debug() {}, info() {}, warn: keep, error: keep };
  }

  // rp2040js does not pace its state machines; here they run at their clock's speed.  Until a
  // machine needs the next word, only the lights see its output, so it may run ahead of time.
  pacePio(rp, clock) {
    const pio = rp.pio[0];
    const machine = pio.machines[0];
    let running = false;
    const step = () => {
      const now = clock.nanosCounter;
      const period = (1e9 / rp.clkSys) * machine.clockDivInt;
      let steps = 0;
      do {
        const before = machine.cycles;
        machine.step();
        pio.checkChangedPins();
        running = machine.enabled && !machine.waiting;
        clock.nanosCounter += Math.max(1, machine.cycles - before) * period;
      } while (running && !needsWord(machine) && ++steps < WORD_STEPS);
      if (running) alarm.schedule(0);
      clock.nanosCounter = now;
    };
    const alarm = clock.createAlarm(step);
    const start = () => {
      if (running || !machine.enabled) return;
      running = true;
      alarm.schedule(0);
    };
    pio.run = start;
    const write = machine.writeFIFO.bind(machine);
    machine.writeFIFO = (value) => {
      write(value);
      start();
    };
  }

  skipWaiting(rp) {
    const timer = rp.peripherals[TIMER];
    const read = timer.readUint32.bind(timer);
    const loop = new WaitingLoop(rp);
    timer.readUint32 = (offset) => {
      const value = read(offset);
      if (offset === TIMER_RAW) this.stalled = loop.read(value);
      return value;
    };
  }

  reset() {
    this.nanos = this.rp.clock.nanos;
    this.said = [];
    this.usb.gone();
    this.start();
  }

  unplug() {
    this.nanos = this.rp.clock.nanos;
    this.powered = false;
    this.said = [];
    this.usb.gone();
    this.model.dark();
  }

  plug() {
    if (this.powered) return;
    this.powered = true;
    this.start();
  }

  jam() {
    const { core, sramView } = this.rp;
    sramView.setUint16((core.PC & ~1) - RAM, FOR_EVER, true);
    this.jammed = true;
  }

  // -- time ---------------------------------------------------------------------------------------

  get now() {
    return this.powered ? this.rp.clock.nanos : this.nanos;
  }

  run(ms, stopAtFrame) {
    const end = this.now + ms * 1e6;
    this.frameEnded = false;
    while (this.now < end && !(stopAtFrame && this.frameEnded)) {
      if (!this.powered) this.nanos = end;
      else if (this.inLoader) this.rp.clock.tick(end - this.now);
      else this.runSome(end, stopAtFrame);
      if (this.restarting) this.reset();
    }
    if (this.powered) this.model.latch();
  }

  // Runs until something happens that `run` must handle.
  runSome(end, stopAtFrame) {
    const { clock, core } = this.rp;
    const period = 1e9 / this.rp.clkSys;
    for (let count = 0; count < 1000 && clock.nanosCounter < end; count++) {
      if (core.waiting) {
        const alarm = clock.nextAlarm;
        clock.tick(Math.min(alarm ? clock.nanosToNextAlarm : Infinity, end - clock.nanosCounter));
      } else {
        clock.tick((this.runQuickly(end, period) || core.executeInstruction()) * period);
      }
      if (this.stalled) this.passStalled();
      if (this.restarting || this.inLoader || (stopAtFrame && this.frameEnded)) return;
    }
  }

  // Runs at most until the next alarm, which may interrupt.  Returns the cycles that have passed; 0
  // if rp2040js must run the next instruction.
  runQuickly(end, period) {
    const { clock, core } = this.rp;
    if (core.interruptsUpdated) return 0;
    const until = clock.nextAlarm ? Math.min(end, clock.nextAlarm.nanos) : end;
    return this.quick.run((until - clock.nanosCounter) / period);
  }

  // Lets the time of a ROM function pass, during which interrupts wait.
  passStalled() {
    const { stalled } = this;
    this.stalled = 0;
    this.rp.clock.tick(stalled);
  }
}
