// Runs the firmware image of a Raspberry Pi Pico in rp2040js, with the electronics of the board.
//
// Commands are read from standard input, one a line.  The first must be the following, which puts a
// new board on the bench and may be repeated later:
//   board SERIAL_HEX KIND UF2_FILE
// If KIND is `matrix`, the sensors are switches in rows and columns, at the pins of such a board.
// After the first board, a bench runs the next ones much faster.
//
// Time passes only in `run` and `until`.  The commands are those of the other bench
// (../emulator/bench.c), and some more:
//   set CHANNEL MILLIVOLTS [SPREAD] (below 2500 a switch is closed)   diode CHANNEL 0|1
//   noise MILLIVOLTS BAD_PER_10000 SEED   button 0|1
//   send HEX   run MS   until MS (or until the board has ended a frame)
//   unplug   plug   reset   jam   lights   stats   quit
//   open BAUD   close (a program opens or closes the serial line)
//   usb (what the computer knows about the device)   chip (the wear of the flash)
// Answers: ok [HEX of what the board has sent] | gone [HEX], if the computer knows no device |
// lights ... | stats ... | ... | error WORDS

import { readFileSync, readSync, writeSync } from 'node:fs';

import { CHANNELS, CLOSED_BELOW_MV } from './model.mjs';
import { Controller } from './controller.mjs';

const TICKS_PER_US = 16; // the unit of the other bench's counters

function answerBytes(board) {
  const hex = Buffer.from(board.said).toString('hex');
  board.said = [];
  return `${board.usb.configured ? 'ok' : 'gone'} ${hex}`;
}

function answerLights({ model: { chain } }) {
  const { latched } = chain;
  let hex = '';
  for (let at = 0; at < latched.length; at += 3) {
    hex += Buffer.from([latched[at + 1], latched[at], latched[at + 2]]).toString('hex');
  }
  return `lights ${chain.frames} ${hex}`;
}

function answerStats(board) {
  const { chain, sensors } = board.model;
  const ticks = (nanos) => Math.round((nanos * TICKS_PER_US) / 1000);
  const words =
    `stats cycle=${ticks(board.now)} overruns=0 bad_pulses=${chain.badPulses} ` +
    `longest_gap=${ticks(chain.longestGap)} early_readings=${sensors.earlyReadings} ` +
    `scan_cycles=${ticks(sensors.scanLongest)} crashes=${board.crashes} ` +
    `waiting=${board.usb.queue.length}`;
  sensors.scanLongest = chain.longestGap = 0;
  return words;
}

function answerUsb({ usb, inLoader, warnings }) {
  const { known, configured, faults } = usb;
  const device = known.device ?? [];
  const word = (at) => ((device[at] ?? 0) | ((device[at + 1] ?? 0) << 8)).toString(16);
  return JSON.stringify({
    configured,
    loader: inLoader,
    vendor: word(8),
    product: word(10),
    maker: known.maker ?? '',
    name: known.product ?? '',
    serial: known.serial ?? '',
    faults: [...faults, ...warnings],
  });
}

function answerChip({ chip }) {
  return JSON.stringify({ erased: [...chip.erased.values()], faults: chip.faults });
}

const sets = {
  set(board, [channel, millivolts, spread = 0]) {
    if (!(channel < CHANNELS)) throw new RangeError('channel');
    board.model.sensors.millivolts[channel] = millivolts;
    board.model.sensors.spreadMv[channel] = spread;
    board.model.matrix?.set(channel, millivolts < CLOSED_BELOW_MV);
  },
  diode: (board, [channel, there]) => board.model.matrix.bare[there ? 'delete' : 'add'](channel),
  noise: (board, numbers) => board.model.noise(...numbers),
  button(board, [pressed]) {
    board.model.pressed = pressed !== 0;
    board.model.pins();
  },
  send: (board, _numbers, hex) => board.usb.send(Buffer.from(hex, 'hex')),
  run: (board, [ms]) => board.run(ms, false),
  until: (board, [ms]) => board.run(ms, true),
  unplug: (board) => board.unplug(),
  plug: (board) => board.plug(),
  reset: (board) => board.reset(),
  jam: (board) => board.jam(),
  hang: (board) => board.usb.hang(),
  open(board, [baud]) {
    Object.assign(board.usb, { open: true, baud });
    board.usb.setLine();
  },
  close(board) {
    board.usb.open = false;
    board.usb.setLine();
  },
};
const asks = { lights: answerLights, stats: answerStats, usb: answerUsb, chip: answerChip };

function obey(board, line) {
  const [name, ...words] = line.split(' ');
  if (asks[name]) return asks[name](board);
  if (!sets[name]) return `error ${line}`;
  try {
    sets[name](board, words.map(Number), words[0] ?? '');
  } catch (error) {
    return `error ${line}: ${error.message}`;
  }
  return answerBytes(board);
}

// Yields lines of standard input, waiting for each.
function* lines() {
  const chunk = Buffer.alloc(65536);
  let text = '';
  for (;;) {
    const size = readSync(0, chunk);
    if (!size) return;
    text += chunk.toString('latin1', 0, size);
    const whole = text.split('\n');
    text = whole.pop();
    yield* whole;
  }
}

function boardOf(line) {
  const [, serial, kind, image] = /^board (\S+) (\S+) (.*)$/.exec(line);
  return new Controller(readFileSync(image), Buffer.from(serial, 'hex'), kind === 'matrix');
}

function main() {
  let board;
  for (const line of lines()) {
    if (line === 'quit') return;
    let answer = 'gone ';
    if (line.startsWith('board ')) board = boardOf(line);
    else answer = obey(board, line);
    writeSync(1, `${answer}\n`);
  }
}

main();
