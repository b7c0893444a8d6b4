import { hash } from "node:crypto";
import { once } from "node:events";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import * as db from "@jetwire/db";
import { jaeroFlat } from "@jetwire/decoders/samples";
import {
  addFeeder,
  type Deployment,
  readAccounting,
  startDeployment,
  startTcpProxy,
  until,
} from "@jetwire/testbed";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { closedPort, freshLines, runRelay } from "./running-relay.ts";

const key = "jws_5ZkQ0aXrB8mTqV2n4cHd1e";
const hourMs = 3_600_000;

let jetwire: Deployment;
beforeAll(async () => {
  jetwire = await startDeployment({ gateways: 0, workers: { fanout: 0, sampler: 0 } });
});
afterAll(() => jetwire[Symbol.asyncDispose]());
afterEach(() => void vi.useRealTimers());

const urlOf = (port: number) => `http://127.0.0.1:${port}/v1/ingest`;
const output = (port: number, over: object = {}) => ({
  name: "jetwire",
  to: urlOf(port),
  collectSeconds: 0,
  ...over,
});

/** The messages of a station, in the order of their texts' numbers. */
async function stored(station: string) {
  return await jetwire.database.sql<{ body: string; at: string; authenticated: boolean | null }[]>`
    select m.body, m.received_at as at, m.authenticated from messages m
    join stations s on s.id = m.station_id where s.ident = ${station} order by m.id`;
}

async function storedAll(station: string, count: number) {
  return await until(`${count} messages of ${station}`, async () => {
    const rows = await stored(station);
    return rows.length >= count && rows;
  });
}

const textOf = (line: string) => (JSON.parse(line) as { text: string }).text;

test("a line is in REST soon after its datagram, and the relay sent a fraction of its bytes", async () => {
  const { apiKey } = await addFeeder(jetwire, "relay-feeder", "SIM-REST");
  await using relay = await runRelay([output(jetwire.ingest.httpPort)]);
  const lines = freshLines(200, "SIM-REST");
  await relay.send(lines);
  const { taken, bytes, refused } = await relay.drained("jetwire");
  expect({ taken, refused }).toEqual({ taken: 200, refused: {} });
  expect(bytes).toBeLessThan(0.3 * lines.join("\n").length);
  const rows = await storedAll("SIM-REST", 200);
  expect(rows.map(({ body }) => body)).toEqual(lines.map(textOf));
  const url = `${jetwire.restUrl}/v1/messages?station=SIM-REST&limit=1`;
  const response = await fetch(url, { headers: { authorization: `Bearer ${apiKey}` } });
  expect(await response.text()).toContain(textOf(lines.at(-1) ?? ""));
});

test("the lines of a day without Jetwire arrive once each, in order, with the times of their reception", async () => {
  const port = await closedPort();
  await using relay = await runRelay([output(port)]);
  const nowMs = Date.now();
  const sent: { text: string; atMs: number }[] = [];
  for (let hour = 24; hour > 0; hour--) {
    const atMs = nowMs - hour * hourMs;
    vi.useFakeTimers({ toFake: ["Date"], now: atMs });
    const texts = Array.from({ length: 100 }, (_, n) => `OUTAGE ${hour} ${n}`);
    // These have no time of their own.
    await relay.send(texts.map((text) => JSON.stringify({ ...jaeroFlat, TIME: undefined, NAME: "SIM-DAY", MESSAGE: text }))); // prettier-ignore
    sent.push(...texts.map((text) => ({ text, atMs })));
  }
  vi.useRealTimers();
  const before = await readAccounting(jetwire.database.sql);
  await using proxy = await startTcpProxy(
    { host: "127.0.0.1", port: jetwire.ingest.httpPort },
    port,
  );
  await relay.drained("jetwire");
  const rows = await until("all lines of the day", async () => {
    const found = await jetwire.database.sql<{ body: string; at: string }[]>`
      select body, received_at as at from messages where body like 'OUTAGE %' order by id`;
    return found.length >= sent.length && found;
  });
  expect(rows.map(({ body }) => body)).toEqual(sent.map(({ text }) => text));
  for (const [index, { at }] of rows.entries()) {
    // The fake clock stands still; the real one may have moved on for a line that was read late.
    expect(Math.abs(Date.parse(at) - (sent[index]?.atMs ?? 0))).toBeLessThan(1_000);
  }
  const after = await readAccounting(jetwire.database.sql);
  expect(after.duplicates - before.duplicates).toBe(0);
  expect(proxy.connections).toBeLessThanOrEqual(1);
});

test("a batch whose answer is lost is sent again, and stored once", async () => {
  let lost = 0;
  const losing = createServer((incoming, response) => {
    const { method, headers, url } = incoming;
    const onward = request({ port: jetwire.ingest.httpPort, host: "127.0.0.1", method, path: url, headers }); // prettier-ignore
    onward.on("response", (answer) => {
      if (lost++ < 3) {
        answer.resume();
        answer.on("end", () => response.destroy());
      } else {
        response.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(response);
      }
    });
    incoming.pipe(onward);
  });
  losing.listen(0, "127.0.0.1");
  await once(losing, "listening");
  await using relay = await runRelay([output((losing.address() as AddressInfo).port)]);
  const lines = freshLines(300, "SIM-LOST");
  await relay.send(lines);
  const { taken, repeated } = await relay.drained("jetwire");
  expect(taken).toBe(300);
  expect(repeated).toBeGreaterThan(0);
  const rows = await storedAll("SIM-LOST", 300);
  expect(rows.map(({ body }) => body)).toEqual(lines.map(textOf));
  const accounts = await readAccounting(jetwire.database.sql);
  expect(accounts.counts.every(({ duplicates }) => Object.keys(duplicates).length === 0)).toBe(
    true,
  );
  losing.closeAllConnections();
  losing.close();
});

test("a station that requires a key is refused with what to do, and its lines are proven once the key is there", async () => {
  const { sql } = jetwire.database;
  const ident = "SIM-KEYED";
  const stationId = await db.stations.register(sql, {
    ident,
    sourceType: "acars",
    simulated: true,
  });
  const keyHash = hash("sha256", key, "buffer");
  await db.stationKeys.issue(sql, { stationId, keyHash, hint: "jws_5ZkQ0", label: null });
  await db.stations.change(sql, { ident }, { keyPolicy: "required" });
  const port = jetwire.ingest.httpPort;
  await until("the policy is in force", async () => {
    const [line = ""] = freshLines(1, ident);
    return (await fetch(urlOf(port), { method: "POST", body: line })).status === 403;
  });
  await using relay = await runRelay([output(port)]);
  const lines = freshLines(20, ident);
  await relay.send(lines);
  const { problem } = await until("the refusal", async () => {
    const one = await relay.output("jetwire");
    return one.problem !== null && one;
  });
  expect(problem?.text).toMatch(
    /403: .*station key.*: create a key .* stationKeys of this output$/,
  );
  expect((await relay.output("jetwire")).waiting.lines).toBe(20);
  await relay.stop();
  const another = "jws_0000000000000000000000";
  await relay.begin({ outputs: [output(port, { stationKeys: [another, key] })] });
  await relay.drained("jetwire");
  const texts = new Set(lines.map(textOf));
  const rows = await until("all lines of the relay", async () => {
    const found = (await stored(ident)).filter(({ body }) => texts.has(body));
    return found.length >= 20 && found;
  });
  expect(rows.map(({ body }) => body)).toEqual([...texts]);
  expect(rows.every(({ authenticated }) => authenticated === true)).toBe(true);
});

test("a server that is no Jetwire is refused with what to do, and nothing is lost", async () => {
  const other = createServer((incoming, response) => {
    incoming.resume();
    response.writeHead(incoming.url === "/v1/ingest" ? 202 : 404);
    response.end("{}");
  });
  other.listen(0, "127.0.0.1");
  await once(other, "listening");
  const { port } = other.address() as AddressInfo;
  await using relay = await runRelay([
    output(port),
    { ...output(port, { name: "path" }), to: `http://127.0.0.1:${port}/ingest` },
  ]);
  await relay.send(freshLines(5));
  const problemOf = async (name: string) =>
    await until("the refusal", async () => (await relay.output(name)).problem?.text);
  expect(await problemOf("jetwire")).toContain("it needs a newer Jetwire");
  expect(await problemOf("path")).toContain(
    "must be that of the ingest, which ends with /v1/ingest",
  );
  expect((await relay.output("jetwire")).waiting.lines).toBe(5);
  other.closeAllConnections();
  other.close();
});
