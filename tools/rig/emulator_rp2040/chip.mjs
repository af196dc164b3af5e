// The flash chip, and the functions of the controller's ROM for it, which rp2040js lacks.  The
// serial bus here answers the only command that our firmware sends directly.  The functions of the
// ROM are breakpoints, at which this code does their work.

const BOOT2_BYTES = 252;
const BOOT2_IN_RAM = 0x41f00;
export const RAM = 0x20000000;
const SECTOR = 4096;
const READ_SERIAL = 0x4b;
const DUMMIES = 4;
const SELECT_MASK = 3 << 8;
const SELECT_LOW = 2 << 8;
const ERASE_NS = 45e6; // for a sector, typical of such chips; the maximum is ten times as long
const PROGRAM_NS = 0.7e6; // for 256 bytes

// The CRC-32 that the ROM computes over the second stage of the boot.
function checksum(bytes) {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte << 24;
    for (let bit = 0; bit < 8; bit++) crc = crc & 0x80000000 ? (crc << 1) ^ 0x04c11db7 : crc << 1;
  }
  return crc >>> 0;
}

// Registers that only store what is written to them.
class Keeping {
  constructor() {
    this.kept = new Map();
  }

  readUint32(offset) {
    return this.kept.get(offset) ?? 0;
  }

  writeUint32(offset, value) {
    this.kept.set(offset, value >>> 0);
  }

  writeUint32Atomic(offset, value, kind) {
    const before = this.readUint32(offset);
    const after = [value, before ^ value, before | value, before & ~value][kind];
    this.writeUint32(offset, after);
  }
}

// The chip's serial bus, which carries bytes one after the other while the chip is selected.
class Bus extends Keeping {
  constructor(serial) {
    super();
    this.serial = serial;
    this.answers = [];
    this.sent = [];
  }

  readUint32(offset) {
    if (offset === 0x28) return (1 << 1) | (this.answers.length ? 1 << 3 : 0); // writable, readable
    if (offset === 0x60) return this.answers.shift() ?? 0;
    return super.readUint32(offset);
  }

  writeUint32(offset, value) {
    if (offset !== 0x60) {
      super.writeUint32(offset, value);
      return;
    }
    this.sent.push(value & 0xff);
    const place = this.sent.length - 2 - DUMMIES;
    const asked = this.sent[0] === READ_SERIAL && place >= 0 && this.selected;
    this.answers.push(asked ? (this.serial[place] ?? 0) : 0xff);
  }

  select(low) {
    this.selected = low;
    this.sent = [];
  }
}

class SelectPin extends Keeping {
  constructor(bus) {
    super();
    this.bus = bus;
  }

  writeUint32(offset, value) {
    super.writeUint32(offset, value);
    if (offset === 0x0c) this.bus.select((value & SELECT_MASK) === SELECT_LOW);
  }
}

export class Chip {
  constructor(serial) {
    this.bytes = new Uint8Array(16 * 1024 * 1024).fill(0xff);
    this.serial = serial;
    this.erased = new Map(); // erase count of each sector
    this.faults = [];
    this.readable = true; // false after leaving the reading mode, until it is entered again
  }

  load(uf2) {
    for (let at = 0; at < uf2.length; at += 512) {
      const place = uf2.readUInt32LE(at + 12);
      const size = uf2.readUInt32LE(at + 16);
      this.bytes.set(uf2.subarray(at + 32, at + 32 + size), place & 0xffffff);
    }
  }

  connect(controller) {
    const bus = new Bus(this.serial);
    controller.flash = this.bytes;
    controller.flash16 = new Uint16Array(this.bytes.buffer);
    controller.flashView = new DataView(this.bytes.buffer);
    controller.peripherals[0x18000] = bus;
    controller.peripherals[0x40018] = new SelectPin(bus);
    this.readable = true;
  }

  // Boots like the ROM, before any of our code runs; returns false if there is nothing to start.
  boot(controller) {
    const boot2 = this.bytes.subarray(0, BOOT2_BYTES);
    const written = new DataView(this.bytes.buffer).getUint32(BOOT2_BYTES, true);
    if (written !== checksum(boot2)) return false;
    controller.sram.set(boot2, BOOT2_IN_RAM);
    controller.core.SP = RAM + BOOT2_IN_RAM;
    controller.core.PC = RAM + BOOT2_IN_RAM;
    controller.core.LR = 0;
    return true;
  }

  fault(words) {
    this.faults.push(words);
  }

  writable(what) {
    if (this.readable) this.fault(`${what} while the chip is being read`);
    return !this.readable;
  }

  erase(offset, size) {
    if (!this.writable('erase') || offset % SECTOR || size % SECTOR) {
      this.fault(`erase ${offset} ${size}`);
      return 0;
    }
    for (let at = offset; at < offset + size; at += SECTOR) {
      this.bytes.fill(0xff, at, at + SECTOR);
      this.erased.set(at, (this.erased.get(at) ?? 0) + 1);
    }
    return (size / SECTOR) * ERASE_NS;
  }

  // Programming can only clear bits.
  program(offset, bytes) {
    if (!this.writable('program') || offset % 256 || bytes.length % 256) {
      this.fault(`program ${offset} ${bytes.length}`);
      return 0;
    }
    for (let at = 0; at < bytes.length; at++) this.bytes[offset + at] &= bytes[at];
    return (bytes.length / 256) * PROGRAM_NS;
  }
}

// The ROM's table of functions, each a breakpoint and a return; `pass` lets a function's time pass.
export class Rom {
  constructor(controller, chip, { pass, loader }) {
    this.controller = controller;
    this.functions = {
      IF: () => {},
      EX: () => {
        chip.readable = false;
      },
      RE: ([offset, size]) => pass(chip.erase(offset, size)),
      RP: ([offset, from, size]) => {
        const start = from - RAM;
        pass(chip.program(offset, controller.sram.slice(start, start + size)));
      },
      FC: () => {},
      CX: () => {
        chip.readable = true;
      },
      UB: loader,
    };
    this.names = Object.keys(this.functions);
    this.write();
    controller.onBreak = (number) => this.call(number);
  }

  write() {
    const words = this.controller.bootrom;
    const half = new Uint16Array(words.buffer);
    const at = 0x100;
    half[0x14 / 2] = at - 4;
    half[0x18 / 2] = at + 1; // the lookup function, then the others
    for (let number = 0; number <= this.names.length; number++) {
      half[at / 2 + 2 * number] = 0xbe00 | number; // bkpt
      half[at / 2 + 2 * number + 1] = 0x4770; // bx lr
    }
  }

  call(number) {
    const { registers } = this.controller.core;
    if (number > 0) {
      this.functions[this.names[number - 1]](Array.from(registers.subarray(0, 4)));
      return;
    }
    const name = String.fromCharCode(registers[1] & 0xff, registers[1] >> 8);
    const found = this.names.indexOf(name) + 1;
    registers[0] = found ? 0x100 + 4 * found + 1 : 0;
  }
}
