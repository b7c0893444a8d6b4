import { feederChecks } from "./feeder-checks.ts";
import { nameChecks } from "./name-checks.ts";
import type { PublicCheck } from "./public-check.ts";
import { pageChecks } from "./page-checks.ts";

/** All checks of a deployment from outside, in the order in which to solve what they find. */
export const publicChecks: readonly PublicCheck[] = [...nameChecks, ...pageChecks, ...feederChecks];
