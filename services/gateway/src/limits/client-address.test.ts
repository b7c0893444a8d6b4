import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { expect, test } from "vitest";
import { clientAddress } from "./client-address.ts";

function requestFrom(peer: string, forwarded?: string): IncomingMessage {
  const socket = new Socket();
  Object.defineProperty(socket, "remoteAddress", { value: peer });
  const request = new IncomingMessage(socket);
  if (forwarded !== undefined) request.headers["x-forwarded-for"] = forwarded;
  return request;
}

test.each([
  ["192.0.2.1", undefined, "192.0.2.1"],
  ["::ffff:192.0.2.1", undefined, "192.0.2.1"],
  // Forged: only a trusted proxy's word counts.
  ["192.0.2.1", "203.0.113.9", "192.0.2.1"],
  ["10.0.0.1", "203.0.113.9", "203.0.113.9"],
  ["10.0.0.1", "1.1.1.1, 203.0.113.9, 10.0.0.2", "203.0.113.9"],
  ["10.0.0.1", undefined, "10.0.0.1"],
  ["2001:db8:1:2:aaaa::1", undefined, "2001:db8:1:2::/64"],
  ["2001:db8:1:2:bbbb:0:0:1", undefined, "2001:db8:1:2::/64"],
  ["::1", undefined, "0:0:0:0::/64"],
])("%s forwarding %s is %s", (peer, forwarded, address) => {
  const trusted = new Set(["10.0.0.1", "10.0.0.2"]);
  expect(clientAddress(requestFrom(peer, forwarded), trusted)).toBe(address);
});
