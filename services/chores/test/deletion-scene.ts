import { createHash } from "node:crypto";
import * as db from "@jetwire/db";
import type { Sql } from "@jetwire/db";
import { messageIdFloor } from "@jetwire/protocol";

const dayMs = 86_400_000;

/** Rows past their time in each table, of which the counts make several batches. */
export const pastCounts = 11_000;
const pastRows = 30;
const freshRows = 10;

/** Days that the scene's services keep things. */
export const keeping = {
  KEEP_MESSAGES_DAYS: "100",
  KEEP_RAW_DAYS: "7",
  KEEP_COUNTS_DAYS: "50",
  KEEP_CHAT_DAYS: "40",
  KEEP_NOTIFICATIONS_DAYS: "30",
};

/**
 * Fills every table that a job bounds with rows that are past their time, and rows that only just
 * aren't. Each says which it is: what `readMarks` finds begins with `past` or `fresh`.
 */
export async function fillScene(sql: Sql): Promise<void> {
  const [alice = "", bob = ""] = await Promise.all(
    ["alice", "bob"].map(async (name) => (await db.accounts.add(sql, name))?.id),
  );
  for (const [mark, age, rows] of [
    ["past", 1, pastRows],
    ["fresh", -1, freshRows],
  ] as const) {
    const before = (days: number) => Date.now() - days * dayMs - age * (dayMs / 24);
    for (let i = 0; i < rows; i++) {
      const name = `${mark} ${i}`;
      const id = (days: number) => idAt(before(days), i);
      await sql`insert into notifications (id, user_id, type, title, body, data)
        values (${id(30)}, ${alice}, 'system.announcement', ${name}, '', '{}')`;
      await sql`insert into chat_messages (id, sender_id, recipient_id, body)
        values (${id(40)}, ${alice}, ${bob}, ${name})`;
      await sql`insert into message_raws_default (id, raw)
        values (${id(mark === "past" ? 9 : 6)}, ${name})`;
      await sql`insert into messages_default (id, group_id, received_at, skewed, created_at, station_id,
          source, source_type, body)
        values (${id(mark === "past" ? 102 : 99)}, ${id(0)}, now(), false, now(), 1, 's', 'acars', ${name})`;
      await sql`insert into message_wholes (message_id, group_id, station_id, received_at, part_ids,
          station_ids, joined_by, body)
        values (${id(mark === "past" ? 102 : 99)}, ${id(0)}, 1, now(), array[${id(0)}, gen_random_uuid()]::uuid[],
          '{1}', 'service', ${name})`;
      await sql`insert into hfdl_reports (message_id, ground_station, tuned, received, squitters_received, change_cause)
        values (${id(mark === "past" ? 102 : 99)}, 4, '{}', '{}', ${i}, ${age})`;
      await sql`insert into flights (id, flight_key, flight, first_received_at, last_received_at)
        values (gen_random_uuid(), ${name}, ${name}, now() - interval '300 days',
          ${new Date(before(102)).toISOString()})`;
      await sql`insert into airframes (id, tail, last_received_at)
        values (gen_random_uuid(), ${name}, ${new Date(before(102)).toISOString()})`;
      await sql`insert into ground_stations (id, system, address, name, last_active_at)
        values (${`vdl-${mark.slice(0, 2)}${i}`}, 'vdl', ${i}, ${name},
          ${new Date(before(102)).toISOString()})`;
      await addSession(sql, alice, mark, i);
      await addSignIn(sql, alice, mark, i);
      const partner = (await db.accounts.add(sql, `${mark}${i}`))?.id ?? "";
      await sql`insert into chat_threads (user_id, partner_id, last_message_id)
        values (${alice}, ${partner}, ${id(40)})`;
    }
  }
  await fillKnownAirframes(sql);
  await fillCounts(sql);
  await fillHfCounts(sql);
}

/** Returns the id of a row by its time and index. */
function idAt(timeMs: number, index: number): string {
  return messageIdFloor(timeMs).slice(0, -4) + index.toString(16).padStart(4, "0");
}

/** Adds a session that has expired, has ended, or whose tokens have, by its index; or just not yet. */
async function addSession(sql: Sql, account: string, mark: "past" | "fresh", i: number) {
  const name = `${mark} ${i}`;
  const isPast = mark === "past";
  const expired = isPast && i % 3 === 0;
  const ended = isPast && i % 3 === 1;
  const [session] = await sql<{ id: string }[]>`
    insert into sessions (account_id, expires_at, ended_at)
    values (${account}, now() + make_interval(hours => ${expired ? -25 : -23}),
      case when ${i % 3 === 1} then now() - make_interval(hours => ${ended ? 25 : 23}) end)
    returning id`;
  const tokens = isPast && !expired && !ended ? -25 : -23;
  await sql`
    insert into session_tokens (refresh_hash, session_id, token_id, token_expires_at,
      refresh_expires_at)
    values (${Buffer.from(`refresh ${name}`)}, ${session?.id ?? null}, ${name},
      now() - interval '13 days', now() + make_interval(hours => ${tokens}))`;
  await sql`insert into revoked_tokens (token_id, expires_at)
    values (${name}, now() + make_interval(hours => ${isPast ? -25 : -23}))`;
}

/** Adds what signing in leaves: a session of the page that was not used or has ended, a link, a challenge. */
async function addSignIn(sql: Sql, account: string, mark: "past" | "fresh", i: number) {
  const name = `${mark}-${i}`;
  const hash = createHash("sha256").update(name).digest();
  const ago = sql`now() - make_interval(hours => ${mark === "past" ? 25 : 23})`;
  const isUnused = i % 2 === 0;
  await sql`
    insert into web_sessions (account_id, id_hash, csrf_key, user_agent, last_used_at, ends_at)
    values (${account}, ${hash}, ${hash}, ${name},
      ${isUnused ? sql`${ago} - interval '30 days'` : ago},
      ${isUnused ? sql`now() + interval '1 day'` : ago})`;
  await sql`insert into sign_in_links (token_hash, kind, username, expires_at)
    values (${hash}, 'sign-up', ${name}, ${ago})`;
  await sql`insert into sign_in_challenges (challenge_hash, kind, browser_hash, username, expires_at)
    values (${hash}, 'sign-up', ${hash}, ${name}, ${ago})`;
}

/** Adds airframes that are old enough to be deleted, but were described by an import or never received. */
async function fillKnownAirframes(sql: Sql): Promise<void> {
  await sql`insert into airframes (id, tail, type, last_received_at)
    values (gen_random_uuid(), 'fresh known', 'B738', now() - interval '500 days'),
      (gen_random_uuid(), 'fresh imported', null, null)`;
}

async function fillCounts(sql: Sql): Promise<void> {
  await sql`
    insert into message_counts (hour, station_id, source_type, messages)
    select date_trunc('hour', now(), 'UTC') - make_interval(days => 50, hours => 1 + n / 10),
      n % 10, 'past', 1
    from generate_series(0, ${pastCounts - 1}::integer) as n`;
  await sql`
    insert into message_counts (hour, station_id, source_type, messages)
    select date_trunc('hour', now(), 'UTC') - make_interval(days => 49, hours => 22 - n), 1, 'fresh', 1
    from generate_series(0, ${freshRows - 1}::integer) as n`;
}

async function fillHfCounts(sql: Sql): Promise<void> {
  const hour = sql`date_trunc('hour', now(), 'UTC') - make_interval(days => 50, hours => n)`;
  await sql`
    insert into hf_channel_hours (hour, ground_station, khz, station_id, messages, aircraft, squitters)
    select ${hour}, 4, 6661, 0, n, 0, 0 from generate_series(-1, 2) as n where n <> 0
    union all
    select date_trunc('hour', now(), 'UTC') - make_interval(days => 8, hours => n), 4, 6661, 7, n, 0, 0
    from generate_series(-1, 2) as n where n <> 0`;
  await sql`
    insert into hf_paths (hour, ground_station, band, sun, messages, distance)
    select ${hour}, 4, 6, 0, n, 0 from generate_series(-1, 2) as n where n <> 0`;
  await sql`
    insert into vdl_channel_hours (hour, khz, messages, aircraft)
    select ${hour}, 136975, n, 0 from generate_series(-1, 2) as n where n <> 0`;
  await sql`
    insert into vdl_reach (hour, ground_station_id, km, messages, farthest)
    select ${hour}, 'vdl-10992A', 0, n, 0 from generate_series(-1, 2) as n where n <> 0`;
  await sql`
    insert into vdl_handovers (hour, from_id, to_id, handovers, aircraft)
    select ${hour}, 'vdl-10992A', 'vdl-2190A1', n, 0 from generate_series(-1, 2) as n where n <> 0`;
  await sql`
    with station as (insert into stations (ident, provisional) values ('CELLS-1', false) returning id)
    insert into station_cells (hour, station_id, cell, positions)
    select date_trunc('hour', now(), 'UTC') - make_interval(days => 8, hours => n), id, '852a1073fffffff', n
    from generate_series(-1, 2) as n cross join station where n <> 0`;
}

/** The marks of all rows that the scene has in the tables that jobs bound, in order. */
export async function readMarks(sql: Sql): Promise<string[]> {
  const rows = await sql<{ mark: string }[]>`
    select title || ' notifications' as mark from notifications where type = 'system.announcement'
    union all select body || ' chat_messages' from chat_messages
    union all select raw || ' message_raws' from message_raws
    union all select body || ' messages' from messages
    union all select body || ' message_wholes' from message_wholes
    union all select case change_cause when 1 then 'past ' else 'fresh ' end || squitters_received || ' hfdl_reports'
      from hfdl_reports
    union all select case when messages > 0 then 'past ' else 'fresh ' end || messages || station_id || ' hf_channel_hours'
      from hf_channel_hours
    union all select case when messages > 0 then 'past ' else 'fresh ' end || messages || ' hf_paths' from hf_paths
    union all select case when messages > 0 then 'past ' else 'fresh ' end || messages || ' vdl_channel_hours'
      from vdl_channel_hours
    union all select case when messages > 0 then 'past ' else 'fresh ' end || messages || ' vdl_reach' from vdl_reach
    union all select case when handovers > 0 then 'past ' else 'fresh ' end || handovers || ' vdl_handovers'
      from vdl_handovers
    union all select case when positions > 0 then 'past ' else 'fresh ' end || positions || ' station_cells'
      from station_cells
    union all select flight || ' flights' from flights
    union all select tail || ' airframes' from airframes
    union all select name || ' ground_stations' from ground_stations where position_source is null
    union all select token_id || ' session_tokens' from session_tokens
    union all select t.token_id || ' sessions'
      from sessions s left join session_tokens t on t.session_id = s.id
    union all select token_id || ' revoked_tokens' from revoked_tokens
    union all select user_agent || ' web_sessions' from web_sessions
    union all select username || ' sign_in_links' from sign_in_links
    union all select username || ' sign_in_challenges' from sign_in_challenges
    union all select username || ' chat_threads'
      from chat_threads join accounts on accounts.id = partner_id
    union all select source_type || ' ' || hour || ' ' || station_id || ' message_counts'
      from message_counts
    order by 1`;
  return rows.map(({ mark }) => mark);
}

const untouched = [
  "accounts",
  "api_keys",
  "stations",
  "tiers",
  "redactions",
  "dead_letters",
  "watermarks",
  "ledgers",
  "station_claims",
] as const;

/** Adds rows that no job may delete, such as keys that ended, which stay listed. */
export async function fillUntouched(sql: Sql): Promise<void> {
  const owner = (await db.accounts.add(sql, "carol"))?.id ?? "";
  const key = { accountId: owner, tier: "feeder", keyHash: Buffer.from("k"), hint: "jw_k" };
  await db.apiKeys.add(sql, key);
  await sql`update api_keys set revoked_at = now() - interval '9 years'`;
  await sql`insert into stations (ident, account_id, first_received_at, last_received_at)
    values ('OLD-1', ${owner}, now() - interval '9 years', now() - interval '8 years')`;
  await sql`insert into redactions (message_id, reason, redacted_by, redacted_at)
    values (gen_random_uuid(), 'asked for', 'op', now() - interval '9 years')`;
  await sql`insert into dead_letters (partition, entry_id, reason, detail, fields, added_at)
    values (0, '1-1', 'r', 'd', '[]', now() - interval '9 years')`;
  await sql`insert into watermarks (producer, partition, seq, updated_at)
    values ('a:b', 0, 1, now() - interval '9 years')`;
  await sql`insert into station_claims (station_id, account_id, decided_at, approved)
    select id, account_id, now() - interval '9 years', false from stations
    where account_id is not null`;
}

/** How many rows each table has that no job bounds. */
export async function countUntouched(sql: Sql): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of untouched) {
    const [row] = await sql<{ count: number }[]>`select count(*) from ${sql(table)}`;
    counts[table] = row?.count ?? 0;
  }
  return counts;
}
