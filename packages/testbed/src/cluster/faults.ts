import { until } from "../checks/until.ts";
import { type ClusterScenario, markOffered, untilDelivered } from "./cluster-scenario.ts";

/** What one fault cost. */
export interface FaultResult {
  readonly fault: FaultName;
  /** From the fault until of every station something offered after it had come by every way. */
  readonly deliveringAgainMs: number;
  /** From the fault until another master was in the place of the one that was lost. */
  readonly replacedMs: number;
  /** Bytes of what the master had taken in that its successor never got, at least. */
  readonly bytesLost: number;
}

export type FaultName = (typeof faultNames)[number];

/**
 * - `killed`: a master by `kill -9`.
 * - `killed ahead of its replica`: what it took in last, its replica never had.
 * - `frozen`: a master that answers nobody until it has been replaced, then wakes up as what it isn't.
 */
export const faultNames = ["killed", "killed ahead of its replica", "frozen"] as const;

const aheadMessages = 60;
const replacedMsMax = 30_000;
const flowsMsMax = 45_000;

/** Does a fault to a master under load, waits until everything flows again, and makes it whole. */
export async function injectFault(
  world: ClusterScenario,
  fault: FaultName,
  port: number,
): Promise<FaultResult> {
  const { cluster } = world;
  if (fault === "killed ahead of its replica") {
    await cluster.cutReplication(port);
    await untilAcknowledged(world, aheadMessages);
  }
  const bytesLost = fault === "killed ahead of its replica" ? await cluster.behind(port) : 0;
  const mark = markOffered(world);
  const began = performance.now();
  if (fault === "frozen") cluster.freeze(port);
  else await cluster.kill(port);
  const isReplaced = async () => !(await cluster.masters()).includes(port);
  await until("another master", isReplaced, replacedMsMax);
  const replacedMs = performance.now() - began;
  await untilDelivered(world, mark, flowsMsMax);
  const deliveringAgainMs = performance.now() - began;
  if (fault === "frozen") cluster.thaw(port);
  else await cluster.restart(port);
  await cluster.whole();
  return { fault, deliveringAgainMs, replacedMs, bytesLost };
}

async function untilAcknowledged({ accounts }: ClusterScenario, more: number): Promise<void> {
  const goals = accounts.map(({ feeder }) => feeder.acknowledged + more / accounts.length);
  const all = () =>
    accounts.every(({ feeder }, index) => feeder.acknowledged >= (goals[index] ?? 0));
  await until("messages to be taken in", all, 30_000);
}
