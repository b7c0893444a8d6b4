import { pino } from "pino";
import { expect, test } from "vitest";
import { every, RetryTimeoutError, retryUntil } from "./repeat.ts";

function recordingLog() {
  const lines: { level: number; msg: string; task?: string }[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) });
  return { lines, log };
}

test("work runs at once and again until the signal aborts, and its end is awaited", async () => {
  const stop = new AbortController();
  const { lines, log } = recordingLog();
  let runs = 0;
  let ended = 0;
  const running = every(
    1,
    async () => {
      runs++;
      if (runs === 3) stop.abort();
      await new Promise((resolve) => setTimeout(resolve, 5));
      ended++;
    },
    { signal: stop.signal, log, task: "count" },
  );
  expect(runs).toBe(1);
  await running;
  expect([runs, ended]).toEqual([3, 3]);
  expect(lines).toEqual([]);
});

test("an outage is one log line when it begins and one when it ends", async () => {
  const stop = new AbortController();
  const { lines, log } = recordingLog();
  let runs = 0;
  await every(
    1,
    async () => {
      runs++;
      if (runs === 6) stop.abort();
      else if (runs > 1 && runs < 5) throw new Error("unavailable");
    },
    { signal: stop.signal, log, task: "trim the stream", retryMsMax: 2 },
  );
  expect(runs).toBe(6);
  expect(lines.map(({ level, msg, task }) => [level, msg, task])).toEqual([
    [40, "task failed, trying again", "trim the stream"],
    [30, "task works again", "trim the stream"],
  ]);
});

test("a failure that the abort causes is not logged", async () => {
  const stop = new AbortController();
  const { lines, log } = recordingLog();
  await every(
    1,
    async () => {
      stop.abort();
      throw new Error("aborted");
    },
    { signal: stop.signal, log, task: "read" },
  );
  expect(lines).toEqual([]);
});

test("work is retried until it succeeds", async () => {
  let attempts = 0;
  const result = await retryUntil(
    async () => {
      attempts++;
      if (attempts < 3) throw new Error("unavailable");
      return attempts;
    },
    { task: "connect", msMax: 60_000, retryMsMax: 1 },
  );
  expect(result).toBe(3);
});

test("work that does not succeed in time ends with the last failure as the cause", async () => {
  const failure = new Error("unavailable");
  const error: unknown = await retryUntil(() => Promise.reject(failure), {
    task: "connect to Postgres",
    msMax: 30,
    retryMsMax: 5,
  }).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(RetryTimeoutError);
  expect(error).toMatchObject({
    message: "connect to Postgres: did not succeed within 30 ms",
    cause: failure,
  });
});
