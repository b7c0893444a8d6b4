import process from "node:process";
import { pause } from "@jetwire/runtime";
import { until } from "../checks/until.ts";
import type { FaultKind, PlannedFault } from "./fault-plan.ts";
import type { Fleet } from "./fleet.ts";
import type { Span } from "./fleet-process.ts";
import { linkFault } from "./link-fault.ts";
import { endProcess, stopped } from "./process-faults.ts";
import { emptied, isPostgresBack, isRedisBack, readOnly, writesRefused } from "./server-faults.ts";

/** A fault that was injected. It ends when its target works again. */
export interface InjectedFault extends Span {
  readonly kind: FaultKind;
  readonly target: string;
  /** Shows that it fired; null if nothing did. */
  readonly proof: string | null;
}

const againMsMax = 120_000;
const probeEveryMs = 250;

/** Injects a fault, waits until it is over and its target works again. Never rejects. */
export async function injectFault(fleet: Fleet, planned: PlannedFault): Promise<InjectedFault> {
  const { kind, target } = planned;
  const fromMs = Date.now();
  const proof = await run(fleet, planned).catch((error: unknown) => {
    process.stderr.write(`${kind} ${target}: ${String(error)}\n`);
    return null;
  });
  return { kind, target, fromMs, toMs: Date.now(), proof };
}

async function run(fleet: Fleet, planned: PlannedFault): Promise<string | null> {
  const { kind, lastsMs } = planned;
  switch (kind) {
    case "killed":
    case "stopped":
      return await processFault(fleet, planned);
    case "link cut":
    case "link refused":
    case "link frozen":
    case "link slow": {
      const link = fleet.links.find(({ name }) => name === planned.target);
      return link === undefined ? null : await linkFault(link.proxy, planned);
    }
    case "Redis killed":
      return await serverEnded(fleet.redis.pid, "SIGKILL", () => isRedisBack(fleet));
    case "Redis stopped":
      return fleet.redis.pid === null ? null : await stopped(fleet.redis.pid, lastsMs);
    case "Redis emptied":
      return await emptied(fleet);
    case "Redis out of memory":
    case "Redis without replica":
    case "Redis as replica":
      return await writesRefused(fleet, kind, lastsMs);
    case "Postgres killed":
      return await serverEnded(fleet.postgres.pid, "SIGKILL", () => isPostgresBack(fleet));
    case "Postgres restarted":
      return await serverEnded(fleet.postgres.pid, "SIGINT", () => isPostgresBack(fleet));
    case "Postgres read-only":
      return await readOnly(fleet, lastsMs);
  }
}

async function processFault(
  fleet: Fleet,
  { kind, target, lastsMs }: PlannedFault,
): Promise<string | null> {
  const found = fleet.processes.find(({ name }) => name === target);
  if (found === undefined || found.pid === null) return null;
  const proof =
    kind === "killed" ? await endProcess(found.pid, "SIGKILL") : await stopped(found.pid, lastsMs);
  // It does not become ready while another fault lasts.
  await untilWorking(target, found.isReady).catch(() => {});
  return proof;
}

async function serverEnded(
  pid: number | null,
  signal: "SIGKILL" | "SIGINT",
  isBack: () => Promise<boolean>,
): Promise<string | null> {
  if (pid === null) return null;
  const proof = await endProcess(pid, signal);
  await untilWorking("the server", isBack);
  return proof;
}

async function untilWorking(name: string, isWorking: () => Promise<boolean>): Promise<void> {
  const probe = async () => {
    await pause(probeEveryMs);
    return await isWorking();
  };
  await until(`${name} to work again`, probe, againMsMax);
}
