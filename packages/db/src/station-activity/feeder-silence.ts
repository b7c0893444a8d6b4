import type { Sql } from "../connection/database.ts";

/** How long no feeder has sent anything. */
export interface FeederSilence {
  /** Time since a message of a feeder was stored last, ms. */
  readonly silentMs: number;
  /** The mean time between two messages in the day before that one, ms; 0, and not measured, while the silence is short. */
  readonly gapMs: number;
}

/** The silence that is a problem where messages usually come more often, ms. */
const silentMsMin = 150_000;
/** The silence that is a problem in any network, ms. */
const silentMsMax = 3_600_000;
/** A silence of so many mean gaps is no accident, not even in quiet hours. */
const gapsMax = 20;
/** Feeders that have sent fewer messages, or none for so many days, do not make simulated ones irrelevant. */
const messagesMin = 10;
const daysMax = 7;

/**
 * Reads how long no feeder has sent anything; null if none ever has. Canary messages do not count, and simulated ones
 * only in an instance that real feeders do not use.
 */
export async function readFeederSilence(sql: Sql): Promise<FeederSilence | null> {
  const [row] = await sql<FeederSilence[]>`
    with feeding as (
      select id, simulated, first_received_at, last_received_at, messages_count from stations
      where last_received_at is not null and not canary
    ), real as (
      select from feeding where not simulated
      having sum(messages_count) >= ${messagesMin} and max(last_received_at) > now() - make_interval(days => ${daysMax})
    ), judged as (
      select * from feeding where not simulated or not exists (select from real)
    ), latest as (
      select max(last_received_at) as at, min(first_received_at) as first from judged
    )
    select extract(epoch from now() - at)::float8 * 1000 as silent_ms,
      case when at > now() - ${silentMsMin} * interval '1 ms' then 0 else
        extract(epoch from at - greatest(first, at - interval '1 day'))::float8 * 1000 / greatest(1, (
          select sum(messages) from message_counts
          where hour > at - interval '1 day' and station_id in (select id from judged)
        ))::float8
      end as gap_ms
    from latest where at is not null`;
  return row ?? null;
}

/** Returns the silence that is too long in this network, ms. */
export function feederSilenceMs({ gapMs }: FeederSilence): number {
  return Math.min(silentMsMax, Math.max(silentMsMin, gapMs * gapsMax));
}
