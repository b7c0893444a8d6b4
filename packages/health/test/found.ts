import { serviceNames } from "@jetwire/protocol";
import { processOf, wellFacts } from "@jetwire/testbed";
import { faultText, type HealthFacts, judge } from "../src/index.ts";

export const well = wellFacts();

export const redisServer = known(well.redisServer);
export const backups = known(well.backups);
export const newest = known(backups.newest);
export const storage = known(well.storage);
export const schema = known(well.schema);
export const accounting = known(well.accounting);

function known<Fact>(fact: Fact | null): Fact {
  if (fact === null) throw new Error("all facts are known");
  return fact;
}

/** Returns what is wrong as `check: text`. */
export function found(over: Partial<HealthFacts>): string[] {
  return judge({ ...well, ...over }).flatMap(({ check, faults }) =>
    faults.map((fault) => `${check.name}: ${faultText(fault)}`),
  );
}

export function withProcess(service: string, over: Parameters<typeof processOf>[1]) {
  const alive = serviceNames.map((name) => processOf(name, name === service ? over : {}));
  return { processes: { alive, expected: serviceNames, lost: [] } };
}

export function withBounds(atLeast: number, atMost: number) {
  return { accounting: { ...accounting, bounds: { atLeast, atMost } } } as Partial<HealthFacts>;
}

export function withReader(replica: string | null) {
  const group = { group: "persister", entries: 9, pending: 0, lag: 9, replica };
  return {
    lagMs: { ...well.lagMs, storage: 43_000 },
    partitions: [
      { partition: 2, length: 9, groups: [{ ...group, oldestMs: 1_000 }] },
      { partition: 3, length: 9, groups: [{ ...group, oldestMs: 43_000 }] },
    ],
  };
}

/** The drop of a day because of the share of the disk. */
export const shareDrop = {
  day: "2026-09-01",
  tables: ["messages"],
  rows: 1_000_000,
  bytes: 2e9,
  at: "2026-11-22T10:00:00.000Z",
  reason: "share" as const,
};

/** A disk of Postgres that is forecast to be full at a time. */
export function withDisk(fullAt: string): Partial<HealthFacts> {
  const disks = storage.disks.map((disk) => ({ ...disk, freeBytes: 4e9, fullAt }));
  return { storage: { ...storage, disks } };
}

export function withRetention(over: Partial<typeof storage.retention>): Partial<HealthFacts> {
  return { storage: { ...storage, retention: { ...storage.retention, ...over } } };
}
