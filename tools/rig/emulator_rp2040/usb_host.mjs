// The computer at the other end of the cable: enumerates the device as an operating system does,
// opens its serial line, and transfers bytes.  `faults` collects everything that a strict host
// would reject.

const AVAILABLE = 1 << 10;
const DATA1 = 1 << 13;
const FULL = 1 << 15;
const STALL = 1 << 11;
const LENGTH = 0x3ff;
const PULLUP = 1 << 16;
const CONTROL_AT = 0x100;
const DEBOUNCE_NS = 100e6;
const PACKET_NS = 60_000; // for a packet of 64 bytes with its overhead
const PACKET = 64;
const GIVE_UP_NS = 500e6;
const FRAME_NS = 1e6; // the host begins a frame every millisecond
const LATE_NS = 800_000; // erratum E15: no packet to the host may become available after this
const FRAME_INTERRUPT = 1 << 17;
const FRAME_NUMBER = 0x48; // register; reading it clears the interrupt

const standard = (request, value, index, length, toHost) => ({
  kind: toHost ? 0x80 : 0,
  request,
  value,
  index,
  length,
});
const ENGLISH = 0x409;
const descriptor = (type, number, length) =>
  standard(6, (type << 8) | number, type === 3 ? ENGLISH : 0, length, true);
const textOf = (bytes) => Buffer.from(bytes.subarray(2)).toString('utf16le');

export class UsbHost {
  constructor(onBytes) {
    this.onBytes = onBytes;
    this.faults = [];
    this.queue = []; // bytes for the board
    this.open = true;
    this.baud = 115200;
    this.known = {};
  }

  connect(controller) {
    const { usbCtrl: usb, clock } = controller;
    Object.assign(this, { controller, usb, clock, configured: false, attached: false });
    Object.assign(this, { hung: false, frameAt: 0 });
    this.forget();
    usb.DPRAMUpdated = (offset, value) => this.onBuffer(offset, value);
    const handle = usb.handleSieCtrlWrite.bind(usb);
    usb.handleSieCtrlWrite = (value) => {
      handle(value);
      if (value & PULLUP && !this.attached) this.attach();
    };
    const read = usb.readUint32.bind(usb);
    usb.readUint32 = (offset) => {
      if (offset === FRAME_NUMBER) this.interruptOfFrame(false);
      return read(offset);
    };
    usb.onResetReceived = () => this.next();
    this.patience = clock.createAlarm(() => this.fault('a request is not answered'));
  }

  forget() {
    this.toggles = [[0, 0], [0, 0], [0, 0]]; // by endpoint: to host, to board
    this.armed = [[0, 0], [0, 0], [0, 0]];
    this.busy = [[false, false], [false, false], [false, false]];
    this.transfers = [];
    this.current = null;
  }

  gone() {
    this.attached = this.configured = false;
    this.queue = [];
  }

  fault(words) {
    this.faults.push(words);
  }

  // Simulates erratum E15, after which the controller's state machine neither receives nor sends.
  hang() {
    this.hung = true;
  }

  interruptOfFrame(on) {
    const { usb } = this;
    usb.intRaw = on ? usb.intRaw | FRAME_INTERRUPT : usb.intRaw & ~FRAME_INTERRUPT;
    usb.checkInterrupts();
  }

  frames() {
    const { usb } = this;
    const begin = () => {
      if (usb !== this.usb || !this.configured || this.hung) return;
      this.frameAt = this.clock.nanos;
      this.interruptOfFrame(true);
      this.after(FRAME_NS, begin);
    };
    begin();
  }

  after(nanos, act) {
    const alarm = this.clock.createAlarm(act);
    alarm.schedule(nanos);
  }

  // -- enumeration --------------------------------------------------------------------------------

  attach() {
    this.attached = true;
    this.after(DEBOUNCE_NS, () => {
      this.forget();
      this.transfers = this.greeting();
      this.usb.resetDevice();
    });
  }

  greeting() {
    const keep = (name) => (bytes) => {
      this.known[name] = bytes;
    };
    return [
      { setup: descriptor(1, 0, 64), done: keep('device') },
      { setup: standard(5, 7, 0, 0, false) },
      { setup: descriptor(1, 0, 18), done: keep('device') },
      { setup: descriptor(2, 0, 9), done: (bytes) => this.askWhole(bytes) },
    ];
  }

  askWhole(head) {
    const size = head[2] | (head[3] << 8);
    const strings = [14, 15, 16].map((at) => ({
      setup: descriptor(3, this.known.device[at], 255),
      done: (bytes) => {
        this.known[['maker', 'product', 'serial'][at - 14]] = textOf(bytes);
      },
    }));
    const answer = (bytes) => {
      if (bytes.length !== size) this.fault(`${bytes.length} of ${size} bytes of description`);
      this.known.configuration = bytes;
    };
    this.transfers.push(
      { setup: descriptor(2, 0, size), done: answer },
      ...strings,
      { setup: descriptor(6, 0, 10), refused: true }, // no faster speed
      { setup: standard(9, 1, 0, 0, false), done: () => this.begin() },
    );
  }

  begin() {
    this.toggles = [[0, 0], [0, 0], [0, 0]];
    this.configured = true;
    this.frames();
    this.setLine();
  }

  // -- the line -----------------------------------------------------------------------------------

  setLine() {
    if (!this.configured) return;
    const coding = [...new Uint8Array(new Uint32Array([this.baud]).buffer), 0, 0, 8];
    const state = { kind: 0x21, request: 0x22, value: this.open ? 3 : 0, index: 0, length: 0 };
    this.transfers.push({ setup: state });
    const speed = { ...state, request: 0x20, value: 0, length: coding.length };
    if (this.open) this.transfers.push({ setup: speed, data: coding });
    if (!this.current) this.next();
    this.move();
  }

  send(bytes) {
    this.queue.push(...bytes);
    this.move();
  }

  move() {
    if (!this.configured || this.hung) return;
    if (this.armed[2][1] && this.queue.length) this.run(2, 1);
    if (this.armed[2][0] && this.open) this.run(2, 0);
  }

  // -- control transfers --------------------------------------------------------------------------

  next() {
    this.current = this.transfers.shift() ?? null;
    this.patience.cancel();
    if (!this.current) return;
    const { kind, request, value, index, length } = this.current.setup;
    this.current.got = [];
    this.current.stage = 'data';
    if (!length) this.current.stage = 'status';
    this.toggles[0] = [1, 1];
    const packet = new Uint8Array(8);
    const view = new DataView(packet.buffer);
    packet[0] = kind;
    packet[1] = request;
    view.setUint16(2, value, true);
    view.setUint16(4, index, true);
    view.setUint16(6, length, true);
    this.patience.schedule(GIVE_UP_NS);
    this.usb.sendSetupPacket(packet);
  }

  finish() {
    const { done, got } = this.current;
    this.patience.cancel();
    done?.(Uint8Array.from(got));
    this.after(PACKET_NS, () => this.next());
  }

  controlIn(bytes) {
    const { setup, got } = this.current;
    if (setup.kind & 0x80) {
      got.push(...bytes);
      if (bytes.length < PACKET || got.length >= setup.length) this.current.stage = 'status';
    } else {
      if (bytes.length) this.fault('a status with bytes');
      this.finish();
      return;
    }
    this.toggles[0][1] = 1;
    if (this.current.stage === 'status' && this.armed[0][1]) this.run(0, 1);
  }

  // Returns the host's data for the board's control endpoint.
  controlOut() {
    const { setup, data } = this.current;
    return setup.kind & 0x80 ? [] : data;
  }

  // -- packets ------------------------------------------------------------------------------------

  onBuffer(offset, value) {
    if (offset < 0x80 || offset > 0xfc) return;
    const endpoint = (offset - 0x80) >> 3;
    const out = offset & 4 ? 1 : 0;
    if (endpoint > 2 || this.hung) return;
    const late = this.configured && this.clock.nanos - this.frameAt > LATE_NS;
    if (endpoint === 2 && !out && value & AVAILABLE && late) {
      this.fault('a packet to the host became available at the end of a frame');
    }
    this.armed[endpoint][out] = value & AVAILABLE ? value : 0;
    if (endpoint === 0 && value & STALL) {
      this.refused();
      return;
    }
    if (!this.armed[endpoint][out]) return;
    if (endpoint === 0) {
      if (this.current && this.wants(out)) this.run(0, out);
    } else this.move();
  }

  wants(out) {
    const { setup, stage } = this.current;
    const toHost = Boolean(setup.kind & 0x80);
    if (stage === 'data') return toHost ? !out : out;
    return toHost ? out : !out;
  }

  refused() {
    if (!this.current || this.current.stage === 'refused') return;
    if (!this.current.refused) this.fault(`request ${this.current.setup.request} is refused`);
    this.current.stage = 'refused';
    this.patience.cancel();
    this.after(PACKET_NS, () => this.next());
  }

  run(endpoint, out) {
    if (this.busy[endpoint][out]) return;
    this.busy[endpoint][out] = true;
    this.after(PACKET_NS, () => {
      this.busy[endpoint][out] = false;
      if (!this.armed[endpoint][out] || this.hung) return;
      if (out) this.packetOut(endpoint);
      else this.packetIn(endpoint);
    });
  }

  bufferAt(endpoint, out) {
    return endpoint ? this.usb.readEndpointControlReg(endpoint, Boolean(out)) & 0xffc0 : CONTROL_AT;
  }

  checkToggle(endpoint, out, control) {
    const expected = this.toggles[endpoint][out];
    if (Number(Boolean(control & DATA1)) !== expected) {
      this.fault(`packet of endpoint ${endpoint} ${out ? 'out' : 'in'} out of step`);
    }
    this.toggles[endpoint][out] ^= 1;
  }

  complete(endpoint, out, control) {
    const offset = 0x80 + 8 * endpoint + 4 * out;
    this.armed[endpoint][out] = 0;
    this.controller.usbDPRAMView.setUint32(offset, control & ~AVAILABLE, true);
    this.usb.indicateBufferReady(endpoint, Boolean(out));
  }

  packetIn(endpoint) {
    const control = this.armed[endpoint][0];
    if (!(control & FULL)) this.fault('an empty buffer is offered');
    this.checkToggle(endpoint, 0, control);
    const at = this.bufferAt(endpoint, 0);
    const bytes = this.controller.usbDPRAM.slice(at, at + (control & LENGTH));
    this.complete(endpoint, 0, control & ~FULL);
    if (endpoint === 0) this.controlIn(bytes);
    else this.onBytes(bytes);
  }

  packetOut(endpoint) {
    const control = this.armed[endpoint][1];
    const status = endpoint === 0 && this.current.setup.kind & 0x80;
    const bytes = endpoint ? this.queue.splice(0, PACKET) : this.controlOut();
    this.checkToggle(endpoint, 1, control);
    this.controller.usbDPRAM.set(bytes, this.bufferAt(endpoint, 1));
    this.complete(endpoint, 1, (control & ~LENGTH) | FULL | bytes.length);
    if (status) this.finish();
    else if (endpoint === 0) this.current.stage = 'status';
  }
}
