import * as db from "@jetwire/db";
import type { JournalBacklog, Sql } from "@jetwire/db";
import { followDelaySeconds } from "@jetwire/protocol";
import { expect, test } from "vitest";
import { createStoredRange } from "./stored-range.ts";

const delayMs = followDelaySeconds * 1_000;

interface State {
  nowMs: number;
  oldestMs: number | null;
  fails?: boolean;
  backlogs?: readonly Pick<JournalBacklog, "waitingMs" | "silentMs">[];
}

/** The stable horizon by a clock, an oldest entry and backlogs that the test sets. */
function stableHorizon(state: State) {
  const streams = {
    async oldestUnstoredMs() {
      if (state.fails) throw new Error("Redis is unavailable");
      return state.oldestMs;
    },
  };
  const range = createStoredRange(
    async <T>(work: (sql: Sql) => Promise<T>) =>
      (work === (db.accounting.readBacklogs as unknown) ? (state.backlogs ?? []) : null) as never,
    streams,
    1,
    () => state.nowMs,
  );
  return async () => (await range.get()).stableUntilMs;
}

test("the stable horizon stays behind now and behind the oldest entry that is not stored", async () => {
  const state = { nowMs: 1_000_000, oldestMs: null as number | null };
  const horizon = stableHorizon(state);
  expect(await horizon()).toBe(state.nowMs - delayMs);
  state.oldestMs = 900_000;
  state.nowMs += 1_000;
  expect(await horizon()).toBe(state.oldestMs - delayMs);
  // A clock of Redis that is ahead does not move it closer to now.
  state.oldestMs = state.nowMs + 60_000;
  state.nowMs += 1_000;
  expect(await horizon()).toBe(state.nowMs - delayMs);
});

test("without Redis the last known horizon is used, and without one a minute before now", async () => {
  const state = { nowMs: 1_000_000, oldestMs: null, fails: true };
  const horizon = stableHorizon(state);
  expect(await horizon()).toBe(state.nowMs - 60_000);
  state.fails = false;
  const known = await horizon();
  expect(known).toBe(state.nowMs - delayMs);
  state.fails = true;
  state.nowMs += 600_000;
  expect(await horizon()).toBe(known);
});

test("the stable horizon stays behind the messages that wait in the journals of ingests", async () => {
  const state: State = { nowMs: 1_000_000, oldestMs: null, backlogs: [] };
  const horizon = stableHorizon(state);
  async function distanceWith(...backlogs: State["backlogs"] & {}): Promise<number> {
    state.backlogs = backlogs;
    state.nowMs += 1_000;
    return state.nowMs - (await horizon());
  }
  const idle = { waitingMs: 0, silentMs: 900 };
  expect(await distanceWith(idle)).toBe(delayMs);
  expect(await distanceWith(idle, { waitingMs: 30_000, silentMs: 500 })).toBe(32_500);
  expect(await distanceWith(idle)).toBe(delayMs);
  // An ingest that was killed, or is cut off from Postgres, may have accepted messages since its last sign.
  expect(await distanceWith(idle, { waitingMs: 0, silentMs: 59_000 })).toBe(61_000);
  expect(await distanceWith(idle, { waitingMs: 500, silentMs: 61_000 })).toBe(delayMs);
});
