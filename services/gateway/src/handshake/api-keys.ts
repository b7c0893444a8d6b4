import { createKeyChecker, createKeyIndex, createKeyUses, type KeyCheck } from "@jetwire/auth";
import * as db from "@jetwire/db";
import type { Logger } from "@jetwire/runtime";
import type { Query } from "../query.ts";
import { createKeyWatch, type KeyWatch } from "./key-watch.ts";

/** Ensures, with the watch's check every two seconds, that a revoked key is valid for less than five. */
const keyCacheMsMax = 2_000;

/** The API keys of clients: checked at the handshake, and watched while connections use them. */
export interface ApiKeys extends KeyWatch {
  /** Checks a credential of any type. @throws when Postgres does not answer. */
  check(given: unknown): Promise<KeyCheck>;
  /** Returns whether a credential is a key that was active a few seconds ago. */
  isActive(given: unknown): boolean;
}

export function openApiKeys(query: Query, log: Logger): ApiKeys {
  const checker = createKeyChecker((keyHash) => query((sql) => db.apiKeys.find(sql, keyHash)), {
    ttlMs: keyCacheMsMax,
  });
  const active = createKeyIndex(
    (max) => query((sql) => db.apiKeys.listActiveHashes(sql, max)),
    log,
  );
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
    async check(given) {
      const key = await checker.check(given);
      if (key.valid) uses.record(key.keyId);
      return key;
    },
    isActive: active.has,
    async run(signal) {
      await Promise.all([watch.run(signal), uses.run(signal), active.run(signal)]);
    },
  };
}
