import {
  databaseVariables,
  integerVariable,
  mailVariables,
  portsVariable,
  portVariable,
  processVariables,
  redisVariables,
  retentionVariables,
  switchVariable,
  trustedProxiesVariable,
} from "@jetwire/runtime";
import {
  allowedHostsVariable,
  issuersVariable,
  keySealVariables,
  oidcProvidersVariable,
} from "@jetwire/auth";
import { defaultFeederPorts, SignUp } from "@jetwire/protocol";
import { z } from "zod";
import { operatorVariables } from "./instance/operator-variables.ts";

const listVariable = z
  .string()
  .transform((text) => text.split(/[\s,]+/).filter((part) => part !== ""));

/** The variables of the REST service. */
export const RestConfig = z.object({
  ...processVariables,
  ...redisVariables,
  ...databaseVariables,
  ...keySealVariables,
  REST_HOST: z.string().default("127.0.0.1"),
  REST_PORT: portVariable.default(8080),
  /** Folder of the built web page, served at `/`. Without it there is no page. */
  REST_VIEWER_DIR: z.string().optional(),
  /** Folder of the built documents, served at `/docs/`. Without it there are none. */
  REST_DOCS_DIR: z.string().optional(),
  /** URL of a tile server that replaces the map of the page. The page may load from its origin. */
  MAP_TILES_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** URL of the realtime interface, shown in `/v1/status` and allowed to the web page. */
  REST_WS_URL: z.url({ protocol: /^wss?$/ }).optional(),
  // PUBLIC_URL is the address at which people open the web page: links in mails and passkeys belong to it.
  ...mailVariables,
  // The privacy policy tells them.
  ...retentionVariables,
  ...operatorVariables,
  /** Allows everybody, people with an invitation or nobody to make an account on the web page. */
  SIGN_UP: SignUp.default("invited"),
  /** Attempts to make an account from one network. */
  SIGN_UPS_PER_HOUR_MAX: integerVariable(1, 1_000_000).default(20),
  /** Providers of identities (OpenID Connect) that people sign in with, as a JSON list. */
  OIDC_PROVIDERS: oidcProvidersVariable.default([]),
  /** External issuers whose tokens are accepted. Set the same for the gateways. */
  AUTH_ISSUERS: issuersVariable.default([]),
  /** Addresses or networks of proxies whose `X-Forwarded-*` is trusted: `loopback, 10.0.0.0/8`. */
  REST_TRUSTED_PROXIES: trustedProxiesVariable,
  /** Connections of one process at a time. */
  REST_CONNECTIONS_MAX: integerVariable(1, 1_000_000).default(5_000),
  /** Connections of one process from one address (IPv6: one /64) at a time; those of a trusted proxy count in total only. */
  REST_CONNECTIONS_PER_ADDRESS_MAX: integerVariable(1, 1_000_000).default(200),
  /** Origins whose pages may use the interface (`https://example.org`); `*` for all. */
  REST_CORS_ORIGINS: listVariable.prefault("*"),
  /** Shows the web page to anonymous viewers. */
  PUBLIC_VIEWER: switchVariable.default(true),
  /** Requests of all anonymous viewers at one address (IPv6: one /64). */
  REST_ANONYMOUS_PER_MINUTE: integerVariable(1, 1_000_000).default(60),
  /** Requests of one address (IPv6: one /64) to what needs no credential: the routes of callsigns. tar1090 sends at most 20. */
  REST_OPEN_PER_MINUTE: integerVariable(1, 1_000_000).default(120),
  /** Whether anybody may ask for the routes of callsigns, also in the forms of other programs' sources. */
  PUBLIC_ROUTES: switchVariable.default(true),
  /** Anonymous sessions that one address may open; gateways accept as many attempts to connect. */
  REST_ANONYMOUS_SESSIONS_PER_MINUTE: integerVariable(1, 1_000_000).default(60),
  /** Requests of a user's web page, if the tier allows fewer. */
  REST_PAGE_PER_MINUTE: integerVariable(1, 1_000_000).default(240),
  /** How long a station's badge is kept, by this process and again by those who load it. */
  REST_BADGE_SECONDS: integerVariable(1, 3_600).default(30),
  /** Invalid credentials from one address, after which unknown ones are refused. */
  REST_FAILURES_PER_MINUTE_MAX: integerVariable(1, 1_000_000).default(10),
  /** Addresses without a limit of connections and of invalid credentials. */
  REST_EXEMPT_ADDRESSES: listVariable.prefault(""),
  /** The key of the hashes by which ingest stores networks: the same as ingest's. Claims are proven with it. */
  INGEST_ADDRESS_SECRET: z.string().min(16).optional(),
  /** The ports on which ingest takes messages, for feeders: the same as ingest's. */
  INGEST_UDP_PORTS: portsVariable.prefault(defaultFeederPorts.udp.join(",")),
  INGEST_TCP_PORTS: portsVariable.prefault(defaultFeederPorts.tcp.join(",")),
  INGEST_HTTP_PORT: portVariable.default(defaultFeederPorts.http),
  INGEST_ASF2_PORT: portVariable.optional(),
  /** The host to which feeders send; by default that of `PUBLIC_URL`, else the one in the address of a request. */
  FEED_HOST: z
    .string()
    .regex(/^[A-Za-z0-9.:-]{1,253}$/, "expected a host name or an IP address")
    .optional(),
  /** How long a limit waits for Redis, in ms; after it each process counts alone. */
  REDIS_LIMITER_MS_MAX: integerVariable(10, 60_000).default(150),
  /** Connections of one account, as gateways limit them: shown to the account. */
  GATEWAY_CONNECTIONS_PER_ACCOUNT_MAX: integerVariable(1, 1_000_000).default(20),
  /** Private hosts and networks that users may have notifications sent to: the same as those of chores. */
  DELIVERY_ALLOWED_HOSTS: allowedHostsVariable.prefault(""),
  /** REST processes; while Redis is unavailable, each allows its share of a limit. */
  REST_REPLICAS: integerVariable(1, 1_000).default(1),
  /** The window in which requests are counted; limits of tiers, per minute, are scaled to it. */
  REST_WINDOW_SECONDS: integerVariable(1, 3_600).default(60),
  /** A replica from which to read messages and stations, in place of `DATABASE_URL`. */
  DATABASE_READ_URL: z.string().optional(),
});
export type RestConfig = z.infer<typeof RestConfig>;
