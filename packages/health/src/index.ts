export { type AccountingWatch, createAccountingWatch } from "./accounting-watch.ts";
export { certificateProblem } from "./certificate/certificate-problem.ts";
export { readCertificate, type ServerCertificate } from "./certificate/read-certificate.ts";
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
export { type MeasuredStores, measureHealth } from "./measure-health.ts";
export type { Severity } from "./severity.ts";
