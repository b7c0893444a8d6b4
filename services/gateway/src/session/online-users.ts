import type { PresenceChange, PresencePosition } from "@jetwire/redis";
import { pause, shareNext } from "@jetwire/runtime";

/**
 * This gateway's copy of who is online. It follows the announced changes by their numbers:
 *
 *   in step   every change up to the position is in it
 *   waiting   a later change came before an earlier one; what is missing may still come
 *   loading   what was missing didn't come, or Redis counts anew: all of it is read again
 *
 * Each difference that this makes is told once, so that clients of all gateways hear of each change
 * once, also of those whose announcement was lost.
 */
export interface OnlineUsers {
  readonly userIds: ReadonlySet<string>;
  hear(change: PresenceChange): void;
  /** Resolves when all changes up to a position are in it. @throws when Redis doesn't answer. */
  reach(position: PresencePosition): Promise<void>;
  /** Reads it again if its position isn't Redis'. @throws when Redis doesn't answer. */
  check(): Promise<void>;
}

export interface OnlineUsersSteps {
  load(): Promise<{ position: PresencePosition; userIds: string[] }>;
  position(): Promise<PresencePosition>;
  changed(userId: string, online: boolean): void;
  failed(error: unknown): void;
  /** Monotonic, ms. */
  now(): number;
  /**
   * How long users stay after Redis has lost its state: the time in which all gateways have told it
   * of theirs again.
   */
  readonly keepMs: number;
}

const gapMs = 20;
const waitingMax = 10_000;
const nowhere: PresencePosition = { epoch: "", n: 0 };

export function createOnlineUsers(steps: OnlineUsersSteps): OnlineUsers {
  const userIds = new Set<string>();
  const waiting = new Map<number, PresenceChange>();
  let position = nowhere;
  let keptUntilMs: number | null = null;
  let isCatchingUp = false;

  function set(userId: string, online: boolean): void {
    if (userIds.has(userId) === online) return;
    if (online) userIds.add(userId);
    else userIds.delete(userId);
    steps.changed(userId, online);
  }

  function applyWaiting(): void {
    for (const n of waiting.keys()) if (n <= position.n) waiting.delete(n);
    for (;;) {
      const next = waiting.get(position.n + 1);
      if (next === undefined) return;
      waiting.delete(next.position.n);
      position = next.position;
      set(next.userId, next.online);
    }
  }

  function take(loaded: { position: PresencePosition; userIds: string[] }): void {
    const isSameEpoch = loaded.position.epoch === position.epoch;
    if (isSameEpoch && loaded.position.n < position.n) return;
    if (!isSameEpoch) waiting.clear();
    if (!isSameEpoch && position !== nowhere) keptUntilMs = steps.now() + steps.keepMs;
    position = loaded.position;
    const present = new Set(loaded.userIds);
    for (const userId of present) set(userId, true);
    if (keptUntilMs === null || steps.now() >= keptUntilMs) {
      keptUntilMs = null;
      for (const userId of userIds) if (!present.has(userId)) set(userId, false);
    }
    applyWaiting();
  }

  const load = shareNext(async () => take(await steps.load()));

  async function catchUp(): Promise<void> {
    if (isCatchingUp) return;
    isCatchingUp = true;
    try {
      await pause(gapMs);
      if (waiting.size > 0) await load();
    } catch (error) {
      // The next change or check tries again.
      steps.failed(error);
    } finally {
      isCatchingUp = false;
    }
  }

  function isAt({ epoch, n }: PresencePosition): boolean {
    return epoch === position.epoch && n <= position.n;
  }

  return {
    userIds,
    hear(change) {
      const { epoch, n } = change.position;
      if (epoch !== position.epoch) waiting.clear();
      if (isAt(change.position) || waiting.size >= waitingMax) return;
      waiting.set(n, change);
      if (epoch === position.epoch) applyWaiting();
      if (waiting.size > 0) void catchUp();
    },
    async reach(wanted) {
      if (isAt(wanted)) return;
      if (position !== nowhere) await pause(gapMs);
      if (!isAt(wanted)) await load();
    },
    async check() {
      const isDue = keptUntilMs !== null && steps.now() >= keptUntilMs;
      const { epoch, n } = await steps.position();
      if (isDue || epoch !== position.epoch || n !== position.n) await load();
    },
  };
}
