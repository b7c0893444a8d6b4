import { createLogger } from "@jetwire/runtime";
import { expect, test } from "vitest";
import { createKeptIds } from "./kept-ids.ts";

const log = createLogger("test", "silent");

/** Runs with a clock that stands until it is set. */
function runKeptIds() {
  const clock = { ms: 0 };
  const keptIds = createKeptIds({ now: () => clock.ms });
  const stop = new AbortController();
  const running = keptIds.run(stop.signal, log);
  return {
    ...keptIds,
    clock,
    async [Symbol.asyncDispose]() {
      stop.abort();
      await running;
    },
  };
}

test("a message that is kept has its own id, and a duplicate that of the message that is kept", async () => {
  await using keptIds = runKeptIds();
  const answers = ["1", "2", "3"].map((id) => keptIds.expect(id));
  const entries = [1, 2, 3, 4].map((seq) => ({ seq, id: String(seq) }));
  keptIds.dispatched(entries, [
    { seq: 2, duplicate: "repeat", keptId: "1" },
    { seq: 3, duplicate: "burst", keptId: null },
  ]);
  expect(await Promise.all(answers)).toEqual(["1", "1", undefined]);
});

test("what is not dispatched in time has no id, and nobody waits until the dispatcher has caught up", async () => {
  await using keptIds = runKeptIds();
  const late = keptIds.expect("5");
  keptIds.clock.ms = 60_000;
  expect(await late).toBeUndefined();
  keptIds.dispatched([{ seq: 4, id: "4" }], []);
  // Would not end if it waited: the clock stands.
  expect(await keptIds.expect("6")).toBeUndefined();
  keptIds.dispatched([{ seq: 5, id: "5" }], []);
  const inTime = keptIds.expect("7");
  keptIds.dispatched([{ seq: 7, id: "7" }], []);
  expect(await inTime).toBe("7");
});

test("the messages that wait are bounded", async () => {
  await using keptIds = runKeptIds();
  const answers = Array.from({ length: 60_000 }, (_, index) =>
    keptIds.expect(String(index + 100_000)),
  );
  expect(await answers.at(-1)).toBeUndefined();
  keptIds.dispatched([{ seq: 1, id: "100000" }], []);
  expect(await answers[0]).toBe("100000");
});
