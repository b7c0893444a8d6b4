import { expect, test } from "vitest";
import { EmailAddress } from "./email-address.ts";

test.each([
  "a@example.org",
  "first.last+tag@mail.example.co.uk",
  "O'Brien@xn--p1ai.example",
  `${"a".repeat(64)}@example.org`,
])("accepts %j", (address) => {
  expect(EmailAddress.parse(address)).toBe(address);
});

test.each([
  "",
  "a",
  "a@b",
  "@example.org",
  "a@b\nBcc: c@example.org",
  "a@example.org\n",
  "a@example.org\r\nBcc: c@example.org",
  "a@example.org,b@example.org",
  "a@example.org;b@example.org",
  "a@example.org b@example.org",
  "A <a@example.org>",
  '"a b"@example.org',
  "a(comment)@example.org",
  "a@[127.0.0.1]",
  "a..b@example.org",
  ".a@example.org",
  "a@-example.org",
  "a@example.org.",
  "a@caf\u00e9.org",
  "a\u0000@example.org",
  "a\u202e@example.org",
  `${"a".repeat(65)}@example.org`,
  `${"a".repeat(60)}@${"b".repeat(60)}.${"c".repeat(60)}.${"d".repeat(60)}.${"e".repeat(60)}.org`,
  "a".repeat(300),
])("refuses %j", (address) => {
  expect(EmailAddress.safeParse(address).success).toBe(false);
});
