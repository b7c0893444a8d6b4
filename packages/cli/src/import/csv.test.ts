import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { type CsvRow, dialectOf, readCsvRows } from "./csv.ts";

async function rowsOf(text: string, chunkBytes = 7): Promise<{ rows: CsvRow[]; broken: number[] }> {
  const bytes = Buffer.from(text);
  const chunks = Array.from({ length: Math.ceil(bytes.length / chunkBytes) }, (_, at) =>
    bytes.subarray(at * chunkBytes, (at + 1) * chunkBytes),
  );
  const broken: number[] = [];
  const rows: CsvRow[] = [];
  const dialect = dialectOf(text.split("\n")[0] ?? "");
  for await (const some of readCsvRows(Readable.from(chunks), dialect, (line) =>
    broken.push(line),
  )) {
    rows.push(...some);
  }
  return { rows, broken };
}

test("rows have their lines, whatever ends them and however they come in pieces", async () => {
  const { rows, broken } = await rowsOf('\uFEFFa,b\r\n\r\n"x, é", y \r\n  \r\nlast,');
  expect(rows).toEqual([
    { line: 1, cells: ["a", "b"] },
    { line: 3, cells: ["x, é", "y"] },
    { line: 5, cells: ["last", ""] },
  ]);
  expect(broken).toEqual([]);
});

test("a quote that is never closed costs its own line alone", async () => {
  const text = ["a,b", '1,"open', "2,fine", '3,"also fine"', '4,"x"y"z', "5,end"].join("\n");
  const { rows, broken } = await rowsOf(text, 10_000);
  expect(rows.map(({ cells }) => cells[0])).toEqual(expect.arrayContaining(["a", "2", "3", "5"]));
  expect(broken).toContain(2);
});

test.each([
  ["icao24,registration,owner", ",", '"'],
  ["'icao24','registration','owner'", ",", "'"],
  ["icao24;registration;owner", ";", '"'],
  ["icao24\tregistration\towner", "\t", '"'],
])("%s is recognised by its header", (header, delimiter, quote) => {
  expect(dialectOf(header)).toEqual({ delimiter, quote });
});

test("a line without an end is refused before it fills the memory", async () => {
  await expect(rowsOf("x".repeat(3_000_000), 65_536)).rejects.toThrow(RangeError);
});
