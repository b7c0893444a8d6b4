import type { Reported } from "./position-report.ts";
import type { TreeItem } from "./words.ts";

export type AtnApplication = "atn-cpdlc" | "atn-cm" | "atn-adsc";

/** An application's message in words. */
export interface AtnContent {
  readonly application: AtnApplication;
  readonly description: string;
  readonly items: readonly TreeItem[];
  readonly isFull: boolean;
  readonly reported: Reported;
}

/** Application entities by the numbers of their qualifiers (ICAO Doc 9880). */
export const entities: ReadonlyMap<
  number,
  { readonly name: string; readonly application: AtnApplication }
> = new Map([
  [0, { name: "ADS-C", application: "atn-adsc" }],
  [1, { name: "Context management", application: "atn-cm" }],
  [2, { name: "CPDLC", application: "atn-cpdlc" }],
  [22, { name: "CPDLC", application: "atn-cpdlc" }],
]);
