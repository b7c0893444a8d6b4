import {
  databaseVariables,
  integerVariable,
  portsVariable,
  portVariable,
  processVariables,
  redisVariables,
  switchVariable,
  trustedProxiesVariable,
} from "@jetwire/runtime";
import { z } from "zod";
import { ignoredReasons } from "@jetwire/decoders";
import { defaultFeederPorts } from "@jetwire/protocol";

/** Reads kinds of objects, comma-separated. */
const keptKindsVariable = z
  .string()
  .default("")
  .transform((text) => text.split(/[\s,]+/).filter((kind) => kind !== ""))
  .pipe(z.array(z.enum(ignoredReasons, { error: ({ input }) => unknownKind(input) })));

function unknownKind(kind: unknown): string {
  return `'${String(kind)}' is none of the kinds ${ignoredReasons.join(", ")}`;
}

export const IngestConfig = z.object({
  ...processVariables,
  ...redisVariables,
  ...databaseVariables,
  INGEST_HOST: z.string().default("127.0.0.1"),
  INGEST_UDP_PORTS: portsVariable.prefault(defaultFeederPorts.udp.join(",")),
  INGEST_TCP_PORTS: portsVariable.prefault(defaultFeederPorts.tcp.join(",")),
  INGEST_HTTP_PORT: portVariable.default(defaultFeederPorts.http),
  /** The port of asf-2.0 over gRPC; without it there is none. */
  INGEST_ASF2_PORT: portVariable.optional(),
  /**
   * Lets several ingests of one host listen on the same ports: the kernel gives each connection, and the datagrams
   * of each sender, to one of them (SO_REUSEPORT of Linux).
   */
  INGEST_REUSE_PORTS: switchVariable.default(false),
  /** The proxies in front of the HTTP port whose X-Forwarded-For is trusted, comma-separated. */
  INGEST_TRUSTED_PROXIES: trustedProxiesVariable,
  /** The journal of this replica; no other may use it, and it must survive the replica. */
  INGEST_JOURNAL_DIR: z.string().default(".data/journal-0"),
  /**
   * A folder in which each replica takes a journal that no other one has, in place of
   * `INGEST_JOURNAL_DIR`: for replicas that have the same environment.
   */
  INGEST_JOURNALS_DIR: z.string().optional(),
  INGEST_JOURNAL_BYTES_MAX: integerVariable(1 << 20, 2 ** 40).default(4 * 2 ** 30),
  /**
   * Keeps stored entries for this many seconds, while the journal is at most half full. Longer than
   * a replica of Redis takes to be promoted, so that entries that it lacks can be appended again.
   */
  INGEST_JOURNAL_KEEP_SECONDS: integerVariable(0, 86_400).default(60),
  INGEST_SEGMENT_BYTES: integerVariable(1 << 16, 2 ** 30).default(16 * 2 ** 20),
  /** The key of the digests that name stations without ident; the same for all replicas. */
  INGEST_ADDRESS_SECRET: z
    .string()
    .min(16, "must have at least 16 characters; use a random value and keep it"),
  /** The kinds of objects that are stored although they are no messages. */
  INGEST_KEEP: keptKindsVariable,
  /** Whether texts are decoded. What decoder programs decoded is used in any case. */
  INGEST_READ_TEXTS: switchVariable.default(true),
  INGEST_QUEUE_MAX: integerVariable(100, 1_000_000).default(20_000),
  INGEST_BATCH_MAX: integerVariable(1, 5_000).default(500),
  /** Messages per second of one station from one address, and how many at once after silence. */
  INGEST_STATION_RATE_MAX: integerVariable(1, 10_000_000).default(200),
  INGEST_STATION_BURST_MAX: integerVariable(1, 10_000_000).default(20_000),
  INGEST_ADDRESS_RATE_MAX: integerVariable(1, 10_000_000).default(2_000),
  INGEST_ADDRESS_BURST_MAX: integerVariable(1, 10_000_000).default(50_000),
  /** New station idents per hour. */
  INGEST_NEW_STATIONS_PER_ADDRESS_MAX: integerVariable(0, 1_000_000).default(200),
  INGEST_NEW_STATIONS_MAX: integerVariable(0, 10_000_000).default(5_000),
  INGEST_CONNECTIONS_MAX: integerVariable(1, 100_000).default(5_000),
  INGEST_CONNECTIONS_PER_ADDRESS_MAX: integerVariable(1, 100_000).default(50),
  /** HTTP bodies that are received and parsed at the same time; each may have 4 MiB. */
  INGEST_BODIES_MAX: integerVariable(1, 10_000).default(64),
  INGEST_BODIES_PER_ADDRESS_MAX: integerVariable(1, 10_000).default(8),
  /** The limits in seconds within which the time of a station's clock is used. */
  INGEST_AHEAD_SECONDS_MAX: integerVariable(0, 10 ** 9).default(300),
  INGEST_BEHIND_SECONDS_MAX: integerVariable(0, 10 ** 9).default(86_400),
});
export type IngestConfig = z.infer<typeof IngestConfig>;
