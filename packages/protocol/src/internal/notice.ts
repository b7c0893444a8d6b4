import { z } from "zod";

/**
 * Tells every process that something it may have remembered no longer holds. A notice is a hint and
 * no proof: whoever hears one asks Postgres, and asks now and then without one.
 */
export const Notice = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("key-revoked"), keyId: z.string() }),
  z.object({ kind: z.literal("account-ended"), accountId: z.string() }),
]);
export type Notice = z.infer<typeof Notice>;
