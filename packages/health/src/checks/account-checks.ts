import type { MeasuredAccounting } from "@jetwire/db";
import type { CanaryProblem, CanaryRun } from "@jetwire/protocol";
import type { Check, Fault } from "../check.ts";
import type { DeadLetterFacts } from "../health-facts.ts";

/** The age of the last result from which on nobody seems to send canary messages. */
const silentMsMax = 60_000;
/** Failures in a row that are a fault; a deployment may cost one. */
const failuresMax = 3;

const canaryTexts: Readonly<Record<CanaryProblem, string>> = {
  unprepared: "no test message can be sent, because Postgres does not answer",
  "not-accepted": "ingest does not accept test messages",
  "not-delivered": "test messages do not arrive at the client of a feed",
  "not-stored": "test messages are not stored in time",
};

const impossibleRemedy =
  "start the ingest that has its journal, which mends them within seconds; if that journal is lost, see JetwireAccountNotCopied in docs/runbook/alerts.md";

export const accountChecks: readonly Check[] = [
  {
    name: "account",
    passes: "Every offered message has a result",
    severity: "critical",
    audience: "operators",
    isLasting: true,
    remedy: "keep the journals and the logs of ingest and persister, and report this as a bug",
    alert: "JetwireMessagesUnaccounted",
    faults: ({ accounting }) => accounting && accountFaults(accounting),
  },
  {
    name: "dead-letters",
    passes: "No dead letters wait",
    severity: "warning",
    audience: "everybody",
    remedy:
      "see `jetwire dead-letters list`; remove the cause, then run `jetwire dead-letters retry`",
    alert: "JetwireDeadLetters",
    faults: ({ deadLetters }) => deadLetters && deadLetterFaults(deadLetters),
  },
  {
    name: "canary",
    passes: "Canary messages arrive",
    severity: "critical",
    audience: "everybody",
    remedy:
      "cure the stage that the reason names; if only canary messages are lost, correct CANARY_INGEST_URL and CANARY_REALTIME_URL",
    alert: "JetwireCanaryLost",
    faults: ({ canaryRuns, nowMs }) => canaryFaults(canaryRuns, nowMs),
  },
];

function accountFaults({ producers, bounds, impossible }: MeasuredAccounting): Fault[] {
  const wrong = producers
    .filter(({ unaccounted }) => (unaccounted ?? 0) !== 0)
    .map(({ producer, unaccounted }) => ({
      about: `sum of ${producer}`,
      sentence: `The counts of producer ${producer} do not add up: ${unaccounted} offered messages have no result`,
    }));
  const untrue = impossible.map((producer) => ({
    about: producer,
    sentence: `The counts of producer ${producer} cannot be true, so nobody can say whether messages are lost`,
    remedy: impossibleRemedy,
  }));
  return [...wrong, ...untrue, ...differenceFaults(bounds)];
}

function differenceFaults(bounds: MeasuredAccounting["bounds"]): Fault[] {
  if (bounds === null) return [];
  const { atLeast, atMost } = bounds;
  if (atLeast > 0) {
    const lost = `${rangeText(atLeast, atMost)} of the offered messages are lost`;
    return [{ sentence: `${lost}: they are neither stored nor in flight` }];
  }
  if (atMost >= 0) return [];
  const surplus = `${rangeText(-atMost, -atLeast)} more messages are stored or in flight than were offered`;
  return [{ sentence: `${surplus}: counts of ingest are lost` }];
}

function rangeText(least: number, most: number): string {
  return least === most ? String(least) : `${least} to ${most}`;
}

function deadLetterFaults({ count, isMore, since }: DeadLetterFacts): Fault[] {
  if (count === 0) return [];
  const number = isMore ? `More than ${count}` : `${count}`;
  return [{ sentence: `${number} messages could not be stored`, since }];
}

/** Null if no canary messages are sent. */
function canaryFaults(runs: readonly CanaryRun[], nowMs: number): Fault[] | null {
  const [newest] = runs;
  if (newest === undefined) return null;
  const silentMs = nowMs - Date.parse(newest.sentAt);
  if (silentMs > silentMsMax) {
    const seconds = Math.round(silentMs / 1_000);
    return [{ sentence: `No test message was sent for ${seconds} s`, since: newest.sentAt }];
  }
  const last = runs.slice(0, failuresMax);
  if (last.length < failuresMax || last.some(({ problem }) => problem === null)) return [];
  const why = canaryTexts[newest.problem ?? "not-delivered"];
  const since = last.at(-1)?.sentAt ?? null;
  return [{ sentence: `The last ${failuresMax} test messages failed: ${why}`, since }];
}
