import { expect, test } from "vitest";
import { redactionTarget } from "./redaction-target.ts";

const empty = { ids: "", stationId: "", since: "", until: "" };

test.each([
  ["nothing", empty, null],
  ["ids on lines", { ...empty, ids: " a,\n b\n" }, { ids: ["a", "b"] }],
  ["a station without a time", { ...empty, stationId: "7" }, null],
  [
    "a station and a time",
    { ...empty, stationId: "7", since: "2026-11-21T10:00", until: "2026-11-21T11:00" },
    { stationId: 7, since: "2026-11-21T10:00:00.000Z", until: "2026-11-21T11:00:00.000Z" },
  ],
])("a form with %s", (_what, texts, target) => {
  expect(redactionTarget(texts)).toEqual(target);
});
