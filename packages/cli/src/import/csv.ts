import { parse } from "csv-parse/sync";
import { type NumberedLine, readNumberedLines } from "./numbered-lines.ts";

/** Delimiter and quotes of a file; `quote` is null if quotes are ordinary text. */
export interface Dialect {
  readonly delimiter: string;
  readonly quote: string | null;
  readonly escape?: string;
}

/** A row and its line in the file. */
export interface CsvRow {
  readonly line: number;
  readonly cells: readonly string[];
}

/** Returns the likeliest dialect of a header: its most frequent delimiter and its kind of quotes. */
export function dialectOf(firstLine: string): Dialect {
  const [delimiter = ","] = [",", ";", "\t", "|"].toSorted(
    (a, b) => firstLine.split(b).length - firstLine.split(a).length,
  );
  return { delimiter, quote: firstLine.startsWith("'") ? "'" : '"' };
}

/** Returns the trimmed cells of one line; null if its quotes do not match. */
export function readCells(line: string, dialect: Dialect): readonly string[] | null {
  try {
    return parseLines(line, dialect)[0] ?? null;
  } catch {
    return null;
  }
}

/**
 * Reads the rows of a file, some hundred at a time. A row is one line, so an unclosed quote affects
 * only its own line.
 *
 * @param onBroken receives the line of a row whose quotes do not match
 */
export async function* readCsvRows(
  input: AsyncIterable<Uint8Array>,
  dialect: Dialect,
  onBroken: (line: number) => void,
): AsyncGenerator<CsvRow[]> {
  for await (const lines of readNumberedLines(input)) {
    yield together(lines, dialect) ?? oneByOne(lines, dialect, onBroken);
  }
}

/** Parses many lines at once, which is much faster; null if the result is not one row per line. */
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
