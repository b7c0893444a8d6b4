import type { Severity } from "../severity.ts";

/** An alert of Prometheus. Its section in `docs/runbook/alerts.md` says what it means, where to look, and how to cure it. */
export interface Alert {
  readonly name: `Jetwire${string}`;
  readonly severity: Severity;
  /** Tells what is wrong, as a template of Prometheus. */
  readonly summary: string;
  /** Gives the reason for an expression that surprises. */
  readonly comment?: string;
  /** Selects what fires, in PromQL. */
  readonly expr: string;
  /** How long the expression must hold, as a duration of Prometheus. */
  readonly for: string;
}
