// Shows "your turn" where a page may not do so itself; a tap on it brings the page back.  Keeps nothing.

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(self.clients.matchAll({ type: "window", includeUncontrolled: true })
    .then(([page]) => page?.focus()));
});
