import * as db from "@jetwire/db";
import type { KnownReception, RunQueries } from "@jetwire/db";
import { messageIdTimeMs } from "@jetwire/protocol";
import type { LinkedMessage } from "./link-messages.ts";
import {
  type Comparable,
  namesAircraft,
  receptionKey,
  receptionMs,
  transmissionMs,
} from "./reception-key.ts";

/** Messages of this time are compared with one query. */
const sliceMs = 600_000;
/**
 * Messages of a station that arrived up to this long before and after a redacted one are not imported: they may be the redacted
 * one, whose content is not known any more.
 */
const redactedBeforeMs = 10_000;
const redactedAfterMs = 2_000;

interface Seen {
  readonly id: string;
  readonly groupId: string;
  readonly stationId: number;
  readonly timeMs: number;
}

/** A message and what is known of its content. */
export interface ComparedMessage extends LinkedMessage {
  readonly groupId: string;
  /** The reason why it is not stored: it is there, from a feeder or from the file, or may have been redacted. */
  readonly excluded: "duplicate" | "redacted" | null;
}

/** Compares messages of a batch with what is stored and with one another, in the order of the batch. */
export async function compareReceptions(
  run: RunQueries,
  batch: readonly LinkedMessage[],
): Promise<ComparedMessage[]> {
  const slices = Map.groupBy(batch, ({ timeMs }) => Math.floor(timeMs / sliceMs));
  const compared = new Map<LinkedMessage, ComparedMessage>();
  for (const slice of slices.values()) {
    const times = slice.map(({ timeMs }) => timeMs);
    const range = {
      fromMs: Math.min(...times) - transmissionMs,
      toMs: Math.max(...times) + transmissionMs,
    };
    const stationIds = [...new Set(slice.map(({ stationId }) => stationId))];
    const airframeIds = [
      ...new Set(slice.map(({ airframeId }) => airframeId).filter((id) => id !== null)),
    ];
    const known = await run((sql) =>
      db.pastMessages.listReceptions(sql, { stationIds, airframeIds }, range),
    );
    const around = { fromMs: range.fromMs - redactedAfterMs, toMs: range.toMs + redactedBeforeMs };
    const redacted = await run((sql) => db.pastMessages.listRedacted(sql, stationIds, around));
    const compare = createComparison(known, redacted);
    for (const message of slice) compared.set(message, compare(message));
  }
  return batch.flatMap((message) => compared.get(message) ?? []);
}

function createComparison(
  known: readonly KnownReception[],
  redacted: readonly { readonly stationId: number; readonly messageId: string }[],
) {
  const seen = new Map<string, Seen[]>();
  const add = (content: Comparable, one: Seen): void => {
    const key = receptionKey(content);
    const all = seen.get(key);
    if (all === undefined) seen.set(key, [one]);
    else all.push(one);
  };
  for (const one of known) add(one, { ...one, timeMs: Date.parse(one.timestamp) });

  return (message: LinkedMessage): ComparedMessage => {
    const { id, stationId, timeMs, members, exported } = message;
    const same = seen.get(receptionKey(members)) ?? [];
    const reach = namesAircraft(members) ? receptionMs : 0;
    const isKnown = same.some(
      (one) =>
        one.id === id || (one.stationId === stationId && Math.abs(one.timeMs - timeMs) <= reach),
    );
    const first = namesAircraft(members)
      ? same.find((one) => Math.abs(one.timeMs - timeMs) <= transmissionMs)
      : undefined;
    const groupId = exported?.groupId ?? first?.groupId ?? id;
    const excluded = isKnown ? "duplicate" : isRedacted(message) ? "redacted" : null;
    if (excluded === null) add(members, { id, groupId, stationId, timeMs });
    return { ...message, groupId, excluded };
  };

  function isRedacted({ stationId, timeMs }: LinkedMessage): boolean {
    return redacted.some((one) => {
      const lateMs = messageIdTimeMs(one.messageId) - timeMs;
      return (
        one.stationId === stationId && lateMs >= -redactedAfterMs && lateMs <= redactedBeforeMs
      );
    });
  }
}
