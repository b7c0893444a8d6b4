import { type RunningServer, startRedis } from "@jetwire/launcher";
import type { Keys, RedisConnection } from "@jetwire/redis";
import type { SeededRandom } from "@jetwire/simulator";
import type { GatewayProcess } from "../deployment/gateway-process.ts";
import { until } from "../checks/until.ts";
import type { Balancer } from "./balancer.ts";

/** The processes and connections that faults are injected into. */
export interface FaultTargets {
  readonly random: SeededRandom;
  readonly balancer: Balancer;
  readonly gateways: GatewayProcess[];
  startGateway(): Promise<GatewayProcess>;
  /** Sends commands to Redis. Faults may break this connection as well. */
  readonly redis: RedisConnection;
  readonly keys: Keys;
  readonly server: { running: RunningServer; readonly dir: string };
}

type Fault = (targets: FaultTargets) => Promise<void>;

/** Stops a gateway gracefully and starts another. */
async function stopGateway(targets: FaultTargets): Promise<void> {
  const gateway = await replaceGateway(targets);
  await gateway.stop();
}

/** Kills a gateway by `kill -9`, with the messages that are on their way to clients. */
async function killGateway(targets: FaultTargets): Promise<void> {
  const gateway = await replaceGateway(targets);
  await gateway.kill();
}

async function replaceGateway(targets: FaultTargets): Promise<GatewayProcess> {
  const { random, gateways, balancer } = targets;
  const at = random.integer(0, gateways.length - 1);
  const next = await targets.startGateway();
  balancer.add(next.port);
  const [gateway] = gateways.splice(at, 1, next);
  if (gateway === undefined) throw new Error("There is no gateway to replace");
  balancer.remove(gateway.port);
  return gateway;
}

async function cutNetwork({ balancer }: FaultTargets): Promise<void> {
  balancer.cut();
}

async function killPubsub(targets: FaultTargets): Promise<void> {
  await command(targets, "CLIENT", "KILL", "TYPE", "pubsub");
}

async function killConnections(targets: FaultTargets): Promise<void> {
  await command(targets, "CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes");
}

async function emptyRedis(targets: FaultTargets): Promise<void> {
  await command(targets, "FLUSHALL");
}

/** Loses only which watches there are, as a node of a Redis Cluster can that fails over to an older state. */
async function loseWatches(targets: FaultTargets): Promise<void> {
  await command(targets, "DEL", ...Object.values(targets.keys.watches));
}

async function restartRedis({ server }: FaultTargets): Promise<void> {
  const { port } = server.running;
  server.running.kill();
  await until("Redis to exit", () => server.running.pid === null);
  server.running = await startRedis({ dir: server.dir, port, log: () => {} });
}

/** Retries, because another fault may have broken this connection. */
async function command({ redis }: FaultTargets, name: string, ...args: string[]): Promise<void> {
  await until("Redis to accept a command", () =>
    redis.call(name, ...args).then(
      () => true,
      () => false,
    ),
  );
}

/** Faults that must not change the order of messages either. */
export const faults: Readonly<Record<string, Fault>> = {
  "gateway stopped": stopGateway,
  "gateway killed": killGateway,
  "network cut": cutNetwork,
  "pubsub connections killed": killPubsub,
  "normal connections killed": killConnections,
  "Redis restarted": restartRedis,
};

/** The same, and Redis losing all its data, or a part of it. */
export const faultsWithDataLoss: Readonly<Record<string, Fault>> = {
  ...faults,
  "Redis emptied": emptyRedis,
  "watches lost": loseWatches,
};
