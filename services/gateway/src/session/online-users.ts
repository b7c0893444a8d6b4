import type { PresenceChange, PresencePosition, PresenceStore } from "@jetwire/redis";
import { pause, shareNext } from "@jetwire/runtime";

/*
 * This gateway's copy of who is online. It follows the announced changes by their numbers:
 *
 *   current    the copy includes every change up to its position
 *   waiting    a later change arrived before an earlier one, which may still arrive
 *   loading    the earlier one did not arrive, or Redis began a new epoch: everything is read again
 *
 *   current ──a number is missing──► waiting ──20 ms──► loading ──► current
 *
 * Each difference is reported once, so that the clients of all gateways receive each change once,
 * also a change whose announcement was lost.
 */

export type OnlineUsers = ReturnType<typeof createOnlineUsers>;

export interface OnlineUsersOptions {
  /**
   * The time for which users stay after Redis has lost its state, ms: all gateways renew the
   * leases of theirs within it.
   */
  readonly keepMs: number;
  /** Monotonic, ms. */
  now(): number;
  onChange(userId: string, online: boolean): void;
  onFailure(error: unknown): void;
}

const gapMs = 20;
const waitingMax = 10_000;
const start: PresencePosition = { epoch: "", n: 0 };

export function createOnlineUsers(
  store: Pick<PresenceStore, "online" | "position">,
  { keepMs, now, onChange, onFailure }: OnlineUsersOptions,
) {
  const userIds = new Set<string>();
  /** Changes that arrived before an earlier one, by number. */
  const waiting = new Map<number, PresenceChange>();
  let position = start;
  let keptUntilMs: number | null = null;
  let isCatchingUp = false;

  function set(userId: string, online: boolean): void {
    if (userIds.has(userId) === online) return;
    if (online) userIds.add(userId);
    else userIds.delete(userId);
    onChange(userId, online);
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

  const load = shareNext(async () => {
    const loaded = await store.online();
    const isSameEpoch = loaded.position.epoch === position.epoch;
    if (isSameEpoch && loaded.position.n < position.n) return;
    if (!isSameEpoch) waiting.clear();
    if (!isSameEpoch && position !== start) keptUntilMs = now() + keepMs;
    position = loaded.position;
    const present = new Set(loaded.userIds);
    for (const userId of present) set(userId, true);
    if (keptUntilMs === null || now() >= keptUntilMs) {
      keptUntilMs = null;
      for (const userId of userIds) if (!present.has(userId)) set(userId, false);
    }
    applyWaiting();
  });

  async function catchUp(): Promise<void> {
    if (isCatchingUp) return;
    isCatchingUp = true;
    try {
      await pause(gapMs);
      if (waiting.size > 0) await load();
    } catch (error) {
      // The next change or check tries again.
      onFailure(error);
    } finally {
      isCatchingUp = false;
    }
  }

  function includes({ epoch, n }: PresencePosition): boolean {
    return epoch === position.epoch && n <= position.n;
  }

  return {
    userIds,
    /** Applies an announced change. */
    apply(change: PresenceChange): void {
      const { epoch, n } = change.position;
      if (epoch !== position.epoch) waiting.clear();
      if (includes(change.position) || waiting.size >= waitingMax) return;
      waiting.set(n, change);
      if (epoch === position.epoch) applyWaiting();
      if (waiting.size > 0) void catchUp();
    },
    /** Resolves once the copy includes all changes up to a position. @throws when Redis does not answer. */
    async reach(wanted: PresencePosition): Promise<void> {
      if (includes(wanted)) return;
      if (position !== start) await pause(gapMs);
      if (!includes(wanted)) await load();
    },
    /** Reads everything again if Redis is at another position. @throws when Redis does not answer. */
    async check(): Promise<void> {
      const isDue = keptUntilMs !== null && now() >= keptUntilMs;
      const { epoch, n } = await store.position();
      if (isDue || epoch !== position.epoch || n !== position.n) await load();
    },
  };
}
