import { alerts } from "../alerts/alerts.ts";
import { consequences } from "../alerts/consequences.ts";
import type { Check, Fault } from "../check.ts";
import { checks, type Judged } from "../judge.ts";
import type { Severity } from "../severity.ts";

/** A fault that is open, or has ended lately, and what operators know of it. Times are Unix ms. */
export interface FollowedFault {
  /** The name of its check and what it is about: `readiness:rest 1`. */
  readonly key: string;
  readonly check: string;
  readonly severity: Severity;
  readonly sentence: string;
  readonly remedy: string;
  readonly sinceMs: number;
  /** The time since which it lasts without a fault that causes it. */
  readonly countsFromMs: number;
  /** The time when it was seen last, or could not be measured last. */
  readonly seenMs: number;
  /** The time when operators were notified of it last; null if not yet. */
  readonly notifiedMs: number | null;
  /** Null while it is open. */
  readonly endedMs: number | null;
  /** The times when it was reported to begin, within the last hour. */
  readonly begunMs: readonly number[];
  /** Whether it begins so often that nothing more is said of it. */
  readonly isQuiet: boolean;
}

/** A change that operators are notified of. */
export interface FaultReport {
  readonly kind: "begins" | "lasts" | "ended";
  readonly fault: FollowedFault;
  /** The sentences of the faults that follow from it. */
  readonly consequences: readonly string[];
  /** Whether nothing more is said of it within the hour. */
  readonly isLast: boolean;
}

/** The times after which operators are notified, ms. */
export interface FollowLimits {
  /** How long a fault lasts until it is reported, and how long it is absent until it has ended. */
  readonly lastsMs: Readonly<Record<Severity, number>>;
  /** The time after which a fault that lasts is reported again. */
  readonly repeatMs: number;
}

export interface Followed {
  readonly faults: FollowedFault[];
  readonly reports: FaultReport[];
}

const hourMs = 3_600_000;
/** A fault is reported to begin so many times an hour, and each time to end. */
const beginsMax = 3;
/** More faults at a time are not followed: the state has a bound. */
const faultsMax = 50;
const textMax = 300;

/** Returns the state of all faults after a measurement, and what to report of them. */
export function followFaults(
  previous: readonly FollowedFault[],
  judged: readonly Judged[],
  nowMs: number,
  limits: FollowLimits,
): Followed {
  const found = new Map<string, FollowedFault>();
  for (const { check, faults } of judged) {
    for (const fault of faults) {
      if (found.size < faultsMax) found.set(keyOf(check, fault), foundFault(check, fault, nowMs));
    }
  }
  const measured = new Set(judged.map(({ check }) => check.name));
  const known = new Map(previous.map((fault) => [fault.key, fault]));
  const all = [...new Set([...known.keys(), ...found.keys()])].flatMap((key) => {
    const before = known.get(key);
    const now = found.get(key);
    if (now !== undefined) return before === undefined ? now : seenAgain(before, now);
    return before === undefined ? [] : notSeen(before, measured, nowMs, limits);
  });
  return report(all, found, { nowMs, limits });
}

/** Returns whether a fault lasts long enough to be reported, if nothing causes it. */
export function isDue(fault: FollowedFault, nowMs: number, { lastsMs }: FollowLimits): boolean {
  return fault.endedMs === null && nowMs - fault.countsFromMs >= lastsMs[fault.severity];
}

function report(
  all: readonly FollowedFault[],
  found: ReadonlyMap<string, FollowedFault>,
  { nowMs, limits }: { readonly nowMs: number; readonly limits: FollowLimits },
): Followed {
  const open = all.filter(({ endedMs }) => endedMs === null);
  const reports: FaultReport[] = [];
  const add = (kind: FaultReport["kind"], fault: FollowedFault, isLast = false) => {
    const follow = open.filter(({ key, check }) => found.has(key) && follows(check, fault.check));
    const sentences = [...new Set(follow.map(({ sentence }) => sentence))];
    reports.push({ kind, fault, consequences: sentences, isLast });
  };
  const faults = all.map((fault): FollowedFault => {
    if (fault.endedMs !== null) return reportEnd(fault, nowMs, { add, limits });
    const isCaused = open.some((other) => follows(fault.check, other.check));
    if (isCaused) return fault.notifiedMs === null ? { ...fault, countsFromMs: nowMs } : fault;
    if (fault.notifiedMs !== null) {
      const isLasting = order.get(fault.check)?.check.isLasting === true;
      if (isLasting || fault.isQuiet || nowMs - fault.notifiedMs < limits.repeatMs) return fault;
      add("lasts", fault);
      return { ...fault, notifiedMs: nowMs };
    }
    if (!found.has(fault.key) || !isDue(fault, nowMs, limits)) return fault;
    const begunMs = [...fault.begunMs.filter((ms) => nowMs - ms < hourMs), nowMs];
    if (begunMs.length > beginsMax) return { ...fault, notifiedMs: nowMs, isQuiet: true };
    add("begins", fault, begunMs.length === beginsMax);
    return { ...fault, notifiedMs: nowMs, begunMs };
  });
  return { faults, reports };
}

/** Reports the end of a fault once: also of one that was due while nobody could be notified, as without Postgres. */
function reportEnd(
  fault: FollowedFault,
  nowMs: number,
  { add, limits }: { add: (kind: "ended", fault: FollowedFault) => void; limits: FollowLimits },
): FollowedFault {
  // The end is `nowMs` in the round that finds it.
  if (fault.endedMs !== nowMs) return fault;
  const ended = { ...fault, endedMs: fault.seenMs };
  const wasDue =
    fault.notifiedMs !== null ||
    fault.seenMs - fault.countsFromMs >= limits.lastsMs[fault.severity];
  if (wasDue && !fault.isQuiet) add("ended", ended);
  return ended;
}

function foundFault(check: Check, fault: Fault, nowMs: number): FollowedFault {
  const since = fault.since == null ? nowMs : Date.parse(fault.since);
  return {
    key: keyOf(check, fault),
    check: check.name,
    severity: check.severity,
    sentence: cut(fault.sentence),
    remedy: cut(fault.remedy ?? check.remedy),
    sinceMs: Number.isNaN(since) ? nowMs : Math.min(since, nowMs),
    countsFromMs: nowMs,
    seenMs: nowMs,
    notifiedMs: null,
    endedMs: null,
    begunMs: [],
    isQuiet: false,
  };
}

/** One that has ended begins anew; how often it has begun within the hour stays known. */
function seenAgain(before: FollowedFault, now: FollowedFault): FollowedFault {
  const { begunMs } = before;
  if (before.endedMs !== null) return { ...now, begunMs };
  const { sinceMs, countsFromMs, notifiedMs, isQuiet } = before;
  return { ...now, sinceMs, countsFromMs, notifiedMs, isQuiet, begunMs };
}

function notSeen(
  fault: FollowedFault,
  measured: ReadonlySet<string>,
  nowMs: number,
  { lastsMs }: FollowLimits,
): FollowedFault[] {
  if (fault.endedMs !== null) return nowMs - fault.endedMs < hourMs ? [fault] : [];
  // Nobody knows whether it lasts.
  if (!measured.has(fault.check)) return [{ ...fault, seenMs: nowMs }];
  return [nowMs - fault.seenMs < lastsMs.critical ? fault : { ...fault, endedMs: nowMs }];
}

function keyOf({ name }: Check, { about }: Fault): string {
  return about === undefined ? name : `${name}:${about}`.slice(0, textMax);
}

function cut(text: string): string {
  return text.slice(0, textMax).toWellFormed();
}

const order = new Map(checks.map((check, index) => [check.name, { check, index }]));

/** Whether the fault of a check follows from that of another. Causes come first in the list of checks. */
function follows(name: string, causeName: string): boolean {
  const one = order.get(name);
  const cause = order.get(causeName);
  if (one === undefined || cause === undefined || one.index <= cause.index) return false;
  // A disk that is full stops its server, whichever check has found it.
  const alert = causeName.endsWith("-disk") ? "JetwireDiskLow" : cause.check.alert;
  if (alert === null || one.check.alert === null) return false;
  return consequences[alert]?.includes(one.check.alert) ?? false;
}

/** Returns the path of the runbook's section about a check, at the origin of an instance. */
export function runbookPath(checkName: string): string {
  const alert = order.get(checkName)?.check.alert ?? null;
  const section = alerts.some(({ name }) => name === alert) ? alert?.toLowerCase() : undefined;
  return `/docs/runbook/alerts${section === undefined ? "" : `#${section}`}`;
}
