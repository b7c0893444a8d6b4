import type { ClientLedger, FeederLedger, SliceEvidence } from "./check-slice.ts";
import type { Fleet } from "./fleet.ts";
import type { Span } from "./fleet-process.ts";
import type { InjectedFault } from "./inject-fault.ts";
import type { Actors, ClientActor, FeederActor } from "./slice-actors.ts";

/** The age of what a killed ingest has received and not yet written to its journal, on a busy machine. */
const unwrittenMs = 5_000;
const afterMs = 2_000;
/** How old entries may be that were not delivered when Redis was emptied, and how long they are appended again. */
const notAppendedMs = 20_000;
const appendedAgainMs = 90_000;

/** Returns everything that the check compares, besides what is stored. */
export function ledgersOf(
  { feeders, clients, followers }: Actors,
  fleet: Fleet,
  faults: readonly InjectedFault[],
): Omit<SliceEvidence, "stored"> {
  return {
    feeders: feeders.map((one) => ledgerOf(one, fleet, faults)),
    clients: clients.map(clientLedger),
    followers,
    lateStores: lateStores(fleet, faults),
    emptied: spansOf(faults, isEmptied, notAppendedMs, appendedAgainMs),
    newEpochs: spansOf(faults, beginsEpochs, 0, appendedAgainMs),
  };
}

function ledgerOf(
  { name, way, ingest, feeder }: FeederActor,
  fleet: Fleet,
  faults: readonly InjectedFault[],
): FeederLedger {
  if ("offered" in feeder) {
    const { offered, repeated } = feeder;
    const lines = offered.map((text) => ({ text, sentMs: null, repeated: repeated.has(text) }));
    return { name, lines, losses: [] };
  }
  const lines = feeder.sent.map(({ text, sentMs }) => ({ text, sentMs, repeated: false }));
  const down = fleet.processes.find((one) => one.name === ingest)?.outages() ?? [];
  const isBehind = ({ target }: InjectedFault) =>
    target === "postgres" || target === "redis" || target.startsWith(`${ingest} to `);
  const behind = spansOf(faults, isBehind, afterMs, afterMs);
  // Without stations and their keys, which it reads at its start, ingest refuses what arrives.
  const losses = down.map((span) => ({
    ...untilAllEnded(wider(span, unwrittenMs, afterMs), behind),
    reason: "ingest down, or started without Postgres or Redis",
  }));
  const isOfLink = ({ target }: InjectedFault) => target === `feeders to ${ingest} by tcp`;
  const isStop = ({ kind, target }: InjectedFault) => kind === "stopped" && target === ingest;
  const other = way === "tcp" ? spansOf(faults, isOfLink, unwrittenMs, afterMs) : spansOf(faults, isStop, 0, 0); // prettier-ignore
  const reason = way === "tcp" ? "connection cut" : "datagrams while ingest was stopped";
  return { name, lines, losses: [...losses, ...other.map((span) => ({ ...span, reason }))] };
}

/** Faults by which a message can stay in a journal for longer than followers wait. */
function lateStores(fleet: Fleet, faults: readonly InjectedFault[]): Span[] {
  const down = fleet.processes
    .filter(({ service }) => service === "ingest")
    .flatMap((one) => one.outages());
  return [
    ...down.map((span) => wider(span, unwrittenMs, unwrittenMs)),
    ...spansOf(faults, isBeforeStream, 1_000, unwrittenMs),
  ];
}

function spansOf(
  faults: readonly InjectedFault[],
  is: (fault: InjectedFault) => boolean,
  beforeMs: number,
  laterMs: number,
): Span[] {
  return faults.filter(is).map((span) => wider(span, beforeMs, laterMs));
}

/** Makes a span last until the faults that follow it without a pause have ended. */
function untilAllEnded(span: Span, faults: readonly Span[]): Span {
  let { toMs } = span;
  for (const fault of faults.toSorted((a, b) => a.fromMs - b.fromMs)) {
    if (fault.fromMs <= toMs) toMs = Math.max(toMs, fault.toMs);
  }
  return { fromMs: span.fromMs, toMs };
}

function wider({ fromMs, toMs }: Span, beforeMs: number, laterMs: number): Span {
  return { fromMs: fromMs - beforeMs, toMs: toMs + laterMs };
}

function clientLedger({ name, account, isComplete, client }: ClientActor): ClientLedger {
  const { receipts, gapTimes, connects } = client;
  const { keys: ids, liveRepeats, disorders } = receipts;
  return { name, account, isComplete, ids, liveRepeats, disorders, gapTimes, connects };
}

function isBeforeStream({ target }: InjectedFault): boolean {
  return target === "redis" || target.startsWith("ingest-");
}

function isEmptied({ kind }: InjectedFault): boolean {
  return kind === "Redis emptied";
}

/** Redis has another identity after these, so that a feed log may have lost its end. */
function beginsEpochs({ kind }: InjectedFault): boolean {
  return kind === "Redis emptied" || kind === "Redis killed" || kind === "Redis as replica";
}
