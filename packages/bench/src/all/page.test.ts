import { expect, test } from "vitest";
import { BenchDocument, pageOf } from "./page.ts";

const document = BenchDocument.parse({
  at: "2026-11-21T10:00:00.000Z",
  environment: { node: "24.20.0", cores: 2 },
  parameters: { seconds: 20 },
  tables: [
    {
      heading: "CPU <by service>",
      rows: [
        ["offered", "ingest", "redis", "p99 ms"],
        ["at rest", 40_000, 9_000, 0],
        ["25/s", "1,500", 500, 20],
        ["500/s", 300, 200, "n/a"],
      ],
      chart: { parts: ["ingest", "redis"], skips: 1 },
    },
  ],
  targets: [{ what: "p99", wanted: "≤ 50 ms", measured: "20 ms", met: true }],
});

test("the page has every number of a table, and a bar for each row on one scale", () => {
  const page = pageOf([{ name: "rates", result: document }], "Benchmarks");
  for (const cell of ["1,500", "500", "300", "200", "n/a"])
    expect(page).toContain(`<td>${cell}</td>`);
  const widths = [...page.matchAll(/width:([\d.]+)%;background:(#\w+)/g)].map(
    ([, width, colour]) => [width, colour],
  );
  expect(widths).toEqual([
    ["75.00", "#0072b2"],
    ["25.00", "#e69f00"],
    ["15.00", "#0072b2"],
    ["10.00", "#e69f00"],
  ]);
});

test("texts of results are not markup, and a failure is shown with its output", () => {
  const page = pageOf(
    [
      { name: "rates", result: document },
      { name: "rest", result: { failure: "ended with status 1\n<script>" } },
    ],
    "Benchmarks",
  );
  expect(page).toContain("CPU &lt;by service&gt;");
  expect(page).toContain("&lt;script&gt;");
  expect(page).not.toContain("<script>");
  expect(page).toContain('href="#rest"');
});
