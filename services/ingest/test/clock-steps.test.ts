import { messageIdTimeMs } from "@jetwire/protocol";
import { until } from "@jetwire/testbed";
import { expect, test, vi } from "vitest";
import { freshLines, runIngest } from "./running-ingest.ts";

const hourMs = 3_600_000;

test("a host's clock that steps by an hour forward and back does not reach ids and times", async () => {
  const trueNow = Date.now.bind(Date);
  let stepMs = 0;
  using clock = vi.spyOn(Date, "now").mockImplementation(() => trueNow() + stepMs);
  await using ingest = await runIngest();
  const { sql } = ingest.database.database;
  const startMs = trueNow();
  let posted = 0;
  for (const step of [0, hourMs, 0, -hourMs, 0]) {
    stepMs = step;
    posted += 4;
    expect((await ingest.post(freshLines(4).join("\n"))).status).toBe(202);
  }
  await ingest.stored(posted);
  const endMs = trueNow();
  const rows = await sql<{ id: string; createdMs: number }[]>`
    select id, (extract(epoch from created_at) * 1000)::double precision as created_ms
    from messages order by id`;
  const outside = rows
    .flatMap(({ id, createdMs }) => [messageIdTimeMs(id), createdMs])
    .filter((ms) => ms < startMs - 5_000 || ms > endMs + 5_000);
  expect(outside).toEqual([]);
});

test("a host's clock that is wrong from the start is corrected by Redis and Postgres, with an alarm", async () => {
  const trueNow = Date.now.bind(Date);
  using clock = vi.spyOn(Date, "now").mockImplementation(() => trueNow() + hourMs);
  await using ingest = await runIngest();
  await until("the alarm", async () => {
    const { alarms } = await ingest.readiness();
    return alarms["clock-skew"]?.includes("this host's clock is 3600 s ahead of Redis");
  });
  expect((await ingest.post(freshLines(1).join("\n"))).status).toBe(202);
  await ingest.stored(1);
  const [row] = await ingest.database.database.sql<{ id: string }[]>`select id from messages`;
  expect(Math.abs(messageIdTimeMs(row?.id ?? "") - trueNow())).toBeLessThan(hourMs / 2);
});
