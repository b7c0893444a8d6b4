import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
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
  type Metrics,
  type ProcessContext,
} from "@jetwire/runtime";
import { SamplerConfig, start as startSampler } from "@jetwire/sampler";
import { createTestDatabase } from "./isolation.ts";

/** All of Jetwire in this process, on a database and a namespace of its own. */
export interface Deployment extends AsyncDisposable {
  readonly database: Database;
  readonly databaseUrl: string;
  readonly redisUrl: string;
  readonly namespace: string;
  readonly ingest: IngestService;
  /** Realtime addresses, one a gateway. */
  readonly gatewayUrls: readonly string[];
  readonly restUrl: string;
  /** Each process' own measures, by its name. */
  readonly metrics: ReadonlyMap<string, Metrics>;
  /** One more gateway; its disposal, or the deployment's, stops it. */
  startGateway(): Promise<DeployedGateway>;
}

export interface DeployedGateway extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  readonly metrics: Metrics;
}

export interface DeploymentOptions {
  readonly gateways?: number;
  /** A Redis of its own, where what is done to it would disturb other tests. */
  readonly redisUrl?: string;
  /** Variables for every service, over the testbed's own. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** Starts every service of the way of a message, listening on loopback at ports of the system's choice. */
export async function startDeployment(options: DeploymentOptions = {}): Promise<Deployment> {
  await using stack = new AsyncDisposableStack();
  const testDatabase = stack.use(await createTestDatabase());
  const { url, database, namespace } = testDatabase;
  const redisUrl = options.redisUrl ?? testDatabase.redisUrl;
  const journal = await mkdtemp(join(tmpdir(), "jetwire-journal-"));
  stack.defer(() => rm(journal, { recursive: true, force: true }));
  const environment = {
    DATABASE_URL: url,
    REDIS_URL: redisUrl,
    JETWIRE_NAMESPACE: namespace,
    INGEST_JOURNAL_DIR: journal,
    INGEST_ADDRESS_SECRET: "an address secret of the testbed",
    INGEST_HTTP_PORT: "0",
    INGEST_UDP_PORTS: "0",
    INGEST_TCP_PORTS: "0",
    GATEWAY_PORT: "0",
    // All clients of a test come from one address, and many may be one account's.
    GATEWAY_EXEMPT_ADDRESSES: "127.0.0.1",
    GATEWAY_CONNECTIONS_PER_ACCOUNT_MAX: "1000",
    DRAIN_SECONDS: "0",
    REST_PORT: "0",
    REST_EXEMPT_ADDRESSES: "127.0.0.1",
    SAMPLER_SECRET: "a sampler secret of the testbed",
    ...options.environment,
  };
  const metrics = new Map<string, Metrics>();
  function context(name: string): ProcessContext {
    const own = createMetrics({ service: name });
    metrics.set(name, own);
    return {
      log: createLogger(name, process.env["TEST_LOG_LEVEL"] ?? "silent"),
      metrics: own,
      health: createHealth(),
      fail(error) {
        throw error;
      },
    };
  }

  stack.use(await startPersister(PersisterConfig.parse(environment), context("persister")));
  stack.use(await startFanout(FanoutConfig.parse(environment), context("fanout")));
  stack.use(await startSampler(SamplerConfig.parse(environment), context("sampler")));
  const running = stack.use(new AsyncDisposableStack());
  let replicas = 0;
  async function deployGateway(): Promise<DeployedGateway> {
    const replica = replicas++;
    const config = GatewayConfig.parse({ ...environment, SERVICE_REPLICA: String(replica) });
    const own = context(`gateway-${replica}`);
    const gateway = await startGateway(config, own);
    let stopping: PromiseLike<void> | null = null;
    const stop = async () => await (stopping ??= gateway[Symbol.asyncDispose]());
    running.defer(stop);
    const { port } = gateway;
    return {
      url: `ws://127.0.0.1:${port}`,
      port,
      metrics: own.metrics,
      [Symbol.asyncDispose]: stop,
    };
  }
  const gatewayUrls: string[] = [];
  for (let i = 0; i < (options.gateways ?? 2); i++) gatewayUrls.push((await deployGateway()).url);
  const rest = stack.use(await startRest(RestConfig.parse(environment), context("rest")));
  const ingest = stack.use(await startIngest(IngestConfig.parse(environment), context("ingest")));

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
    startGateway: deployGateway,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}
