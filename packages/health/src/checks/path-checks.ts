import * as db from "@jetwire/db";
import { clockSkewMsMax } from "@jetwire/runtime";
import type { StageLags } from "@jetwire/protocol";
import type { Check, Fault } from "../check.ts";
import type { HealthFacts } from "../health-facts.ts";
import { lateMs } from "../limits.ts";
import { alarmFaults } from "./process-alarms.ts";

type Stage = keyof StageLags;

/** Stages by the group that does their work. */
const groups: Readonly<Record<Exclude<Stage, "dispatch">, string>> = {
  storage: "persister",
  delivery: "fanout",
  firehose: "sampler",
};

export const pathChecks: readonly Check[] = [
  {
    name: "feeders",
    passes: "Feeders send messages",
    severity: "critical",
    audience: "everybody",
    remedy:
      "check that feeders reach ingest: its published ports, the firewall, the address in the DNS",
    alert: "JetwireNoMessages",
    faults: feederFaults,
  },
  stageCheck("dispatch", {
    passes: "Received messages are dispatched",
    sentence: "New messages wait at ingest before they are stored and delivered",
    remedy: "check that Redis answers and has free memory; the log of ingest says what fails",
  }),
  stageCheck("storage", {
    passes: "Messages are stored",
    sentence: "New messages are stored late: lists, exports and statistics lack the latest ones",
    remedy: "check that persister runs and Postgres is not slow, or run more replicas of it",
  }),
  stageCheck("delivery", {
    passes: "Messages reach feeds",
    sentence: "New messages reach feeds and monitors late",
    remedy: "check that fanout runs, or run more replicas of it",
  }),
  stageCheck("firehose", {
    passes: "The firehose is filled",
    sentence: "New messages reach the firehose late",
    remedy: "check that sampler runs, or run more replicas of it",
  }),
  {
    name: "clock-skew",
    passes: "The clocks of all hosts agree",
    severity: "warning",
    audience: "everybody",
    remedy: "start time synchronization on the host that differs from the others",
    alert: "JetwireClockSkew",
    faults: clockFaults,
  },
];

function stageCheck(
  stage: Stage,
  { sentence, ...texts }: { passes: string; sentence: string; remedy: string },
): Check {
  return {
    name: stage,
    severity: "critical",
    audience: "everybody",
    alert: "JetwireStageLate",
    ...texts,
    faults(facts) {
      const ms = facts.lagMs[stage];
      if (ms === null) return null;
      if (ms < lateMs) return [];
      const fault = {
        sentence: `${sentence} (the oldest by ${Math.round(ms / 1_000)} s)`,
        since: new Date(facts.nowMs - ms).toISOString(),
      };
      return [stage === "dispatch" ? fault : { ...fault, ...whereLate(facts, groups[stage]) }];
    },
  };
}

/** Names the partition in which a group is behind most, and who reads it. */
function whereLate({ partitions, processes }: HealthFacts, group: string): { detail?: string } {
  if (partitions === null) return {};
  const late = partitions
    .flatMap(({ partition, groups: all }) =>
      all.filter((one) => one.group === group).map((one) => ({ partition, ...one })),
    )
    .toSorted((a, b) => b.oldestMs - a.oldestMs)[0];
  if (late === undefined) return { detail: `${group} has never run` };
  const { partition, replica } = late;
  if (replica === null) return { detail: `nobody reads partition ${partition} for ${group}` };
  const reader = processes?.alive.find((one) => one.replica === replica);
  const name = reader === undefined ? replica : `${reader.service} ${reader.number}`;
  return { detail: `${name} is behind in partition ${partition}` };
}

function feederFaults({ feeders, lagMs }: HealthFacts): Fault[] | null {
  // While messages wait to be stored, nothing shows that none is sent.
  const isMoving = Math.max(lagMs.dispatch ?? 0, lagMs.storage ?? 0) < lateMs;
  if (feeders === null || !isMoving) return null;
  const { silence } = feeders;
  if (silence === null || silence.silentMs < db.stationActivity.feederSilenceMs(silence)) return [];
  return [{ sentence: `No feeder has sent a message for ${durationText(silence.silentMs)}` }];
}

/** Writes a time of some minutes in seconds, a longer one in minutes or hours. */
function durationText(ms: number): string {
  const seconds = Math.round(ms / 1_000);
  if (seconds < 600) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 120 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
}

function clockFaults(facts: HealthFacts): Fault[] | null {
  const { clockSkewMs } = facts;
  if (clockSkewMs === null || clockSkewMs <= clockSkewMsMax)
    return alarmFaults(facts, "clock-skew");
  const seconds = Math.round(clockSkewMs / 1_000);
  return [
    {
      sentence: `The clock of a host of ingest is ${seconds} s wrong: times of messages may be wrong`,
    },
  ];
}
