// Compares our interpreter with that of rp2040js: node check_core.mjs UF2_FILE
//
// A board boots and scans.  Both interpreters run the first occurrences of each opcode.  Prints
// each opcode after which registers, flags, cycles or RAM differ, and each handler that no opcode
// reached; then the number of instructions compared.

import { readFileSync } from 'node:fs';

import { Controller } from './controller.mjs';
import { leaveToRp2040js } from './quick_core.mjs';

const SCAN_MS = 500;
const TIMES = 5; // comparisons of an opcode; each copies the RAM
const ONE_INSTRUCTION = 1; // cycle: no instruction takes less

const board = new Controller(readFileSync(process.argv[2]), Buffer.from('0123456789abcdef', 'hex'));
const { core, sram } = board.rp;
const { handlers } = board.quick;
const runTheirs = core.executeInstruction.bind(core);
const runOurs = board.quick.run.bind(board.quick);
const timesMet = new Map();
const reached = new Set([leaveToRp2040js]);
let compared = 0;

const binary = (opcode) => opcode.toString(2).padStart(16, '0');

function state() {
  const { N, Z, C, V } = core;
  return { flags: { N, Z, C, V }, registers: core.registers.slice(), ram: sram.slice() };
}

function restore({ flags, registers, ram }) {
  Object.assign(core, flags);
  core.registers.set(registers);
  sram.set(ram);
}

function isSame(one, other) {
  const text = ({ flags, registers }) => JSON.stringify([flags, ...registers]);
  return text(one) === text(other) && Buffer.compare(one.ram, other.ram) === 0;
}

function compare(opcode) {
  const before = state();
  const ourCycles = runOurs(ONE_INSTRUCTION);
  if (!ourCycles) return runTheirs();
  const after = state();
  restore(before);
  const theirCycles = runTheirs();
  compared++;
  reached.add(handlers[opcode >> 6]);
  if (ourCycles !== theirCycles || !isSame(after, state())) {
    console.log(`differs: ${binary(opcode)}`);
  }
  return theirCycles;
}

board.quick.run = () => 0; // makes the function below run every instruction
core.executeInstruction = () => {
  const opcode = core.readUint16(core.PC);
  const times = timesMet.get(opcode) ?? 0;
  if (core.interruptsUpdated || times === TIMES) return runTheirs();
  timesMet.set(opcode, times + 1);
  return compare(opcode);
};
board.run(SCAN_MS, false);
handlers.forEach((handler, upperBits) => {
  if (!reached.has(handler)) console.log(`never reached: ${binary(upperBits << 6)}`);
});
console.log(`compared ${compared}`);
