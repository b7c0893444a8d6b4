import * as db from "@jetwire/db";
import { type Overview, Problem, type ProcessReport, type Status } from "@jetwire/protocol";
import { openStores, reportProcess } from "@jetwire/redis";
import { createHealth } from "@jetwire/runtime";
import { openTestRedis, until } from "@jetwire/testbed";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addKeyOwner, ask, type RestUnderTest, startRest } from "./rest-under-test.ts";
import { signIn } from "./signed-in.ts";

const ids = ["0000000000c1", "0000000000c2"] as const;
const stack = new AsyncDisposableStack();
let rest: RestUnderTest;
let token: string;

beforeAll(async () => {
  rest = stack.use(await startRest());
  const { accountId } = await addKeyOwner(rest.database, "olga", "unlimited");
  await db.accounts.setRole(rest.database.database.sql, accountId, "operator");
  ({ token } = await signIn(rest, accountId));
  const redis = stack.use(await openTestRedis(rest.database.redisUrl));
  const { processes } = openStores(redis, rest.database.namespace);
  const stop = new AbortController();
  const gateways = ids.map((id, number) => ({
    service: "gateway",
    replica: `host/1/${id}`,
    number,
    health: createHealth(),
  }));
  const running = gateways.map((one) => reportProcess(processes, one, stop.signal));
  stack.defer(async () => {
    stop.abort();
    await Promise.all(running);
  });
  await until("the gateways", async () => {
    const { processes: all } = await overview();
    return all.filter(({ service }) => service === "gateway").length === ids.length;
  });
});
afterAll(() => stack.disposeAsync());

async function overview(): Promise<Overview> {
  return (await (await ask(`${rest.url}/v1/operator/overview`, token)).json()) as Overview;
}

async function partsOfStatus(): Promise<string[]> {
  const status = (await (await rest.get("/v1/status")).json()) as Status;
  return status.degraded.map(({ part }) => part);
}

async function drain(id: string, method = "POST", query = ""): Promise<Response> {
  return await ask(`${rest.url}/v1/operator/gateways/${id}/drain${query}`, token, { method });
}

async function actions(): Promise<number> {
  const { sql } = rest.database.database;
  return (await sql`select 1 from audit_log where action = 'gateway.drain'`).length;
}

test("an operator cannot drain the last gateway by mistake, and everybody sees it if all are", async () => {
  const both = await Promise.all(ids.map(async (id) => await drain(id)));
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([202, 409]);
  const refused = both.findIndex(({ status }) => status === 409);
  const problem = Problem.parse(await both[refused]?.json());
  expect(problem).toMatchObject({ code: "conflict" });
  expect(problem.message).toContain("force=true");
  // Nothing of it is in the audit log, nor wrong.
  expect(await actions()).toBe(1);
  expect(await partsOfStatus()).not.toContain("gateways");

  const last = ids[refused] ?? "";
  const forced = await drain(last, "POST", "?force=true");
  expect(((await forced.json()) as ProcessReport).draining).toBe(true);
  expect(await actions()).toBe(2);
  await until("the status", async () => (await partsOfStatus()).includes("gateways"), 5_000);
  const { ok, checks } = await overview();
  expect(ok).toBe(false);
  expect(checks.find(({ name }) => name === "gateways")?.problem).toBe(
    "No gateway accepts connections: 2 of 2 are drained",
  );

  expect((await drain(last, "DELETE")).status).toBe(202);
  await until("the status", async () => !(await partsOfStatus()).includes("gateways"), 5_000);
});
