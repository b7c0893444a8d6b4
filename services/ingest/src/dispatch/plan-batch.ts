import { type AirlineCodes, messageIdPartition } from "@jetwire/protocol";
import {
  burstWindowMs,
  type JoinedWhole,
  type LinkResult,
  type OutgoingEntry,
} from "@jetwire/redis";
import type { JournaledMessage } from "../journal/backlog.ts";
import type { DroppedEntry } from "../journal/dispatch-progress.ts";
import type { JournalEntry } from "../journal/record.ts";
import { withAddress } from "../ground/hfdl-logons.ts";
import { type MessageOptions, toMessage } from "./message.ts";
import { toLinkable } from "./link-keys.ts";
import type { LinkRequest } from "./link-request.ts";
import { toEntryWhole } from "./wholes.ts";

/** A dropped entry, and the id of the message that is kept; null if that is unknown. */
export interface Duplicate extends DroppedEntry {
  readonly keptId: string | null;
}

/** The entries to append and the dropped ones of a linked batch. */
export interface BatchPlan {
  readonly byPartition: ReadonlyMap<number, readonly OutgoingEntry[]>;
  readonly appended: readonly JournalEntry[];
  readonly dropped: readonly Duplicate[];
}

/**
 * Returns messages with what linking compares.
 *
 * @param addresses addresses of aircraft that HFDL messages name only by a number
 */
export function toLinkRequests(
  batch: readonly JournaledMessage[],
  airlines: AirlineCodes,
  addresses: ReadonlyMap<JournaledMessage, string> = new Map(),
): LinkRequest[] {
  return batch.map((message) => {
    const icao = addresses.get(message);
    const decoded = icao === undefined ? message.decoded : withAddress(message.decoded, icao);
    return { ...message, decoded, linkable: toLinkable(message, airlines, decoded.icao) };
  });
}

/**
 * Finds the weaker copies in a batch, and the stronger one of each. A burst decoded on two channels of one receiver arrives as two
 * messages at nearly the same time: within a batch the stronger one is kept, whichever came first.
 * Across batches the first one is kept, and so it is in a replay, which forms other batches.
 */
export function findWeakerCopies(
  requests: readonly LinkRequest[],
): ReadonlyMap<LinkRequest, LinkRequest> {
  const strongest = new Map<string, LinkRequest>();
  const weaker = new Map<LinkRequest, LinkRequest>();
  for (const request of requests) {
    const { burstKey, timeMs, repeatKey } = request.linkable;
    if (burstKey === "") continue;
    const rival = strongest.get(burstKey);
    if (rival === undefined || Math.abs(timeMs - rival.linkable.timeMs) > burstWindowMs) {
      strongest.set(burstKey, request);
    } else if (repeatKey !== rival.linkable.repeatKey) {
      const isStronger = levelOf(request) > levelOf(rival);
      if (isStronger) weaker.set(rival, request);
      else weaker.set(request, rival);
      if (isStronger) strongest.set(burstKey, request);
    }
  }
  return weaker;
}

function levelOf({ decoded }: LinkRequest): number {
  return decoded.level ?? Number.NEGATIVE_INFINITY;
}

/**
 * Returns the weaker copies as duplicates of the strongest one.
 *
 * @param dropped what linking dropped, which may be a strongest one
 */
export function dropWeakerCopies(
  weaker: ReadonlyMap<LinkRequest, LinkRequest>,
  dropped: readonly Duplicate[],
): Duplicate[] {
  const keptIds = new Map(dropped.map(({ seq, keptId }) => [seq, keptId]));
  return [...weaker].map(([{ entry }, stronger]) => {
    let strongest = stronger;
    for (let next = weaker.get(strongest); next !== undefined; next = weaker.get(strongest)) {
      strongest = next;
    }
    const { seq, id } = strongest.entry;
    const keptId = keptIds.get(seq);
    return { seq: entry.seq, duplicate: "burst", keptId: keptId === undefined ? id : keptId };
  });
}

/** The answers of Redis about the messages of a batch. */
export interface Linked {
  /** One for each message, in order. */
  readonly links: readonly LinkResult[];
  /** The whole that each message completes, by its id. */
  readonly wholes: ReadonlyMap<string, JoinedWhole>;
}

/** Turns linked messages into entries of their partitions. */
export function planBatch(
  requests: readonly LinkRequest[],
  { links, wholes }: Linked,
  options: MessageOptions,
): BatchPlan {
  const byPartition = new Map<number, OutgoingEntry[]>();
  const dropped: Duplicate[] = [];
  const appended: JournalEntry[] = [];
  for (const [index, request] of requests.entries()) {
    const { entry, linkable } = request;
    const link = links[index];
    if (link === undefined) throw new Error("linking returned no result for a message");
    if (link.status !== "new") {
      dropped.push({ seq: entry.seq, duplicate: link.status, keptId: link.keptId });
      continue;
    }
    const { message, links: entryLinks } = toMessage(request, linkable, link, options);
    const partition = messageIdPartition(entry.id);
    let entries = byPartition.get(partition);
    if (entries === undefined) byPartition.set(partition, (entries = []));
    const joined = wholes.get(entry.id);
    const whole =
      joined === undefined ? null : toEntryWhole(request, message, joined, options.readContent);
    entries.push({ seq: entry.seq, message, links: entryLinks, raw: entry.raw, whole });
    appended.push(entry);
  }
  return { byPartition, appended, dropped };
}
