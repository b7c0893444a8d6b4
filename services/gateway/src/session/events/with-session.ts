import { isUnavailable } from "@jetwire/db";
import type { z } from "zod";
import { type EventHandler, type EventOutcome, refused } from "../../connection/client-events.ts";
import type { EventLimit } from "../../limits/event-limit.ts";
import { rateLimitExceeded } from "@jetwire/protocol";
import { wireOf } from "../../connection/engine-connection.ts";
import type { Session } from "../session.ts";

/** What a session event does, with a payload that is as it should be. */
export type SessionHandler<Payload> = (
  session: Session,
  payload: Payload,
) => EventOutcome | Promise<EventOutcome>;

/**
 * The checks that all session events share, in their order: signed in, within the connection's
 * limit, a payload that can be read. Postgres away is a refusal.
 *
 * @param sessionOf the connection's session; null when there is none
 */
export function withSession<Schema extends z.ZodType>(
  sessionOf: () => Promise<Session | null>,
  limit: EventLimit,
  schema: Schema,
  handle: SessionHandler<z.infer<Schema>>,
): EventHandler {
  return async (payload) => {
    const session = await sessionOf();
    if (session === null) return refused("Not authenticated");
    if (!limit.take(wireOf(session.socket))) return refused(rateLimitExceeded);
    const read = schema.safeParse(payload);
    if (!read.success) return refused(mistakeOf(read.error), "malformed");
    try {
      return await handle(session, read.data);
    } catch (error) {
      if (isUnavailable(error)) return refused("Service unavailable");
      throw error;
    }
  };
}

/** The first mistake, with the field that has it. */
function mistakeOf(error: z.ZodError): string {
  const [issue] = error.issues;
  return `${issue?.path.join(".") || "payload"}: ${issue?.message ?? "not readable"}`;
}
