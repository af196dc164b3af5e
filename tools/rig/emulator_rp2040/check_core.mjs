// Compares our core with the one of rp2040js: node check_core.mjs UF2_FILE
//
// Boots a board and lets it scan.  Each instruction that it meets is run by both, the first times;
// prints how many, and those after which registers, flags, cycles or the RAM differ.

import { readFileSync } from 'node:fs';

import { Controller } from './controller.mjs';

const SCANNED_MS = 500;
const TIMES = 5; // of each instruction: the RAM is copied for them
const SMALLEST = 0.5; // cycles: one instruction

const board = new Controller(readFileSync(process.argv[2]), Buffer.from('0123456789abcdef', 'hex'));
const { core, sram } = board.rp;
const theirs = core.executeInstruction.bind(core);
const ours = board.quick.run.bind(board.quick);
const met = new Map();
let compared = 0;

function state() {
  const { N, Z, C, V } = core;
  return { flags: { N, Z, C, V }, registers: core.registers.slice(), ram: sram.slice() };
}

function restore({ flags, registers, ram }) {
  Object.assign(core, flags);
  core.registers.set(registers);
  sram.set(ram);
}

function same(one, other) {
  const seen = ({ flags, registers }) => JSON.stringify([flags, ...registers]);
  return seen(one) === seen(other) && Buffer.compare(one.ram, other.ram) === 0;
}

function compare(code) {
  const before = state();
  const cycles = ours(SMALLEST);
  if (!cycles) return theirs(); // it is theirs alone
  const after = state();
  restore(before);
  const theirCycles = theirs();
  compared++;
  if (cycles !== theirCycles || !same(after, state())) {
    console.log(`differs: ${code.toString(2).padStart(16, '0')}`);
  }
  return theirCycles;
}

board.quick.run = () => 0; // all come one by one
core.executeInstruction = () => {
  const code = core.readUint16(core.PC);
  const times = met.get(code) ?? 0;
  if (core.interruptsUpdated || times === TIMES) return theirs();
  met.set(code, times + 1);
  return compare(code);
};
board.run(SCANNED_MS, false);
console.log(`compared ${compared}`);
