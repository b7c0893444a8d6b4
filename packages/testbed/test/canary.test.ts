import type { Status } from "@jetwire/protocol";
import { afterAll, beforeAll, expect, test } from "vitest";
import { acarsdecLine, type Deployment, postLines, startDeployment, until } from "../src/index.ts";

let running: Deployment;
beforeAll(async () => {
  running = await startDeployment({ gateways: 1 });
  await running.startWorker("chores", {
    CANARY_INGEST_URL: `http://127.0.0.1:${running.ingest.httpPort}/v1/ingest`,
    CANARY_REALTIME_URL: running.gatewayUrls[0] ?? "",
  });
}, 60_000);
afterAll(async () => {
  await running[Symbol.asyncDispose]();
});

async function get<Body>(path: string): Promise<Body> {
  return (await (await fetch(`${running.restUrl}${path}`)).json()) as Body;
}

test("a canary message passes the whole path, shows in the status, and is in no count and no list", async () => {
  const { sql } = running.database;
  const status = await until(
    "a canary message to arrive",
    async () => {
      const now = await get<Status>("/v1/status");
      return now.canary?.deliveredMs && now.canary.storedMs ? now : null;
    },
    30_000,
  );
  expect(status.canary).toMatchObject({ failed: null });
  expect(status.degraded).toEqual([]);

  await postLines(running, [acarsdecLine("SEEN-1", "SEEN")]);
  await until("the other message to be counted", async () => {
    const counted = await sql`select 1 from message_counts`;
    return counted.length > 0;
  });
  const counted = await sql<{ ident: string; messages: number }[]>`
    select s.ident, c.messages::integer from message_counts c join stations s on s.id = c.station_id`;
  expect(counted).toEqual([{ ident: "SEEN-1", messages: 1 }]);
  const stations = await sql<{ hidden: boolean; counted: number; received: string | null }[]>`
    select hidden, messages_count::integer as counted, last_received_at as received from stations
    where canary`;
  expect(stations.length).toBeGreaterThan(0);
  for (const station of stations) {
    expect(station).toEqual({ hidden: true, counted: 0, received: null });
  }
}, 60_000);

test("canary messages that do not arrive are reported with what is wrong", async () => {
  const { sql } = running.database;
  await sql`alter table messages add constraint refused_canary check (body not like 'CANARY%') not valid`;
  const failed = await until(
    "a canary message to fail",
    async () => {
      const { canary } = await get<Status>("/v1/status");
      return canary?.failed;
    },
    40_000,
  );
  expect(failed).toBe("not-stored");
  await sql`alter table messages drop constraint refused_canary`;
}, 60_000);
