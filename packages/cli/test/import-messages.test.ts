import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { gzipSync } from "node:zlib";
import * as db from "@jetwire/db";
import { messageIdTimeMs } from "@jetwire/protocol";
import { programOf, until } from "@jetwire/testbed";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { beganMs, lineAt, startPastScene } from "./past-scene.ts";
import { runJetwire } from "./run-jetwire.ts";

const dayMs = 86_400_000;

let at: Awaited<ReturnType<typeof startPastScene>>;
beforeAll(async () => {
  at = await startPastScene();
});
afterAll(() => at[Symbol.asyncDispose]());
afterEach(() => at.empty());

describe("lines of a decoder", () => {
  const lines = [
    ...Array.from({ length: 40 }, (_, n) => lineAt(n)),
    lineAt(40, { label: "44", text: "POS02,N50150W010300,350,EDDX,LFXX,0202,0006,0130,005.1" }),
    // The same burst on another channel.
    lineAt(5.4, { text: "TEXT 5", freq: 131.725 }),
    lineAt(45, { label: "SQ" }),
    "no JSON",
    lineAt(46, { timestamp: 1e15 }),
    lineAt(-400 * 86_400),
    lineAt(30 * 86_400),
    JSON.stringify({ ...(JSON.parse(lineAt(47)) as object), station_id: undefined }),
  ];

  test("are stored at their times with station, airframe, flight and content; what cannot be is refused by line", async () => {
    const file = await at.put("past.ndjson", `${lines.join("\n")}\n`);
    const ran = await at.importing(file, "--rejects", "rejects.ndjson");
    expect(ran.stderr).toBe("");
    expect(ran.json()).toMatchObject({
      format: "lines of JSON",
      rows: 48,
      added: 41,
      duplicates: 1,
      ignored: { "ground-squitter": 1 },
      refused: 5,
      refusals: [
        { line: 44, reason: "is not JSON" },
        { line: 45, reason: "has no time" },
        { line: 46, reason: expect.stringContaining("KEEP_MESSAGES_DAYS, 365 days") as unknown },
        { line: 47, reason: "is of the future" },
        { line: 48, reason: "names no station: use --station" },
      ],
    });
    const rejects = (await readFile(join(at.folder, "rejects.ndjson"), "utf8")).trim().split("\n");
    expect(rejects).toHaveLength(5);
    expect(JSON.parse(rejects[0] ?? "")).toEqual({ file, line: 44, reason: "is not JSON", text: "no JSON" }); // prettier-ignore

    const { sql } = at;
    const messages = await at.stored();
    expect(messages).toHaveLength(41);
    for (const [n, { id, timestamp, createdAt }] of messages.entries()) {
      expect(messageIdTimeMs(id)).toBe(beganMs + n * 1_000);
      expect([Date.parse(timestamp), Date.parse(createdAt)]).toEqual(Array(2).fill(beganMs + n * 1_000)); // prettier-ignore
    }
    const [first] = messages;
    const last = messages.at(-1);
    expect(last).toMatchObject({ decoded: { by: "text" }, latitude: 50.25, destinationAirport: "LFXX" }); // prettier-ignore
    expect(first?.airframeId).toBe(db.stableIds.ofAirframe("N101AB"));
    expect(new Set(messages.map(({ flightId }) => flightId)).size).toBe(1);
    const stations =
      await sql`select ident, provisional, messages_count, source_type, first_received_at,
      last_received_at from stations`;
    const [from, to] = [new Date(beganMs).toISOString(), new Date(beganMs + 40_000).toISOString()];
    expect(stations).toEqual([
      {
        ident: "PAST-1",
        provisional: false,
        messagesCount: 41,
        sourceType: "acars",
        firstReceivedAt: from,
        lastReceivedAt: to,
      },
    ]);
    const received = { firstReceivedAt: from, lastReceivedAt: to };
    expect(await sql`select tail, first_received_at, last_received_at from airframes`).toEqual([
      { tail: "N101AB", ...received },
    ]);
    expect(await sql`select flight_key, first_received_at, last_received_at from flights`).toEqual([
      { flightKey: "UAL99", ...received },
    ]);
    const hour = `${from.slice(0, 13)}:00:00.000Z`;
    const counts = await sql<{ messages: number }[]>`select sum(messages)::integer as messages
      from message_counts where hour >= ${hour}`;
    expect(counts).toEqual([{ messages: 41 }]);
    expect(await sql`select latitude from airframe_positions`).toEqual([{ latitude: 50.25 }]);
    await db.flightFacts.makeDue(sql, 10);
    const facts = await db.flightFacts.read(sql, first?.flightId ?? "");
    expect(facts?.destination).toBe("LFXX");
    // No feed replays them, and receipts that were given list them as late.
    expect(
      await sql`select 1 from messages where stored_at is distinct from created_at`,
    ).toHaveLength(0);
    const account = await db.accounts.add(sql, "past-owner");
    await sql`update stations set account_id = ${account?.id ?? ""}`;
    const since = {
      storedSinceMs: Date.now() - dayMs,
      beforeId: "ffffffff-ffff-7fff-bfff-ffffffffffff",
    };
    expect(await db.messages.countLateOwnMessages(sql, account?.id ?? "", since, 10)).toBe(0);
    // No producer is accounted for them, and they are in partitions of their days.
    expect(await sql`select 1 from watermarks`).toHaveLength(0);
    expect(await sql`select 1 from only messages_default`).toHaveLength(0);
  });

  test("of a compressed file: a second run does nothing, and from the beginning it finds all of them", async () => {
    const file = await at.put("past.ndjson.gz", gzipSync(`${lines.slice(0, 41).join("\n")}\n`));
    expect((await at.importing(file)).json()).toMatchObject({ rows: 41, added: 41 });
    const before = await at.stored();
    expect((await at.importing(file)).json()).toMatchObject({ rows: 0, added: 0, duplicates: 0 });
    expect((await at.importing(file, "--again")).json()).toMatchObject({
      added: 0,
      duplicates: 41,
    });
    expect(await at.stored()).toEqual(before);
    await at.put("past.ndjson.gz", gzipSync(`${lineAt(100)}\n`));
    expect((await at.importing(file)).json()).toMatchObject({ rows: 1, added: 1 });
  });

  test("that a feeder has sent already are not stored again, and copies of other stations join their transmission", async () => {
    const file = await at.put("live.ndjson", `${lineAt(1)}\n${lineAt(2)}\n`);
    await at.importing(file);
    const [one, two] = await at.stored();
    if (one === undefined || two === undefined) throw new Error("two messages were not stored");
    await at.sql`delete from messages`;
    // As it arrived: with an id of its arrival, a second later.
    const liveId = await at.storeLive(one, 1_200);
    const other = await at.put("other.ndjson", `${lineAt(1.8, { text: "TEXT 1" }, "PAST-2")}\n`);
    expect((await at.importing(file, other, "--again")).json()).toMatchObject({ rows: 3, added: 2, duplicates: 1 }); // prettier-ignore
    const groups = (await at.stored())
      .filter(({ text }) => text === "TEXT 1")
      .map(({ groupId }) => groupId);
    expect(groups).toHaveLength(2);
    expect(new Set(groups)).toEqual(new Set([liveId]));
  });

  test("of a station are refused around the time of a redacted message, and sent keys are not kept", async () => {
    const { sql } = at;
    const key = `~jws_${"a".repeat(22)}`;
    const file = await at.put("redacted.ndjson", `${lineAt(1, {}, `PAST-1${key}`)}\n`);
    await at.importing(file);
    const [message] = await at.stored();
    const [raw] = await sql<{ raw: string }[]>`select raw from message_raws`;
    expect(raw?.raw).not.toContain("jws_");
    if (message === undefined) throw new Error("the message was not stored");
    await sql`delete from messages`;
    const liveId = await at.storeLive(message, 500);
    await db.redactions.redact(sql, { ids: [liveId] }, { reason: "private", by: "operator" });
    const again = await at.importing(file, "--again");
    expect(again.json()).toMatchObject({ added: 0, refusals: [{ line: 1, reason: "may be a message that was redacted" }] }); // prettier-ignore
    expect(await at.stored()).toEqual([]);
  });

  test("are the same after a kill in the middle as without one", async () => {
    const many = Array.from({ length: 3_000 }, (_, n) => lineAt(n));
    const file = await at.put("many.ndjson", `${many.join("\n")}\n`);
    await at.importing(file);
    const whole = (await at.stored()).map(({ id, text }) => [id, text]);
    expect(whole).toHaveLength(3_000);
    await at.sql`delete from messages`;
    await rm(join(at.folder, "jetwire-import.position.json"));

    const child = spawn(
      process.execPath,
      [programOf("jetwire"), "import", "messages", file, "--rate", "1000"],
      {
        cwd: at.folder,
        env: { ...process.env, ...at.env },
        stdio: "ignore",
      },
    );
    const count = async () =>
      (await at.sql<{ n: number }[]>`select count(*)::integer as n from messages`)[0]?.n ?? 0;
    await until("the import has stored some", async () => (await count()) >= 500);
    child.kill("SIGKILL");
    await once(child, "exit");
    expect(await count()).toBeLessThan(3_000);
    const rest = (await at.importing(file)).json() as { rows: number };
    expect(rest.rows).toBeLessThan(3_000);
    expect((await at.stored()).map(({ id, text }) => [id, text])).toEqual(whole);
    expect((await at.importing(file)).json()).toMatchObject({ rows: 0 });
  });

  test("are all added although Postgres ends the connections in the middle", async () => {
    const file = await at.put(
      "outage.ndjson",
      `${Array.from({ length: 2_000 }, (_, n) => lineAt(n)).join("\n")}\n`,
    );
    const importing = runJetwire(["import", "messages", file, "--rate", "1000", "--json"], {
      env: at.env,
      cwd: at.folder,
    });
    await until("some messages", async () => (await at.stored()).length > 0);
    const lock = await at.sql.reserve();
    await lock`begin`;
    await lock`lock table messages in access exclusive mode`;
    await until("a statement of the import to be ended", async () => {
      const ended = await lock`
        select pg_terminate_backend(pid) from pg_stat_activity
        where application_name = 'jetwire-cli' and datname = current_database() and wait_event_type = 'Lock'`;
      return ended.length > 0;
    });
    await lock`rollback`;
    lock.release();
    const { stderr, json } = await importing;
    expect(json()).toMatchObject({ rows: 2_000 });
    expect(await at.stored()).toHaveLength(2_000);
    expect(stderr).toMatch(/Postgres does not answer \(.+\): trying again/);
  });
});
