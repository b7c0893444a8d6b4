import * as db from "@jetwire/db";
import type { RunQueries } from "@jetwire/db";
import { messageIdTimeMs } from "@jetwire/protocol";
import type { LinkedMessage } from "./link-messages.ts";
import {
  type Comparable,
  namesAircraft,
  receptionKey,
  receptionMs,
  transmissionMs,
} from "./reception-key.ts";

/** Messages of this time are compared with one another and with what is stored of it. */
const sliceMs = 600_000;
/**
 * A slice is kept for this long: every station and airframe of it is asked for once, not with each batch. Another
 * import that runs at the same time is noticed after it.
 */
const keptMs = 30_000;
const slicesMax = 4;
/** A message that has arrived may take this long to be stored. */
const storingMsMax = 60_000;
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

/** The known receptions of a range of time. */
interface Slice {
  readonly range: { readonly fromMs: number; readonly toMs: number };
  readonly beganMs: number;
  /** The receptions by their content. */
  readonly seen: Map<string, Seen[]>;
  readonly ids: Set<string>;
  readonly stationIds: Set<number>;
  readonly airframeIds: Set<string>;
}

/** Compares messages of batches with what is stored and with one another, in the order of the batches. */
export function createReceptions(run: RunQueries) {
  const slices = new Map<number, Slice>();

  /** Returns what is known of a slice. It is kept if it is so long ago that no message of a feeder arrives in it any more. */
  function sliceOf(number: number, times: readonly number[]): Slice {
    const nowMs = Date.now();
    const kept = slices.get(number);
    if (kept !== undefined && nowMs - kept.beganMs < keptMs) return kept;
    slices.delete(number);
    const whole = rangeOf([number * sliceMs, (number + 1) * sliceMs]);
    const isPast = whole.toMs + db.pastMessages.arrivalMsMax + storingMsMax < nowMs;
    const slice = openSlice(isPast ? whole : rangeOf(times), nowMs);
    if (isPast) {
      const [oldest] = slices.keys();
      if (slices.size >= slicesMax && oldest !== undefined) slices.delete(oldest);
      slices.set(number, slice);
    }
    return slice;
  }

  async function compareSlice(
    slice: Slice,
    messages: readonly LinkedMessage[],
  ): Promise<(message: LinkedMessage) => ComparedMessage> {
    await load(run, slice, messages);
    const times = messages.map(({ timeMs }) => timeMs);
    const stationIds = [...new Set(messages.map(({ stationId }) => stationId))];
    const around = {
      fromMs: Math.min(...times) - transmissionMs - redactedAfterMs,
      toMs: Math.max(...times) + transmissionMs + redactedBeforeMs,
    };
    const redacted = await run((sql) => db.pastMessages.listRedacted(sql, stationIds, around));
    return createComparison(slice, redacted, (content, one) => {
      for (const other of new Set([slice, ...slices.values()])) addTo(other, content, one);
    });
  }

  return {
    async compare(batch: readonly LinkedMessage[]): Promise<ComparedMessage[]> {
      const parts = Map.groupBy(batch, ({ timeMs }) => Math.floor(timeMs / sliceMs));
      const compared = new Map<LinkedMessage, ComparedMessage>();
      for (const [number, messages] of parts) {
        const times = messages.map(({ timeMs }) => timeMs);
        const compare = await compareSlice(sliceOf(number, times), messages);
        for (const message of messages) compared.set(message, compare(message));
      }
      return batch.flatMap((message) => compared.get(message) ?? []);
    },
  };
}

function rangeOf(times: readonly number[]): Slice["range"] {
  return { fromMs: Math.min(...times) - transmissionMs, toMs: Math.max(...times) + transmissionMs };
}

function openSlice(range: Slice["range"], beganMs: number): Slice {
  return {
    range,
    beganMs,
    seen: new Map(),
    ids: new Set(),
    stationIds: new Set(),
    airframeIds: new Set(),
  };
}

/** Adds what is stored of the stations and airframes of messages, unless the slice has it. */
async function load(
  run: RunQueries,
  slice: Slice,
  messages: readonly LinkedMessage[],
): Promise<void> {
  const stationIds = new Set(messages.map(({ stationId }) => stationId));
  const airframeIds = new Set(messages.flatMap(({ airframeId }) => airframeId ?? []));
  const missing = {
    stationIds: [...stationIds].filter((id) => !slice.stationIds.has(id)),
    airframeIds: [...airframeIds].filter((id) => !slice.airframeIds.has(id)),
  };
  if (missing.stationIds.length + missing.airframeIds.length === 0) return;
  const known = await run((sql) => db.pastMessages.listReceptions(sql, missing, slice.range));
  for (const one of known) addTo(slice, one, { ...one, timeMs: Date.parse(one.timestamp) });
  for (const id of missing.stationIds) slice.stationIds.add(id);
  for (const id of missing.airframeIds) slice.airframeIds.add(id);
}

function addTo({ range, seen, ids }: Slice, content: Comparable, one: Seen): void {
  if (ids.has(one.id) || one.timeMs < range.fromMs || one.timeMs > range.toMs) return;
  ids.add(one.id);
  const key = receptionKey(content);
  const { id, groupId, stationId, timeMs } = one;
  const all = seen.get(key);
  if (all === undefined) seen.set(key, [{ id, groupId, stationId, timeMs }]);
  else all.push({ id, groupId, stationId, timeMs });
}

function createComparison(
  { seen }: Slice,
  redacted: readonly { readonly stationId: number; readonly messageId: string }[],
  add: (content: Comparable, one: Seen) => void,
) {
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
