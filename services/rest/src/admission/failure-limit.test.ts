import { expect, test } from "vitest";
import { createFailureLimit } from "./failure-limit.ts";

const attempt = { succeeded: () => {}, failed: () => {} };

test("an address that keeps asking is admitted again once its limit has passed", async () => {
  let isBlocked = true;
  const failures = createFailureLimit(
    {
      consume: async () => ({ allowed: true }),
      blockedMs: async () => (isBlocked ? 60_000 : 0),
      begin: async () => (isBlocked ? null : attempt),
    },
    [],
  );
  const check = async () =>
    await failures.check("192.0.2.1", async () => "valid").catch(() => "refused");
  expect(await check()).toBe("refused");
  isBlocked = false;
  await expect.poll(check, { interval: 50 }).toBe("valid");
});
