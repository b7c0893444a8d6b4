import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Endpoint } from "../endpoint.ts";
import { endpoints } from "../endpoints/index.ts";
import { resolveAliases } from "./query-aliases.ts";

const { aliases } = endpoints.listMessages;
const nowMs = Date.parse("2026-03-31T12:00:00Z");

test("aliases become our names, and others stay as they are", () => {
  const sent = { labels: "H1,5Z", timeframe: "last-3-days", before_id: "x", text: "fuel" };
  const { query, sentAs, mistakes } = resolveAliases(sent, aliases, nowMs);
  expect(query).toEqual({
    label: "H1,5Z",
    since: "2026-03-28T12:00:00.000Z",
    before: "x",
    text: "fuel",
  });
  expect(sentAs.get("label")).toBe("labels");
  expect(mistakes).toEqual([]);
});

test.each([
  [{ labels: "H1", label: "5Z" }, "labels", "must not be combined with label: they are one"],
  [
    { created_at_after: "2026-03-01", timeframe: "last-day" },
    "timeframe",
    "must not be combined with created_at_after: they are one",
  ],
  [{ timeframe: "yesterday" }, "timeframe", "must be one of last-hour, last-6-hours"],
  [{ timeframe: "toString" }, "timeframe", "must be one of last-hour"],
  [{ timeframe: ["last-day", "last-hour"] }, "timeframe", "must be one of last-hour"],
])("%j is a mistake in %s", (sent, field, message) => {
  const { mistakes } = resolveAliases(sent, aliases, nowMs);
  expect(mistakes).toEqual([{ field, message: expect.stringContaining(message) as string }]);
});

test("the document of these programs names each alias, its parameter and its values", () => {
  const document = new URL("../../../../../docs/clients/airframes-io.md", import.meta.url);
  const rows = readFileSync(document, "utf8").split("\n");
  for (const [name, { of, agesMs = {} }] of Object.entries(aliases)) {
    const row = rows.find((text) => text.startsWith(`| \`${name}\``)) ?? "";
    for (const word of [of, ...Object.keys(agesMs)]) expect(row).toContain(`\`${word}\``);
  }
});

test("every alias of an endpoint stands for a parameter of it, and is no parameter itself", () => {
  for (const endpoint of Object.values<Endpoint>(endpoints)) {
    const { shape = {} } = endpoint.query as { shape?: object };
    for (const [name, { of }] of Object.entries(endpoint.aliases)) {
      expect(Object.keys(shape)).toContain(of);
      expect(Object.keys(shape)).not.toContain(name);
    }
  }
});
