import * as db from "@jetwire/db";
import { Overview, Status } from "@jetwire/protocol";
import { until } from "@jetwire/testbed";
import { expect, test } from "vitest";
import { addKeyOwner, ask, startRest } from "./rest-under-test.ts";
import { signIn } from "./signed-in.ts";

test("the status and the overview name feeders that have stopped to send, not those that never sent", async () => {
  await using rest = await startRest();
  const { sql } = rest.database.database;
  const { accountId } = await addKeyOwner(rest.database, "olga", "unlimited");
  await db.accounts.setRole(sql, accountId, "operator");
  const { token } = await signIn(rest, accountId);
  const status = async () => Status.parse(await (await rest.get("/v1/status")).json());
  const overview = async () =>
    Overview.parse(await (await ask(`${rest.url}/v1/operator/overview`, token)).json());
  const feeders = async () => (await overview()).checks.find(({ name }) => name === "feeders");
  const ofStatus = async () => (await status()).degraded.filter(({ part }) => part === "feeders");

  expect(await ofStatus()).toEqual([]);
  expect(await feeders()).toEqual({
    name: "feeders",
    passes: "Feeders send messages",
    severity: "critical",
    alert: "JetwireNoMessages",
    problem: null,
    since: null,
    remedy: null,
  });
  await sql`
    insert into stations (ident, first_received_at, last_received_at, messages_count)
    values ('SILENT-1', now() - interval '1 hour', now() - interval '200 s', 3600)`;
  await sql`
    insert into message_counts (hour, station_id, source_type, messages)
    select date_trunc('hour', last_received_at), id, 'acars', 3600 from stations where ident = 'SILENT-1'`;
  const reason = expect.stringMatching(/^No feeder has sent a message for 2\d\d s$/);
  await until("the silence", async () => (await ofStatus()).length > 0);
  expect(await ofStatus()).toEqual([{ part: "feeders", reason }]);
  await until("the check", async () => (await feeders())?.problem !== null);
  expect(await feeders()).toMatchObject({ problem: reason, since: expect.any(String) });

  await sql`update stations set last_received_at = now() where ident = 'SILENT-1'`;
  await until("its end", async () => (await ofStatus()).length === 0);
});
