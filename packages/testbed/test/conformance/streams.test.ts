import { once } from "node:events";
import { connect } from "node:net";
import { streamPayloads } from "@jetwire/protocol";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { acarsdecLine } from "../../src/index.ts";
import { createEventCheck, expectNoViolations } from "./event-check.ts";
import { postForIds, uniqueText } from "./feeding.ts";
import {
  type Feeder,
  gatewayCounts,
  type ServiceUnderTest,
  startService,
} from "./service-under-test.ts";
import { openStream, type StreamClient } from "./stream-client.ts";

const eventCheck = createEventCheck();
afterEach(() => expectNoViolations(eventCheck));

function idsOf({ events }: StreamClient): unknown[] {
  return events.filter(({ event }) => event === "message").map(({ data }) => data["id"]);
}

const messageEvents = new Set(["message", "assembled"]);

/** Expects that all events but messages are as described. */
function expectDescribed({ events }: StreamClient): void {
  for (const { event, data } of events.filter((one) => !messageEvents.has(one.event))) {
    const schema = streamPayloads[event as keyof typeof streamPayloads];
    expect(schema.parse(data)).toEqual(data);
  }
}

describe.each(gatewayCounts)("streams over HTTP, with %i gateway(s)", (gateways) => {
  let service: ServiceUnderTest;
  let feeder: Feeder;
  beforeAll(async () => {
    service = await startService(gateways, eventCheck, {
      SAMPLER_EVENTS_PER_SECOND_MAX: "10000",
      DRAIN_SECONDS: "0",
    });
    feeder = await service.addFeeder(1);
  });
  afterAll(() => service[Symbol.asyncDispose]());

  async function sendTail(tail: string): Promise<string | undefined> {
    const facts = { tail, flight: "UA0042" };
    const line = acarsdecLine(feeder.station.ident, uniqueText(), facts);
    return (await postForIds(service.deployment, [line]))[0];
  }

  function urlOf(gateway: number): string {
    const { gatewayUrls } = service.deployment;
    return gatewayUrls[gateway % gatewayUrls.length] ?? "";
  }

  function open(
    gateway: number,
    query = "",
    headers: Readonly<Record<string, string>> = {},
  ): Promise<StreamClient> {
    return openStream(urlOf(gateway), query, {
      authorization: `Bearer ${feeder.apiKey}`,
      ...headers,
    });
  }

  test.each(["", "?format=ndjson"])(
    "E-01: the own feed comes as Socket.IO sends it (%s)",
    async (query) => {
      const socket = service.connect(0, { auth: { apiKey: feeder.apiKey } });
      const authenticated = await socket.receive("feed:authenticated");
      using stream = await open(1, query);
      expect(stream.status).toBe(200);
      expect((await stream.receive("started")).data).toEqual({
        source: "feed",
        account: authenticated,
      });
      const id = await service.send(feeder.station);
      const { data } = await stream.receive("message", (message) => message["id"] === id);
      expect(data).toEqual(await socket.receive("feed:message", (message) => message.id === id));
      expectDescribed(stream);
    },
  );

  test("E-01: a feed goes on after the last event on any gateway, without a hole or a repetition", async () => {
    using first = await open(0);
    await first.receive("started");
    const id = await service.send(feeder.station);
    const { id: lastEventId = "" } = await first.receive("message", (one) => one["id"] === id);
    first[Symbol.dispose]();
    using watching = await open(0);
    const missed = [await service.send(feeder.station), await service.send(feeder.station)];
    for (const one of missed) await watching.receive("message", ({ id: shown }) => shown === one);
    using second = await open(1, "", { "last-event-id": lastEventId });
    expect((await second.receive("resumed")).data).toEqual({ recovered: true, replayed: 2 });
    const live = await service.send(feeder.station);
    await second.receive("message", (one) => one["id"] === live);
    expect(idsOf(second)).toEqual([...missed, live]);
    using third = await open(2, `?format=ndjson&after=${missed[0] ?? ""}`);
    await third.receive("message", (one) => one["id"] === live);
    expect(idsOf(third)).toEqual([missed[1], live]);
  });

  test("E-01: the firehose comes without a key, by its filter", async () => {
    using all = await openStream(urlOf(0), "");
    using some = await openStream(urlOf(1), "?format=ndjson&tail=N8ST&label=H1,SQ,5Z");
    await Promise.all([all, some].map((stream) => stream.receive("started")));
    const [wanted, other] = [await sendTail("N8ST"), await sendTail("N9ST")];
    await all.receive("message", ({ id }) => id === wanted);
    await all.receive("message", ({ id }) => id === other);
    const { data } = await some.receive("message", ({ id }) => id === wanted);
    expect(data).toMatchObject({ station: { ident: feeder.station.ident } });
    expect(idsOf(some)).toEqual([wanted]);
    [all, some].forEach(expectDescribed);
  });

  test("E-01, E-02: a watch comes complete, and goes on at the position of its start", async () => {
    const query = "?source=watch&tail=N7ST";
    using first = await open(0, query);
    const { id: position = "" } = await first.receive("started");
    const one = await sendTail("N7ST");
    await first.receive("message", ({ id }) => id === one);
    first[Symbol.dispose]();
    const other = await sendTail("N7ST");
    using second = await open(1, query, { "last-event-id": position });
    await second.receive("message", ({ id }) => id === other);
    expect((await second.receive("resumed")).data).toEqual({ recovered: true, replayed: 2 });
    expect(idsOf(second)).toEqual([one, other]);
    expectDescribed(second);
  });

  test("E-01: what is wrong is refused with a problem that names it", async () => {
    async function problemOf(query: string, headers: Record<string, string> = {}) {
      const response = await fetch(`${urlOf(0).replace(/^ws/, "http")}/v1/stream${query}`, {
        headers,
      });
      expect(response.headers.get("content-type")).toBe("application/problem+json");
      const { status, code, errors } = (await response.json()) as Record<string, unknown>;
      expect(status).toBe(response.status);
      return {
        status,
        code,
        fields: (errors as { field: string }[] | undefined)?.map((e) => e.field),
      };
    }
    const key = { authorization: `Bearer ${feeder.apiKey}` };
    expect(await problemOf("?source=feed")).toMatchObject({ status: 401, code: "unauthorized" });
    expect(await problemOf("?source=watch&tail=N1")).toMatchObject({ status: 401 });
    expect(await problemOf("", { authorization: "Bearer jw_wrong" })).toMatchObject({
      status: 401,
    });
    expect(await problemOf("", { "x-api-key": "jw_wrong" })).toMatchObject({ status: 401 });
    expect(await problemOf("?source=radio", key)).toMatchObject({
      status: 400,
      fields: ["source"],
    });
    expect(await problemOf("?format=xml&after=7", key)).toMatchObject({
      status: 400,
      fields: ["format", "after"],
    });
    expect(await problemOf("?colour=red&source=firehose", key)).toMatchObject({
      fields: ["colour"],
    });
    expect(await problemOf("?tail=N1&source=feed", key)).toMatchObject({ fields: ["tail"] });
    expect(await problemOf("?source=watch&source_type=vdl", key)).toMatchObject({ status: 400 });
    expect(await problemOf("?bbox=1,2,3", key)).toMatchObject({ status: 400 });
    expect(await problemOf("?tail=N1&tail=N2&source=watch", key)).toMatchObject({
      fields: ["tail"],
    });
    expect(await problemOf("", { origin: "https://elsewhere.example" })).toMatchObject({
      status: 403,
      code: "forbidden",
    });
    const posted = await fetch(`${urlOf(0).replace(/^ws/, "http")}/v1/stream`, { method: "POST" });
    expect([posted.status, posted.headers.get("allow")]).toEqual([405, "GET, OPTIONS"]);
  });

  test("A-23: a stream ends with a reason when its key is revoked", async () => {
    const leaving = await service.addFeeder(1);
    const headers = { "x-api-key": leaving.apiKey };
    using stream = await openStream(urlOf(0), "?source=watch&tail=N1", headers);
    using feed = await openStream(urlOf(1), "", headers);
    await Promise.all([stream, feed].map((one) => one.receive("started")));
    const sql = service.deployment.database.sql;
    const [key] = await sql<{ id: string }[]>`
      select id from api_keys where account_id = ${leaving.userId}`;
    await service.operate("keys", "revoke", key?.id ?? "");
    for (const one of [stream, feed]) {
      const { data } = await one.receive("end");
      expect(data).toEqual({ reason: "API key revoked", retryMs: null });
      await one.ended;
    }
  });

  test("A-22: a session reads its feed, and the stream ends with it", async () => {
    const user = await service.addUser();
    const issued = await service.operate(
      "tokens",
      "issue",
      "--account",
      user.username,
      "--ttl",
      "5",
    );
    const { token } = issued as { token: string };
    using stream = await openStream(urlOf(0), "", { authorization: `Bearer ${token}` });
    await stream.receive("started");
    expect((await stream.receive("end")).data).toMatchObject({ reason: "Token expired" });
    await stream.ended;
  });

  test("a gateway that stops ends its streams, and tells when to come again", async () => {
    await using gateway = await service.deployment.startGateway({ DRAIN_SECONDS: "0" });
    using stream = await openStream(gateway.url, "", { authorization: `Bearer ${feeder.apiKey}` });
    await stream.receive("started");
    await gateway[Symbol.asyncDispose]();
    const { data } = await stream.receive("end");
    expect(data).toEqual({ reason: "This server is restarting", retryMs: 2_000 });
    await stream.ended;
  });

  test("A-51: an address that is none is answered with 404, and the connection ends", async () => {
    const { hostname, port } = new URL(urlOf(0).replace(/^ws/, "http"));
    const socket = connect(Number(port), hostname);
    socket.write(`GET // HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`);
    const [answer] = (await once(socket, "data")) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 404 [^]*\r\nConnection: close\r\n/);
    await once(socket.resume(), "close");
  });

  test("A-11: a second request on the connection of a stream ends it", async () => {
    const { hostname, port } = new URL(urlOf(0).replace(/^ws/, "http"));
    const socket = connect(Number(port), hostname);
    const request = `GET /v1/stream HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`;
    socket.write(request);
    await once(socket, "data");
    socket.write(request);
    await once(socket.resume(), "close");
    expect(socket.destroyed).toBe(true);
  });
});
