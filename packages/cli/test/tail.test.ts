import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import {
  acarsdecLine,
  type Deployment,
  jetwire,
  type OperatedRest,
  postLines,
  startDeployment,
  startOperatedRest,
  until,
} from "@jetwire/testbed";
import type { Message } from "@jetwire/protocol";
import { afterAll, beforeAll, expect, test } from "vitest";
import { errorOf, runJetwire } from "./run-jetwire.ts";

let jw: Deployment;
let rest: OperatedRest & AsyncDisposable;
let env: Record<string, string>;
let key: string;
beforeAll(async () => {
  jw = await startDeployment({ gateways: 1 });
  const { databaseUrl, redisUrl, namespace, gatewayUrls } = jw;
  const realtime = { REST_WS_URL: gatewayUrls[0] ?? "" };
  rest = await startOperatedRest({ databaseUrl, redisUrl, namespace }, realtime);
  await jetwire(jw, "accounts", "add", "tailer");
  await jetwire(jw, "stations", "add", "TA-IL1", "--account", "tailer", "--source-type", "acars");
  const issued = await jetwire(jw, "keys", "issue", "--account", "tailer");
  key = (issued as { key: string }).key;
  env = { JETWIRE_URL: rest.JETWIRE_URL, JETWIRE_KEY: key };
});
afterAll(async () => {
  await rest[Symbol.asyncDispose]();
  await jw[Symbol.asyncDispose]();
});

let sent = 0;

async function send(tail: string, text = `TAIL ${++sent}`): Promise<string> {
  const { items } = await postLines(jw, [acarsdecLine("TA-IL1", text, { tail, flight: "UA0042" })]);
  return items[0]?.id ?? "";
}

/** Sends until the command, which connects meanwhile, has ended. */
async function sendUntil<Value>(
  ended: Promise<Value>,
  tail: string,
  text?: string,
): Promise<Value> {
  const sending = setInterval(() => void send(tail, text), 100);
  return await ended.finally(() => clearInterval(sending));
}

test("shows the messages of the own stations, each as a line that cannot change the terminal", async () => {
  const ran = runJetwire(["tail", "--count", "2", "--seconds", "60"], { env });
  const { code, stdout } = await sendUntil(ran, "N1TL", "RED \u001b[31m ALERT");
  expect(code).toBe(0);
  const lines = stdout.trimEnd().split("\n");
  expect(lines).toHaveLength(2);
  expect(lines[0]).toMatch(/^\d\d:\d\d:\d\d TA-IL1 +acars +UA0042 +N1TL .*ALERT$/);
  expect(stdout).not.toContain("\u001b");
});

test("E-02: shows what a filter selects, with what was stored before, each message once", async () => {
  const before = [await send("N2TL"), await send("N2TL")];
  await until("they are stored", async () => {
    const { sql } = jw.database;
    return (await sql`select 1 from messages where id = any(${before}::uuid[])`).length === 2;
  });
  const args = ["tail", "tail=N2TL", "--since", "10", "--count", "4", "--json", "--seconds", "60"];
  const { code, stdout } = await sendUntil(runJetwire(args, { env }), "N2TL");
  expect(code).toBe(0);
  const messages = stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Message);
  const ids = messages.map(({ id }) => id);
  expect(ids).toHaveLength(4);
  expect(new Set(ids).size).toBe(4);
  expect(ids).toEqual(expect.arrayContaining(before));
  expect(messages.every(({ tail }) => tail === "N2TL")).toBe(true);
});

test("shows the firehose by a filter", async () => {
  const args = ["tail", "tail=N3TL", "--source", "firehose", "--count", "1", "--seconds", "60"];
  const { code, stdout } = await sendUntil(runJetwire(args, { env }), "N3TL");
  expect([code, stdout]).toEqual([0, expect.stringContaining("N3TL")]);
});

test("posts each message to a receiver, and says which it did not take", async () => {
  const received: unknown[] = [];
  const server = createServer((request: IncomingMessage, response) => {
    void json(request).then((body) =>
      response.writeHead(received.push(body) === 1 ? 204 : 500).end(),
    );
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const hook = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  const args = ["tail", "tail=N4TL", "--forward-to", hook, "--count", "2", "--seconds", "60"];
  const { code, stderr } = await sendUntil(runJetwire(args, { env }), "N4TL");
  server.close();
  expect(code).toBe(1);
  expect(received).toHaveLength(2);
  expect(received[0]).toMatchObject({ tail: "N4TL" });
  expect(stderr).toMatch(/did not take [0-9a-f-]{36}: status 500/);
});

test.each([
  [["tail", "tail"], "tail: a filter is NAME=VALUE"],
  [["tail", "colour=red"], "colour: "],
  [["tail", "source_type=vdl"], "must have at least one of tail"],
  [["tail", "--since", "90"], "must be at most 60 minutes"],
  [["tail", "--source", "radio"], "must be one of feed, watch, firehose"],
  [["tail", "tail=N1", "--check"], "--check is for the own feed"],
  [["tail", "--forward-to", "ftp://127.0.0.1"], "--forward-to must be an address"],
])("%j is refused", async (args, message) => {
  const ran = await runJetwire([...args, "--json"], { env });
  expect(ran.code).toBe(2);
  expect(errorOf(ran)).toMatchObject({
    code: "usage",
    message: expect.stringContaining(message) as string,
  });
});

test("tells why the server refuses what is to be followed", async () => {
  const wrong = { ...env, JETWIRE_KEY: "jw_wrong" };
  const ran = await runJetwire(["tail", "--seconds", "30", "--json"], { env: wrong });
  expect(ran.code).toBe(1);
  expect(errorOf(ran).message).toContain("API key");
});
