import { z } from "zod";

/**
 * Tells every process that something in its caches may be outdated. A notice is only a hint: its
 * receivers ask Postgres, and they also ask from time to time without one.
 */
export const Notice = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("key-revoked"), keyId: z.string() }),
  z.object({ kind: z.literal("account-changed"), accountId: z.string() }),
  z.object({ kind: z.literal("session-ended"), accountId: z.string() }),
  z.object({ kind: z.literal("station-changed"), stationId: z.int() }),
  z.object({ kind: z.literal("blocks-changed") }),
]);
export type Notice = z.infer<typeof Notice>;
