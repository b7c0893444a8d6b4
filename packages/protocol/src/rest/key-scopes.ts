import { z } from "zod";

/**
 * The uses that an API key allows:
 *
 *   read     requests that read
 *   feed     the realtime interface: the own feed, and sessions that the key opened
 *   manage   changes of the account's own stations, keys and settings
 *   operate  everything that operators see and do; only of use to an account whose role is operator
 */
export const keyScopes = ["read", "feed", "manage", "operate"] as const;
export const KeyScope = z.enum(keyScopes);
export type KeyScope = z.infer<typeof KeyScope>;

/** The scopes of a key that is issued without naming any. */
export const defaultKeyScopes = ["read", "feed"] as const satisfies readonly KeyScope[];

/** Scopes of a key, each once, in the order of `keyScopes`. */
export const KeyScopes = z
  .array(KeyScope)
  .min(1, "must name at least one scope")
  .max(keyScopes.length)
  .transform((given) => keyScopes.filter((scope) => given.includes(scope)));
