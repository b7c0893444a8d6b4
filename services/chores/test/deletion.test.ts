import * as db from "@jetwire/db";
import type { Sql } from "@jetwire/db";
import { jobName, type JobName } from "@jetwire/protocol";
import { addSentHours, createTestDatabase, type TestDatabase } from "@jetwire/testbed";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ChoresConfig } from "../src/index.ts";
import type { JobResult } from "../src/job.ts";
import { createJobs } from "../src/jobs/index.ts";
import { environmentOf } from "./chores-under-test.ts";
import {
  countUntouched,
  fillScene,
  fillUntouched,
  keeping,
  pastCounts,
  readMarks,
} from "./deletion-scene.ts";

let at: TestDatabase;
let sql: Sql;
let jobs: ReturnType<typeof createJobs>;

beforeAll(async () => {
  at = await createTestDatabase();
  ({ sql } = at.database);
  const config = ChoresConfig.parse({ ...environmentOf(at), ...keeping });
  const services = {
    stationMails: { send: async () => {} },
    notifier: { notify: async () => {} },
    redisErasure: { account: async () => {}, station: async () => {} },
    notices: { publish: async () => {} },
    userChannel: { wake: async () => {} },
    forgetIdents: async () => {},
  };
  jobs = createJobs(at.database, services, config, Date.now);
});
afterAll(() => at[Symbol.asyncDispose]());

async function run(name: JobName): Promise<JobResult | undefined> {
  return await jobs.find((job) => job.name === name)?.run();
}

const bounded: readonly [JobName, readonly string[], JobResult][] = [
  [
    "drop-expired",
    ["message_raws", "messages", "message_wholes", "hfdl_reports"],
    { dropped: [], strays: 60, wholes: 30, reports: 30 },
  ],
  [
    "drop-counts",
    [
      "message_counts",
      "hf_channel_hours",
      "hf_paths",
      "vdl_channel_hours",
      "vdl_reach",
      "vdl_handovers",
      "station_cells",
    ],
    {
      counts: pastCounts,
      hfChannels: 4,
      hfPaths: 2,
      vdlChannels: 2,
      vdlReach: 2,
      vdlHandovers: 2,
      cells: 2,
    },
  ],
  // Those of expired and ended sessions go with them.
  [
    "drop-sessions",
    [
      "session_tokens",
      "sessions",
      "revoked_tokens",
      "web_sessions",
      "sign_in_links",
      "sign_in_challenges",
    ],
    { tokens: 10, sessions: 30, revocations: 30, webSessions: 30, links: 30, challenges: 30 },
  ],
  ["drop-chat", ["chat_messages", "chat_threads"], { messages: 30, threads: 30 }],
  ["drop-notifications", ["notifications"], { notifications: 30 }],
  [
    "drop-flights",
    ["flights", "airframes", "ground_stations"],
    { flights: 30, airframes: 30, groundStations: 30 },
  ],
];

describe("each job deletes expired rows and nothing else", () => {
  beforeAll(async () => {
    await fillScene(sql);
    await fillUntouched(sql);
  });
  let before: string[];
  beforeEach(async () => {
    before = await readMarks(sql);
  });

  test.each(bounded)("%s, and deletes nothing when it is run again", async (name, of, did) => {
    const isOf = (mark: string) => of.some((table) => mark.endsWith(` ${table}`));
    const isPast = (mark: string) => mark.startsWith("past") && isOf(mark);
    const stays = before.filter((mark) => !isPast(mark));
    expect(stays.length).toBeLessThan(before.length);
    expect(stays.some(isOf)).toBe(true);
    const untouched = await countUntouched(sql);
    expect(await run(name)).toEqual(did);
    expect(await readMarks(sql)).toEqual(stays);
    const nothing = Object.entries(did).map(([what, n]) => [what, Array.isArray(n) ? [] : 0]);
    expect(await run(name)).toEqual(Object.fromEntries(nothing));
    expect(await readMarks(sql)).toEqual(stays);
    expect(await countUntouched(sql)).toEqual(untouched);
  });
});

test("a conversation with a new message is not deleted at the same time", async () => {
  const ids = await Promise.all(
    ["dave", "erin"].map(async (name) => (await db.accounts.add(sql, name))?.id ?? ""),
  );
  const [dave = "", erin = ""] = ids;
  const write = () =>
    db.chat.storeMessage(sql, { senderId: dave, recipientId: erin, body: "hello", clientId: null });
  await write();
  await sql`update chat_messages set id = '00000000-0001-7000-8000-000000000001' where sender_id = ${dave}`;
  await sql`update chat_threads set last_message_id = '00000000-0001-7000-8000-000000000001'
    where user_id in ${sql(ids)}`;
  await Promise.all([write(), run(jobName.dropChat), write(), run(jobName.dropChat)]);
  const threads = await sql`select 1 from chat_threads where user_id in ${sql(ids)}`;
  expect(threads).toHaveLength(2);
  const messages = await sql`select 1 from chat_messages where sender_id = ${dave}`;
  expect(messages).toHaveLength(2);
});

test("eligibility is computed of claimed stations, and again an hour later", async () => {
  await sql`delete from station_eligibility`;
  expect(await run("compute-eligibility")).toEqual({ stations: 1, upgraded: 0 });
  const [row] = await sql<{ lacks: string[] }[]>`
    select to_json(lacks) as lacks from station_eligibility`;
  expect(row?.lacks).toEqual(["active"]);
  expect(await run("compute-eligibility")).toEqual({ stations: 0, upgraded: 0 });
  await sql`update station_eligibility set computed_at = now() - interval '1 hour'`;
  expect(await run("compute-eligibility")).toEqual({ stations: 1, upgraded: 0 });
});

test("a provisional claim is approved when its network has sent in enough hours, and not before", async () => {
  const account = await db.accounts.add(sql, "prover");
  const accountId = account?.id ?? "";
  const ident = "PROVING";
  const stationId = await db.stations.register(sql, {
    ident,
    sourceType: "acars",
    simulated: false,
  });
  const network = Buffer.alloc(16, 7);
  await addSentHours(sql, { stationId, network, fromHoursAgo: 1 });
  const requested = await db.claims.request(sql, { stationId, accountId, note: null });
  if (requested.status !== "requested") throw new Error("the claim was refused");
  const claim = { id: requested.claim.id, accountId };
  expect(await db.claims.prove(sql, claim, network)).toBe("provisional");
  expect(await run("prove-claims")).toEqual({ proven: 0 });
  await addSentHours(sql, { stationId, network, fromHoursAgo: 80 });
  // Sources of hours that prove something are not deleted.
  await run("drop-sources");
  expect(await run("prove-claims")).toEqual({ proven: 1 });
  const [station] =
    await sql`select account_id, owner_proven from stations where id = ${stationId}`;
  expect(station).toEqual({ accountId, ownerProven: true });
  expect(await run("prove-claims")).toEqual({ proven: 0 });
});
