import type { Severity } from "@jetwire/health";
import type { PublicFacts } from "./public-facts.ts";

/** A problem that a check has found. */
export interface PublicFault {
  readonly sentence: string;
  /** Replace those of the check. */
  readonly remedy?: string;
  readonly severity?: Severity;
}

/** A rule about what strangers see of a deployment. */
export interface PublicCheck {
  readonly name: string;
  /** Tells what is true while it passes. */
  readonly passes: string;
  readonly severity: Severity;
  /** Tells an operator what to do. */
  readonly remedy: string;
  /** Says why it was not made. */
  readonly skipped: string;
  /** Returns the faults that the facts show; null if the facts that it needs are not known. */
  faults(facts: PublicFacts): readonly PublicFault[] | null;
}
