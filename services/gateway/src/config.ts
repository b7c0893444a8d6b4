import {
  databaseVariables,
  integerVariable,
  portVariable,
  processVariables,
  redisVariables,
  switchVariable,
  trustedProxiesVariable,
} from "@jetwire/runtime";
import { issuersVariable } from "@jetwire/auth";
import { z } from "zod";

const listVariable = z.string().transform((text) =>
  text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== ""),
);

function secondsVariable(min: number, max: number) {
  return z.coerce.number<string>().min(min).max(max);
}

export const GatewayConfig = z.object({
  ...processVariables,
  ...redisVariables,
  ...databaseVariables,
  GATEWAY_HOST: z.string().default("127.0.0.1"),
  GATEWAY_PORT: portVariable.default(8081),
  /** Lets several gateways of one host share the port. */
  GATEWAY_REUSE_PORT: switchVariable.default(false),
  /** Gives clients without credentials the firehose and station monitors. */
  PUBLIC_FIREHOSE: switchVariable.default(true),
  /**
   * Origins of web pages that may connect (`https://example.org`), besides pages on loopback
   * and of the host that the client connects to; `*` for all. Clients that are not browsers send no origin and need none.
   */
  GATEWAY_ORIGINS: listVariable.default([]),
  /** Proxies whose X-Forwarded-For and X-Forwarded-Host are trusted: addresses and networks. */
  GATEWAY_TRUSTED_PROXIES: trustedProxiesVariable,
  /** Connections of one process at a time. */
  GATEWAY_CONNECTIONS_MAX: integerVariable(1, 1_000_000).default(20_000),
  /**
   * Connections from one address (IPv6: one /64) at a time, over all replicas. Before the upgrade, each process accepts as
   * many TCP connections of it.
   */
  GATEWAY_CONNECTIONS_PER_ADDRESS_MAX: integerVariable(1, 1_000_000).default(200),
  /** Connections with credentials of one account at a time, over all replicas. */
  GATEWAY_CONNECTIONS_PER_ACCOUNT_MAX: integerVariable(1, 1_000_000).default(20),
  /** Attempts to connect from one address in any minute, over all replicas. */
  GATEWAY_ATTEMPTS_PER_MINUTE_MAX: integerVariable(1, 10_000).default(60),
  /** The part of them that may come within any ten seconds. */
  GATEWAY_ATTEMPTS_BURST_MAX: integerVariable(1, 10_000).default(30),
  /** Invalid credentials from one address in any minute; after them unknown ones are not checked. */
  GATEWAY_FAILURES_PER_MINUTE_MAX: integerVariable(1, 1_000).default(10),
  /** How long a limit waits for Redis, in ms; after it each process counts alone. */
  REDIS_LIMITER_MS_MAX: integerVariable(10, 60_000).default(150),
  /** Addresses without limits per address. */
  GATEWAY_EXEMPT_ADDRESSES: listVariable.default([]),
  /**
   * Issuers whose tokens open sessions besides Jetwire's own, as a JSON list of
   * `{ issuer, audience, jwksUrl, typ? }`; an account is linked by `jetwire accounts link`.
   */
  AUTH_ISSUERS: issuersVariable.default([]),
  /** Sets how long a user counts as online after a gateway has crashed. */
  PRESENCE_LEASE_SECONDS: secondsVariable(0.5, 40).default(20),
  /** Sets how long a user without connections counts as online, for clients that reconnect. */
  PRESENCE_GRACE_SECONDS: secondsVariable(0, 600).default(10),
  /** Sets how often Postgres is asked what sessions may have missed: bans, messages, notifications. */
  SESSION_CHECK_SECONDS: secondsVariable(0.1, 5).default(3),
  /** Chat messages of one user in any minute on all connections, besides 30 on each. */
  CHAT_PER_USER_PER_MINUTE: integerVariable(1, 10_000).default(60),
  /** Chat messages of one user to another who has never answered. */
  CHAT_UNANSWERED_MAX: integerVariable(1, 1_000_000).default(50),
  /** Users to whom one user may write first in 24 hours. */
  CHAT_CONTACTS_PER_DAY_MAX: integerVariable(1, 1_000_000).default(20),
  /** The greatest share of the latest messages that a watch may select, 0 to 1. */
  WATCH_SHARE_MAX: z.coerce.number<string>().min(0).max(1).default(0.05),
  /** Watches of one account at a time, over all replicas. */
  WATCHES_PER_ACCOUNT_MAX: integerVariable(1, 10_000).default(50),
  /** Different filters that are watched at a time, over all replicas; each counts for an hour after its last client has left. */
  WATCHES_MAX: integerVariable(1, 1_000_000).default(10_000),
  /**
   * The most that the shares of all watches may add up to. Their logs in Redis keep so many times the messages of an hour, and
   * of half an hour more.
   */
  WATCHES_SHARES_MAX: z.coerce.number<string>().min(0).max(100).default(2),
  /**
   * Connections that a gateway which shuts down closes in a second: as many as one other gateway accepts beside its work. It
   * accepts 1,700 a second if it does nothing else.
   */
  DRAIN_CONNECTIONS_PER_SECOND: integerVariable(1, 100_000).default(500),
  /** The time in which it closes all of them, even if that takes more in a second. */
  DRAIN_SECONDS: secondsVariable(0, 300).default(20),
});
export type GatewayConfig = z.infer<typeof GatewayConfig>;
