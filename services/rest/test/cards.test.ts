import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { type IncomingMessage, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as db from "@jetwire/db";
import { type Message, MessageIds } from "@jetwire/protocol";
import { createSeededRandom, hostileText, storeMessages, testMessage } from "@jetwire/testbed";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Card, cardOfMessage, cardSize } from "../src/web-page/cards/card.ts";
import { createCardPictures } from "../src/web-page/cards/card-pictures.ts";
import { drawCard } from "../src/web-page/cards/draw-card.ts";
import { type RestUnderTest, startRest } from "./rest-under-test.ts";

const startMs = Date.now() - 3_600_000;
const ids = new MessageIds(() => startMs);
const icao = "A1AEF6";
const airframeId = db.stableIds.ofAirframe(icao);
const flightId = db.stableIds.ofFlight(icao, "UAL123", 1);

let folder: string;
let rest: RestUnderTest;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "jetwire-cards-"));
  await mkdir(join(folder, "assets"));
  await writeFile(join(folder, "index.html"), "<title>Jetwire</title><!--jetwire:head-->");
  rest = await startRest({ REST_VIEWER_DIR: folder });
  const { sql } = rest.database.database;
  await sql`insert into airframes (id, icao, tail) values (${airframeId}, ${icao}, 'N156VN')`;
  await sql`
    insert into flights (id, flight_key, flight, airframe_id, departing_airport, destination_airport,
      first_received_at, last_received_at)
    values (${flightId}, 'UAL123', 'UA0123', ${airframeId}, 'SFO', 'EWR', ${new Date(startMs)}, now())`;
});
afterAll(async () => {
  await rest[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

async function store(values: Partial<Message>): Promise<string> {
  const id = ids.next(0);
  const message = testMessage({ stationId: rest.stationId, groupId: id, ...values, id });
  await storeMessages(rest.database.database.sql, [{ message, flightKey: "UAL123" }]);
  return id;
}

function said(description: string): Partial<Message> {
  const decoded = { by: "decoder", decoder: "libacars", level: "full", application: "cpdlc" };
  return { airframeId, flightId, decoded: { ...decoded, description, items: [] } as never };
}

async function load(path: string) {
  const response = await fetch(rest.url + path);
  return { response, status: response.status, bytes: Buffer.from(await response.arrayBuffer()) };
}

/** Asks with headers to which `fetch` would add others. */
async function statusWith(path: string, headers: Record<string, string>) {
  const asked = request(rest.url + path, { headers }).end();
  const [response] = (await once(asked, "response")) as [IncomingMessage];
  response.resume();
  return response.statusCode;
}

/** Returns the size of a PNG, which its first chunk has. */
function sizeOf(bytes: Buffer): object {
  expect(bytes.subarray(0, 8).toString("latin1")).toBe("\u0089PNG\r\n\u001a\n");
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

describe("cards for previews of links", () => {
  test("the pages of a message and of a flight name their card, a PNG of 1200 by 630 pixels", async () => {
    const id = await store({ tail: "N156VN", ...said("REQUEST FL390") });
    for (const page of [`/messages/${id}`, `/flights/${flightId}`]) {
      const html = (await load(page)).bytes.toString();
      expect(html).toContain(`property="og:image" content="${rest.url}${page}/card.png"`);
      const { response, status, bytes } = await load(`${page}/card.png`);
      expect([status, response.headers.get("content-type")]).toEqual([200, "image/png"]);
      expect(sizeOf(bytes)).toEqual(cardSize);
    }
    expect((await load("/about")).bytes.toString()).toContain(`content="${rest.url}/og.png"`);
  });

  test("a card is not sent again until it has changed", async () => {
    const { response } = await load(`/flights/${flightId}/card.png`);
    const etag = response.headers.get("etag") ?? "";
    const again = () => statusWith(`/flights/${flightId}/card.png`, { "if-none-match": etag });
    expect(await again()).toBe(304);
    await store(said("CLIMB TO FL390"));
    expect(await again()).toBe(200);
  });

  test("a redacted message has no card, and is on none", async () => {
    const { sql } = rest.database.database;
    const [kept, redacted] = [await store(said("KEPT")), await store(said("REMOVED"))];
    const before = await load(`/flights/${flightId}/card.png`);
    await db.redactions.redact(sql, { ids: [redacted] }, { reason: "for a test", by: "nobody" });
    expect((await load(`/messages/${redacted}/card.png`)).status).toBe(410);
    const after = await load(`/flights/${flightId}/card.png`);
    expect(after.response.headers.get("etag")).not.toBe(before.response.headers.get("etag"));
    expect((await load(`/messages/${kept}/card.png`)).status).toBe(200);
  });

  test("messages of hidden stations and what does not exist have no card", async () => {
    const { sql } = rest.database.database;
    const [hidden] = await sql<{ id: number }[]>`
      insert into stations (ident, hidden) values ('AB-HIDDEN', true) returning id`;
    const id = await store({ stationId: hidden?.id ?? 0, ...said("HIDDEN") });
    await expect.poll(async () => (await load(`/messages/${id}/card.png`)).status).toBe(404);
    const unknown = [`/messages/${ids.next(0)}`, "/messages/x", "/flights/x", "/airlines/UAL"];
    for (const page of unknown) expect((await load(`${page}/card.png`)).status).toBe(404);
  });

  test("above the limit of a network, cards are refused with the time to wait", async () => {
    const id = await store(said("LIMITED"));
    await expect
      .poll(async () => (await load(`/messages/${id}/card.png`)).status, {
        interval: 1,
        timeout: 20_000,
      })
      .toBe(429);
    const { response } = await load(`/messages/${id}/card.png`);
    expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
  });

  test("there are none with PUBLIC_VIEWER=false", async () => {
    await using closed = await startRest({ REST_VIEWER_DIR: folder, PUBLIC_VIEWER: "false" });
    expect((await fetch(`${closed.url}/flights/${flightId}/card.png`)).status).toBe(404);
  });
});

describe("drawing", () => {
  const card: Card = { sourceType: "vdl", title: "N156VN", facts: "", bubbles: [] };

  test("any text becomes a picture of the same size", async () => {
    const random = createSeededRandom(7);
    const texts = [
      '"><script>alert(1)</script>',
      "x".repeat(4_000),
      "\u202e\u0000\ud800 ﷽ 👩‍👩‍👧‍👦 ",
      "",
      ...Array.from({ length: 10 }, () => hostileText(random, 300)),
    ];
    for (const text of texts) {
      const message = testMessage({
        tail: text,
        flightNumber: text,
        sourceType: text,
        label: text,
        text,
      });
      const drawn = await drawCard(cardOfMessage({ ...message, ...said(text) }, [message]));
      expect(sizeOf(drawn)).toEqual(cardSize);
    }
  });

  test("an equal card is drawn once, and few at the same time", async () => {
    let [drawn, running, most] = [0, 0, 0];
    const pictures = createCardPictures(async () => {
      drawn += 1;
      most = Math.max(most, ++running);
      await new Promise(setImmediate);
      running -= 1;
      return Buffer.alloc(10);
    });
    const cards = Array.from({ length: 12 }, (_, n) => ({ ...card, title: `card ${n}` }));
    await Promise.all(cards.map((one) => pictures.of(one)));
    await Promise.all(cards.map((one) => pictures.of(one)));
    expect({ drawn, most }).toEqual({ drawn: 12, most: 2 });
  });

  test("those that are too many to wait are refused, and all pictures together have a bound", async () => {
    const gate = Promise.withResolvers<void>();
    let drawn = 0;
    const pictures = createCardPictures(async () => {
      await gate.promise;
      drawn += 1;
      return Buffer.alloc(6 * 1_024 * 1_024);
    });
    const cards = Array.from({ length: 30 }, (_, n) => ({ ...card, title: `card ${n}` }));
    const all = Promise.allSettled(cards.map((one) => pictures.of(one)));
    gate.resolve();
    const refused = (await all).filter(({ status }) => status === "rejected");
    expect(refused).toHaveLength(8);
    expect(refused[0]).toMatchObject({ reason: { code: "unavailable" } });
    // Two of them fit into the memory that pictures may take.
    const [newest, oldest] = [cards[21], cards[0]];
    await pictures.of(newest ?? card);
    expect(drawn).toBe(22);
    await pictures.of(oldest ?? card);
    expect(drawn).toBe(23);
  });
});
