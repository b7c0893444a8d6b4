export type { Fault } from "./check.ts";
export type { HealthFacts, ProcessState } from "./health-facts.ts";
export { checks, faultText, judge, type Judged } from "./judge.ts";
export { certificateLeftShareMin } from "./limits.ts";
export { type MeasuredStores, measureHealth } from "./measure-health.ts";
export type { Severity } from "./severity.ts";
