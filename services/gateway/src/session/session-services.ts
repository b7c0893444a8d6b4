import type { FirstContactLimits } from "@jetwire/db";
import type { SlidingLimiter, UserChannel } from "@jetwire/redis";
import type { SessionLimits } from "../limits/event-limit.ts";
import type { Query } from "../query.ts";
import type { SessionTokens } from "./session-tokens.ts";
import type { Sessions } from "./sessions.ts";
import type { UserPushes } from "./user-pushes.ts";

/** Services that the events of signed-in users use. */
export interface SessionServices {
  readonly sessions: Sessions;
  readonly pushes: UserPushes;
  readonly tokens: SessionTokens;
  readonly userChannel: UserChannel;
  /** Limits the chat messages of a user on all connections. */
  readonly chatLimiter: SlidingLimiter;
  /** Limits the events of each connection. */
  /** Limits of messages to users who have never answered. */
  readonly firstContact: FirstContactLimits;
  readonly limits: SessionLimits;
  readonly query: Query;
  onFailure(error: unknown): void;
}
