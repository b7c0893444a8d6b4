import type { MessageToStore } from "@jetwire/db";
import { EntryLinks, Message, type StreamEntry } from "@jetwire/protocol";

/** An entry that Postgres, or our own schema, will never take. */
export interface Poison {
  readonly entry: StreamEntry;
  readonly reason: "bad-message" | "refused-by-postgres";
  readonly detail: string;
}

export interface PersistSteps {
  /** Stores messages of one partition at once, or throws. */
  store(partition: number, messages: readonly MessageToStore[]): Promise<void>;
  park(partition: number, poison: readonly Poison[]): Promise<void>;
}

/**
 * Stores a batch. Entries that can't be are found by halving, parked with their reason, and the
 * others stored; in at most log2(n) + 1 tries for one of them.
 *
 * @throws when Postgres is away or too slow: nothing is known of the batch, try it again.
 */
export async function persist(
  partition: number,
  entries: readonly StreamEntry[],
  steps: PersistSteps,
): Promise<void> {
  const poison: Poison[] = [];
  const good: { entry: StreamEntry; toStore: MessageToStore }[] = [];
  for (const entry of entries) {
    const read = readMessage(entry);
    if ("detail" in read) poison.push({ entry, reason: "bad-message", detail: read.detail });
    else good.push({ entry, toStore: read });
  }
  await storeByHalves(good);
  if (poison.length > 0) await steps.park(partition, poison);

  async function storeByHalves(
    part: readonly { entry: StreamEntry; toStore: MessageToStore }[],
  ): Promise<void> {
    const [first] = part;
    if (first === undefined) return;
    try {
      await steps.store(
        partition,
        part.map(({ toStore }) => toStore),
      );
    } catch (error) {
      if (!isRefusal(error)) throw error;
      if (part.length === 1) {
        poison.push({ entry: first.entry, reason: "refused-by-postgres", detail: error.message });
        return;
      }
      const middle = Math.ceil(part.length / 2);
      await storeByHalves(part.slice(0, middle));
      await storeByHalves(part.slice(middle));
    }
  }
}

function readMessage(entry: StreamEntry): MessageToStore | { detail: string } {
  try {
    const message = Message.safeParse(JSON.parse(entry.messageJson));
    const links = EntryLinks.safeParse(JSON.parse(entry.linksJson));
    const error = message.error ?? links.error;
    if (!message.success || !links.success) {
      const issue = error?.issues[0];
      return { detail: `${issue?.path.join(".") ?? ""}: ${issue?.message ?? "unreadable"}` };
    }
    const { raw, producer, seq } = entry;
    return { message: message.data, links: links.data, raw, producer, seq };
  } catch (error) {
    return { detail: error instanceof Error ? error.message : String(error) };
  }
}

/** Data exceptions (class 22) and broken constraints (23): the data's fault, not the moment's. */
function isRefusal(error: unknown): error is Error & { code: string } {
  return (
    error instanceof Error &&
    "code" in error &&
    typeof error.code === "string" &&
    /^2[23]/.test(error.code)
  );
}
