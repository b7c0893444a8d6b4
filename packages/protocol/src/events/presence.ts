import { z } from "zod";

/** The users who are online, without those who have blocked this user. `presence:update` follows. */
export const PresenceSnapshot = z.strictObject({ online: z.array(z.string()) });
export type PresenceSnapshot = z.infer<typeof PresenceSnapshot>;

/** A user came online or went offline. */
export const PresenceUpdate = z.strictObject({ userId: z.string(), online: z.boolean() });
export type PresenceUpdate = z.infer<typeof PresenceUpdate>;
