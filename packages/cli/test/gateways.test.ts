import { openStores } from "@jetwire/redis";
import { openTestRedis } from "@jetwire/testbed";
import { expect, test } from "vitest";
import { startOperated } from "./operated.ts";
import { errorOf } from "./run-jetwire.ts";

test("gateways are listed and drained; the last one only with --force", async () => {
  await using at = await startOperated();
  await using redis = await openTestRedis(at.redisUrl);
  const { processes } = openStores(redis, at.namespace);
  async function run(...args: string[]) {
    for (const number of [1, 2]) {
      await processes.report({
        service: "gateway",
        id: `00000000000${number}`,
        replica: `host/1/00000000000${number}`,
        number,
        version: "1",
        startedAt: new Date().toISOString(),
        ready: true,
        problems: [],
        memoryBytes: 1,
        figures: { sockets: 3 },
      });
    }
    return await at.jetwire("gateways", ...args, "--json");
  }

  expect((await run()).json()).toMatchObject([{ number: 1 }, { number: 2, draining: false }]);
  expect((await run("drain", "000000000001")).json()).toMatchObject({ draining: true });
  const refused = await run("drain", "000000000002");
  expect(errorOf(refused)).toMatchObject({ code: "conflict" });
  expect((await run("drain", "000000000002", "--force")).code).toBe(0);
  expect((await run("list")).json()).toMatchObject([{ draining: true }, { draining: true }]);
  expect((await run("undo-drain", "000000000001")).code).toBe(0);
  expect(errorOf(await run("drain", "000000000003"))).toMatchObject({ code: "not_found" });
  const { sql } = at.database;
  const rows = await sql`select action from audit_log where object_kind = 'gateway' order by id`;
  expect(rows.map(({ action }) => String(action))).toEqual([
    "gateway.drain",
    "gateway.drain",
    "gateway.undo-drain",
  ]);
});
