import { expect, test } from "vitest";
import { labelMeanings } from "./label-meanings.ts";

test("labels are listed once, each with a meaning", () => {
  expect(labelMeanings.length).toBeGreaterThanOrEqual(120);
  expect(new Set(labelMeanings.map(({ label }) => label)).size).toBe(labelMeanings.length);
  for (const { label, meaning } of labelMeanings) {
    expect(label).toHaveLength(2);
    expect(meaning).toMatch(/^\p{Lu}.{4,}/u);
  }
  expect(labelMeanings).toContainEqual({
    label: "B9",
    meaning: "Request for ATIS",
    linkDirection: "downlink",
    definedBy: "standard",
  });
});
