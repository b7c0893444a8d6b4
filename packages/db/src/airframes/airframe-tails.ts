import {
  type Airframe,
  type AirframeWithTails,
  type ReceivedTail,
  tailOwnersMin,
} from "@jetwire/protocol";
import type { Sql } from "../connection/database.ts";

const days = 90;
/** Reading is bounded: the newest messages of an airframe tell what it is called now. */
const messagesMax = 5_000;
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
  const owners = sql`(count(distinct coalesce(stations.account_id::text, stations.id::text))
    filter (where not stations.provisional))::integer`;
  const rows = await sql<ReceivedTail[]>`
    with newest as (
      select id, group_id, station_id, received_at, tail,
        case link_direction when 'uplink' then to_hex else from_hex end as address
      from messages
      where airframe_id = ${id} and id >= message_id_floor(now() - make_interval(days => ${days}))
      order by id desc limit ${messagesMax}
    )
    select (array_agg(newest.tail order by newest.id desc))[1] as tail,
      count(distinct group_id)::integer as transmissions, count(distinct station_id)::integer as stations,
      ${owners} as owners,
      min(received_at) as first_at, max(received_at) as last_at,
      to_jsonb((array_agg(newest.id order by newest.id))[1:5]) as message_ids
    from newest join stations on stations.id = newest.station_id
    where newest.tail is not null and address = ${icao} and not stations.hidden
    group by replace(newest.tail, '-', '')
    order by ${owners} >= ${tailOwnersMin} desc, transmissions desc, last_at desc
    limit ${tailsMax}`;
  return rows.map((row) => ({ ...row }));
}

function plain(tail: string): string {
  return tail.replaceAll("-", "");
}
