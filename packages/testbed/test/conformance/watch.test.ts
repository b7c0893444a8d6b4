import type { StockClient } from "@jetwire/cli";
import { messageIdFloor } from "@jetwire/protocol";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { acarsdecLine, until } from "../../src/index.ts";
import { createEventCheck, expectNoViolations, expectReceived } from "./event-check.ts";
import { expectedEvents } from "./expected-events.ts";
import { postForIds, uniqueText } from "./feeding.ts";
import {
  type Feeder,
  gatewayCounts,
  type ServiceUnderTest,
  startService,
} from "./service-under-test.ts";

const eventCheck = createEventCheck();
afterEach(() => expectNoViolations(eventCheck));

/** Heartbeats come after fifteen seconds, so a client waits while everything else is tested. */
const quietMsMax = 20_000;

let quiet: ServiceUnderTest;
let waiting: StockClient;
let quietId = "";
beforeAll(async () => {
  quiet = await startService(1, eventCheck);
  const { apiKey, station } = await quiet.addFeeder(1);
  waiting = quiet.connect(0, { auth: { apiKey, heartbeat: true } });
  await waiting.receive("feed:authenticated");
  waiting.socket.emit("messages:watch:start", { filter: { tail: "N00QQ" } });
  await waiting.receive("messages:watch:started");
  quietId = await quiet.send(station);
  await waiting.receive("feed:message");
});
afterAll(() => quiet[Symbol.asyncDispose]());

async function watching(client: StockClient, filter: object, after?: string) {
  const count = client.payloads("messages:watch:started").length;
  client.socket.emit("messages:watch:start", { filter, ...(after !== undefined && { after }) });
  return await client.receive("messages:watch:started", () => true, { nth: count + 1 });
}

function idsOf(client: StockClient): string[] {
  return client.payloads("messages:watch:message").map(({ message }) => message.id);
}

async function refusalOf(of: StockClient, payload: unknown): Promise<string> {
  const count = of.payloads("error").length;
  of.socket.emit("messages:watch:start", payload);
  return (await of.receive("error", () => true, { nth: count + 1 })).message;
}

describe.each(gatewayCounts)("watches, with %i gateway(s)", (gateways) => {
  let service: ServiceUnderTest;
  let watcher: Feeder;
  let feeder: Feeder;
  let tails = 0;
  beforeAll(async () => {
    service = await startService(gateways, eventCheck);
    [watcher, feeder] = [await service.addFeeder(1), await service.addFeeder(2)];
    // Shares are measured by the latest messages.
    const others = { tail: "N9ZZ", flight: "UA0042" };
    const lines = Array.from({ length: 150 }, () =>
      acarsdecLine(feeder.station.ident, uniqueText(), others),
    );
    await postForIds(service.deployment, lines);
    const { sql } = service.deployment.database;
    await until("the traffic to be stored", async () => {
      const [row] = await sql<{ count: number }[]>`select count(*)::integer as count from messages`;
      return (row?.count ?? 0) >= lines.length;
    });
  });
  afterAll(() => service[Symbol.asyncDispose]());

  /** A client that has the feed of its own stations too, like every client with a key. */
  async function connected(gateway: number): Promise<StockClient> {
    const client = service.connect(gateway, { auth: { apiKey: watcher.apiKey } });
    await client.receive("feed:authenticated");
    return client;
  }

  /** Sends a message of an aircraft that no other test uses, by each of the feeder's stations. */
  async function send(tail: string, stations = feeder.stations): Promise<string[]> {
    const lines = stations.map(({ ident }) =>
      acarsdecLine(ident, uniqueText(), { tail, flight: "UA0042" }),
    );
    return await postForIds(service.deployment, lines);
  }

  /** Returns when messages of stations that were just hidden come to no watch: owners are read every second. */
  async function untilUnwatched(stations: Feeder["stations"]): Promise<void> {
    const tail = nextTail();
    const client = await connected(0);
    await watching(client, { tail });
    await until("the stations to be hidden", async () => {
      const [hidden] = await send(tail, stations);
      const shown = (await send(tail)).at(-1);
      await client.receive("messages:watch:message", ({ message }) => message.id === shown);
      return !idsOf(client).includes(hidden ?? "");
    });
  }

  function nextTail(): string {
    return `N${gateways}${String(++tails).padStart(2, "0")}WA`;
  }

  test("E-02: every message that a watch selects comes once, from all stations, and no other", async () => {
    const [tail, other] = [nextTail(), nextTail()];
    const clients = [await connected(0), await connected(1), await connected(2)];
    const started = [];
    for (const client of clients) started.push(await watching(client, { tail }));
    expect(new Set(started.map(({ watchId }) => watchId)).size).toBe(1);
    const ids = [...(await send(tail)), ...(await send(tail))];
    await send(other);
    const last = await send(tail, feeder.stations.slice(0, 1));
    for (const client of clients) {
      await client.receive("messages:watch:message", ({ message }) => message.id === last[0]);
      expect(idsOf(client).toSorted()).toEqual([...ids, ...last].toSorted());
      expect(client.payloads("messages:watch:message")[0]).toMatchObject({
        watchId: started[0]?.watchId,
        message: { tail },
      });
    }
  });

  test("E-02: a watch goes on after the last message on another gateway, or after the position at its start", async () => {
    const tail = nextTail();
    const first = await connected(0);
    const { position } = await watching(first, { tail });
    const before = await send(tail);
    await until("the messages", () => idsOf(first).length === before.length);
    first.socket.disconnect();
    const second = await connected(1);
    await watching(second, { tail }, position);
    const resumed = await second.receive("messages:watch:resumed");
    expect(resumed).toMatchObject({ recovered: true, replayed: before.length });
    expect(idsOf(second).toSorted()).toEqual(before.toSorted());
    const lastId = idsOf(second).at(-1) ?? "";
    second.socket.disconnect();
    const missed = [...(await send(tail)), ...(await send(tail))];
    const third = await connected(2);
    await watching(third, { tail }, lastId);
    expect(await third.receive("messages:watch:resumed")).toMatchObject({ recovered: true });
    const live = await send(tail);
    await third.receive("messages:watch:message", ({ message }) => message.id === live.at(-1));
    // The other station's message may have been delivered after the last one: it comes again, with its id.
    const ids = idsOf(third).filter((id) => !before.includes(id));
    expect(ids.toSorted()).toEqual([...missed, ...live].toSorted());
  });

  test("E-02: what can't be sent any more is reported", async () => {
    const tail = nextTail();
    const client = await connected(0);
    const after = messageIdFloor(Date.now() - 2 * 3_600_000);
    const { watchId } = await watching(client, { tail }, after);
    expect(await client.receive("messages:watch:resumed")).toEqual({
      watchId,
      recovered: false,
      replayed: 0,
    });
    expect(await client.receive("messages:watch:gap")).toEqual({ watchId, after });
    const [id] = await send(tail);
    await client.receive("messages:watch:message", ({ message }) => message.id === id);
  });

  test("E-02: nothing of a hidden station comes, and nothing that was redacted comes again", async () => {
    const tail = nextTail();
    const hidden = await service.addFeeder(1);
    await service.operate("stations", "hide", hidden.station.ident);
    const client = await connected(0);
    const { position } = await watching(client, { tail });
    await untilUnwatched(hidden.stations);
    const [secret] = await send(tail, hidden.stations);
    const [redacted, shown] = await send(tail);
    await client.receive("messages:watch:message", ({ message }) => message.id === shown);
    expect(idsOf(client)).not.toContain(secret);
    const { sql } = service.deployment.database;
    await until("it to be stored", async () => {
      return (await sql`select 1 from messages where id = ${redacted ?? ""}`).length > 0;
    });
    await service.operate("redact", redacted ?? "", "--reason", "a test");
    // What is a few seconds old is checked before it is sent again.
    await expect
      .poll(
        async () => {
          const again = await connected(1);
          await watching(again, { tail }, position);
          await again.receive("messages:watch:resumed");
          const ids = idsOf(again);
          again.socket.disconnect();
          return ids;
        },
        { timeout: 30_000, interval: 2_000 },
      )
      .toEqual([shown]);
  });

  test("E-02: a stopped watch sends nothing more", async () => {
    const [tail, other] = [nextTail(), nextTail()];
    const client = await connected(0);
    const { watchId } = await watching(client, { tail });
    await watching(client, { tail: other });
    client.socket.emit("messages:watch:stop", { watchId });
    expect(await client.receive("messages:watch:stopped")).toEqual({ watchId });
    await send(tail);
    const [id] = await send(other);
    await client.receive("messages:watch:message", ({ message }) => message.id === id);
    expect(client.payloads("messages:watch:message").map(({ watchId: of }) => of)).not.toContain(
      watchId,
    );
  });

  test("A-06: a watch is refused that is wrong, too broad, or of a client without an account", async () => {
    const client = await connected(0);
    const viewer = service.connect(0);
    expect(await refusalOf(viewer, { filter: { tail: "N1" } })).toBe("Not authenticated");
    expect(await refusalOf(client, { filter: { sourceType: ["vdl"] } })).toContain(
      "must have at least one of tail",
    );
    expect(await refusalOf(client, { filter: { tail: "N1", colour: "red" } })).toBe(
      "filter.colour: is not a filter",
    );
    expect(await refusalOf(client, { filter: { tail: "N1" }, after: "yesterday" })).toBe(
      "after: must be a message id or a position",
    );
    expect(await refusalOf(client, { filter: { airline: "UA" } })).toMatch(
      /^filter: selects \d+ % of the messages \(\d+ of the last \d+\), and a watch may select 5 %$/,
    );
  });
});

test("E-01, E-02: a feed and a watch say that nothing comes, and where to go on", async () => {
  const heartbeat = await waiting.receive("feed:heartbeat", () => true, { msMax: quietMsMax });
  expect(heartbeat).toEqual({ position: quietId, time: expect.any(String) as string });
  const watched = await waiting.receive("messages:watch:heartbeat", () => true, {
    msMax: quietMsMax,
  });
  // The id of an older message would not do: the log of a watch keeps an hour.
  const heartbeatMs = Date.parse(watched.time);
  expect(watched.position <= messageIdFloor(heartbeatMs)).toBe(true);
  expect(watched.position > messageIdFloor(heartbeatMs - 60_000)).toBe(true);
});

test("every event of a watch was received", () => {
  expectReceived(eventCheck, expectedEvents.watch);
});
