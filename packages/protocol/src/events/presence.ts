import { z } from "zod";

/** Who is online, as far as the user may see it; `presence:update` tells what changes after it. */
export const PresenceSnapshot = z.strictObject({ online: z.array(z.string()) });
export type PresenceSnapshot = z.infer<typeof PresenceSnapshot>;

export const PresenceUpdate = z.strictObject({ userId: z.string(), online: z.boolean() });
export type PresenceUpdate = z.infer<typeof PresenceUpdate>;
