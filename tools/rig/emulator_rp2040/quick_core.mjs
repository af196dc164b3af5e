// An interpreter for instructions that need only registers and RAM, where our firmware is stored.
// Nearly all instructions that the controller runs are of this kind.  rp2040js handles peripherals,
// returns from interrupts and rare instructions.  Its flags and cycles are reproduced here;
// check_core.mjs compares both.  Names and encodings are those of the ARMv6-M Architecture
// Reference Manual.

import { RAM } from './chip.mjs';

const [SP, LR, PC] = [13, 14, 15];
const EXC_RETURN = 15; // upper four bits of an address that ends an interrupt
// Cycles of instructions, by kind.
const NOT_HANDLED = 0;
const PLAIN = 1;
const MEMORY = 2;
const BRANCH = 2;
const CALL = 3;

// Fields of an opcode.
const rd = (opcode) => opcode & 7;
const rm = (opcode) => (opcode >> 3) & 7;
const rn = (opcode) => (opcode >> 6) & 7;
const rdBesideImm8 = (opcode) => (opcode >> 8) & 7;
const imm3 = (opcode) => (opcode >> 6) & 7;
const imm5 = (opcode) => (opcode >> 6) & 31;
const imm7 = (opcode) => opcode & 127;
const imm8 = (opcode) => opcode & 255;
const lists = (opcode, register) => (opcode & (1 << register)) !== 0;

// Each function below returns handlers by the first bits of their opcodes.  A handler runs one
// instruction and returns its cycles.  `r` has the registers; PC is already past the opcode.

function arithmetic(core, r) {
  const setNZ = (value) => {
    core.N = value < 0;
    core.Z = value === 0;
    return PLAIN;
  };
  const put = (register, value) => {
    r[register] = value;
    return setNZ(value);
  };
  const add = (left, right, carry = 0) => {
    const result = (left + right + carry) | 0;
    core.C = left + right + carry > 0xffffffff;
    core.V = (~(left ^ right) & (left ^ result)) < 0;
    return result;
  };
  const subtract = (left, right) => {
    const result = (left - right) | 0;
    core.C = left >= right;
    core.V = ((left ^ right) & (left ^ result)) < 0;
    return result;
  };
  const putShifted = (register, value, lastBitOut) => {
    core.C = (lastBitOut & 1) === 1;
    return put(register, value | 0);
  };
  return {
    // LSLS, MOVS of a register
    '00000': (op) => {
      const [value, by] = [r[rm(op)], imm5(op)];
      return by ? putShifted(rd(op), value << by, value >>> (32 - by)) : put(rd(op), value | 0);
    },
    // LSRS
    '00001': (op) => {
      const [value, by] = [r[rm(op)], imm5(op) || 32];
      return putShifted(rd(op), by === 32 ? 0 : value >>> by, value >>> (by - 1));
    },
    // ASRS
    '00010': (op) => {
      const [value, by] = [r[rm(op)], imm5(op) || 32];
      return putShifted(rd(op), value >> Math.min(by, 31), value >> (by - 1));
    },
    '0001100': (op) => put(rd(op), add(r[rm(op)], r[rn(op)])), // ADDS
    '0001101': (op) => put(rd(op), subtract(r[rm(op)], r[rn(op)])), // SUBS
    '0001110': (op) => put(rd(op), add(r[rm(op)], imm3(op))), // ADDS
    '0001111': (op) => put(rd(op), subtract(r[rm(op)], imm3(op))), // SUBS
    '00100': (op) => put(rdBesideImm8(op), imm8(op)), // MOVS
    '00101': (op) => setNZ(subtract(r[rdBesideImm8(op)], imm8(op))), // CMP
    '00110': (op) => put(rdBesideImm8(op), add(r[rdBesideImm8(op)], imm8(op))), // ADDS
    '00111': (op) => put(rdBesideImm8(op), subtract(r[rdBesideImm8(op)], imm8(op))), // SUBS
    '0100000000': (op) => put(rd(op), r[rd(op)] & r[rm(op)]), // ANDS
    '0100000001': (op) => put(rd(op), r[rd(op)] ^ r[rm(op)]), // EORS
    '0100000101': (op) => put(rd(op), add(r[rd(op)], r[rm(op)], core.C ? 1 : 0)), // ADCS
    '0100001000': (op) => setNZ(r[rd(op)] & r[rm(op)]), // TST
    '0100001001': (op) => put(rd(op), subtract(0, r[rm(op)])), // RSBS
    '0100001010': (op) => setNZ(subtract(r[rd(op)], r[rm(op)])), // CMP
    '0100001100': (op) => put(rd(op), r[rd(op)] | r[rm(op)]), // ORRS
    '0100001101': (op) => put(rd(op), Math.imul(r[rd(op)], r[rm(op)])), // MULS
    '0100001110': (op) => put(rd(op), r[rd(op)] & ~r[rm(op)]), // BICS
    '0100001111': (op) => put(rd(op), ~r[rm(op)]), // MVNS
  };
}

function withoutFlags(r) {
  const put = (register, value) => {
    r[register] = value;
    return PLAIN;
  };
  return {
    // MOV between any two registers
    '01000110': (op) => {
      const [to, from] = [rd(op) | ((op >> 4) & 8), (op >> 3) & 15];
      return from === PC || to === PC || to === SP ? NOT_HANDLED : put(to, r[from]);
    },
    '1011001010': (op) => put(rd(op), r[rm(op)] & 0xffff), // UXTH
    '1011001011': (op) => put(rd(op), r[rm(op)] & 0xff), // UXTB
    '101100000': (op) => put(SP, r[SP] + (imm7(op) << 2)), // ADD SP
    '101100001': (op) => put(SP, r[SP] - (imm7(op) << 2)), // SUB SP
  };
}

function loadsAndStores(r, { bytes, halves, words }) {
  // Units are 1, 2 or 4 bytes long: 2 to the power of `log2`.
  const indexOf = (address, log2) => {
    const place = address - RAM;
    const isInRam = place >= 0 && place < bytes.length;
    const isAligned = (place & ((1 << log2) - 1)) === 0;
    return isInRam && isAligned ? place >> log2 : -1;
  };
  const load = (units, log2, register, address) => {
    const index = indexOf(address, log2);
    if (index < 0) return NOT_HANDLED;
    r[register] = units[index];
    return MEMORY;
  };
  const store = (units, log2, register, address) => {
    const index = indexOf(address, log2);
    if (index < 0) return NOT_HANDLED;
    units[index] = r[register];
    return MEMORY;
  };
  const literal = (op) => ((r[PC] + 2) & ~3) + (imm8(op) << 2);
  const besideStack = (op) => r[SP] + (imm8(op) << 2);
  const pair = (op) => r[rm(op)] + r[rn(op)];
  const offset = (op, log2) => r[rm(op)] + (imm5(op) << log2);
  return {
    '01001': (op) => load(words, 2, rdBesideImm8(op), literal(op)), // LDR
    '0101100': (op) => load(words, 2, rd(op), pair(op)), // LDR
    '0101101': (op) => load(halves, 1, rd(op), pair(op)), // LDRH
    '0101110': (op) => load(bytes, 0, rd(op), pair(op)), // LDRB
    '01100': (op) => store(words, 2, rd(op), offset(op, 2)), // STR
    '01101': (op) => load(words, 2, rd(op), offset(op, 2)), // LDR
    '01110': (op) => store(bytes, 0, rd(op), offset(op, 0)), // STRB
    '01111': (op) => load(bytes, 0, rd(op), offset(op, 0)), // LDRB
    '10000': (op) => store(halves, 1, rd(op), offset(op, 1)), // STRH
    '10001': (op) => load(halves, 1, rd(op), offset(op, 1)), // LDRH
    '10010': (op) => store(words, 2, rdBesideImm8(op), besideStack(op)), // STR
    '10011': (op) => load(words, 2, rdBesideImm8(op), besideStack(op)), // LDR
  };
}

function stack(r, { words }) {
  const MOST = 9; // registers in a list, LR or PC among them
  const top = () => (r[SP] - RAM) >> 2;
  const push = (op) => {
    let index = top();
    if (index < MOST || index > words.length) return NOT_HANDLED;
    let cycles = PLAIN;
    if (op & 0x100) words[--index] = r[LR];
    for (let register = 7; register >= 0; register--) {
      if (!lists(op, register)) continue;
      words[--index] = r[register];
      cycles++;
    }
    r[SP] = RAM + (index << 2);
    return cycles;
  };
  const pop = (op) => {
    let index = top();
    if (index < 0 || index > words.length - MOST) return NOT_HANDLED;
    let cycles = PLAIN;
    for (let register = 0; register < 8; register++) {
      if (!lists(op, register)) continue;
      r[register] = words[index++];
      cycles++;
    }
    r[SP] = RAM + (index << 2);
    return cycles;
  };
  const popAndReturn = (op) => {
    let index = top();
    for (let register = 0; register < 8; register++) if (lists(op, register)) index++;
    if (words[index] >>> 28 === EXC_RETURN) return NOT_HANDLED;
    const cycles = pop(op);
    if (cycles === NOT_HANDLED) return NOT_HANDLED;
    r[PC] = words[index] & ~1;
    r[SP] += 4;
    return cycles + BRANCH;
  };
  return { '1011010': push, '10111100': pop, '10111101': popAndReturn };
}

// By the upper three bits of a condition; the lowest bit negates it.
const CONDITIONS = [
  ({ Z }) => Z,
  ({ C }) => C,
  ({ N }) => N,
  ({ V }) => V,
  ({ C, Z }) => C && !Z,
  ({ N, V }) => N === V,
  ({ N, V, Z }) => N === V && !Z,
];

function branches(core, r, { halves }) {
  // Offsets count from four bytes after the opcode's address.
  const branch = (offset) => {
    r[PC] += 2 + offset;
    return BRANCH;
  };
  return {
    // B with a condition
    '1101': (op) => {
      const isMet = CONDITIONS[(op >> 9) & 7];
      if (!isMet) return NOT_HANDLED;
      const isNegated = (op & 0x100) !== 0;
      return isMet(core) === isNegated ? PLAIN : branch((op << 24) >> 23);
    },
    '11100': (op) => branch((op << 21) >> 20), // B
    // BX
    '010001110': (op) => {
      const address = r[(op >> 3) & 15];
      if (address >>> 28 === EXC_RETURN) return NOT_HANDLED;
      r[PC] = address & ~1;
      return BRANCH;
    },
    // BL, which takes two halfwords
    '11110': (op) => {
      const second = halves[(r[PC] - RAM) >> 1];
      if (second >> 14 !== 3 || !(second & 0x1000)) return NOT_HANDLED;
      const sign = (op >> 10) & 1;
      const i1 = 1 ^ sign ^ ((second >> 13) & 1);
      const i2 = 1 ^ sign ^ ((second >> 11) & 1);
      const upper = (sign * 0xff000000) | (i1 << 23) | (i2 << 22) | ((op & 0x3ff) << 12);
      r[LR] = (r[PC] + 2) | 1;
      branch(upper | ((second & 0x7ff) << 1));
      return CALL;
    },
  };
}

export function leaveToRp2040js() {
  return NOT_HANDLED;
}

export class QuickCore {
  constructor({ core, sram: bytes }) {
    const { registers } = core;
    const halves = new Uint16Array(bytes.buffer);
    const ram = { bytes, halves, words: new Uint32Array(bytes.buffer) };
    this.registers = registers;
    this.halves = halves;
    this.handlers = new Array(1 << 10).fill(leaveToRp2040js); // by an opcode's upper ten bits
    this.addHandlers(arithmetic(core, registers));
    this.addHandlers(withoutFlags(registers));
    this.addHandlers(loadsAndStores(registers, ram));
    this.addHandlers(stack(registers, ram));
    this.addHandlers(branches(core, registers, ram));
  }

  addHandlers(handlersByBits) {
    for (const [bits, handler] of Object.entries(handlersByBits)) {
      const free = 10 - bits.length;
      const first = parseInt(bits, 2) << free;
      this.handlers.fill(handler, first, first + (1 << free));
    }
  }

  // Runs until at least `cycles` have passed, or until an instruction that is not handled here.
  // Returns the number of cycles that have passed.
  run(cycles) {
    const { registers: r, halves, handlers } = this;
    let passed = 0;
    while (passed < cycles) {
      const place = r[PC];
      const opcode = halves[(place - RAM) >> 1];
      if (opcode === undefined) break; // not in the RAM
      r[PC] = place + 2;
      const took = handlers[opcode >> 6](opcode);
      if (took === NOT_HANDLED) {
        r[PC] = place;
        break;
      }
      passed += took;
    }
    return passed;
  }
}
