export type { Alert } from "./alerts/alert.ts";
export { alerts } from "./alerts/alerts.ts";
export type { Fault } from "./check.ts";
export type {
  DeadLetterFacts,
  HealthFacts,
  ProcessFacts,
  ProcessState,
  SchemaFacts,
} from "./health-facts.ts";
export { checks, faultText, judge, type Judged } from "./judge.ts";
export { certificateLeftShareMin, lateMs } from "./limits.ts";
export type { Severity } from "./severity.ts";
export { type MeasuredStores, measureHealth } from "./measure-health.ts";
