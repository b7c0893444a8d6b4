import { expect, test } from "vitest";
import { readSniffOptions } from "./sniff.ts";

test.each([
  [{ frequency: "9-8" }, "filter.frequency: must be a frequency in MHz"],
  [{ frequency: 131.55 }, "filter.frequency: must be a frequency in MHz"],
  [{ airline: "UNITED" }, "filter.airline: must be an airline code"],
  [{ aircraftType: "7" }, "filter.aircraftType: must be a type designator"],
  [{ airport: "AB" }, "filter.airport: must be an airport code"],
  [{ decoded: ["any", "cpdlc"] }, "filter.decoded: must be any, none, or names"],
  [{ decoded: ["__proto__"] }, "filter.decoded: must be one of any, none, adsc"],
  [{ decoded: ["foo"] }, "filter.decoded: must be one of any, none, adsc"],
  [{ decoded: [] }, "filter.decoded: must not be empty"],
  [{ onGround: "true" }, "filter.onGround: "],
  [{ q: "x".repeat(65) }, "filter.q: must not be longer than 64 characters"],
])("A-06: the filter %j is refused by its name", (filter, refusal) => {
  expect(readSniffOptions({ filter })).toEqual({
    ok: false,
    refusal: expect.stringContaining(refusal) as string,
  });
});

test("equal filters become equal", () => {
  const [one, other] = [
    { airline: "ua", airport: " arn", aircraftType: "b738", decoded: ["cpdlc", "adsc", "cpdlc"] },
    { airline: "UA", airport: "ARN", aircraftType: "B738", decoded: ["adsc", "cpdlc"] },
  ].map((filter) => readSniffOptions({ filter }));
  expect(one).toMatchObject({ ok: true });
  expect(one).toEqual(other);
});
