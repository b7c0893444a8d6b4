import { expect, test } from "vitest";
import { z } from "zod";
import { eventExamples } from "../../documents/event-examples.ts";
import type { Endpoint } from "../endpoint.ts";
import { endpoints } from "../endpoints/index.ts";
import { inSnakeCase, takesMemberCase } from "./member-case.ts";

test("members are renamed at any depth, and values stay", () => {
  const message = { ...eventExamples["feed:message"], raw: '{"toHex":1}', tree: { toHex: 1 } };
  const { station } = eventExamples.message;
  const answer = [{ ...message, station }];
  const [renamed] = inSnakeCase(answer, endpoints.listMessages.answer) as Record<string, unknown>[];
  expect(renamed).toMatchObject({
    group_id: message.groupId,
    flight_number: message.flightNumber,
    raw: message.raw,
    station: { source_type: station?.sourceType },
  });
  expect(renamed?.["tree"]).toEqual({ toHex: 1 });
  expect(JSON.stringify(renamed?.["station"])).not.toMatch(/"[a-z]+[A-Z]/);
});

test("keys that are data stay: those of records, and members without a schema", () => {
  const schema = z.object({
    byLabel: z.record(z.string(), z.object({ lastAt: z.string() })),
    either: z.union([z.object({ onlyHere: z.number() }), z.array(z.object({ inList: z.null() }))]),
  });
  const value = {
    byLabel: { aB: { lastAt: "x" } },
    either: [{ inList: null }],
    unknownMember: { inIt: 1 },
  };
  expect(inSnakeCase(value, schema)).toEqual({
    by_label: { aB: { last_at: "x" } },
    either: [{ in_list: null }],
    unknownMember: { inIt: 1 },
  });
});

test("no two members of an answer have one name in snake case", () => {
  let count = 0;
  for (const endpoint of Object.values<Endpoint>(endpoints).filter(takesMemberCase)) {
    const schema = JSON.stringify(z.toJSONSchema(endpoint.answer, { unrepresentable: "any" }));
    JSON.parse(schema, (key, value: unknown) => {
      if (key !== "properties") return value;
      const names = Object.keys(value as object);
      const renamed = names.map((name) => name.replaceAll(/[A-Z]/g, (c) => `_${c.toLowerCase()}`));
      expect(new Set(renamed).size).toBe(names.length);
      count += names.length;
      return value;
    });
  }
  expect(count).toBeGreaterThan(100);
});
