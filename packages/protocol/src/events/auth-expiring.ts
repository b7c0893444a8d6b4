import { z } from "zod";
import { Instant } from "../message/message.ts";

/** `auth:expiring`: when the session ends, unless a newer token is sent with `auth:refresh`. */
export const AuthExpiring = z.strictObject({ expiresAt: Instant });
export type AuthExpiring = z.infer<typeof AuthExpiring>;
