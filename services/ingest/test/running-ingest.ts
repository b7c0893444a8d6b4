import { createSocket } from "node:dgram";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PersisterConfig, start as startPersister } from "@jetwire/persister";
import {
  createHealth,
  createLogger,
  createMetrics,
  createProcessIdentity,
  type Logger,
  type ProcessContext,
} from "@jetwire/runtime";
import { type Accounting, readAccounting, createTestDatabase, type TestDatabase, until } from "@jetwire/testbed"; // prettier-ignore
import { IngestConfig, type IngestService, start } from "../src/index.ts";
import { acarsdecDownlink } from "@jetwire/decoders/samples";

const testLevel = process.env["TEST_LOG_LEVEL"] ?? "silent";
const testLog = createLogger("test", testLevel);

/** Ingest and a persister on real servers; ingest can be stopped and started on the same journal. */
export interface RunningIngest extends AsyncDisposable {
  readonly database: TestDatabase;
  readonly service: IngestService;
  readonly url: string;
  /** The readiness of the latest start. */
  readiness(): ReturnType<ProcessContext["health"]["readiness"]>;
  /** The metrics of the latest start. */
  metrics(): Promise<string>;
  readonly journalDirectory: string;
  /** The warnings of ingest. */
  readonly logged: readonly string[];
  stop(): Promise<void>;
  begin(over?: Record<string, string>): Promise<void>;
  /** The account of everything, once `offered` objects are in it and none is on its way. */
  accounted(offered: number): Promise<Accounting>;
  /** Waits until Postgres has this many messages. */
  stored(messages: number): Promise<void>;
  post(body: string | Buffer, headers?: Record<string, string>): Promise<Response>;
}

function processContext(
  failures: unknown[] = [],
  log: Logger = testLog,
  service = "ingest",
): ProcessContext {
  return {
    identity: createProcessIdentity(service),
    log,
    metrics: createMetrics({}),
    health: createHealth(),
    fail: (error) => failures.push(error),
  };
}

export async function runIngest(
  over: Record<string, string> = {},
  options: { persister?: boolean } = {},
): Promise<RunningIngest> {
  await using stack = new AsyncDisposableStack();
  const database = stack.use(await createTestDatabase());
  const journal = await mkdtemp(join(tmpdir(), "jetwire-journal-"));
  stack.defer(() => rm(journal, { recursive: true, force: true }));
  const environment = {
    DATABASE_URL: database.url,
    REDIS_URL: database.redisUrl,
    JETWIRE_NAMESPACE: database.namespace,
    INGEST_JOURNAL_DIR: journal,
    INGEST_ADDRESS_SECRET: "a secret of the tests",
    INGEST_HTTP_PORT: "0",
    INGEST_UDP_PORTS: "0",
    INGEST_TCP_PORTS: "0",
    INGEST_BEHIND_SECONDS_MAX: "900000000",
    ...over,
  };
  const logged: string[] = [];
  const log = Object.assign(createLogger("test", testLevel), {
    warn: (...parts: unknown[]) => void logged.push(JSON.stringify(parts)),
  });
  const failures: unknown[] = [];
  stack.defer(() => {
    if (failures.length > 0) throw failures[0];
  });
  if (options.persister !== false) {
    const config = PersisterConfig.parse(environment);
    stack.use(await startPersister(config, processContext(failures, testLog, "persister")));
  }
  let service: IngestService | null = null;
  let context = processContext(failures);
  async function begin(more: Record<string, string> = {}): Promise<void> {
    const config = IngestConfig.parse({ ...environment, ...more });
    context = processContext(failures, log);
    service = await start(config, context);
  }
  async function stop(): Promise<void> {
    await service?.[Symbol.asyncDispose]();
    service = null;
  }
  stack.defer(stop);
  await begin();

  function running(): IngestService {
    if (service === null) throw new Error("ingest isn't running");
    return service;
  }

  const opened = stack.move();
  return {
    database,
    get service() {
      return running();
    },
    get url() {
      return `http://127.0.0.1:${running().httpPort}/v1/ingest`;
    },
    readiness: () => context.health.readiness(),
    metrics: () => context.metrics.text(),
    journalDirectory: journal,
    logged,
    stop,
    begin,
    async accounted(offered) {
      let last: Accounting | null = null;
      return await until(
        `${offered} offered and all accounted for`,
        async () => {
          last = await readAccounting(database.database.sql);
          return last.offered === offered && last.unaccounted === 0 && isDispatched(last) && last;
        },
        15_000,
      ).catch((error: unknown) => {
        throw new Error(`${String(error)}; at last ${JSON.stringify(last)}`);
      });
    },
    async stored(messages) {
      const { sql } = database.database;
      let last: number | undefined;
      const isStored = async () => {
        const [row] = await sql<{ n: number }[]>`select count(*)::integer as n from messages`;
        last = row?.n;
        return last === messages;
      };
      await until(`${messages} messages in Postgres`, isStored, 15_000).catch((error: unknown) => {
        throw new Error(`${String(error)}; at last ${last}`);
      });
    },
    post: (body, headers = {}) =>
      fetch(`http://127.0.0.1:${running().httpPort}/v1/ingest`, {
        method: "POST",
        body: typeof body === "string" ? body : new Uint8Array(body),
        headers: { "content-type": "application/json", ...headers },
      }),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

/** The counts come to Postgres by themselves, and may be behind the messages. */
function isDispatched({ counts }: Accounting): boolean {
  return counts.every(({ accepted, appended, duplicates }) => {
    const dropped = Object.values(duplicates).reduce((sum, count) => sum + count, 0);
    return accepted === appended + dropped;
  });
}

let made = 0;

/** A decoder's line that nobody has sent yet. */
export function freshLine(over: object = {}): string {
  return JSON.stringify({ ...acarsdecDownlink, text: `TEXT ${made++}`, ...over });
}

export function freshLines(count: number, over: object = {}): string[] {
  return Array.from({ length: count }, () => freshLine(over));
}

/** Sends datagrams from a port of their own; gives how many bytes came back. */
export async function sendDatagrams(
  port: number,
  datagrams: readonly (string | Buffer)[],
  from = "127.0.0.1",
): Promise<{ close(): Promise<number> }> {
  const socket = createSocket("udp4");
  let bytesBack = 0;
  socket.on("message", (bytes) => (bytesBack += bytes.length));
  socket.bind(0, from);
  await once(socket, "listening");
  for (const datagram of datagrams) {
    await new Promise<void>((resolve, reject) =>
      socket.send(datagram, port, "127.0.0.1", (error) => (error ? reject(error) : resolve())),
    );
  }
  return {
    async close() {
      socket.close();
      await once(socket, "close");
      return bytesBack;
    },
  };
}

/** A TCP connection to a port of ingest, with what came back over it. */
export async function connectTcp(
  port: number,
): Promise<{ socket: Socket; received: Buffer[]; closed: Promise<unknown> }> {
  // prettier-ignore
  const socket = connect({ port, host: "127.0.0.1", noDelay: true });
  const received: Buffer[] = [];
  socket.on("data", (chunk) => received.push(chunk));
  socket.on("error", () => {});
  const closed = once(socket, "close").catch(() => {});
  await once(socket, "connect");
  return { socket, received, closed };
}

export function written(socket: Socket, bytes: string | Buffer): Promise<void> {
  return new Promise((resolve) => socket.write(bytes, () => resolve()));
}
