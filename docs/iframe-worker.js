// Browsers start no worker for a page that is read from a folder, so the search would find nothing.
// There a frame that nobody sees stands for the worker, with the same script in it.  MkDocs puts this
// before its own scripts, which look for IFrameWorker.
(() => {
  if (location.protocol !== "file:") return;

  class IFrameWorker extends EventTarget {
    constructor(url) {
      super();
      this.frame = document.createElement("iframe");
      this.frame.hidden = true;
      document.documentElement.append(this.frame);
      // A frame without an address has the origin of its page, so that both may call each other.
      const inside = this.frame.contentWindow;
      const answer = (data) => this.dispatchEvent(new MessageEvent("message", { data }));
      inside.postMessage = (data) => queueMicrotask(() => answer(data));
      this.begun = new Promise((loaded) => {
        const script = inside.document.createElement("script");
        script.src = new URL(url, document.baseURI);
        script.addEventListener("load", loaded);
        inside.document.body.append(script);
      });
    }

    postMessage(data) {
      const inside = this.frame.contentWindow;
      this.begun.then(() => inside.dispatchEvent(new inside.MessageEvent("message", { data })));
    }

    terminate() {
      this.frame.remove();
    }
  }

  window.IFrameWorker = IFrameWorker;
  window.Worker = IFrameWorker;
})();
