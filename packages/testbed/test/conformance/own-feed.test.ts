import { messageIdFloor } from "@jetwire/protocol";
import { createNetwork } from "@jetwire/simulator";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { acarsdecLine, readAccounting, until } from "../../src/index.ts";
import { postForIds, receptionLine, uniqueText } from "./feeding.ts";
import { createEventCheck, expectReceived, expectNoViolations } from "./event-check.ts";
import { expectedEvents } from "./expected-events.ts";
import { gatewayCounts, type ServiceUnderTest, startService } from "./service-under-test.ts";

const eventCheck = createEventCheck();
afterEach(() => expectNoViolations(eventCheck));

const sampledFraction = 0.25;

describe.each(gatewayCounts)("own feed, with %i gateway(s)", (gateways) => {
  let service: ServiceUnderTest;
  beforeAll(async () => {
    service = await startService(gateways, eventCheck, {
      SAMPLER_FRACTION: String(sampledFraction),
      SAMPLER_EVENTS_PER_SECOND_MAX: "10000",
    });
  });
  afterAll(() => service[Symbol.asyncDispose]());

  test("R-26, R-27: a message of an own station comes by itself, once to every client of the account", async () => {
    const { apiKey, station } = await service.addFeeder(1);
    const clients = [0, 1, 2].map((gateway) => service.connect(gateway, { auth: { apiKey } }));
    for (const client of clients) await client.receive("feed:authenticated");
    const [id, last] = [await service.send(station), await service.send(station)];
    for (const client of clients) {
      const message = await client.receive("feed:message");
      expect(message).toMatchObject({ id, stationId: station.id, text: /^CONFORMANCE/ });
      await client.receive("feed:message", (later) => later.id === last);
      expect(client.events).toEqual(["feed:authenticated", "feed:message", "feed:message"]);
    }
  });

  test("R-03: what the feed brings is what REST answers by id, member for member", async () => {
    const { apiKey, station } = await service.addFeeder(1);
    const client = service.connect(0, { auth: { apiKey } });
    await client.receive("feed:authenticated");
    const id = await service.send(station);
    expect(await client.receive("feed:message")).toEqual(await service.read(id, apiKey));
  });

  test("R-28, R-32: the feed is complete while the firehose shows a fraction", async () => {
    const network = createNetwork({
      seed: 20_261_121 + gateways,
      stations: 24,
      airframes: 60,
      junkShare: 0,
      startMs: Date.now(),
      ratePerSecond: 400,
    });
    const { apiKey, username, station } = await service.addFeeder(1);
    for (const { ident } of network.stations.filter(({ anonymous }) => !anonymous)) {
      await service.operate("stations", "add", ident, "--account", username);
    }
    const owner = service.connect(0, { auth: { apiKey } });
    const viewer = service.connect(1);
    viewer.socket.emit("messages:sniff");
    await viewer.receive("messages:sniff:started");
    await owner.receive("feed:authenticated");
    await postForIds(
      service.deployment,
      Array.from({ length: 400 }, () => network.next().bytes),
    );

    const { sql } = service.deployment.database;
    await until("everything offered to be accounted for", async () => {
      const accounting = await readAccounting(sql);
      return accounting.unaccounted === 0 && accounting.offered >= 400;
    });
    const stored = await sql<{ id: string; groupId: string }[]>`
      select m.id, m.group_id from messages m join stations s on s.id = m.station_id
      join accounts a on a.id = s.account_id where a.username = ${username}`;
    const transmissions = new Set(stored.map(({ groupId }) => groupId)).size;
    expect(transmissions).toBeGreaterThan(50);
    await owner.receive("feed:message", () => true, { nth: stored.length });
    // What is shown of later ones is shown after these.
    const later: string[] = [];
    await until("a later message to be shown", async () => {
      later.push(await service.send(station));
      return viewer.payloads("message").some(({ id }) => later.includes(id));
    });
    const fed = owner.payloads("feed:message").map(({ id }) => id);
    expect(fed.filter((id) => !later.includes(id)).toSorted()).toEqual(
      stored.map(({ id }) => id).toSorted(),
    );
    const shown = viewer.payloads("message").filter(({ id }) => !later.includes(id)).length;
    expect(shown).toBeGreaterThan(0);
    expect(shown).toBeLessThan(transmissions * 2 * sampledFraction);
  });

  test("R-29: nothing of others' stations, nor of stations that are nobody's", async () => {
    const [feeder, other] = [await service.addFeeder(1), await service.addFeeder(1)];
    const mine = service.connect(0, { auth: { apiKey: feeder.apiKey } });
    const theirs = service.connect(1, { auth: { apiKey: other.apiKey } });
    await mine.receive("feed:authenticated");
    await theirs.receive("feed:authenticated");
    const unowned = { ident: `CF-NOBODY-${gateways}` };
    for (const station of [other.station, unowned, other.station]) await service.send(station);
    await theirs.receive("feed:message", () => true, { nth: 2 });
    const id = await service.send(feeder.station);
    await mine.receive("feed:message");
    expect(mine.payloads("feed:message").map((message) => message.id)).toEqual([id]);
    expect(new Set(theirs.payloads("feed:message").map(({ stationId }) => stationId))).toEqual(
      new Set([other.station.id]),
    );
  });

  test("R-30: a client that reconnects with the last message's id receives the missed messages, then the new ones", async () => {
    const { apiKey, station } = await service.addFeeder(1);
    const before = service.connect(0, { auth: { apiKey } });
    const steady = service.connect(2, { auth: { apiKey } });
    for (const client of [before, steady]) await client.receive("feed:authenticated");
    const after = await service.send(station);
    await before.receive("feed:message");
    before.socket.disconnect();
    const missed = await postForIds(
      service.deployment,
      Array.from({ length: 20 }, () => receptionLine(station.ident)),
    );
    await steady.receive("feed:message", ({ id }) => id === missed.at(-1));
    const back = service.connect(1, { auth: { apiKey, after } });
    expect(await back.receive("feed:resumed")).toEqual({ recovered: true, replayed: 20 });
    const live = await service.send(station);
    await back.receive("feed:message", ({ id }) => id === live);
    expect(back.payloads("feed:message").map(({ id }) => id)).toEqual([...missed, live]);
    expect(back.events[0]).toBe("feed:authenticated");
    expect(back.events.indexOf("feed:resumed")).toBe(21);
  });

  test("R-26: a client that asked for whole messages receives each right after its last block", async () => {
    const { apiKey, station } = await service.addFeeder(1);
    const asking = service.connect(0, { auth: { apiKey, assembled: true } });
    const other = service.connect(1, { auth: { apiKey } });
    for (const client of [asking, other]) await client.receive("feed:authenticated");
    const text = uniqueText();
    const blocks = [`${text} BEGINS`, "AND ENDS"];
    const ids: string[] = [];
    for (const [index, part] of blocks.entries()) {
      const over = {
        tail: "N78CF",
        block_id: String(index + 1),
        msgno: `M4${gateways}${"AB"[index]}`,
        ...(index === 0 && { end: true }),
      };
      ids.push(
        ...(await postForIds(service.deployment, [acarsdecLine(station.ident, part, over)])),
      );
    }
    const whole = await asking.receive("message:assembled");
    expect(whole).toMatchObject({
      id: ids[1],
      partIds: ids,
      text: blocks.join(""),
      joinedBy: "service",
    });
    expect(asking.events).toEqual([
      "feed:authenticated",
      "feed:message",
      "feed:message",
      "message:assembled",
    ]);
    await other.receive("feed:message", ({ id }) => id === ids[1]);
    const last = await service.send(station);
    await other.receive("feed:message", ({ id }) => id === last);
    expect(other.events).not.toContain("message:assembled");
  });

  test("R-30: what can't be resumed is said to be a gap", async () => {
    const { apiKey } = await service.addFeeder(1);
    const after = messageIdFloor(Date.parse("2020-01-01T00:00:00Z"));
    const client = service.connect(0, { auth: { apiKey, after } });
    expect(await client.receive("feed:gap")).toMatchObject({ after });
    expect(client.payloads("feed:resumed")).toEqual([{ recovered: false, replayed: 0 }]);
  });
});

test("every event of the feed was received", () => {
  expectReceived(eventCheck, expectedEvents.ownFeed);
});
