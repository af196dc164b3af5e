// The electronics around the controller: sensors behind multiplexers, lights, the button.

import { Matrix } from './matrix.mjs';

export const CHANNELS = 128; // multiplexer x 16 + select lines
const LIGHTS = 128;
const SELECT_FIRST = 2; // pins as in hal/rp2040/pins.h
const COLLECT_FIRST = 6;
const BUTTON_PIN = 14;
const LIGHT_PIN = 15;
const SENSOR_INPUT = 0;
const SUPPLY_INPUT = 3;
export const CLOSED_BELOW_MV = 2500; // for a switch in a matrix
const FULL_MV = 5000; // the full supply voltage, to which outputs of sensors are proportional
const STEPS = 4096;
const REFERENCE_MV = 3300;
const SUPPLY_MV = 5000;
const CONVERSION_NS = 2000;
const BANK_NEEDS_NS = 50_000; // from power to a valid sensor output
const COLLECT_NEEDS_NS = 1000; // from a change of the select lines to a valid voltage
const LATCH_NS = 300_000; // newer lights need a longer pause than older ones
const HIGH = 1; // state of a driven pin

// The same random generator as in the other bench (model.c).
class Dice {
  constructor(seed) {
    this.state = seed >>> 0;
  }

  roll() {
    this.state = (Math.imul(this.state, 1664525) + 1013904223) >>> 0;
    return this.state >>> 8;
  }
}

class Sensors {
  constructor() {
    this.millivolts = new Array(CHANNELS).fill(FULL_MV / 2);
    this.spreadMv = new Array(CHANNELS).fill(0); // how far a sensor's own readings vary
    this.noiseMv = 0;
    this.badPer10000 = 0;
    this.dice = new Dice(1);
    this.row = 0;
    this.collected = 0;
    this.bankChanged = this.changed = -Infinity;
    this.earlyReadings = 0;
    this.scanBegun = this.scanLongest = 0;
    this.readingsInScan = 0;
  }

  // Returns the present output of a channel's sensor.
  output(channel, now) {
    const { dice } = this;
    if (now - this.bankChanged < BANK_NEEDS_NS || now - this.changed < COLLECT_NEEDS_NS) {
      this.earlyReadings++;
      return 0;
    }
    if (this.badPer10000 && dice.roll() % 10000 < this.badPer10000) return dice.roll() % FULL_MV;
    let level = this.millivolts[channel];
    const noise = this.noiseMv + this.spreadMv[channel];
    if (noise) level += (dice.roll() % (2 * noise + 1)) - noise;
    return Math.min(Math.max(level, 0), FULL_MV);
  }

  // A whole scan reads all of row 0 first and all of row 15 last.
  timeScan(now) {
    this.readingsInScan++;
    if (this.row !== 15 || this.readingsInScan <= 15) return;
    this.scanLongest = Math.max(this.scanLongest, now + CONVERSION_NS - this.scanBegun);
  }

  select(row, now) {
    if (row === this.row) return;
    this.changed = now;
    if ((row ^ this.row) & 8) this.bankChanged = now;
    if (row !== this.row + 1) {
      // a jump between rows does not happen within a scan
      this.readingsInScan = 0;
      this.scanBegun = now;
    }
    this.row = row;
  }
}

class Chain {
  constructor() {
    this.latched = [];
    this.frames = this.badPulses = this.longestGap = 0;
    this.forget();
  }

  forget() {
    this.coming = [];
    this.bits = 0;
    this.rose = -1;
    this.fell = 0;
  }

  latch(now) {
    if (!this.bits || this.rose >= 0 || now - this.fell < LATCH_NS) return;
    this.latched = this.coming.slice(0, 3 * Math.floor(this.bits / 24));
    this.frames++;
    this.forget();
  }

  pin(high, now) {
    if (high) {
      this.latch(now);
      if (this.bits) this.longestGap = Math.max(this.longestGap, now - this.fell);
      this.rose = now;
    } else if (this.rose >= 0) {
      this.take(now - this.rose);
      this.fell = now;
      this.rose = -1;
    }
  }

  take(highNs) {
    const one = highNs >= 580;
    if (highNs < 220 || (highNs > 420 && highNs < 580) || highNs > 1000) this.badPulses++;
    const at = this.bits >> 3;
    if (at < LIGHTS * 3) {
      this.coming[at] = (((this.coming[at] ?? 0) << 1) | one) & 0xff;
      this.bits++;
    }
  }
}

export class Model {
  constructor(isMatrix) {
    this.sensors = new Sensors();
    this.matrix = isMatrix ? new Matrix() : null;
    this.chain = new Chain();
    this.pressed = false;
  }

  // Connects to a controller that has just been powered or reset.
  connect(controller) {
    this.controller = controller;
    this.chain.forget();
    const { adc, gpio } = controller;
    adc.onADCRead = (input) => {
      const level = this.converted(input);
      this.conversion = () => adc.completeADCRead(level, false);
      this.converter.schedule(CONVERSION_NS);
    };
    this.converter = controller.clock.createAlarm(() => this.conversion());
    if (this.matrix) this.matrix.connect(controller);
    else this.connectSelectLines(gpio);
    gpio[LIGHT_PIN].addListener((level) => this.chain.pin(level === HIGH, this.now));
    this.pins();
  }

  connectSelectLines(gpio) {
    for (let pin = SELECT_FIRST; pin < COLLECT_FIRST + 3; pin++) {
      gpio[pin].addListener(() => this.selected());
    }
  }

  get now() {
    return this.controller.clock.nanos;
  }

  pins() {
    this.controller.gpio[BUTTON_PIN].setInputValue(!this.pressed);
  }

  converted(input) {
    if (input === SUPPLY_INPUT) return Math.round((SUPPLY_MV / 3 / REFERENCE_MV) * STEPS);
    if (input !== SENSOR_INPUT) return 0;
    this.sensors.timeScan(this.now);
    const channel = this.sensors.collected * 16 + this.sensors.row;
    const level = this.sensors.output(channel, this.now);
    return Math.min(Math.floor((level / FULL_MV) * STEPS), STEPS - 1);
  }

  selected() {
    const { gpio } = this.controller;
    const number = (first, count) => {
      let value = 0;
      for (let bit = 0; bit < count; bit++) value |= gpio[first + bit].outputValue << bit;
      return value;
    };
    const collected = number(COLLECT_FIRST, 3);
    if (collected !== this.sensors.collected) this.sensors.changed = this.now;
    this.sensors.collected = collected;
    this.sensors.select(number(SELECT_FIRST, 4), this.now);
  }

  latch() {
    this.chain.latch(this.now);
  }

  noise(millivolts, badPer10000, seed) {
    Object.assign(this.sensors, { noiseMv: millivolts, badPer10000, dice: new Dice(seed) });
  }

  dark() {
    this.chain.latched = [];
    this.chain.forget();
  }
}
