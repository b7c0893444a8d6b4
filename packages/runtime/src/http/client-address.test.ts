import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { expect, test } from "vitest";
import {
  addressNetwork,
  createClientAddress,
  createProxyTest,
  createRequestHost,
  trustedProxiesVariable,
} from "./client-address.ts";

function requestFrom(peer: string | undefined, forwarded?: string): IncomingMessage {
  const socket = new Socket();
  Object.defineProperty(socket, "remoteAddress", { value: peer });
  const request = new IncomingMessage(socket);
  if (forwarded !== undefined) request.headers["x-forwarded-for"] = forwarded;
  return request;
}

test.each([
  ["192.0.2.1", undefined, "192.0.2.1"],
  ["::ffff:192.0.2.1", undefined, "192.0.2.1"],
  // Forged: only what a trusted proxy forwards counts.
  ["192.0.2.1", "203.0.113.9", "192.0.2.1"],
  ["10.0.0.1", "203.0.113.9", "203.0.113.9"],
  ["::ffff:10.0.0.1", "203.0.113.9", "203.0.113.9"],
  ["10.0.0.1", "1.1.1.1, 203.0.113.9, 10.0.0.2", "203.0.113.9"],
  ["10.0.0.1", "1.1.1.1, 203.0.113.9, 172.16.5.5", "203.0.113.9"],
  ["10.0.0.1", undefined, "10.0.0.1"],
  ["10.0.0.1", "2001:db8::7", "2001:db8::7"],
  // A proxy may forward anything.
  ["10.0.0.1", "unknown", "unknown"],
  ["10.0.0.1", "x".repeat(500), "x".repeat(45)],
  [undefined, "203.0.113.9", ""],
])("peer %s with X-Forwarded-For %s is %s", (peer, forwarded, address) => {
  const clientAddress = createClientAddress(["10.0.0.1", "10.0.0.2", "172.16.0.0/12"]);
  expect(clientAddress(requestFrom(peer, forwarded))).toBe(address);
});

test.each([
  ["192.0.2.1", "192.0.2.1"],
  ["::ffff:192.0.2.1", "192.0.2.1"],
  ["2001:db8:1:2:aaaa::1", "2001:db8:1:2::/64"],
  ["2001:DB8:1:2:bbbb:0:0:1", "2001:db8:1:2::/64"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["not an address", "not an address"],
  ["x".repeat(500), "x".repeat(45)],
])("limits count %s as %s", (address, network) => {
  expect(addressNetwork(address)).toBe(network);
});

test.each([
  ["", []],
  ["10.0.0.7, 172.16.0.0/12 ,loopback", ["10.0.0.7", "172.16.0.0/12", "loopback"]],
])("trusted proxies '%s'", (text, proxies) => {
  expect(trustedProxiesVariable.parse(text)).toEqual(proxies);
});

test.each([
  ["10.1.2.3", true],
  ["::ffff:10.1.2.3", true],
  ["192.0.2.1", false],
  ["unknown", false],
])("of the peer %s is known whether it is a trusted proxy", (peer, isProxy) => {
  expect(createProxyTest(["10.0.0.0/8"])(peer)).toBe(isProxy);
});

test("a trusted proxy that is neither an address nor a network is refused", () => {
  const result = trustedProxiesVariable.safeParse("10.0.0.1,balancer");
  expect(result.error?.issues[0]?.message).toBe(
    "expected comma-separated IP addresses or networks such as 10.0.0.0/8",
  );
});

test.each([
  ["192.0.2.1", "jetwire.example", undefined, "jetwire.example"],
  ["192.0.2.1", "Jetwire.Example:8443", undefined, "Jetwire.Example:8443"],
  ["192.0.2.1", "[2001:db8::1]:80", undefined, "[2001:db8::1]:80"],
  // Forged: only what a trusted proxy forwards counts.
  ["192.0.2.1", "jetwire.example", "evil.example", "jetwire.example"],
  ["10.0.0.1", "gateway:8081", "jetwire.example", "jetwire.example"],
  ["10.0.0.1", "gateway:8081", "evil.example, jetwire.example", "jetwire.example"],
  ["10.0.0.1", "gateway:8081", "", null],
  ["192.0.2.1", undefined, undefined, null],
  ["192.0.2.1", "user@jetwire.example", undefined, null],
  ["192.0.2.1", "jetwire.example/path", undefined, null],
  ["192.0.2.1", "jetwire.example:99999999", undefined, null],
  ["192.0.2.1", "x".repeat(500), undefined, null],
])(
  "peer %s with Host %s and X-Forwarded-Host %s asks for %s",
  (peer, host, forwarded, expected) => {
    const request = requestFrom(peer);
    if (host !== undefined) request.headers.host = host;
    if (forwarded !== undefined) request.headers["x-forwarded-host"] = forwarded;
    expect(createRequestHost(["10.0.0.1"])(request)).toBe(expected);
  },
);
