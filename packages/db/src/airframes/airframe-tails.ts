import {
  type Airframe,
  type AirframeWithTails,
  type ReceivedTail,
  tailOwnersMin,
} from "@jetwire/protocol";
import type { Sql } from "../connection/database.ts";

const days = 90;
/** Reading is bounded: the newest messages of an airframe tell what it is called now. */
const messagesMax = 2_000;
const tailsMax = 4;

type KnownTails = Pick<AirframeWithTails, "tail" | "tailSource" | "registerTail" | "receivedTails">;

/**
 * Returns the tail of an airframe, what it is known from, and what contradicts it. Evidence is counted in the stored messages each
 * time, without those of hidden stations, so that a redacted message is none.
 */
export async function listTails(sql: Sql, { id, icao, tail }: Airframe): Promise<KnownTails> {
  const [register] = await sql<{ registerTail: string | null }[]>`
    select register_tail from airframes where id = ${id}`;
  const registerTail = register?.registerTail ?? null;
  const receivedTails = icao === null ? [] : await readReceived(sql, id, icao);
  const [best] = receivedTails;
  if (registerTail !== null && (best === undefined || best.owners < tailOwnersMin)) {
    return { tail: registerTail, tailSource: "register", registerTail, receivedTails };
  }
  const shown = best?.tail ?? tail;
  const agrees = registerTail !== null && plain(registerTail) === plain(shown ?? "");
  return {
    tail: agrees ? registerTail : shown,
    tailSource: agrees ? "register" : shown === null ? null : "messages",
    registerTail,
    receivedTails,
  };
}

async function readReceived(sql: Sql, id: string, icao: string): Promise<ReceivedTail[]> {
  const rows = await sql<ReceivedTail[]>`
    with newest as (
      select id, group_id, station_id, received_at, tail,
        case link_direction when 'uplink' then to_hex else from_hex end as address
      from messages
      where airframe_id = ${id} and id >= message_id_floor(now() - make_interval(days => ${days}))
      order by id desc limit ${messagesMax}
    ),
    -- A join would compare each message with each station: it is planned for the few messages that the address lets expect.
    named as (
      select (array_agg(tail order by id desc))[1] as tail,
        count(distinct group_id)::integer as transmissions, array_agg(distinct station_id) as station_ids,
        min(received_at) as first_at, max(received_at) as last_at,
        to_jsonb((array_agg(id order by id))[1:5]) as message_ids
      from newest
      where tail is not null and address = ${icao} and ${isOfVisibleStation(sql)}
      group by replace(tail, '-', '')
    )
    select tail, transmissions, cardinality(station_ids) as stations, owners, first_at, last_at, message_ids
    from named cross join lateral (
      select count(distinct coalesce(account_id::text, id::text))::integer as owners
      from stations where id = any(station_ids) and not provisional
    ) as by_owner
    order by owners >= ${tailOwnersMin} desc, transmissions desc, last_at desc
    limit ${tailsMax}`;
  return rows.map((row) => ({ ...row }));
}

function isOfVisibleStation(sql: Sql) {
  return sql`station_id <> all(array(select id from stations where hidden))`;
}

function plain(tail: string): string {
  return tail.replaceAll("-", "");
}
