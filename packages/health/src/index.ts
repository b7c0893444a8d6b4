export { type AccountingWatch, createAccountingWatch } from "./accounting-watch.ts";
export type { Fault } from "./check.ts";
export {
  type FaultReport,
  type FollowedFault,
  followFaults,
  isDue,
} from "./follow/follow-faults.ts";
export { reportText } from "./follow/report-text.ts";
export type { HealthFacts, ProcessState } from "./health-facts.ts";
export { checks, faultText, judge, type Judged } from "./judge.ts";
export { certificateLeftShareMin } from "./limits.ts";
export { type MeasuredStores, measureHealth } from "./measure-health.ts";
export type { Severity } from "./severity.ts";
