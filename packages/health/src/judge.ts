import type { Check, Fault } from "./check.ts";
import { accountChecks } from "./checks/account-checks.ts";
import { backupChecks } from "./checks/backup-checks.ts";
import { pathChecks } from "./checks/path-checks.ts";
import { processChecks } from "./checks/process-checks.ts";
import { storageChecks } from "./checks/storage-checks.ts";
import { storeChecks } from "./checks/store-checks.ts";
import type { HealthFacts } from "./health-facts.ts";

/** All checks, in the order in which to solve what they find. */
export const checks: readonly Check[] = [
  ...storeChecks,
  ...processChecks,
  ...pathChecks,
  ...accountChecks,
  ...storageChecks,
  ...backupChecks,
];

/** A check that was made, with what is wrong; without faults it passes. */
export interface Judged {
  readonly check: Check;
  readonly faults: readonly Fault[];
}

/** Makes the checks whose facts are known. */
export function judge(facts: HealthFacts): Judged[] {
  return checks.flatMap((check) => {
    const faults = check.faults(facts);
    return faults === null ? [] : [{ check, faults }];
  });
}

/** Returns a fault as operators see it. */
export function faultText({ sentence, detail }: Fault): string {
  return detail === undefined ? sentence : `${sentence} (${detail})`;
}
