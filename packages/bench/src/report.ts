import { cpus, loadavg } from "node:os";
import { seed } from "./simulated-messages.ts";

/** A table for people; the first row has the heads of its columns. */
export interface Table {
  readonly heading: string;
  readonly rows: readonly (readonly (string | number)[])[];
  readonly chart?: Chart;
}

/** A picture of a table, with a bar for each row. */
interface Chart {
  /** How many columns name a row; 1 by default. */
  readonly labels?: number;
  /** How many of the first rows have no bar, because they measure something else; 0 by default. */
  readonly skips?: number;
  /** The columns whose values lie one after another in a bar. */
  readonly parts: readonly string[];
}

/** One part of a result: a table for people, figures for programs. */
export interface Section extends Table {
  readonly name: string;
  readonly figures: unknown;
}

interface Machine {
  readonly node: string;
  readonly cpu: string;
  readonly cores: number;
  /** The load average of one minute. */
  readonly loadAverage: number;
}

function readMachine(): Machine {
  const { node } = process.versions;
  const cpu = cpus()[0]?.model ?? "unknown";
  return { node, cpu, cores: cpus().length, loadAverage: Number(loadavg()[0]?.toFixed(2)) };
}

/** Runs a benchmark and prints its sections, as tables or as one JSON document. */
export async function printSections(
  bench: string,
  { json, ...parameters }: { readonly json: boolean },
  run: () => Promise<Section[]>,
): Promise<void> {
  const before = readMachine();
  const sections = await run();
  if (json) {
    const { loadAverage } = readMachine();
    const document = {
      bench,
      at: new Date().toISOString(),
      environment: { ...before, loadAverageAfter: loadAverage, seed },
      parameters,
      ...Object.fromEntries(sections.map(({ name, figures }) => [name, figures])),
      tables: sections.map(({ heading, rows, chart }) => ({ heading, rows, chart })),
    };
    process.stdout.write(`${JSON.stringify(document, null, 2)}\n`);
    return;
  }
  for (const { heading, rows } of sections) {
    process.stdout.write(`\n${heading}\n`);
    printTable(rows);
  }
}

/** Prints rows as columns, the first row as their heads. */
export function printTable(rows: readonly (readonly (string | number)[])[]): void {
  const texts = rows.map((row) => row.map(String));
  const widths = (texts[0] ?? []).map((_, column) =>
    Math.max(...texts.map((row) => row[column]?.length ?? 0)),
  );
  for (const row of texts) {
    const cells = row.map((cell, column) =>
      column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
    );
    process.stdout.write(`${cells.join("  ").trimEnd()}\n`);
  }
}

/** The middle value of a sorted copy. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
