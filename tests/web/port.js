// Stands in for Web Serial: one port, whose other end is the test.  What the page writes goes to the
// function `toBoard` in hex; the test speaks by `boardSays` and pulls the cable by `boardCable`.

(() => {
  const kept = () => sessionStorage; // an empty page has none
  const serial = new EventTarget();
  const hex = (bytes) => [...bytes].map((one) => one.toString(16).padStart(2, "0")).join("");
  let inward = null, there = true;

  const port = {
    readable: null, writable: null,
    getInfo: () => ({ usbVendorId: 0x2341, usbProductId: 0x43 }),
    async open() {
      if (this.readable) throw new DOMException("It is open.", "InvalidStateError");
      if (!there || window.boardBusy) throw new DOMException("It cannot be opened.", "NetworkError");
      this.readable = new ReadableStream({ start: (stream) => { inward = stream; } });
      this.writable = new WritableStream({ write: (bytes) => toBoard(hex(bytes)) });
    },
    async close() {
      if (this.readable?.locked || this.writable?.locked) throw new TypeError("It is in use.");
      this.readable = this.writable = inward = null;
    },
  };

  function tell(kind) {
    const event = new Event(kind);
    Object.defineProperty(event, "target", { value: port });
    serial.dispatchEvent(event);
  }

  serial.requestPort = async () => {
    if (window.boardChoice) throw new DOMException("", window.boardChoice);
    kept().setItem("granted", "yes");
    return port;
  };
  serial.getPorts = async () => (kept().getItem("granted") && there ? [port] : []);
  window.boardSays = (text) => inward?.enqueue(new Uint8Array(text.match(/../g).map((two) => parseInt(two, 16))));
  window.boardCable = (plugged) => {
    there = plugged;
    if (!plugged) {
      inward?.error(new DOMException("The device has been lost.", "NetworkError"));
      port.readable = port.writable = inward = null;
    }
    tell(plugged ? "connect" : "disconnect");
  };
  Object.defineProperty(navigator, "serial", { value: serial, configurable: true });
})();
