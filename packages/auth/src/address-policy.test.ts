import { expect, test } from "vitest";
import { allowedHostsVariable, createAddressPolicy } from "./address-policy.ts";

const policy = createAddressPolicy();
const https = new URL("https://receiver.example");

test.each(["203.0.114.7", "8.8.8.8", "2606:4700:4700::1111"])(
  "the public address %s may be connected to",
  (address) => {
    expect(policy.isAllowedAddress(https, address)).toBe(true);
    expect(policy.isAllowedAddress(new URL("http://receiver.example"), address)).toBe(false);
  },
);

test.each([
  "0.0.0.0",
  "10.1.2.3",
  "100.64.0.1",
  "100.100.100.200",
  "127.0.0.1",
  "127.8.9.10",
  "169.254.169.254",
  "172.16.0.1",
  "192.0.0.192",
  "192.0.2.1",
  "192.168.1.10",
  "198.18.0.1",
  "224.0.0.1",
  "239.255.255.250",
  "240.0.0.1",
  "255.255.255.255",
  "::",
  "::1",
  "::ffff:127.0.0.1",
  "::ffff:10.0.0.1",
  "::ffff:0:10.0.0.1",
  "::127.0.0.1",
  "64:ff9b::a00:1",
  "64:ff9b::808:808",
  "64:ff9b:1::a00:1",
  "100::1",
  "2001::1",
  "2001:db8::1",
  "2002:a00:1::1",
  "fc00::1",
  "fd00:ec2::254",
  "fe80::1",
  "fec0::1",
  "ff02::1",
  "localhost",
  "",
])("the address %s may not", (address) => {
  expect(policy.isAllowedAddress(https, address)).toBe(false);
});

test.each([
  ["https://receiver.example/hook", true],
  ["https://user@receiver.example/", false],
  ["https://user:password@receiver.example/", false],
  ["http://receiver.example/", false],
  ["http://127.0.0.1/", false],
  ["http://localhost/", false],
  ["ftp://receiver.example/", false],
  ["file:///etc/passwd", false],
  ["gopher://receiver.example/", false],
  ["//receiver.example/", false],
  ["", false],
])("the URL %s is allowed: %s", (url, allowed) => {
  expect(policy.isAllowedUrl(url)).toBe(allowed);
});

test("what the operator lists is allowed besides, also over http, and nothing else", () => {
  const home = createAddressPolicy(
    allowedHostsVariable.parse("ntfy.home.arpa, 192.168.1.0/24 fd12::/16,10.0.0.5"),
  );
  const plain = new URL("http://ntfy.home.arpa/");
  expect(home.isAllowedUrl(plain.href)).toBe(true);
  expect(home.isAllowedUrl("http://ntfy.home.arpa./")).toBe(true);
  expect(home.isAllowedAddress(plain, "172.20.0.9")).toBe(true);
  const other = new URL("http://other.home.arpa/");
  expect(home.isAllowedAddress(other, "172.20.0.9")).toBe(false);
  expect(home.isAllowedAddress(other, "192.168.1.9")).toBe(true);
  expect(home.isAllowedAddress(other, "::ffff:192.168.1.9")).toBe(true);
  expect(home.isAllowedAddress(other, "192.168.2.9")).toBe(false);
  expect(home.isAllowedAddress(other, "fd12::9")).toBe(true);
  expect(home.isAllowedUrl("http://192.168.1.9:8080/")).toBe(true);
  expect(home.isAllowedUrl("http://10.0.0.5/")).toBe(true);
  expect(home.isAllowedUrl("http://10.0.0.6/")).toBe(false);
  expect(home.isAllowedUrl("http://user@10.0.0.5/")).toBe(false);
});

test.each(["a b!", "10.0.0.0/99", "http://host", "*.home.arpa", "x".repeat(300)])(
  "the variable refuses %s",
  (text) => {
    expect(allowedHostsVariable.safeParse(text).success).toBe(false);
  },
);
