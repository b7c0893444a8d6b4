import {
  bestScore,
  type ContentScore,
  contentScore,
  emptyScore,
  type Message,
  messageIdTimeMs,
  saysMore,
  type StreamEntry,
} from "@jetwire/protocol";
import { isSampled } from "./sample.ts";

/** A transmission is compared for this long after its first reception. */
const comparedMs = 10_000;
/** The first reception may be in another partition and another replica, so it gets a head start. */
const headStartMs = 500;
const transmissionsMax = 5_000;
const pendingMax = 1_000;
/** Receptions of one tick; a tick's head stays below 200 KiB. */
const tickMax = 20;

interface Candidate {
  readonly message: Message;
  readonly dueMs: number;
}

/**
 * Finds later receptions of sampled transmissions that say more than the first, for viewers who saw the first. Best effort:
 * a replica that did not read the first reception passes on what was decoded, and gateways compare it with what they sent.
 *
 * @param now monotonic, ms
 */
export function createBetterCopies(now: () => number) {
  /** Scores of the latest transmissions that were sent, the oldest first. */
  const sent = new Map<string, ContentScore>();
  let pending: Candidate[] = [];

  function remember(groupId: string, score: ContentScore): void {
    sent.set(groupId, bestScore(score, sent.get(groupId) ?? emptyScore));
    const [oldest] = sent.keys();
    if (sent.size > transmissionsMax && oldest !== undefined) sent.delete(oldest);
  }

  function isBetter({ groupId }: Message, score: ContentScore): boolean {
    const known = sent.get(groupId);
    if (known !== undefined) return saysMore(score, known);
    return saysMore(score.slice(0, 1), emptyScore);
  }

  function isDue({ dueMs }: Candidate): boolean {
    return dueMs <= now();
  }

  return {
    /** Reads the receptions of a batch; those above the bounds are not compared. */
    add(entries: readonly StreamEntry[], secret: string, fraction: number): void {
      for (const { id, groupId, first, storeOnly, messageJson } of entries) {
        if (storeOnly || !isSampled(groupId, secret, fraction)) continue;
        if (messageIdTimeMs(id) - messageIdTimeMs(groupId) > comparedMs) continue;
        if (!first && pending.length >= pendingMax) continue;
        const message = messageOrNull(messageJson);
        if (message === null) continue;
        if (first) remember(groupId, contentScore(message));
        else pending.push({ message, dueMs: now() + headStartMs });
      }
    },
    /** Returns the receptions to send with this tick, in the order of arrival. */
    drain(): Message[] {
      const due = pending.filter(isDue);
      pending = pending.slice(due.length);
      const better: Message[] = [];
      for (const { message } of due) {
        const score = contentScore(message);
        if (better.length >= tickMax || !isBetter(message, score)) continue;
        remember(message.groupId, score);
        better.push(message);
      }
      return better;
    },
    /** Whether nothing is due. */
    get isEmpty(): boolean {
      const [next] = pending;
      return next === undefined || !isDue(next);
    },
  };
}

function messageOrNull(json: string): Message | null {
  try {
    return JSON.parse(json) as Message;
  } catch {
    return null;
  }
}
