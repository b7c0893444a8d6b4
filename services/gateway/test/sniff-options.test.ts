import type { EnrichedMessage, SniffOptions } from "@jetwire/protocol";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openSniffing, payloadsOf, climb } from "./sniff-scene.ts";

let at: Awaited<ReturnType<typeof openSniffing>>;
beforeAll(async () => {
  at = await openSniffing();
});
afterAll(() => at[Symbol.asyncDispose]());

const airframe: EnrichedMessage["airframe"] = {
  id: "a",
  icao: "4ACA01",
  tail: null,
  type: "B738",
  manufacturer: null,
  model: null,
  owner: null,
  military: null,
};

const toStockholm: EnrichedMessage["flight"] = {
  id: "f",
  flight: "SK1",
  flightIata: "SK1",
  flightIcao: null,
  departingAirport: null,
  destinationAirport: "ESSA",
  status: "active",
  latitude: null,
  longitude: null,
  altitude: null,
  track: null,
};

const there = { latitude: 59.3, longitude: 179.5 };

test.each<[string, SniffOptions["filter"], Partial<EnrichedMessage>, Partial<EnrichedMessage>]>([
  ["labels", { label: ["H1", "5Z"] }, { label: "5Z" }, { label: null }],
  ["excluded labels", { excludeLabel: ["Q0"] }, { label: null }, { label: "Q0" }],
  ["excluded words", { excludeText: ["atis", "x"] }, { text: null }, { text: "NEW ATIS A" }],
  ["source types", { sourceType: ["vdl"] }, { sourceType: "vdl" }, { sourceType: "acars" }],
  ["direction", { linkDirection: "uplink" }, { linkDirection: "uplink" }, { linkDirection: null }],
  ["tail", { tail: " .n101ab" }, { tail: "N101AB" }, { tail: "N101A" }],
  ["icao", { icao: "4aca01" }, { fromHex: "4ACA01" }, { fromHex: "4ACA02" }],
  [
    "flight, other spelling",
    { flight: "ual123" },
    { flightNumber: "UA0123" },
    { flightNumber: "UA124" },
  ],
  ["airframe", { airframe: "a" }, { airframeId: "a" }, { airframeId: null }],
  [
    "airline, other spelling",
    { airline: "ual" },
    { flightNumber: "UA0123" },
    { flightNumber: "AA0123" },
  ],
  ["type", { aircraftType: "b738" }, { airframe }, { airframe: { ...airframe, type: "A320" } }],
  ["airport of a message", { airport: "arn" }, { departingAirport: "ARN" }, {}],
  ["airport, other code", { airport: "ESSA" }, { destinationAirport: "ARN" }, {}],
  ["airport of a flight", { airport: "ARN" }, { flight: toStockholm }, {}],
  ["frequency", { frequency: "131.55" }, { frequency: 131.551 }, { frequency: 131.553 }],
  ["frequencies", { frequency: "8-9.1" }, { frequency: 8.927 }, { frequency: null }],
  ["application", { decoded: ["cpdlc", "adsc"] }, { decoded: climb }, { decoded: null }],
  ["decoded content", { decoded: ["any"] }, { decoded: climb }, { decoded: null }],
  ["no decoded content", { decoded: ["none"] }, { decoded: null }, { decoded: climb }],
  ["being on the ground", { onGround: true }, { onGround: true }, { onGround: null }],
  ["proof", { authenticated: false }, { authenticated: false }, { authenticated: null }],
  ["decoded words", { q: "to fl390" }, { decoded: climb }, { text: "TO FL380" }],
  ["words of the text", { q: "to fl390" }, { text: "CLIMB TO FL390" }, { decoded: null }],
  ["text", { text: "n59" }, { text: "POS N59" }, { text: null }],
  ["position", { hasPosition: true }, there, { latitude: null }],
  [
    "area across the antimeridian",
    { bbox: [170, 50, -170, 60] },
    there,
    { ...there, longitude: 0 },
  ],
])(
  "R-31: a filter by %s passes messages that fit and no others",
  async (_by, filter, fits, other) => {
    const { client } = await at.sniffing(filter && { filter });
    const [yes, no] = [at.enriched(fits), at.enriched(other)];
    await at.publish(no, yes);
    await client.next("message");
    expect(payloadsOf(client, "message")).toEqual([yes]);
    client.socket.disconnect();
  },
);

test("R-31: a filter by stations passes their messages; one that is unknown or hidden is refused by its id", async () => {
  const [hidden = 0] = (await at.rig.feeder("SO-HIDDEN")).stationIds;
  await at.rig.database.database.sql`update stations set hidden = true where id = ${hidden}`;
  const { client } = await at.sniffing({ filter: { stationId: [at.stationId] } });
  const [other, own] = [at.enriched({ stationId: 999_999 }), at.enriched({})];
  await at.publish(other, own);
  await client.next("message");
  expect(payloadsOf(client, "message")).toEqual([own]);
  for (const unknown of [999_999, hidden]) {
    const options = { filter: { stationId: [at.stationId, unknown] } };
    expect(await client.socket.emitWithAck("messages:sniff", options)).toEqual({
      ok: false,
      message: `filter.stationId: ${unknown} is not a known station`,
    });
  }
});

test("R-31, R-38: the acknowledgement contains the active filter; a second sniff replaces it", async () => {
  const filter = { tail: "n101ab", label: ["H1", "5Z", "H1"] };
  const { client, answer } = await at.sniffing({ filter });
  const expected = { ok: true, filter: { tail: "N101AB", label: ["5Z", "H1"] } };
  expect(answer).toEqual(expected);
  const fitting = at.enriched({ tail: "N101AB", label: "H1" });
  await at.publish(at.enriched({ tail: "N1" }), fitting);
  await client.next("message");
  expect(await client.socket.emitWithAck("messages:sniff")).toEqual({ ok: true, filter: {} });
  const any = at.enriched({});
  await at.publish(any);
  await client.next("message", 2);
  expect(payloadsOf(client, "message")).toEqual([fitting, any]);
  expect(payloadsOf(client, "messages:sniff:started")).toHaveLength(2);
});

test("R-50, A-06: a filter that is unknown or impossible is refused by its name, without effect", async () => {
  const { client } = await at.sniffing({ filter: { label: ["H1"] } });
  const wrong: [unknown, string][] = [
    [{ filter: { bbox: [0, 60, 10, 50] } }, "filter.bbox: south must not be greater than north"],
    [{ filter: { bbox: [0, 0, 10] } }, "filter.bbox: "],
    [{ filter: { label: ["H1"], excludeLabel: ["H1"] } }, "filter.excludeLabel: must not exclude"],
    [
      { filter: { label: Array.from({ length: 51 }, () => "H1") } },
      "filter.label: must not have more than 50",
    ],
    [{ filter: { nonsense: 1 } }, "filter.nonsense: is not a filter"],
    [{ recent: 101 }, "recent: "],
    [{ color: "red" }, "color: is not an option"],
    ["everything", "options: "],
  ];
  for (const [options, message] of wrong) {
    const answer: unknown = await client.socket.emitWithAck("messages:sniff", options);
    expect(answer).toEqual({ ok: false, message: expect.stringContaining(message) as string });
  }
  expect(payloadsOf(client, "error")).toEqual(
    wrong.map(([, message]) => ({ message: expect.stringContaining(message) as string })),
  );
  const match = at.enriched({ label: "H1" });
  await at.publish(match, at.enriched({ label: "5Z" }));
  await client.next("message");
  expect(payloadsOf(client, "message")).toEqual([match]);
  expect(payloadsOf(client, "messages:sniff:started")).toHaveLength(1);
});

test("recent messages come first, newest first, on a gateway that has received none of them; none twice", async () => {
  const fresh = await at.rig.startGateway({});
  const marked = Array.from({ length: 5 }, () => at.enriched({ label: "ZZ" }));
  await at.publish(...marked);
  const hidden = at.enriched({ label: "ZZ", stationId: 999_999 });
  await at.publish(hidden);
  const { client } = await at.sniffing({ filter: { label: ["ZZ"] }, recent: 3 }, fresh);
  const live = at.enriched({ label: "ZZ" });
  await at.publish(live);
  await client.next("message");
  expect(payloadsOf(client, "messages:sniff:recent")).toEqual([
    { newMessages: marked.slice(2).toReversed() },
  ]);
  expect(payloadsOf(client, "message")).toEqual([live]);
  expect(client.events.map(([event]) => event)).toEqual([
    "messages:sniff:started",
    "messages:sniff:recent",
    "message",
  ]);
});

test("R-33: while thousands of messages pass, a client that asks for recent ones misses none and gets none twice", async () => {
  const filter = { label: ["R9"] };
  const { client: all } = await at.sniffing({ filter });
  const publishing = new AbortController();
  const published = (async () => {
    const ids: string[] = [];
    while (!publishing.signal.aborted) {
      const batch = Array.from({ length: 5 }, () => at.enriched({ label: "R9" }));
      ids.push(...batch.map(({ id }) => id));
      await at.publish(...batch);
    }
    return ids;
  })();
  const joined = await Promise.all(
    Array.from({ length: 10 }, (_, n) =>
      at.sniffing({ filter, recent: 100 }, at.rig.gateways[n % 2]),
    ),
  );
  publishing.abort();
  const ids = await published;
  const last = ids.at(-1);
  for (const { client } of joined) {
    const seen = () => [
      ...payloadsOf(client, "messages:sniff:recent").flatMap((payload) =>
        (payload as { newMessages: EnrichedMessage[] }).newMessages.toReversed(),
      ),
      ...(payloadsOf(client, "message") as EnrichedMessage[]),
    ];
    await expect.poll(() => seen().at(-1)?.id, { timeout: 5_000 }).toBe(last);
    const got = seen().map(({ id }) => id);
    expect(got).toEqual(ids.slice(-got.length));
  }
  await expect.poll(() => payloadsOf(all, "message").length).toBe(ids.length);
});

test("who asks for a pace gets messages together, and the pace in the answer", async () => {
  const { client, answer } = await at.sniffing({ everyMs: 1_000 });
  expect(answer).toEqual({ ok: true, filter: {}, everyMs: 1_000 });
  const messages = ["one", "two", "three"].map((text) => at.enriched({ text }));
  const arrived: number[] = [];
  client.socket.on("message", () => arrived.push(performance.now()));
  for (const message of messages) await at.publish(message);
  await client.next("message", 3);
  expect(payloadsOf(client, "message")).toEqual(messages);
  const [first = 0, second = 0, third = 0] = arrived;
  expect(third - second).toBeLessThan(second - first);
});

test.each([0, 75, 10_050, "100"])("a pace of %j is refused", async (everyMs) => {
  const client = at.rig.connect(at.rig.gateways[0]);
  const answer: unknown = await client.socket.emitWithAck("messages:sniff", { everyMs });
  const message = "everyMs: must be a multiple of 50 from 50 to 10000";
  expect(answer).toEqual({ ok: false, message });
});
