export { list, setOverride } from "./eligibility-overrides.ts";
export { compute, computeForAccount, readForAccount } from "./key-eligibility.ts";
