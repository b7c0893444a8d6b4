import process from "node:process";
import { Database } from "@jetwire/db";
import { type Instance, startInstance } from "@jetwire/launcher";
import { createLogger, pause } from "@jetwire/runtime";
import { createSeededRandom, until } from "@jetwire/testbed";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startRelayProcess } from "./relay-process.ts";
import { freshLines } from "./running-relay.ts";

const rounds = 8;
const linesPerRound = 400;
const seed = 20_261_124;

let instance: Instance;
beforeAll(async () => {
  instance = await startInstance({ LOG_LEVEL: "warn" });
}, 120_000);
afterAll(() => instance[Symbol.asyncDispose](), 60_000);

async function ingestPid(): Promise<number> {
  const { services } = await instance.readyNow();
  return services.find(({ name }) => name === "ingest")?.pid ?? 0;
}

test("a relay and an ingest that are killed at any moment lose nothing and double nothing", async () => {
  const random = createSeededRandom(seed);
  await using relay = await startRelayProcess([
    { name: "jetwire", to: instance.ready.ingest.http, collectSeconds: 0 },
  ]);
  const sent: string[] = [];
  let ingestKills = 0;
  for (let round = 0; round < rounds; round++) {
    const killed = round % 2 === 0 ? await ingestPid() : 0;
    const killsFirst = random.chance(0.5);
    if (killed > 0 && killsFirst) process.kill(killed, "SIGKILL");
    const lines = freshLines(linesPerRound, "SIM-KILLS");
    await relay.send(lines);
    sent.push(...lines);
    if (killed > 0 && !killsFirst) process.kill(killed, "SIGKILL");
    if (killed > 0) {
      ingestKills++;
      await until("another ingest", async () => {
        const pid = await ingestPid();
        return pid > 0 && pid !== killed;
      });
    }
    // The moment of the kill: before, within or after the batches of the round.
    await pause(random.integer(0, 400));
    await relay.end("SIGKILL");
    await relay.begin();
  }
  await until("everything to be taken", async () => {
    const { outputs } = await relay.status();
    return outputs.every(({ waiting }) => waiting.lines === 0);
  });
  expect(await relay.end("SIGTERM")).toBe(0);
  const log = createLogger("test", "silent");
  await using database = new Database(instance.ready.postgres, { log, max: 1 });
  const bodies = await until("everything to be stored", async () => {
    const rows = await database.sql<{ body: string }[]>`
      select body from messages where body like 'RELAYED %'`;
    return rows.length >= sent.length && rows.map(({ body }) => body);
  });
  const missing = new Set(sent.map((line) => (JSON.parse(line) as { text: string }).text));
  for (const body of bodies) missing.delete(body);
  expect({ missing: missing.size, doubled: bodies.length - sent.length }).toEqual({
    missing: 0,
    doubled: 0,
  });
  expect(ingestKills).toBe(rounds / 2);
  const doctor = (await instance.jetwire("doctor")) as {
    accounting: { sum: { unaccounted: number } };
  };
  expect(doctor.accounting.sum.unaccounted).toBe(0);
}, 240_000);
