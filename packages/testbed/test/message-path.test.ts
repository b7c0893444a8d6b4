import { setTimeout } from "node:timers/promises";
import type { EnrichedMessage, Message, ReadMessage } from "@jetwire/protocol";
import { createNetwork } from "@jetwire/simulator";
import { io } from "socket.io-client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { connectFeed } from "../src/clients/feed-client.ts";
import {
  acarsdecLine,
  addFeeder,
  readAccounting,
  type Deployment,
  postLines,
  startDeployment,
  until,
} from "../src/index.ts";

const seed = 20_261_121;
const receptions = 1_500;

let jw: Deployment;
let network: ReturnType<typeof createNetwork>;
const keys = new Map<string, string>();

async function storedOf(username: string): Promise<string[]> {
  const rows = await jw.database.sql<{ id: string }[]>`
    select m.id from messages m join stations s on s.id = m.station_id
    join accounts a on a.id = s.account_id where a.username = ${username} order by m.id`;
  return rows.map(({ id }) => id);
}

beforeAll(async () => {
  // Without a higher limit the burst below would make the sampler drop the messages of the tests.
  jw = await startDeployment({
    gateways: 2,
    environment: { SAMPLER_EVENTS_PER_SECOND_MAX: "10000" },
  });
  network = createNetwork({
    seed,
    stations: 24,
    airframes: 60,
    junkShare: 0.02,
    startMs: Date.now(),
    ratePerSecond: 400,
  });
  const named = network.stations.flatMap(({ ident }) => ident ?? []);
  const accounts = { alice: named.slice(0, 3), bob: named.slice(3, 5), carol: [] };
  for (const [username, idents] of Object.entries(accounts)) {
    keys.set(username, (await addFeeder(jw, username, ...idents)).apiKey);
  }
});

afterAll(async () => {
  await jw[Symbol.asyncDispose]();
});

describe("the path of a message", () => {
  test("R-26 R-28 R-29: every account gets exactly what Postgres holds of its stations, on any gateway", async () => {
    using alice = await connectFeed(jw.gatewayUrls[0] ?? "", keys.get("alice") ?? "");
    using aliceToo = await connectFeed(jw.gatewayUrls[1] ?? "", keys.get("alice") ?? "");
    using bob = await connectFeed(jw.gatewayUrls[1] ?? "", keys.get("bob") ?? "");
    using carol = await connectFeed(jw.gatewayUrls[0] ?? "", keys.get("carol") ?? "");
    expect(alice.authenticated.stations).toHaveLength(3);
    expect(carol.authenticated.stations).toEqual([]);

    for (let sent = 0; sent < receptions; sent += 100) {
      await postLines(
        jw,
        Array.from({ length: 100 }, () => network.next().bytes),
      );
    }
    await until("everything offered to be accounted for", async () => {
      const accounting = await readAccounting(jw.database.sql);
      return accounting.offered >= receptions && accounting.unaccounted === 0;
    });
    const stored = { alice: await storedOf("alice"), bob: await storedOf("bob") };
    expect(stored.alice.length).toBeGreaterThan(20);
    expect(stored.bob.length).toBeGreaterThan(10);
    await until(
      "the feeds to catch up",
      () =>
        [alice, aliceToo].every(({ received }) => received.length >= stored.alice.length) &&
        bob.received.length >= stored.bob.length,
    );
    for (const { received } of [alice, aliceToo]) {
      expect(received.map(({ id }) => id).toSorted()).toEqual(stored.alice);
      expectInOrderPerStation(received);
    }
    expect(bob.received.map(({ id }) => id).toSorted()).toEqual(stored.bob);
    expect(carol.received).toEqual([]);

    // an operator added them without a source type; what they send tells it.
    using again = await connectFeed(jw.gatewayUrls[0] ?? "", keys.get("alice") ?? "");
    for (const { sourceType } of again.authenticated.stations) expect(sourceType).not.toBeNull();

    // the same shape and the same values by REST, except what another station's copy has better.
    for (const message of alice.received.slice(0, 20)) {
      const response = await fetch(`${jw.restUrl}/v1/messages/${message.id}`, {
        headers: { authorization: `Bearer ${keys.get("alice")}` },
      });
      expect(response.status).toBe(200);
      const { contentFrom = [], ...read } = (await response.json()) as ReadMessage;
      const taken = contentFrom.flatMap(({ members }) => members);
      const others = Object.fromEntries(taken.map((member) => [member, read[member]]));
      expect(read).toEqual({ ...message, ...others });
    }
  });

  test("R-31 R-33: two stations receive one transmission: two messages, one groupId, once on the firehose", async () => {
    const viewer = io(jw.gatewayUrls[1] ?? "", { transports: ["websocket"], forceNew: true });
    const seen: EnrichedMessage[] = [];
    viewer.on("message", (message: EnrichedMessage) => seen.push(message));
    const started = new Promise((resolve) => viewer.once("messages:sniff:started", resolve));
    viewer.emit("messages:sniff");
    await started;

    await postLines(jw, [reception("SIM-TWO-A", -12.5), reception("SIM-TWO-B", -31)]);

    const rows = await until("both receptions to be stored", async () => {
      const found = await jw.database.sql<{ id: string; groupId: string }[]>`
        select id, group_id from messages where tail = 'N55TWO' order by id`;
      return found.length === 2 && found;
    });
    expect(rows[1]?.groupId).toBe(rows[0]?.id);
    expect(rows[0]?.groupId).toBe(rows[0]?.id);
    const shown = await until("the firehose to show it", () =>
      seen.find(({ tail }) => tail === "N55TWO"),
    );
    expect(shown.id).toBe(rows[0]?.id);
    expect(shown.station).toMatchObject({ ident: "SIM-TWO-A", sourceType: "acars" });
    expect(shown.airframe?.tail).toBe("N55TWO");
    expect(shown.flight?.id).toBe(shown.flightId);
    // Whatever came after it has been shown too by the time a later message is.
    await postLines(jw, [reception("SIM-TWO-A", -9, "N55END")]);
    await until("a later message", () => seen.find(({ tail }) => tail === "N55END"));
    expect(seen.filter(({ tail }) => tail === "N55TWO")).toHaveLength(1);

    // the airline is known once the flight is stored, which the firehose does not wait for.
    let sent = 10;
    await until("a message whose flight names its airline", async () => {
      const before = seen.length;
      await postLines(jw, [reception("SIM-TWO-A", -9, "N55TWO", `M${(sent += 1)}B`)]);
      await until("another message", () => seen.length > before);
      await setTimeout(250);
      // The later message above may name it too, on a slow machine.
      return seen.find(({ tail, flight }) => tail === "N55TWO" && flight?.flightIcao === "UAL42");
    });
    viewer.disconnect();
  });

  test("R-07: a flight is found by any of its spellings", async () => {
    const headers = { authorization: `Bearer ${keys.get("alice")}` };
    const lists = await Promise.all(
      ["UA42", "ua0042", "UAL42", "UAL042"].map(async (flight) => {
        const response = await fetch(`${jw.restUrl}/v1/messages?flight=${flight}`, { headers });
        return (await response.json()) as Message[];
      }),
    );
    expect(new Set(lists[0]?.map(({ tail }) => tail))).toEqual(new Set(["N55END", "N55TWO"]));
    for (const list of lists) expect(list).toEqual(lists[0]);
  });
});

/** Ids ascend in the order in which ingest accepted the messages. */
function expectInOrderPerStation(received: readonly Message[]): void {
  const last = new Map<number, string>();
  for (const { id, stationId } of received) {
    expect(id > (last.get(stationId) ?? "")).toBe(true);
    last.set(stationId, id);
  }
}

/** Returns a decoder line: one transmission, received by this station with this level. */
function reception(station: string, level: number, tail = "N55TWO", msgno = "M77A"): string {
  const text = "OS KSFO /RECEIVED BY TWO STATIONS";
  return acarsdecLine(station, text, { level, tail, flight: "UA0042", msgno });
}
