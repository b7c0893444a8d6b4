import { expect, test } from "vitest";
import { z } from "zod";
import type { Endpoint } from "./endpoint.ts";
import { endpoints } from "./endpoints/index.ts";

const all = Object.entries<Endpoint>(endpoints);
const garbage = [
  "",
  " ",
  "\u0001",
  "a,\u0002,b",
  "-1",
  "9".repeat(30),
  "1,2,3,4",
  "true",
  "2026-11-21",
  "0196f3a0-1234-7000-8000-00000000002a",
  ["a", "b"],
  { a: "b" },
  null,
  undefined,
  7,
];

function membersOf(schema: z.ZodType): string[] {
  const { properties = {} } = z.toJSONSchema(schema, { unrepresentable: "any" });
  return Object.keys(properties);
}

/** Values by turns, so that each meets each member and many neighbours. */
function* mixtures(names: readonly string[]): Generator<Record<string, unknown>> {
  for (const [n] of garbage.entries()) {
    for (let step = 0; step < garbage.length; step++) {
      const given = names.map((name, i) => [name, garbage[(n + i * step) % garbage.length]]);
      yield Object.fromEntries(given) as Record<string, unknown>;
    }
  }
}

test.each(all)(
  "R-18: whatever %s is given is read or refused, and nothing breaks",
  (_, endpoint) => {
    for (const part of ["params", "query", "body"] as const) {
      const schema = endpoint[part];
      for (const given of [...mixtures(membersOf(schema)), ...garbage]) {
        expect([true, false]).toContain(schema.safeParse(given).success);
      }
    }
  },
);
