// Switches in rows and columns, with a diode at each: what the pins of the columns see.
//
// Current flows from a column's pull-up through switch and diode into a row that is pulled to
// ground. Where a bare wire replaces the diode, current also flows back from a row into another
// column: three pieces at the corners of a rectangle then show a fourth, a ghost.

export const COLUMN_PINS = [0, 1, 2, 3, 4, 5, 6, 7]; // pins as in hal/rp2040/pins.h
export const ROW_PINS = [8, 9, 10, 11, 12, 13, 16, 17];
const ROWS_PER_COLUMN = 16; // channel = column x 16 + row
const RISE_NS = 20_000; // rise time of a released column, by its pull-up alone

export class Matrix {
  constructor() {
    this.closed = new Set(); // channels
    this.bare = new Set(); // channels whose diode is missing
  }

  set(channel, closed) {
    this.closed[closed ? 'add' : 'delete'](channel);
    if (this.controller) this.settle();
  }

  connect(controller) {
    this.controller = controller;
    this.levels = COLUMN_PINS.map(() => false);
    this.rising = COLUMN_PINS.map((pin, column) =>
      controller.clock.createAlarm(() => this.drive(column, true)),
    );
    for (const pin of ROW_PINS) controller.gpio[pin].addListener(() => this.settle());
    for (const pin of COLUMN_PINS) controller.gpio[pin].addListener(() => this.settle());
    this.settle();
  }

  drive(column, high) {
    this.levels[column] = high;
    this.controller.gpio[COLUMN_PINS[column]].setInputValue(high);
  }

  // Returns the columns that are pulled to ground through rows.
  lowColumns() {
    const { gpio } = this.controller;
    const atGround = ({ outputEnable, outputValue, pulldownEnabled }) =>
      outputEnable ? !outputValue : pulldownEnabled;
    const rows = new Set([...ROW_PINS.keys()].filter((row) => atGround(gpio[ROW_PINS[row]])));
    const columns = new Set();
    for (let before = -1; before !== rows.size + columns.size; ) {
      before = rows.size + columns.size;
      for (const channel of this.closed) {
        const column = Math.floor(channel / ROWS_PER_COLUMN);
        const row = channel % ROWS_PER_COLUMN;
        if (rows.has(row)) columns.add(column);
        else if (this.bare.has(channel) && columns.has(column)) rows.add(row);
      }
    }
    return columns;
  }

  settle() {
    const low = this.lowColumns();
    for (const column of COLUMN_PINS.keys()) {
      const pulled = this.controller.gpio[COLUMN_PINS[column]].pullupEnabled;
      const high = pulled && !low.has(column);
      this.rising[column].cancel();
      if (!high) this.drive(column, false);
      else if (!this.levels[column]) this.rising[column].schedule(RISE_NS);
    }
  }
}
