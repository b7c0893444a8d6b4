import type { DeadLetter, MessageToStore } from "@jetwire/db";
import { readHfdlDetails } from "@jetwire/decoders";
import {
  EntryLinks,
  EntryMessage,
  readEntryWhole,
  type StreamEntry,
  writeEntry,
  writeEntryDetails,
} from "@jetwire/protocol";
import type { AlertMatcher } from "./alerts/match-alerts.ts";
import type { MessageStore } from "./message-store.ts";
import { isRefusal } from "./refusal.ts";

type Stored = { readonly entry: StreamEntry; readonly toStore: MessageToStore };

/**
 * Stores a batch, and compares what was stored with alert rules. Members of messages that this release does not know are not stored. Entries that our schema or Postgres refuses become dead letters and the others are
 * stored: the batch is halved until a refused entry is alone, in at most log2(n) + 1 tries for one.
 *
 * @throws when Postgres is unavailable or too slow. Whether the batch was stored is unknown then:
 *   try it again.
 */
export async function persist(
  partition: number,
  entries: readonly StreamEntry[],
  store: MessageStore,
  alerts: Pick<AlertMatcher, "push">,
): Promise<void> {
  const dead: DeadLetter[] = [];
  const good: Stored[] = [];
  const stored: Stored[] = [];
  for (const entry of entries) {
    const read = readMessage(entry);
    if ("detail" in read) addDead(entry, "bad-message", read.detail);
    else good.push({ entry, toStore: read });
  }
  await storeByHalves(good);
  // Those that were delivered before were compared before.
  await alerts.push(stored.flatMap(({ entry, toStore }) => (entry.storeOnly ? [] : [toStore])));
  if (dead.length > 0) await store.addDeadLetters(dead);

  function addDead(entry: StreamEntry, reason: string, detail: string): void {
    const { entryId, producer, seq } = entry;
    const fields = writeEntry(entry);
    const details = entry.details === null ? [] : writeEntryDetails(entry.details);
    dead.push({ partition, entryId, producer, seq, reason, detail, fields, details });
  }

  async function storeByHalves(part: readonly Stored[]): Promise<void> {
    const [first] = part;
    if (first === undefined) return;
    const messages = part.map(({ toStore }) => toStore);
    try {
      await store.store(partition, messages);
      stored.push(...part);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      if (part.length === 1) return addDead(first.entry, "refused-by-postgres", error.message);
      const middle = Math.ceil(part.length / 2);
      await storeByHalves(part.slice(0, middle));
      await storeByHalves(part.slice(middle));
    }
  }
}

function readMessage(entry: StreamEntry): MessageToStore | { detail: string } {
  const { details, producer, seq } = entry;
  if (details === null) return { detail: "the entry's details are missing in the stream" };
  try {
    const message = EntryMessage.safeParse(JSON.parse(entry.messageJson));
    const links = EntryLinks.safeParse(JSON.parse(details.linksJson));
    const error = message.error ?? links.error;
    if (!message.success || !links.success) {
      const issue = error?.issues[0];
      return { detail: `${issue?.path.join(".") ?? ""}: ${issue?.message ?? "unreadable"}` };
    }
    const whole = readEntryWhole(entry.wholeJson);
    const hfdl = message.data.source === "dumphfdl" ? readHfdlDetails(details.raw) : null;
    const { raw } = details;
    return { message: message.data, links: links.data, raw, whole, hfdl, producer, seq };
  } catch (error) {
    return { detail: error instanceof Error ? error.message : String(error) };
  }
}
