import { expect, test } from "vitest";
import { notificationPath } from "./notification-link.ts";

const id = "019a0000-0000-7000-8000-000000000001";

test.each([
  ["alert.match", { messageId: id }, `/messages/${id}`],
  ["alert.match", { messageId: "../operator" }, null],
  ["chat.message", { senderId: id }, `/chat/${id}`],
  ["chat.message", { senderId: "https://evil.example" }, "/chat"],
  ["key.expiring", {}, "/desk/keys"],
  ["station.offline", { stationId: 7 }, "/stations/7"],
  ["station.offline", { stationId: "7/../../operator" }, null],
  ["system.announcement", {}, null],
])("a notification of type %s about %j leads to %s", (type, data, path) => {
  expect(notificationPath({ type, data })).toBe(path);
});
