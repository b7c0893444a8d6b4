import { expect, test } from "vitest";
import type { SniffFilter } from "../events/sniff.ts";
import type { EnrichedMessage } from "../message/enriched-message.ts";
import { compileFilter } from "./compile-filter.ts";
import { noCodes } from "./known-codes.ts";

const message = {
  tail: "D-ABCD",
  airframe: null,
  decoded: { application: "atn-cpdlc" },
  snr: 7.5,
} as unknown as EnrichedMessage;

test.each<[SniffFilter, boolean]>([
  [{ tail: "DABCD" }, true],
  [{ tail: "D-ABCD" }, true],
  [{ tail: "D-ABCE" }, false],
  [{ decoded: ["cpdlc"] }, true],
  [{ decoded: ["atn-cpdlc"] }, true],
  [{ decoded: ["adsc"] }, false],
  [{ snrMin: 7.5 }, true],
  [{ snrMin: 7.6 }, false],
])(
  "a message of D-ABCD with CPDLC over the ATN at 7.5 dB and the filter %j: %s",
  (filter, fits) => {
    expect(compileFilter(filter, noCodes)?.(message)).toBe(fits);
  },
);

test("a message with an unknown signal-to-noise ratio fits no minimum of it", () => {
  const { snr: _, ...unknown } = message;
  expect(compileFilter({ snrMin: -100 }, noCodes)?.(unknown)).toBe(false);
});
