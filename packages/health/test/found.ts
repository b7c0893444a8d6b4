import { serviceNames } from "@jetwire/protocol";
import { faultText, type HealthFacts, judge } from "../src/index.ts";
import { processOf, wellFacts } from "./well-facts.ts";

export const well = wellFacts();

export const redisServer = known(well.redisServer);
export const backups = known(well.backups);
export const newest = known(backups.newest);
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
