import { expect, test } from "vitest";
import { createRequestPace } from "./pace.ts";

const limits = { burst: 12, intervalMs: 2_000 };

test("twelve requests are sent at once, each further one after two seconds more", () => {
  const pace = createRequestPace(limits);
  const waits = Array.from({ length: 14 }, () => pace.reserve(1_000));
  expect(waits).toEqual([...Array.from({ length: 12 }, () => 0), 2_000, 4_000]);
});

test("requests are available again after a pause", () => {
  const pace = createRequestPace(limits);
  for (let sent = 0; sent < 12; sent++) pace.reserve(0);
  expect([pace.reserve(4_000), pace.reserve(4_000), pace.reserve(4_000)]).toEqual([0, 0, 2_000]);
});

test("a request that nobody waits for any more ends", async () => {
  const pace = createRequestPace({ burst: 0, intervalMs: 60_000 });
  const abort = new AbortController();
  const waiting = pace.wait(abort.signal);
  abort.abort(new Error("left the page"));
  await expect(waiting).rejects.toThrow("left the page");
});
