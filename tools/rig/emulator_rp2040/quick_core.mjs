// The instructions that need nothing but registers and the RAM, where our firmware lies: nearly all
// that the controller runs.  Whatever else there is (peripherals, ends of interrupts, what is rare)
// is left to rp2040js, whose flags and cycles these are: check_core.mjs compares them.

const RAM = 0x20000000;
const [SP, LR, PC] = [13, 14, 15];
const END_OF_INTERRUPT = 15; // the upper bits of such an address
// Cycles.
const LEFT = 0; // to rp2040js
const ALONE = 1;
const MEMORY = 2;
const JUMP = 2;
const CALL = 3;

// The parts of an instruction that are numbers or name registers.
const low = (code) => code & 7;
const middle = (code) => (code >> 3) & 7;
const upper = (code) => (code >> 6) & 7;
const high = (code) => (code >> 8) & 7;
const five = (code) => (code >> 6) & 31;
const eight = (code) => code & 255;
const names = (code, number) => (code & (1 << number)) !== 0; // of several registers

// Each of these returns what is done for instructions that begin with the bits.

function numbers(core, r) {
  const judge = (value) => {
    core.N = value < 0;
    core.Z = value === 0;
    return ALONE;
  };
  const put = (to, value) => {
    r[to] = value;
    return judge(value);
  };
  const sum = (left, right, carried = 0) => {
    const result = (left + right + carried) | 0;
    core.C = left + right + carried > 0xffffffff;
    core.V = (~(left ^ right) & (left ^ result)) < 0;
    return result;
  };
  const difference = (left, right) => {
    const result = (left - right) | 0;
    core.C = left >= right;
    core.V = ((left ^ right) & (left ^ result)) < 0;
    return result;
  };
  const shift = (to, value, lastOut) => {
    core.C = (lastOut & 1) === 1;
    return put(to, value | 0);
  };
  return {
    '00000': (code) => {
      const [value, by] = [r[middle(code)], five(code)];
      return by ? shift(low(code), value << by, value >>> (32 - by)) : put(low(code), value | 0);
    },
    '00001': (code) => {
      const [value, by] = [r[middle(code)], five(code) || 32];
      return shift(low(code), by === 32 ? 0 : value >>> by, value >>> (by - 1));
    },
    '00010': (code) => {
      const [value, by] = [r[middle(code)], five(code) || 32];
      return shift(low(code), value >> Math.min(by, 31), value >> (by - 1));
    },
    '0001100': (code) => put(low(code), sum(r[middle(code)], r[upper(code)])),
    '0001101': (code) => put(low(code), difference(r[middle(code)], r[upper(code)])),
    '0001110': (code) => put(low(code), sum(r[middle(code)], upper(code))),
    '0001111': (code) => put(low(code), difference(r[middle(code)], upper(code))),
    '00100': (code) => put(high(code), eight(code)),
    '00101': (code) => judge(difference(r[high(code)], eight(code))),
    '00110': (code) => put(high(code), sum(r[high(code)], eight(code))),
    '00111': (code) => put(high(code), difference(r[high(code)], eight(code))),
    '0100000000': (code) => put(low(code), r[low(code)] & r[middle(code)]),
    '0100000001': (code) => put(low(code), r[low(code)] ^ r[middle(code)]),
    '0100000101': (code) => put(low(code), sum(r[low(code)], r[middle(code)], core.C ? 1 : 0)),
    '0100001000': (code) => judge(r[low(code)] & r[middle(code)]),
    '0100001001': (code) => put(low(code), difference(0, r[middle(code)])),
    '0100001010': (code) => judge(difference(r[low(code)], r[middle(code)])),
    '0100001100': (code) => put(low(code), r[low(code)] | r[middle(code)]),
    '0100001101': (code) => put(low(code), Math.imul(r[low(code)], r[middle(code)])),
    '0100001110': (code) => put(low(code), r[low(code)] & ~r[middle(code)]),
    '0100001111': (code) => put(low(code), ~r[middle(code)]),
  };
}

// What leaves the flags as they are.
function moves(r) {
  const put = (to, value) => {
    r[to] = value;
    return ALONE;
  };
  return {
    '01000110': (code) => {
      const [to, from] = [low(code) | ((code >> 4) & 8), (code >> 3) & 15];
      return from === PC || to === PC || to === SP ? LEFT : put(to, r[from]);
    },
    '1011001010': (code) => put(low(code), r[middle(code)] & 0xffff),
    '1011001011': (code) => put(low(code), r[middle(code)] & 0xff),
    '101100000': (code) => put(SP, r[SP] + ((code & 0x7f) << 2)),
    '101100001': (code) => put(SP, r[SP] - ((code & 0x7f) << 2)),
  };
}

function memory(r, { bytes, halves, words }) {
  // `scale` is 0 for bytes, 1 and 2 for what is twice and four times as long.
  const at = (address, scale) => {
    const place = address - RAM;
    const there = place >= 0 && place < bytes.length && !(place & ((1 << scale) - 1));
    return there ? place >> scale : -1;
  };
  const load = (units, scale, to, address) => {
    const place = at(address, scale);
    if (place < 0) return LEFT;
    r[to] = units[place];
    return MEMORY;
  };
  const store = (units, scale, from, address) => {
    const place = at(address, scale);
    if (place < 0) return LEFT;
    units[place] = r[from];
    return MEMORY;
  };
  const pair = (code) => r[middle(code)] + r[upper(code)];
  return {
    '01001': (code) => load(words, 2, high(code), ((r[PC] + 2) & ~3) + (eight(code) << 2)),
    '0101100': (code) => load(words, 2, low(code), pair(code)),
    '0101101': (code) => load(halves, 1, low(code), pair(code)),
    '0101110': (code) => load(bytes, 0, low(code), pair(code)),
    '01100': (code) => store(words, 2, low(code), r[middle(code)] + (five(code) << 2)),
    '01101': (code) => load(words, 2, low(code), r[middle(code)] + (five(code) << 2)),
    '01110': (code) => store(bytes, 0, low(code), r[middle(code)] + five(code)),
    '01111': (code) => load(bytes, 0, low(code), r[middle(code)] + five(code)),
    '10000': (code) => store(halves, 1, low(code), r[middle(code)] + (five(code) << 1)),
    '10001': (code) => load(halves, 1, low(code), r[middle(code)] + (five(code) << 1)),
    '10010': (code) => store(words, 2, high(code), r[SP] + (eight(code) << 2)),
    '10011': (code) => load(words, 2, high(code), r[SP] + (eight(code) << 2)),
  };
}

function stack(r, { words }) {
  const first = () => (r[SP] - RAM) >> 2;
  const push = (code) => {
    let place = first();
    if (place < 9 || place > words.length) return LEFT;
    let cycles = ALONE;
    if (code & 0x100) words[--place] = r[LR];
    for (let number = 7; number >= 0; number--) {
      if (!names(code, number)) continue;
      words[--place] = r[number];
      cycles++;
    }
    r[SP] = RAM + (place << 2);
    return cycles;
  };
  const pop = (code) => {
    let place = first();
    let cycles = ALONE;
    for (let number = 0; number < 8; number++) {
      if (!names(code, number)) continue;
      r[number] = words[place++];
      cycles++;
    }
    r[SP] = RAM + (place << 2);
    return cycles;
  };
  const reachable = () => first() >= 0 && first() < words.length - 9;
  const popAndReturn = (code) => {
    let place = first();
    for (let number = 0; number < 8; number++) if (names(code, number)) place++;
    const to = words[place];
    if (to >>> 28 === END_OF_INTERRUPT) return LEFT;
    const cycles = pop(code);
    r[SP] += 4;
    r[PC] = to & ~1;
    return cycles + JUMP;
  };
  return {
    '1011010': push,
    '10111100': (code) => (reachable() ? pop(code) : LEFT),
    '10111101': (code) => (reachable() ? popAndReturn(code) : LEFT),
  };
}

// By the upper three bits of a condition.
const MET = [
  ({ Z }) => Z,
  ({ C }) => C,
  ({ N }) => N,
  ({ V }) => V,
  ({ C, Z }) => C && !Z,
  ({ N, V }) => N === V,
  ({ N, V, Z }) => N === V && !Z,
];

function jumps(core, r, { halves }) {
  // The counter stands behind the jump, which counts from two bytes later.
  const jump = (bytes) => {
    r[PC] += 2 + bytes;
    return JUMP;
  };
  return {
    '1101': (code) => {
      const condition = MET[(code >> 9) & 7];
      if (!condition) return LEFT;
      return condition(core) === ((code & 0x100) !== 0) ? ALONE : jump((code << 24) >> 23);
    },
    '11100': (code) => jump((code << 21) >> 20),
    '010001110': (code) => {
      const to = r[(code >> 3) & 15];
      if (to >>> 28 === END_OF_INTERRUPT) return LEFT;
      r[PC] = to & ~1;
      return JUMP;
    },
    '11110': (code) => {
      const second = halves[(r[PC] - RAM) >> 1];
      if (second >> 14 !== 3 || !(second & 0x1000)) return LEFT;
      const minus = (code >> 10) & 1;
      const bit23 = 1 ^ minus ^ ((second >> 13) & 1);
      const bit22 = 1 ^ minus ^ ((second >> 11) & 1);
      const ends = (minus * 0xff000000) | (bit23 << 23) | (bit22 << 22);
      r[LR] = (r[PC] + 2) | 1;
      r[PC] += 2 + (ends | ((code & 0x3ff) << 12) | ((second & 0x7ff) << 1));
      return CALL;
    },
  };
}

export class QuickCore {
  constructor({ core, sram: bytes }) {
    const { registers } = core;
    const halves = new Uint16Array(bytes.buffer);
    const words = new Uint32Array(bytes.buffer);
    const ram = { bytes, halves, words };
    Object.assign(this, { registers, halves });
    this.acts = new Array(1 << 10).fill(() => LEFT); // by an instruction's upper ten bits
    this.know(numbers(core, registers));
    this.know(moves(registers));
    this.know(memory(registers, ram));
    this.know(stack(registers, ram));
    this.know(jumps(core, registers, ram));
  }

  know(acts) {
    for (const [bits, act] of Object.entries(acts)) {
      const free = 10 - bits.length;
      const first = parseInt(bits, 2) << free;
      this.acts.fill(act, first, first + (1 << free));
    }
  }

  // Runs until so many cycles are over or an instruction is left.  Returns the cycles.
  run(most) {
    const { registers: r, halves, acts } = this;
    let cycles = 0;
    while (cycles < most) {
      const at = r[PC];
      const code = halves[(at - RAM) >> 1];
      if (code === undefined) break; // not in the RAM
      r[PC] = at + 2;
      const took = acts[code >> 6](code);
      if (took === LEFT) {
        r[PC] = at;
        break;
      }
      cycles += took;
    }
    return cycles;
  }
}
