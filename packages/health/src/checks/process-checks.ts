import type { Check, Fault } from "../check.ts";
import type { ProcessFacts, ProcessState, ReportedProcess } from "../health-facts.ts";
import { alarmFaults } from "./process-alarms.ts";
import { blamesDisk } from "./store-checks.ts";

/** Alarms that have a check of their own. */
const haveOwnCheck: ReadonlySet<string> = new Set([
  "postgres-disk",
  "redis-disk",
  "redis-memory",
  "redis-eviction",
  "certificate",
]);

export const processChecks: readonly Check[] = [
  {
    name: "services",
    passes: "Every service has a process",
    severity: "critical",
    audience: "operators",
    remedy: "start it, or check its log",
    alert: "JetwireServiceMissing",
    faults: whenReported(missingFaults),
  },
  {
    name: "processes",
    passes: "No process is frozen or killed",
    severity: "critical",
    audience: "everybody",
    remedy: "restart it; its log says what it did last",
    alert: "JetwireProcessDown",
    faults: whenReported(lostFaults),
  },
  {
    name: "gateways",
    passes: "A gateway accepts connections",
    severity: "critical",
    audience: "everybody",
    remedy: "undo the drain of a gateway (`jetwire gateways undo-drain`), or start one",
    alert: "JetwireNoGateway",
    faults: ({ processes }) => processes && gatewayFaults(processes.alive),
  },
  {
    name: "readiness",
    passes: "Every process is ready",
    severity: "critical",
    audience: "operators",
    remedy: "correct what the reason names; the log of the process says more",
    alert: "JetwireNotReady",
    faults: whenReported(({ alive }) => alive.flatMap(readinessFaults)),
  },
  {
    name: "certificate",
    passes: "Clients accept the certificate",
    severity: "critical",
    audience: "everybody",
    remedy:
      "correct the DNS or open port 80, and restart the balancer: it renews the certificate at once",
    alert: "JetwireCertificateUnusable",
    faults: (facts) => alarmFaults(facts, "certificate"),
  },
];

/** Judges what processes report. A Redis that cannot write takes no reports, so that nothing is known then. */
function whenReported(judge: (processes: ProcessFacts) => Fault[]): Check["faults"] {
  return ({ processes, redisServer }) =>
    processes === null || redisServer?.unwritten ? null : judge(processes);
}

function missingFaults({ alive, expected }: ProcessFacts): Fault[] {
  return expected
    .filter((name) => !alive.some(({ service }) => service === name))
    .map((name) => ({ about: name, sentence: `No ${name} has reported within 15 seconds` }));
}

function lostFaults({ alive, lost }: ProcessFacts): Fault[] {
  return unreplaced(alive, lost).map(({ service, number, reportedAt }) => ({
    about: `${service} ${number}`,
    sentence: `${service} ${number} has stopped to report: it is frozen, or was killed`,
    since: reportedAt,
  }));
}

/** Each process that was started since the last report of a lost one of its service replaces one. */
function unreplaced(
  alive: readonly ProcessState[],
  lost: readonly ReportedProcess[],
): readonly ReportedProcess[] {
  const successors = new Set(alive);
  return lost.filter((one) => {
    const successor = [...successors].find(
      ({ service, startedAt }) => service === one.service && (startedAt ?? "") > one.reportedAt,
    );
    return successor === undefined || !successors.delete(successor);
  });
}

/** Says nothing if no gateway has reported at all: the check of services does. */
function gatewayFaults(processes: readonly ProcessState[]): Fault[] {
  const gateways = processes.filter(({ service }) => service === "gateway");
  if (gateways.length === 0 || gateways.some(({ ready, draining }) => ready && !draining)) {
    return [];
  }
  const drained = gateways.filter(({ draining }) => draining).length;
  const why = drained === 0 ? "none is ready" : `${drained} of ${gateways.length} are drained`;
  return [{ sentence: `No gateway accepts connections: ${why}` }];
}

function readinessFaults({ service, number, ready, draining, problems }: ProcessState): Fault[] {
  if (draining && !ready) return [];
  const own = problems.filter((one) => !haveOwnCheck.has(one.name) && !blamesDisk(one));
  if (own.length === 0 && (ready || problems.length > 0)) return [];
  const reasons = own.map(({ name, reason }) => `${name}: ${reason}`).join("; ");
  const state = ready ? "has an alarm" : "is not ready";
  const since =
    own.flatMap((one) => one.since ?? []).toSorted((a, b) => a.localeCompare(b))[0] ?? null;
  const sentence = `${service} ${number} ${state} (${reasons || "no reason given"})`;
  return [{ about: `${service} ${number}`, sentence, since }];
}
