import * as db from "@jetwire/db";
import { AppError, type CompletedMessage, type Message, messageIdTimeMs } from "@jetwire/protocol";
import type { Stores } from "@jetwire/redis";
import type { Principal } from "../admission/principal.ts";
import type { Readers } from "../database-reader.ts";
import { completeMessages } from "./complete-messages.ts";
import type { Visibility } from "./visibility.ts";

/** A message may not be in Postgres for this long after it was received. */
const recentMs = 60_000;

export type MessageFinder = ReturnType<typeof createMessageFinder>;

/** Finds one message in Postgres, or in its stream if it is not stored yet. */
export function createMessageFinder(
  { read, readByKey }: Readers,
  visibility: Visibility,
  { streams, stationOwners }: Pick<Stores, "streams" | "stationOwners">,
) {
  return {
    /**
     * Returns a message with the content of its transmission; null for one that does not exist or that the principal
     * may not see.
     *
     * @throws AppError `gone` if it was redacted, `unavailable`
     */
    async find(
      id: string,
      principal: Pick<Principal, "accountId">,
    ): Promise<CompletedMessage | null> {
      const isRecent = Date.now() - messageIdTimeMs(id) < recentMs;
      return await (isRecent ? findRecent(id, principal) : readStored(id, principal));
    },
  };

  /** Returns a message of the stream as its station received it while Postgres is unavailable. */
  async function completed(
    message: Message,
    principal: Pick<Principal, "accountId">,
  ): Promise<CompletedMessage> {
    try {
      const viewer = await visibility.of(principal);
      const [whole] = await completeMessages(readByKey, [message], viewer);
      return whole ?? message;
    } catch (error) {
      if (error instanceof AppError && error.code === "unavailable") return message;
      throw error;
    }
  }

  async function readStored(
    id: string,
    principal: Pick<Principal, "accountId">,
  ): Promise<CompletedMessage | null> {
    const viewer = await visibility.of(principal);
    const message = await readByKey((sql) => db.messages.read(sql, id, viewer));
    if (message === null && (await read((sql) => db.redactions.isRedacted(sql, id)))) {
      throw new AppError("gone", "The message was redacted");
    }
    return message;
  }

  /** Each store substitutes for the other: it is an error only if one failed and neither has it. */
  async function findRecent(
    id: string,
    principal: Pick<Principal, "accountId">,
  ): Promise<CompletedMessage | null> {
    const [stored] = await Promise.allSettled([readStored(id, principal)]);
    if (stored.status === "fulfilled" && stored.value !== null) return stored.value;
    if (stored.status === "rejected" && isRedaction(stored.reason)) throw stored.reason;
    const [pending] = await Promise.allSettled([findInStream(id, principal.accountId)]);
    if (pending.status === "fulfilled" && pending.value !== null) {
      return await completed(pending.value, principal);
    }
    if (stored.status === "rejected") throw stored.reason;
    if (pending.status === "fulfilled") return null;
    throw new AppError("unavailable", "The message may not be stored yet, try again shortly", {
      cause: pending.reason,
    });
  }

  async function findInStream(id: string, accountId: string | null): Promise<Message | null> {
    const message = await streams.find(id);
    if (message === null) return null;
    return (await isShown(message.stationId, accountId)) ? message : null;
  }

  /** Asks the copy in Redis without Postgres; an unknown station is treated as hidden. */
  async function isShown(stationId: number, accountId: string | null): Promise<boolean> {
    try {
      return (await read((sql) => db.stations.readVisible(sql, stationId, accountId))) !== null;
    } catch {
      const [owner] = await stationOwners.find([stationId]);
      return owner !== undefined && (!owner.hidden || owner.accountId === accountId);
    }
  }
}

function isRedaction(error: unknown): boolean {
  return error instanceof AppError && error.code === "gone";
}
