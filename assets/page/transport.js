// The way to the table: a WebSocket to the server that has sent this page.

export function connect() {
  const address = new URL("live", location.href.split("#")[0].replace("http", "ws"));
  return new WebSocket(address.href);
}
