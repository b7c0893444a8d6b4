import { expect, test } from "vitest";
import { makePartitionsJob } from "./make-partitions.ts";

test("partitions are asked for from yesterday to the days ahead", async () => {
  const asked: unknown[] = [];
  const job = makePartitionsJob(
    async (fromDay, days) => {
      asked.push([fromDay.toISOString(), days]);
      return { created: ["messages_20260622"], moved: 3 };
    },
    7,
    () => Date.UTC(2026, 5, 15, 10, 30),
  );
  expect(await job.run()).toEqual({ created: ["messages_20260622"], moved: 3 });
  expect(asked).toEqual([["2026-06-14T10:30:00.000Z", 9]]);
});
