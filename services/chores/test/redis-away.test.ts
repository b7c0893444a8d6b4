import { once } from "node:events";
import { type AddressInfo, createServer, type Server } from "node:net";
import { createTestDatabase, type TestDatabase } from "@jetwire/testbed";
import { afterAll, beforeAll, expect, test } from "vitest";
import { environmentOf, startChores } from "./chores-under-test.ts";

let at: TestDatabase;
let deaf: Server;

beforeAll(async () => {
  at = await createTestDatabase();
  deaf = createServer((socket) => socket.destroy()).listen(0, "127.0.0.1");
  await once(deaf, "listening");
});
afterAll(async () => {
  deaf.close();
  await at[Symbol.asyncDispose]();
});

test("without its Redis the service starts, says what is missing, and still closes in time", async () => {
  const { port } = deaf.address() as AddressInfo;
  const chores = await startChores({
    ...environmentOf(at),
    CHORES_REDIS_URL: `redis://127.0.0.1:${port}`,
  });
  const { ready, checks } = await chores.health.readiness();
  expect(ready).toBe(false);
  expect(checks["schedule"]).toBe("the schedule is not written yet");
  const began = performance.now();
  await chores[Symbol.asyncDispose]();
  expect(performance.now() - began).toBeLessThan(7_000);
  expect(chores.failures).toEqual([]);
});
