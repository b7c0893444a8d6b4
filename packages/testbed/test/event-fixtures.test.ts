import { serverEventPayloads } from "@jetwire/protocol";
import { expect, test } from "vitest";
import { type GoldenPayload, readGoldenPayloads } from "./conformance/golden-payloads.ts";
import { expectedEvents } from "./conformance/expected-events.ts";

const goldens = readGoldenPayloads();
const events = Object.keys(serverEventPayloads).toSorted();

function schemaOf({ event, row }: GoldenPayload) {
  const schema = Object.entries(serverEventPayloads).find(([name]) => name === event)?.[1];
  if (schema === undefined) throw new Error(`${event} is no event any more: breaks ${row}`);
  return schema;
}

test("every event has its golden payload", () => {
  expect(goldens.map(({ event }) => event).toSorted()).toEqual(events);
});

test("every event is expected by the conformance suite", () => {
  expect([...new Set(Object.values(expectedEvents).flat())].toSorted()).toEqual(events);
});

test.each(goldens)("$row: the payload of $event is what clients rely on", (golden) => {
  const { event, row, payload } = golden;
  expect(row).toMatch(/^[RE]-\d\d$/);
  const result = schemaOf(golden).safeParse(payload);
  expect(
    result.error,
    `${event} no longer takes its golden payload: breaks ${row}`,
  ).toBeUndefined();
  expect(result.data, `${event} loses members of its payload: breaks ${row}`).toEqual(payload);
});

test.each(goldens)("$row: $event can't do without any member it has", (golden) => {
  const { event, row, payload, optional = [] } = golden;
  for (const member of Object.keys(payload)) {
    if (optional.includes(member)) continue;
    const { [member]: _, ...rest } = payload;
    const { success } = schemaOf(golden).safeParse(rest);
    expect(success, `${event} may lack ${member}: breaks ${row}`).toBe(false);
  }
});

test.each(goldens)("$row: $event takes no member more", (golden) => {
  const { event, row, payload } = golden;
  const { success } = schemaOf(golden).safeParse({ ...payload, more: 1 });
  expect(success, `${event} may carry more than its members: breaks ${row}`).toBe(false);
});

test.each(goldens)("$row: $event is in a file of its name", ({ event, file }) => {
  expect(file).toBe(`${event.replaceAll(":", "-")}.json`);
});
