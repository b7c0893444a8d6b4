import { parse } from "csv-parse/sync";
import { type NumberedLine, readNumberedLines } from "./numbered-lines.ts";

/** How a file separates and quotes; quote null where quotes are text like any other. */
export interface Dialect {
  readonly delimiter: string;
  readonly quote: string | null;
  readonly escape?: string;
}

/** A row and the line of the file on which it stands. */
export interface CsvRow {
  readonly line: number;
  readonly cells: readonly string[];
}

/** The likeliest dialect of a header: the separator it has most of, and its own kind of quotes. */
export function dialectOf(firstLine: string): Dialect {
  const [delimiter = ","] = [",", ";", "\t", "|"].toSorted(
    (a, b) => firstLine.split(b).length - firstLine.split(a).length,
  );
  return { delimiter, quote: firstLine.startsWith("'") ? "'" : '"' };
}

/** The cells of one line, trimmed; null when its quotes don't match. */
export function readCells(line: string, dialect: Dialect): readonly string[] | null {
  try {
    return parseLines(line, dialect)[0] ?? null;
  } catch {
    return null;
  }
}

/**
 * The rows of a file, some hundred at a time. A row is a line: a quote that is never closed costs its
 * own line, not what follows.
 *
 * @param onBroken is told the line of a row whose quotes don't match
 */
export async function* readRows(
  input: AsyncIterable<Uint8Array>,
  dialect: Dialect,
  onBroken: (line: number) => void,
): AsyncGenerator<CsvRow[]> {
  for await (const lines of readNumberedLines(input)) {
    yield together(lines, dialect) ?? oneByOne(lines, dialect, onBroken);
  }
}

/** Many lines at once cost much less; null when they don't come out one row each. */
function together(lines: readonly NumberedLine[], dialect: Dialect): CsvRow[] | null {
  try {
    const rows = parseLines(lines.map(({ text }) => text).join("\n"), dialect);
    if (rows.length !== lines.length) return null;
    return rows.map((cells, index) => ({ line: lines[index]?.number ?? 0, cells }));
  } catch {
    return null;
  }
}

function oneByOne(
  lines: readonly NumberedLine[],
  dialect: Dialect,
  onBroken: (line: number) => void,
): CsvRow[] {
  return lines.flatMap(({ number: line, text }) => {
    const cells = readCells(text, dialect);
    if (cells !== null) return [{ line, cells }];
    onBroken(line);
    return [];
  });
}

function parseLines(text: string, { delimiter, quote, escape }: Dialect): string[][] {
  return parse(text, {
    delimiter,
    quote,
    ...(escape !== undefined && { escape }),
    trim: true,
    relax_column_count: true,
    relax_quotes: true,
    record_delimiter: "\n",
  });
}
