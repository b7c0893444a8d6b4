import type { AlertName } from "./alerts/alerts.ts";
import type { HealthFacts } from "./health-facts.ts";
import type { Severity } from "./severity.ts";

/** A problem that a check has found. */
export interface Fault {
  readonly sentence: string;
  /** Names what it is about if a check may find several: `persister`, `rest 1`. It stays while the sentence changes. */
  readonly about?: string;
  /** Is shown to operators only, such as the error of a server. */
  readonly detail?: string;
  /** The time at which it began; absent or null if it is not known. */
  readonly since?: string | null;
  /** Replaces the remedy of the check. */
  readonly remedy?: string;
}

/**
 * A rule of health. `jetwire doctor`, `GET /v1/status`, the operator's overview and the runbook take their names, limits,
 * sentences and remedies from it.
 */
export interface Check {
  /** The `part` of a status. An alarm of a process that has this name is about the same. */
  readonly name: string;
  /** Tells what is true while it passes, for a table. */
  readonly passes: string;
  readonly severity: Severity;
  /** Says who may see it: everybody, in the status, or operators. */
  readonly audience: "everybody" | "operators";
  /** Tells an operator what to do. */
  readonly remedy: string;
  /** Whether its faults do not end, as of messages that are lost: operators are notified once. */
  readonly isLasting?: boolean;
  /** The alert that fires for the same cause; its section of the runbook says where to look. */
  readonly alert: AlertName | null;
  /** Returns the faults that the facts show; null if the facts that it needs are not known. */
  faults(facts: HealthFacts): readonly Fault[] | null;
}
