import * as db from "@jetwire/db";
import type { IngestAnswer } from "@jetwire/protocol";
import { createLogger, createMetrics, openTracing, type Tracing } from "@jetwire/runtime";
import { io } from "socket.io-client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connectFeed } from "../src/clients/feed-client.ts";
import { acarsdecLine, addFeeder, type Deployment, type Feeder } from "../src/index.ts";
import { startDeployment, until } from "../src/index.ts";

/** A line of a service's log. */
type Line = Readonly<Record<string, unknown>> & { readonly name: string; readonly msg: string };

const services = ["ingest", "persister", "fanout", "sampler", "gateway-0", "rest", "chores"];
const ident = "LOGGED-1";
const lines: Line[] = [];
const kept = { write: (line: string) => void lines.push(JSON.parse(line) as Line) };
let jw: Deployment;
let feeder: Feeder;
beforeAll(async () => {
  const logs = new Map(services.map((name) => [name, createLogger(name, "debug", 0, kept)]));
  const tracings = new Map<string, Tracing | undefined>();
  for (const [service, log] of logs) {
    const options = { endpoint: undefined, ratio: 0, service, replica: "test" };
    tracings.set(service, await openTracing(options, { log, metrics: createMetrics({}) }));
  }
  jw = await startDeployment({
    gateways: 1,
    workers: { chores: 1 },
    log: (service) => logs.get(service) ?? createLogger(service, "silent"),
    tracing: (service) => tracings.get(service),
  });
  feeder = await addFeeder(jw, "alice", ident);
}, 60_000);
afterAll(() => jw[Symbol.asyncDispose]());

/** Sends lines to ingest in one request, and returns its id and the ids of the messages. */
async function post(...objects: readonly string[]) {
  const response = await fetch(`http://127.0.0.1:${jw.ingest.httpPort}/v1/ingest`, {
    method: "POST",
    headers: { "content-type": "application/x-ndjson" },
    body: objects.join("\n"),
  });
  const { items } = (await response.json()) as IngestAnswer;
  return { requestId: response.headers.get("x-request-id"), ids: items.map(({ id }) => id ?? "") };
}

/** Returns the lines about a message, by service and stage. */
function stagesOf(messageId: string | undefined): Map<string, Line> {
  const own = lines.filter((line) => line["messageId"] === messageId && "stage" in line);
  return new Map(own.map((line) => [`${line.name} ${String(line["stage"])}`, line]));
}

test("at the level debug, one id finds a message in the log of every service, and the request that it came by", async () => {
  const viewer = io(jw.gatewayUrls[0] ?? "", { transports: ["websocket"], forceNew: true });
  const started = new Promise((resolve) => viewer.once("messages:sniff:started", resolve));
  viewer.emit("messages:sniff");
  await started;
  using feed = await connectFeed(jw.gatewayUrls[0] ?? "", feeder.apiKey);
  const { requestId, ids } = await post(acarsdecLine(ident, "LOGGED"));
  await until("the message at the client", () => feed.received.length === 1);
  const stages = await until("a line of each stage", () => {
    const found = stagesOf(ids[0]);
    return found.size >= 7 && found;
  });
  viewer.disconnect();
  expect([...stages.keys()].toSorted()).toEqual([
    "fanout publish",
    "gateway-0 feed",
    "ingest append",
    "ingest journal",
    "ingest receive",
    "persister store",
    "sampler sample",
  ]);
  expect(requestId).toMatch(/^[\w-]{36}$/);
  expect(stages.get("ingest receive")?.["requestId"]).toBe(requestId);
  expect(lines.filter((line) => JSON.stringify(line).includes("LOGGED"))).toEqual([]);
});

test("a duplicate's line names the message that is kept", async () => {
  const line = acarsdecLine(ident, "TWICE");
  const { ids } = await post(line);
  await post(line);
  const dropped = await until("the line of the duplicate", () =>
    lines.find(({ keptId }) => keptId === ids[0]),
  );
  expect(dropped).toMatchObject({ name: "ingest", stage: "drop" });
  expect(dropped["messageId"]).not.toBe(ids[0]);
});

test("the id of a message is in the lines about its dead letter and its alert", async () => {
  const { sql } = jw.database;
  await sql`alter table messages add constraint refused check (body not like 'POISON%')`;
  const { ids: refused } = await post(acarsdecLine(ident, "POISON"));
  const dead = await until("the dead letter", () =>
    lines.find(({ msg }) => msg === "entry added to the dead letters"),
  );
  expect(dead).toMatchObject({ name: "persister", level: 50, messageId: refused[0] });

  const rule = { accountId: feeder.userId, name: "All", filter: { airline: "UAL" } };
  const added = { ...rule, stationId: null, notify: true, email: false, mutedUntil: null };
  expect(await db.alerts.addRule(sql, added)).toHaveProperty("id");
  const delivered = await until("the alert", async () => {
    // The persister learns of the rule within seconds.
    await post(acarsdecLine(ident, `ALERT ${lines.length}`));
    return lines.find(({ msg }) => msg === "match of an alert rule delivered");
  });
  const matched = lines.find(({ msg }) => msg === "message matched an alert rule");
  expect(delivered).toMatchObject({ name: "chores", messageId: matched?.["messageId"] });
  expect(stagesOf(String(matched?.["messageId"])).has("persister store")).toBe(true);
});

test("one id finds all lines of a request, and is the one of its answer", async () => {
  const { sql } = jw.database;
  await sql`alter table stations rename to stations_missing`;
  // What a client sends as an id is neither taken nor logged.
  const hostile = `${"x".repeat(2_000)}", "level": 60`;
  const headers = { "x-request-id": hostile, authorization: `Bearer ${feeder.apiKey}` };
  const response = await fetch(`${jw.restUrl}/v1/stations`, { headers });
  await sql`alter table stations_missing rename to stations`;
  const { requestId } = (await response.json()) as { requestId: string };
  expect(response.status).toBe(500);
  expect(response.headers.get("x-request-id")).toBe(requestId);
  const own = await until("its lines", () => {
    const found = lines.filter((line) => line["requestId"] === requestId);
    return found.length >= 2 && found;
  });
  expect(own).toMatchObject([
    { name: "rest", level: 50, msg: "request failed" },
    { name: "rest", level: 20, msg: "request answered", route: "/v1/stations", status: 500 },
  ]);
  expect(lines.filter((line) => JSON.stringify(line).includes("xxxx"))).toEqual([]);
});
