import { expect, test } from "vitest";
import { userAgentFamily } from "./user-agent.ts";

test.each([
  ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Linux"],
  [
    "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36 Edg/140.0",
    "Edge on Windows",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/604.1",
    "Safari on iPhone",
  ],
  ["curl/8.5.0", null],
  ["<script>alert(1)</script>", null],
  ["x".repeat(10_000) + "Firefox", null],
  [undefined, null],
])("%s is %s", (userAgent, family) => {
  expect(userAgentFamily(userAgent)).toBe(family);
});
