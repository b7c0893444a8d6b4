import { type RunningServer, startRedis } from "@jetwire/launcher";
import type { RedisConnection } from "@jetwire/redis";
import type { Random } from "@jetwire/simulator";
import type { GatewayProcess } from "../deployment/gateway-process.ts";
import { until } from "../checks/until.ts";
import type { Balancer } from "./balancer.ts";

/** What faults are done to. */
export interface FaultTargets {
  readonly random: Random;
  readonly balancer: Balancer;
  readonly gateways: GatewayProcess[];
  startGateway(): Promise<GatewayProcess>;
  /** For orders to Redis; its own connection is hit by them as well. */
  readonly redis: RedisConnection;
  readonly server: { running: RunningServer; readonly dir: string };
}

type Fault = (targets: FaultTargets) => Promise<void>;

/** A gateway ends in good order, another comes in its place. */
async function stopGateway(targets: FaultTargets): Promise<void> {
  const gateway = await replaceGateway(targets);
  await gateway.stop();
}

/** A gateway is gone at once by `kill -9`, with what is on its way to clients. */
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
  if (gateway === undefined) throw new Error("there is no gateway to replace");
  balancer.remove(gateway.port);
  return gateway;
}

async function cutNetwork({ balancer }: FaultTargets): Promise<void> {
  balancer.cut();
}

async function killPubsub(targets: FaultTargets): Promise<void> {
  await order(targets, "CLIENT", "KILL", "TYPE", "pubsub");
}

async function killConnections(targets: FaultTargets): Promise<void> {
  await order(targets, "CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes");
}

async function emptyRedis(targets: FaultTargets): Promise<void> {
  await order(targets, "FLUSHALL");
}

async function restartRedis({ server }: FaultTargets): Promise<void> {
  const { port } = server.running;
  server.running.kill();
  await until("Redis to be gone", () => server.running.pid === null);
  server.running = await startRedis({ dir: server.dir, port, log: () => {} });
}

/** Whatever came before it may have cost this very connection. */
async function order({ redis }: FaultTargets, command: string, ...args: string[]): Promise<void> {
  await until("Redis to take an order", () =>
    redis.call(command, ...args).then(
      () => true,
      () => false,
    ),
  );
}

/** What may happen any day: order holds as well. */
export const faults: Readonly<Record<string, Fault>> = {
  "gateway stopped": stopGateway,
  "gateway killed": killGateway,
  "network cut": cutNetwork,
  "pubsub connections killed": killPubsub,
  "normal connections killed": killConnections,
  "Redis restarted": restartRedis,
};

/** The same, and Redis losing all that it has. */
export const faultsWithDataLoss: Readonly<Record<string, Fault>> = {
  ...faults,
  "Redis emptied": emptyRedis,
};
