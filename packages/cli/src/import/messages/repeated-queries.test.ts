import type { Sql } from "@jetwire/db";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { repeatedQueries } from "./repeated-queries.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["performance"] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Fails with these codes, one after another, and then works. */
function failing(codes: readonly string[], afterMs = 0) {
  const left = [...codes];
  const outages: string[] = [];
  const run = repeatedQueries(
    async (work) => {
      const code = left.shift();
      if (code === undefined) return await work(null as unknown as Sql);
      vi.advanceTimersByTime(afterMs);
      throw Object.assign(new Error(`failed with ${code}`), { code });
    },
    (reason) => outages.push(reason),
  );
  return { outages, read: () => run(async () => "rows") };
}

test("a query is repeated until Postgres answers it, and the outage is reported once", async () => {
  const { outages, read } = failing(["57014", "ECONNREFUSED"]);
  expect(await read()).toBe("rows");
  expect(outages).toEqual(["failed with 57014"]);
});

test("a query that Postgres refuses is not repeated", async () => {
  const { outages, read } = failing(["23505"]);
  await expect(read()).rejects.toThrow("failed with 23505");
  expect(outages).toEqual([]);
});

test("an outage of five minutes ends the import", async () => {
  const { read } = failing(["57P03", "57P03", "57P03"], 160_000);
  await expect(read()).rejects.toThrow("failed with 57P03");
});
