import { until } from "../checks/until.ts";
import { type ClusterScenario, markOffered, untilFeedsDelivered } from "./cluster-scenario.ts";

/** The effect of one fault. */
export interface FaultResult {
  readonly fault: FaultName;
  /** Time from the fault until messages offered after it were delivered on every path. */
  readonly deliveringAgainMs: number;
  /** Time from the fault until another master had taken over. */
  readonly replacedMs: number;
  /** Bytes written to the master that its successor never received, at least. */
  readonly bytesLost: number;
}

export type FaultName = (typeof faultNames)[number];

/**
 * - `killed`: `kill -9` of a master.
 * - `killed ahead of its replica`: the replica lacks the master's last writes, of which some are
 *   messages that were already delivered.
 * - `frozen`: a master does not answer until it has been replaced, and then resumes.
 */
export const faultNames = ["killed", "killed ahead of its replica", "frozen"] as const;

const aheadMessages = 60;
const replacedMsMax = 30_000;
const flowsMsMax = 90_000;

/** Injects a fault into a master under load, waits until messages are delivered again, and repairs it. */
export async function injectClusterFault(
  scenario: ClusterScenario,
  fault: FaultName,
  port: number,
): Promise<FaultResult> {
  const { cluster } = scenario;
  if (fault === "killed ahead of its replica") {
    await cluster.cutReplication(port);
    await untilAcknowledged(scenario, aheadMessages);
    await untilFeedsDelivered(scenario, markOffered(scenario), flowsMsMax);
  }
  const bytesLost =
    fault === "killed ahead of its replica" ? await cluster.replicationLag(port) : 0;
  const mark = markOffered(scenario);
  const began = performance.now();
  if (fault === "frozen") cluster.freeze(port);
  else await cluster.kill(port);
  const isReplaced = async () => !(await cluster.masters()).includes(port);
  await until("another master", isReplaced, replacedMsMax);
  const replacedMs = performance.now() - began;
  await untilFeedsDelivered(scenario, mark, flowsMsMax);
  const deliveringAgainMs = performance.now() - began;
  if (fault === "frozen") cluster.resume(port);
  else await cluster.restart(port);
  await cluster.untilComplete();
  return { fault, deliveringAgainMs, replacedMs, bytesLost };
}

async function untilAcknowledged({ accounts }: ClusterScenario, more: number): Promise<void> {
  const goals = accounts.map(({ feeder }) => feeder.acknowledged + more / accounts.length);
  const all = () =>
    accounts.every(({ feeder }, index) => feeder.acknowledged >= (goals[index] ?? 0));
  await until("messages to be acknowledged", all, 30_000);
}
