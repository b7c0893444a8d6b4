import type { Socket } from "node:net";
import {
  brokenFrame,
  clientFrame,
  createSeededRandom,
  hostileEvent,
  malformedPacket,
  type SeededRandom,
} from "@jetwire/testbed";
import { pause } from "@jetwire/runtime";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startGatewayProcess } from "./gateway-process.ts";
import { openUpgraded } from "./raw-socket.ts";
import { openRig, type Rig } from "./rig.ts";
import { ask, createUsers, type Users } from "./signed-in.ts";

const seed = Number(process.env["FUZZ_SEED"] ?? 20_261_121);
const framesMax = Number(process.env["FUZZ_FRAMES"] ?? 5_000);
const framesPerConnection = 50;
const atATime = 20;
const endMsMax = 3_000;
const marker = '42["messages:sniff:stop"]';

let rig: Rig;
let users: Users;
beforeAll(async () => {
  rig = await openRig();
  users = await createUsers(rig);
});
afterAll(() => rig[Symbol.asyncDispose]());

/** Connects with credentials, sends some frames and waits until they were worked on. */
async function assault(port: number, auth: object, frames: readonly Buffer[]): Promise<string> {
  const raw = await openUpgraded(port);
  const answered = answers(raw);
  raw.write(clientFrame(`40${JSON.stringify(auth)}`));
  await answered.until((text) => /40\{"sid"|44\{/.test(text));
  raw.write(Buffer.concat([...frames, clientFrame(marker)]));
  const text = await answered.until((all) => all.includes("messages:sniff:stopped"));
  raw.destroy();
  return text;
}

/**
 * Collects what a connection answers. `until` resolves when the condition is met, when the
 * connection ends (a close frame or the end of the socket), or after `endMsMax`.
 */
function answers(raw: Socket) {
  let text = "";
  const isOver = () => raw.closed || text.includes("\u0088");
  raw.on("data", (bytes) => (text += bytes.toString("latin1")));
  return {
    async until(isMet: (text: string) => boolean): Promise<string> {
      const endMs = performance.now() + endMsMax;
      while (!isMet(text) && !isOver() && performance.now() < endMs) await pause(5);
      return text;
    },
  };
}

/** Most connections stay readable to their end, so that their events reach the handlers. */
function framesOf(random: SeededRandom): Buffer[] {
  const temper = random.fraction();
  const strange = temper < 0.6 ? 0 : 0.1;
  const make = temper < 0.8 ? malformedPacket : brokenFrame;
  return Array.from({ length: framesPerConnection }, () =>
    random.fraction() < strange ? make(random) : hostileEvent(random),
  );
}

function sumOf(metrics: string, name: string): number {
  const lines = metrics.split("\n").filter((line) => line.startsWith(name));
  return lines.reduce((sum, line) => sum + Number(line.split(" ").at(-1)), 0);
}

test(`G16: ${framesMax} fuzzed frames over real connections, with and without credentials: it continues to serve`, async () => {
  await using gateway = await startGatewayProcess(rig, {
    LOG_LEVEL: "debug",
    GATEWAY_CONNECTIONS_PER_ACCOUNT_MAX: "100",
  });
  const random = createSeededRandom(seed);
  const [feeder, user] = [await rig.feeder("FUZZ-1"), await users.add()];
  const token = await user.token();
  const kinds = [{}, { apiKey: feeder.apiKey }, { token }, { apiKey: feeder.apiKey, token }];
  const connections = Math.ceil(framesMax / framesPerConnection);

  const residentMb = async () =>
    sumOf(await gateway.metrics(), "process_resident_memory_bytes") / 2 ** 20;
  const memory: number[] = [];
  let toTheEnd = 0;
  for (let done = 0; done < connections; done += atATime) {
    const texts = await Promise.all(
      Array.from({ length: Math.min(atATime, connections - done) }, (_, n) =>
        assault(gateway.port, kinds[(done + n) % kinds.length] ?? {}, framesOf(random)),
      ),
    );
    toTheEnd += texts.filter((text) => text.includes("messages:sniff:stopped")).length;
    memory.push(await residentMb());
  }

  const metrics = await gateway.metrics();
  const refused = sumOf(metrics, "jetwire_gateway_events_refused_total");
  const client = rig.connect(gateway, { auth: kinds[3] ?? {} });
  await client.next("feed:authenticated");
  await client.next("presence:snapshot");
  expect(await ask(client, "messages:sniff", {})).toEqual({ ok: true, filter: {} });
  const code = await gateway.stop();
  const log = gateway.log();
  const errors = log.split("\n").filter((line) => /"level":[56]0/.test(line));
  const half = memory[Math.floor(memory.length / 2)] ?? 0;
  const grown = (memory.at(-1) ?? 0) - half;
  console.log(
    `fuzz seed ${seed}: ${connections * framesPerConnection} frames on ${connections} connections, ` +
      `${toTheEnd} worked through, ${refused} events refused, ${errors.length} errors logged; ` +
      `resident ${half.toFixed(0)} MB at half, ${grown.toFixed(0)} MB more at the end`,
  );
  expect(errors).toEqual([]);
  expect(code).toBe(0);
  // Not in vain: events came as far as their handlers, and most connections to their end.
  expect(refused).toBeGreaterThan(framesMax / 10);
  expect(toTheEnd).toBeGreaterThan(connections / 3);
  expect(grown).toBeLessThan(64);
}, 120_000);
