// Shows push messages as notifications, also while the page is closed. It caches nothing and answers no requests.
addEventListener("push", (event) => {
  const { id, title, body, link } = event.data.json();
  const shown = { body, tag: id, icon: "/icon-192.png", data: { link } };
  event.waitUntil(registration.showNotification(title, shown));
});

addEventListener("notificationclick", (event) => {
  event.notification.close();
  const { link } = event.notification.data;
  if (link !== null) event.waitUntil(clients.openWindow(link));
});
