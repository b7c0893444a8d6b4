import { createKeyChecker, createKeyUses, type KeyCheck } from "@jetwire/auth";
import { endedKeys, findApiKey, recordKeyUses } from "@jetwire/db";
import type { Logger } from "@jetwire/runtime";
import type { Query } from "../query.ts";
import { createKeyWatch, type KeyWatch } from "./key-watch.ts";

/** Ensures, with the watch's check every two seconds, that a revoked key is valid for less than five. */
const keyCacheMsMax = 2_000;

/** The API keys of clients: checked at the handshake, and watched while connections use them. */
export interface ApiKeys extends KeyWatch {
  /** Checks a credential of any type. @throws when Postgres does not answer. */
  check(given: unknown): Promise<KeyCheck>;
}

export function openApiKeys(query: Query, log: Logger): ApiKeys {
  const checker = createKeyChecker((keyHash) => query((sql) => findApiKey(sql, keyHash)), {
    ttlMs: keyCacheMsMax,
  });
  const uses = createKeyUses((used) => query((sql) => recordKeyUses(sql, used)), log, {
    now: () => Date.now(),
  });

  async function findEnded(keyIds: readonly string[]) {
    // An open connection uses its key.
    for (const keyId of keyIds) uses.note(keyId);
    return await query((sql) => endedKeys(sql, keyIds));
  }

  const watch = createKeyWatch(findEnded, checker, log);
  return {
    ...watch,
    async check(given) {
      const key = await checker.check(given);
      if (key.valid) uses.note(key.keyId);
      return key;
    },
    async run(signal) {
      await Promise.all([watch.run(signal), uses.run(signal)]);
    },
  };
}
