import process from "node:process";
import { Database } from "@jetwire/db";
import { type Instance, startInstance } from "@jetwire/launcher";
import { createLogger, pause } from "@jetwire/runtime";
import { createSeededRandom, freePorts, until } from "@jetwire/testbed";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Asf2Client, batch, block, hello, openAsf2 } from "./asf2-client.ts";

const rounds = 8;
const batchesPerRound = 60;
const messagesPerBatch = 5;
const seed = 20_261_125;

let instance: Instance;
let port: number;
beforeAll(async () => {
  [port = 0] = await freePorts(1);
  instance = await startInstance({ LOG_LEVEL: "warn", INGEST_ASF2_PORT: String(port) });
}, 240_000);
afterAll(() => instance[Symbol.asyncDispose](), 60_000);

async function ingestPid(): Promise<number> {
  const { services } = await instance.readyNow();
  return services.find(({ name }) => name === "ingest")?.pid ?? 0;
}

/** A feeder that sends again, over a new stream, what was not acknowledged. */
async function sendAll(waiting: Map<number, Buffer>): Promise<void> {
  while (waiting.size > 0) {
    const client: Asf2Client = openAsf2(port);
    let isOver = false;
    void client.ended.then(() => (isOver = true));
    client.send(hello({ ident: "SIM-ASF2-KILLS" }));
    for (const messages of waiting.values()) client.send(messages);
    await until("acknowledgements or the end", () => {
      for (const seq of waiting.keys()) if (seq <= client.acknowledged()) waiting.delete(seq);
      return isOver || waiting.size === 0;
    });
    client.close();
    if (waiting.size > 0) await pause(50);
  }
}

test("an ingest that is killed at any moment loses nothing and doubles nothing", async () => {
  const random = createSeededRandom(seed);
  const texts: string[] = [];
  let seq = 0;
  let kills = 0;
  for (let round = 0; round < rounds; round++) {
    const waiting = new Map<number, Buffer>();
    for (let n = 0; n < batchesPerRound; n++) {
      const messages = Array.from({ length: messagesPerBatch }, () => {
        const text = `ASF2KILLS ${texts.length}`;
        texts.push(text);
        return block({ text });
      });
      waiting.set(seq, batch(seq, messages));
      seq++;
    }
    const pid = await ingestPid();
    const sending = sendAll(waiting);
    // The moment of the kill: before, within or after the batches of the round.
    await pause(random.integer(0, 150));
    process.kill(pid, "SIGKILL");
    kills++;
    await until("another ingest", async () => {
      const other = await ingestPid();
      return other > 0 && other !== pid;
    });
    await sending;
  }
  const log = createLogger("test", "silent");
  await using database = new Database(instance.ready.postgres, { log, max: 1 });
  const bodies = await until("everything to be stored", async () => {
    const rows = await database.sql<{ body: string }[]>`
      select body from messages where body like 'ASF2KILLS %'`;
    return rows.length >= texts.length && rows.map(({ body }) => body);
  });
  const missing = new Set(texts);
  for (const body of bodies) missing.delete(body);
  expect({ missing: missing.size, doubled: bodies.length - texts.length, kills }).toEqual({
    missing: 0,
    doubled: 0,
    kills: rounds,
  });
}, 300_000);
