import { readFileSync } from "node:fs";
import * as db from "@jetwire/db";
import { entryMessages, Message, readEntry, requiredMembers } from "@jetwire/protocol";
import { feedStart, openStores } from "@jetwire/redis";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import {
  createTestDatabase,
  openTestRedis,
  startDeployment,
  testMessage,
  until,
} from "@jetwire/testbed";
import { readAsReleased } from "./released-reader.ts";

const Fields = z.array(z.string());
const Recorded = z.object({ entryId: z.string(), fields: Fields, details: Fields.nullable() });
/** Entries as the release wrote them, byte for byte. */
const recorded = z
  .object({ version1: z.array(Recorded), version2: z.array(Recorded) })
  .parse(JSON.parse(readFileSync(new URL("./entries.json", import.meta.url), "utf8")));

const links = { first: true, skewed: false, icao: null, flightKey: null };
const listed = requiredMembers;

function messageOf(fields: readonly string[]): Record<string, unknown> {
  return JSON.parse(fields[fields.indexOf("m") + 1] ?? "") as Record<string, unknown>;
}

describe("entries of the last release", () => {
  test("are read by this one, with every member and what was not known as null", () => {
    for (const { entryId, fields } of [...recorded.version1, ...recorded.version2]) {
      const entry = readEntry(entryId, fields);
      if ("refused" in entry) throw new Error(entry.detail);
      const message = Message.parse(JSON.parse(entry.messageJson));
      expect(message).toMatchObject(messageOf(fields));
      expect(Object.keys(message).toSorted()).toEqual(listed.toSorted());
    }
  });

  test("are stored, reach the owner's feed and are sampled", async () => {
    await using running = await startDeployment({ gateways: 1 });
    await using redis = await openTestRedis(running.redisUrl, "append");
    const { keys, feedLogs, streams } = openStores(redis, running.namespace);
    const { sql } = running.database;
    const account = await db.accounts.add(sql, "released");
    const accountId = account?.id ?? "";
    for (const ident of ["REL-1", "REL-2"]) {
      await db.stations.add(sql, { ident, accountId, sourceType: "acars" });
    }
    const all = [...recorded.version2, ...recorded.version1];
    for (const { fields, details } of all) {
      const id = await redis.xadd(keys.stream(0), "*", ...fields);
      if (details !== null) await redis.xadd(keys.streamDetails(0), id ?? "", ...details);
    }
    const sent = all.map(({ fields }) => messageOf(fields));
    for (const message of sent) {
      const ids = [String(message["id"])];
      const stored = await until(
        "the message",
        async () => (await db.messages.readAll(sql, ids))[0],
      );
      expect(stored).toMatchObject(message);
    }
    const feed = await until("the feed", async () => {
      const entries = await feedLogs.of(accountId).read(feedStart, 100);
      return entries.length === all.length && entries;
    });
    expect(
      feed.map(({ messageJson }) => JSON.parse(messageJson.toString()) as unknown),
    ).toMatchObject(sent);
    await until("all groups to be done", async () => {
      const groups = await streams.progress(0);
      return groups.length === 3 && groups.every(({ pending, lag }) => pending === 0 && lag === 0);
    });
    const [dead] = await sql<{ n: number }[]>`select count(*)::integer n from dead_letters`;
    expect(dead?.n).toBe(0);
  }, 60_000);
});

describe("entries of this release", () => {
  test("are read by the last one with every member that it knows", async () => {
    await using database = await createTestDatabase();
    await using redis = await openTestRedis(database.redisUrl, "append");
    const { keys, streams } = openStores(redis, database.namespace);
    const released = Object.keys(messageOf(recorded.version2[0]?.fields ?? []));
    const message = testMessage({ tail: "N404AB", text: "nothing \u0000 new" });
    await streams.append(0, { name: "p:1", knownLast: 0 }, [{ seq: 1, message, links, raw: "{}" }]);
    const [[, fields] = ["", []]] = await redis.xrange(keys.stream(0), "-", "+");
    const [[, details] = ["", []]] = await redis.xrange(keys.streamDetails(0), "-", "+");
    const values = message as unknown as Record<string, unknown>;
    const expected = Object.fromEntries(released.map((name) => [name, values[name]]));
    expect(readAsReleased(fields, details)).toEqual({
      kind: "read",
      message: expected,
      links,
      raw: "{}",
    });
  });

  test("have the members that were added since outside the text that the last release checks", () => {
    const { message, later } = entryMessages.write(testMessage());
    const added = later === "" ? {} : (JSON.parse(later) as object);
    const names = [...Object.keys(JSON.parse(message) as object), ...Object.keys(added)];
    expect(names.toSorted()).toEqual(listed.toSorted());
  });
});
