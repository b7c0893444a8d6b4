import { expect, test } from "vitest";
import type { SniffFilter } from "../events/sniff.ts";
import type { EnrichedMessage } from "../message/enriched-message.ts";
import { compileFilter } from "./compile-filter.ts";
import { noCodes } from "./known-codes.ts";

const message = {
  tail: "D-ABCD",
  airframe: null,
  decoded: { application: "atn-cpdlc" },
} as unknown as EnrichedMessage;

test.each<[SniffFilter, boolean]>([
  [{ tail: "DABCD" }, true],
  [{ tail: "D-ABCD" }, true],
  [{ tail: "D-ABCE" }, false],
  [{ decoded: ["cpdlc"] }, true],
  [{ decoded: ["atn-cpdlc"] }, true],
  [{ decoded: ["adsc"] }, false],
])("a message of D-ABCD with CPDLC over the ATN and the filter %j: %s", (filter, fits) => {
  expect(compileFilter(filter, noCodes)?.(message)).toBe(fits);
});
