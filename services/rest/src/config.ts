import {
  databaseVariables,
  integerVariable,
  portVariable,
  processVariables,
  redisVariables,
  switchVariable,
} from "@jetwire/runtime";
import { issuersVariable } from "@jetwire/auth";
import { z } from "zod";

const listVariable = z
  .string()
  .transform((text) => text.split(/[\s,]+/).filter((part) => part !== ""));

/** The variables of the REST service. */
export const RestConfig = z.object({
  ...processVariables,
  ...redisVariables,
  ...databaseVariables,
  REST_HOST: z.string().default("127.0.0.1"),
  REST_PORT: portVariable.default(8080),
  /** Folder of the built web page, served at `/`; none when not set. */
  REST_VIEWER_DIR: z.string().optional(),
  /** Where clients find the realtime interface: told in `/v1/status`, allowed to the web page. */
  REST_WS_URL: z.url({ protocol: /^wss?$/ }).optional(),
  /** Issuers whose tokens are taken besides Jetwire's own, as the gateways have it. */
  AUTH_ISSUERS: issuersVariable.default([]),
  /** Whose presence users see, as the gateways have it. */
  PRESENCE_SCOPE: z.enum(["all", "contacts"]).default("all"),
  /** Addresses or networks of proxies whose `X-Forwarded-*` is believed: `loopback, 10.0.0.0/8`. */
  REST_TRUSTED_PROXIES: listVariable.prefault(""),
  /** Origins of web pages that may use the interface (`https://example.org`); `*` for all. */
  REST_CORS_ORIGINS: listVariable.prefault("*"),
  /** Whether the web page may be looked at without signing in. */
  PUBLIC_VIEWER: switchVariable.default(true),
  /** Requests of all who look without signing in, from one address (IPv6: one /64). */
  REST_ANONYMOUS_PER_MINUTE: integerVariable(1, 1_000_000).default(60),
  /** Credentials from one address that did not hold; then unknown ones aren't looked up. */
  REST_FAILURES_PER_MINUTE_MAX: integerVariable(1, 1_000_000).default(10),
  /** Addresses that no limit of failures holds for. */
  REST_EXEMPT_ADDRESSES: listVariable.prefault(""),
  /** How many REST processes there are: with Redis away each allows its share of a limit. */
  REST_REPLICAS: integerVariable(1, 1_000).default(1),
  /** The window in which requests are counted; tiers are for a minute and are cut to it. */
  REST_WINDOW_SECONDS: integerVariable(1, 3_600).default(60),
  /** A replica to read messages and stations from, instead of DATABASE_URL. */
  DATABASE_READ_URL: z.string().optional(),
});
export type RestConfig = z.infer<typeof RestConfig>;
