import type { IncomingMessage } from "node:http";
import { createMetrics } from "@jetwire/runtime";
import { expect, test } from "vitest";
import { createConnectionAdmission } from "./admission.ts";

function request(url: string): IncomingMessage {
  return { url, headers: {}, socket: { destroyed: true } } as unknown as IncomingMessage;
}

test("a client whose address is blocked is refused before anything is counted for it", async () => {
  let entries = 0;
  const enter = async () => {
    entries++;
    return { allowed: true as const, leave: () => {} };
  };
  const admission = createConnectionAdmission({
    origins: ["*"],
    hostOf: () => null,
    addresses: { networkOf: () => "192.0.2.1", enter, beginAttempt: async () => null },
    isBlocked: ({ url }) => url === "/blocked",
    refusals: createMetrics({}).counter({ name: "x", help: "x", labelNames: ["reason"] }),
  });
  expect(await admission.admit(request("/blocked"))).toEqual({
    admitted: false,
    reason: "blocked",
    waitMs: null,
  });
  expect(entries).toBe(0);
  expect(await admission.admit(request("/"))).toEqual({ admitted: true });
});
