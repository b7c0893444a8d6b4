import { readdirSync, readFileSync } from "node:fs";
import { serverEventPayloads } from "@jetwire/protocol";
import { expect, test } from "vitest";

interface Fixture {
  readonly event: string;
  /** The row of the public contract that a change of the payload breaks. */
  readonly row: string;
  readonly payload: Readonly<Record<string, unknown>>;
  /** Members that the payload has here and need not have. */
  readonly optional?: readonly string[];
}

const folder = new URL("../../protocol/fixtures/events/", import.meta.url);
const fixtures = readdirSync(folder).map((file) => {
  const fixture = JSON.parse(readFileSync(new URL(file, folder), "utf8")) as Fixture;
  return { file, ...fixture };
});

function schemaOf({ event, row }: Fixture) {
  const schema = Object.entries(serverEventPayloads).find(([name]) => name === event)?.[1];
  if (schema === undefined) throw new Error(`${event} is no event any more: breaks ${row}`);
  return schema;
}

test.each(fixtures)("$row: the payload of $event is what clients rely on", (fixture) => {
  const { event, row, payload } = fixture;
  expect(row).toMatch(/^R-\d\d$/);
  const result = schemaOf(fixture).safeParse(payload);
  expect(
    result.error,
    `${event} no longer takes its golden payload: breaks ${row}`,
  ).toBeUndefined();
  expect(result.data, `${event} loses members of its payload: breaks ${row}`).toEqual(payload);
});

test.each(fixtures)("$row: $event can't do without any member it has", (fixture) => {
  const { event, row, payload, optional = [] } = fixture;
  for (const member of Object.keys(payload)) {
    if (optional.includes(member)) continue;
    const { [member]: _, ...rest } = payload;
    const { success } = schemaOf(fixture).safeParse(rest);
    expect(success, `${event} may lack ${member}: breaks ${row}`).toBe(false);
  }
});

test.each(fixtures)("$row: $event is in a file of its name", ({ event, file }) => {
  expect(file).toBe(`${event.replaceAll(":", "-")}.json`);
});
