import type { EnrichedMessage, SniffFilter } from "@jetwire/protocol";
import { expect, test } from "vitest";
import { compileFilter, noCodes } from "./sniff-filter.ts";

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
