import * as db from "@jetwire/db";
import { every, type Logger } from "@jetwire/runtime";
import type { Query } from "../query.ts";
import type { SessionClaims } from "../session/session-claims.ts";

/** Ends the streams of sessions that end: by their time, or because the user or an operator ended them. */
export type TokenWatch = ReturnType<typeof createTokenWatch>;

interface WatchedToken {
  readonly claims: SessionClaims;
  readonly onEnd: (reason: string) => void;
}

export function createTokenWatch(query: Query, checkMs: number, log: Logger) {
  const watched = new Set<WatchedToken>();
  let since: string | null = null;

  async function check(): Promise<void> {
    if (watched.size === 0) {
      since = null;
      return;
    }
    const { asOf, userIds, tokenIds } = await query((sql) =>
      db.sessions.listEndedSince(sql, since),
    );
    since = asOf;
    const [users, tokens] = [new Set(userIds), new Set(tokenIds)];
    for (const { claims, onEnd } of watched) {
      if (users.has(claims.userId) || tokens.has(claims.tokenId)) onEnd("Invalid token");
    }
  }

  return {
    /** Calls back once the session has ended. @returns a function that ends the watch */
    watch(claims: SessionClaims, onEnd: (reason: string) => void): () => void {
      const one = { claims, onEnd };
      watched.add(one);
      const leftMs = Math.max(0, claims.expiresAtMs - Date.now());
      const timer = setTimeout(() => onEnd("Token expired"), leftMs).unref();
      return () => {
        watched.delete(one);
        clearTimeout(timer);
      };
    },
    /** Asks Postgres every few seconds until aborted. */
    run: (signal: AbortSignal): Promise<void> =>
      every(checkMs, check, { signal, log, task: "check the sessions of streams" }),
  };
}
