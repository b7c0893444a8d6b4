import type { ServiceName } from "@jetwire/protocol";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ChoresConfig, start as startChores } from "@jetwire/chores";
import { type Database } from "@jetwire/db";
import { FanoutConfig, start as startFanout } from "@jetwire/fanout";
import { GatewayConfig, start as startGateway } from "@jetwire/gateway";
import { IngestConfig, type IngestService, start as startIngest } from "@jetwire/ingest";
import { PersisterConfig, start as startPersister } from "@jetwire/persister";
import { RestConfig, start as startRest } from "@jetwire/rest";
import {
  createHealth,
  createLogger,
  createMetrics,
  createProcessIdentity,
  type Health,
  type Logger,
  type Metrics,
  type ProcessContext,
  type Tracing,
} from "@jetwire/runtime";
import { SamplerConfig, start as startSampler } from "@jetwire/sampler";
import { inject } from "vitest";
import { testSigningKeySecret } from "../tokens/signing-key-secret.ts";
import { createServiceCredentials } from "../servers/service-credentials.ts";
import { createTestDatabase, type TestDatabase } from "../servers/test-database.ts";
import { withPort } from "../servers/with-port.ts";

/** All services in this process, on a database and namespace of their own. */
export interface Deployment extends AsyncDisposable {
  readonly database: Database;
  readonly databaseUrl: string;
  readonly redisUrl: string;
  readonly namespace: string;
  readonly ingest: IngestService;
  /** Realtime addresses, one per gateway. */
  readonly gatewayUrls: readonly string[];
  readonly restUrl: string;
  /** Metrics of each service, by its name. */
  readonly metrics: ReadonlyMap<string, Metrics>;
  /** Readiness of each service, by its name. */
  readonly health: ReadonlyMap<string, Health>;
  /** Starts another gateway, with these variables. Its disposal, or the deployment's, stops it. */
  startGateway(environment?: Readonly<Record<string, string>>): Promise<DeployedGateway>;
  /**
   * Starts another replica of a worker, with its own replica number and these variables. Its disposal,
   * or the deployment's, stops it.
   */
  startWorker(
    name: WorkerName,
    environment?: Readonly<Record<string, string>>,
  ): Promise<AsyncDisposable>;
  /** Starts another ingest with its own journal, which is kept until the deployment is disposed. */
  startIngest(
    journal: string,
    environment?: Readonly<Record<string, string>>,
  ): Promise<IngestService & AsyncDisposable>;
}

export type WorkerName = "persister" | "fanout" | "sampler" | "chores";

export interface DeployedGateway extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  readonly metrics: Metrics;
}

export interface DeploymentOptions {
  readonly gateways?: number;
  /** A separate Redis, for tests that would disturb others. Default: the one of the test run. */
  readonly redisUrl?: string;
  /** The port of a connection pooler, which services use instead of Postgres's own. */
  readonly poolerPort?: number;
  /** An existing database, for use outside a test run. Default: a new one. */
  readonly database?: Pick<TestDatabase, "url" | "database" | "namespace">;
  /** Workers to start, by name. Default: one each of persister, fanout and sampler. */
  readonly workers?: Readonly<Partial<Record<WorkerName, number>>>;
  /** Variables for all services, which replace the testbed's. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Returns the log of a service. Default: one of the level in `TEST_LOG_LEVEL`, or none. */
  readonly log?: (service: string) => Logger;
  /** Receives each line of the logs from level info on, in place of `log`. */
  readonly onLogLine?: (line: string) => void;
  /** Returns the traces of a service. Default: none. */
  readonly tracing?: (service: string) => Tracing | undefined;
}

/** Starts the services that a message passes, on loopback and free ports. */
export async function startDeployment(options: DeploymentOptions = {}): Promise<Deployment> {
  await using stack = new AsyncDisposableStack();
  const given = options.database ?? stack.use(await createTestDatabase());
  const { url, database, namespace } = given;
  const serviceUrl = options.poolerPort === undefined ? url : withPort(url, options.poolerPort);
  const redisUrl = options.redisUrl ?? inject("redisUrl");
  // A Redis of the test's own may be restarted or be a Cluster: it has no users, so services use the owner's.
  const credentials =
    options.redisUrl === undefined && options.database === undefined
      ? stack.use(await createServiceCredentials({ databaseUrl: serviceUrl, redisUrl, namespace }))
      : null;
  const journals = await mkdtemp(join(tmpdir(), "jetwire-journal-"));
  stack.defer(() => rm(journals, { recursive: true, force: true }));
  const environment = {
    DATABASE_URL: serviceUrl,
    REDIS_URL: redisUrl,
    JETWIRE_NAMESPACE: namespace,
    INGEST_JOURNAL_DIR: join(journals, "0"),
    INGEST_ADDRESS_SECRET: "an address secret of the testbed",
    INGEST_HTTP_PORT: "0",
    INGEST_UDP_PORTS: "0",
    INGEST_TCP_PORTS: "0",
    GATEWAY_PORT: "0",
    // All clients of a test have one address, and many may belong to one account.
    GATEWAY_EXEMPT_ADDRESSES: "127.0.0.1",
    GATEWAY_CONNECTIONS_PER_ACCOUNT_MAX: "1000",
    DRAIN_SECONDS: "0",
    REST_PORT: "0",
    SIGNING_KEY_SECRET: testSigningKeySecret,
    REST_EXEMPT_ADDRESSES: "127.0.0.1",
    SAMPLER_SECRET: "a sampler secret of the testbed",
    ...options.environment,
  };
  const environmentOf = (service: ServiceName) => ({
    ...environment,
    ...credentials?.of(service),
    ...options.environment,
  });
  const metrics = new Map<string, Metrics>();
  const healths = new Map<string, Health>();
  function context(name: string, service: ServiceName, number: string): ProcessContext {
    const own = createMetrics({ service: name });
    metrics.set(name, own);
    const health = createHealth();
    healths.set(name, health);
    return {
      identity: createProcessIdentity(service, Number(number)),
      log: options.log?.(name) ?? logOf(name, options.onLogLine),
      metrics: own,
      health,
      tracing: options.tracing?.(name),
      fail(error) {
        throw error;
      },
    };
  }

  const workersStarted = { persister: 0, fanout: 0, sampler: 0, chores: 0 };
  const workersRunning = stack.use(new AsyncDisposableStack());
  async function startWorker(name: WorkerName, own: Readonly<Record<string, string>> = {}) {
    const replica = workersStarted[name]++;
    const variables = { ...environmentOf(name), SERVICE_REPLICA: String(replica), ...own };
    const called = replica === 0 ? name : `${name}-${replica}`;
    return stoppable(
      await startOne(name, variables, context(called, name, variables.SERVICE_REPLICA)),
      workersRunning,
    );
  }
  const counts = { persister: 1, fanout: 1, sampler: 1, ...options.workers };
  for (const [name, count] of Object.entries(counts)) {
    for (let i = 0; i < count; i++) await startWorker(name as WorkerName);
  }
  const running = stack.use(new AsyncDisposableStack());
  let replicas = 0;
  async function deployGateway(
    variables: Readonly<Record<string, string>> = {},
  ): Promise<DeployedGateway> {
    const replica = replicas++;
    const config = GatewayConfig.parse({
      ...environmentOf("gateway"),
      SERVICE_REPLICA: String(replica),
      ...variables,
    });
    const own = context(`gateway-${replica}`, "gateway", String(replica));
    const gateway = await startGateway(config, own);
    const { port } = gateway;
    const address = `ws://127.0.0.1:${port}`;
    return { url: address, port, metrics: own.metrics, ...stoppable(gateway, running) };
  }
  const gatewayUrls: string[] = [];
  for (let i = 0; i < (options.gateways ?? 2); i++) gatewayUrls.push((await deployGateway()).url);
  const [realtime] = gatewayUrls;
  const restVariables = {
    ...(realtime !== undefined && { REST_WS_URL: realtime }),
    ...environmentOf("rest"),
  };
  const rest = stack.use(
    await startRest(RestConfig.parse(restVariables), context("rest", "rest", "0")),
  );
  const ingest = stack.use(
    await startIngest(
      IngestConfig.parse(environmentOf("ingest")),
      context("ingest", "ingest", "0"),
    ),
  );
  const ingestsRunning = stack.use(new AsyncDisposableStack());
  let ingests = 1;
  async function deployIngest(journal: string, own: Readonly<Record<string, string>> = {}) {
    const replica = {
      INGEST_JOURNAL_DIR: join(journals, journal),
      SERVICE_REPLICA: String(ingests),
    };
    const config = IngestConfig.parse({ ...environmentOf("ingest"), ...replica, ...own });
    const one = await startIngest(
      config,
      context(`ingest-${ingests}`, "ingest", String(ingests++)),
    );
    return { ...one, ...stoppable(one, ingestsRunning) };
  }

  const opened = stack.move();
  return {
    database,
    databaseUrl: url,
    redisUrl,
    namespace,
    ingest,
    gatewayUrls,
    restUrl: `http://127.0.0.1:${rest.port}`,
    metrics,
    health: healths,
    startGateway: deployGateway,
    startWorker,
    startIngest: deployIngest,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

/** Makes a service stop once, by its own disposal or with the others. */
function stoppable(one: AsyncDisposable, rest: AsyncDisposableStack): AsyncDisposable {
  let stopping: PromiseLike<void> | null = null;
  const stop = async () => await (stopping ??= one[Symbol.asyncDispose]());
  rest.defer(stop);
  return { [Symbol.asyncDispose]: stop };
}

async function startOne(
  name: WorkerName,
  environment: Readonly<Record<string, string>>,
  context: ProcessContext,
): Promise<AsyncDisposable> {
  switch (name) {
    case "persister":
      return await startPersister(PersisterConfig.parse(environment), context);
    case "fanout":
      return await startFanout(FanoutConfig.parse(environment), context);
    case "sampler":
      return await startSampler(SamplerConfig.parse(environment), context);
    case "chores":
      return await startChores(ChoresConfig.parse(environment), context);
  }
}

function logOf(name: string, onLine: DeploymentOptions["onLogLine"]): Logger {
  if (onLine === undefined) return createLogger(name, process.env["TEST_LOG_LEVEL"] ?? "silent");
  return createLogger(name, "info", 0, { write: onLine });
}
