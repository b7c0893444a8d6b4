import { createKeyChecker, createKeyUses, type KeyCheck, KeyIndex } from "@jetwire/auth";
import * as db from "@jetwire/db";
import type { Logger } from "@jetwire/runtime";
import type { Query } from "../query.ts";
import { createKeyWatch } from "./key-watch.ts";

/** Ensures, with the watch's check every two seconds, that a revoked key is valid for less than five. */
const keyCacheMsMax = 2_000;

/** The API keys of clients: checked at the handshake, and watched while connections use them. */
export type ApiKeys = ReturnType<typeof openApiKeys>;

export function openApiKeys(query: Query, log: Logger) {
  const checker = createKeyChecker((keyHash) => query((sql) => db.apiKeys.find(sql, keyHash)), {
    ttlMs: keyCacheMsMax,
  });
  const active = new KeyIndex((max) => query((sql) => db.apiKeys.listActiveHashes(sql, max)), log);
  const uses = createKeyUses((used) => query((sql) => db.apiKeys.recordUses(sql, used)), log, {
    now: () => Date.now(),
  });

  async function findEnded(keyIds: readonly string[]) {
    // An open connection uses its key.
    for (const keyId of keyIds) uses.record(keyId);
    return await query((sql) => db.apiKeys.findEnded(sql, keyIds));
  }

  const watch = createKeyWatch(findEnded, checker, log);
  return {
    ...watch,
    /** Checks a credential of any type. @throws when Postgres does not answer. */
    async check(given: unknown): Promise<KeyCheck> {
      const key = await checker.check(given);
      if (key.valid) uses.record(key.keyId);
      return key;
    },
    /** Returns whether a credential is a key that was active a few seconds ago. */
    isActive: (given: unknown): boolean => active.has(given),
    async run(signal: AbortSignal): Promise<void> {
      await Promise.all([watch.run(signal), uses.run(signal), active.run(signal)]);
    },
  };
}
