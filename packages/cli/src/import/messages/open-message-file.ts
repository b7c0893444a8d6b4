import { open } from "node:fs/promises";
import { resolve } from "node:path";
import { Readable } from "node:stream";
import { type ContentReader, isFields, readAcarsHubRow } from "@jetwire/decoders";
import { parse } from "csv-parse";
import { CliError } from "../../cli-error.ts";
import { openInput } from "../../input.ts";
import type { Terminal } from "../../terminal.ts";
import { readNumberedLines } from "../numbered-lines.ts";
import { peekLine } from "../peek-line.ts";
import { unpack } from "../unpack.ts";
import { readDecoderObject, readJsonLine, toOffered } from "./decoder-line.ts";
import { exportedCells, isExported, readExported } from "./exported-message.ts";
import type { MessageFile, ReadRow } from "./offered-message.ts";

const sqliteMagic = "SQLite format 3\0";
const rowsMax = 500;
const cellsCharsMax = 1_048_576;

/**
 * Opens a file of messages, and recognizes it by its beginning: a database of ACARS Hub, an export of this service (lines of JSON or a
 * table), or lines of JSON as decoder programs write them. Lines and tables may be compressed by gzip.
 *
 * @throws CliError if there is no such file, or if it is none of these
 */
export async function openMessageFile(
  terminal: Terminal,
  file: string,
  content: ContentReader,
): Promise<MessageFile> {
  if (file !== "-" && (await beginsWith(resolve(terminal.cwd, file), sqliteMagic))) {
    return await openAcarsHub(resolve(terminal.cwd, file), file, content);
  }
  const input = await openInput(terminal, file);
  let bytes = 0;
  const unpacked = await unpack(input.stream, (length) => (bytes += length));
  const { firstLine, stream } = await peekLine(unpacked);
  const share = () => (input.size === null || input.size === 0 ? null : bytes / input.size);
  if (firstLine.startsWith("{")) {
    return {
      format: "lines of JSON",
      rows: (after) => jsonRows(stream, after, { share, content }),
    };
  }
  if (firstLine.startsWith("id,groupId,timestamp,")) {
    return { format: "CSV export", rows: (after) => tableRows(stream, after, share) };
  }
  throw new CliError(
    "usage",
    `${file} is no file of messages: it must be an export of this service (NDJSON or CSV), messages.db of ACARS Hub, or lines of JSON that a decoder has written`,
  );
}

async function beginsWith(path: string, magic: string): Promise<boolean> {
  const handle = await open(path).catch(() => null);
  if (handle === null) return false;
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(magic.length), 0, magic.length, 0);
    return buffer.toString("latin1", 0, bytesRead) === magic;
  } catch {
    return false;
  } finally {
    await handle.close();
  }
}

async function* jsonRows(
  stream: Readable,
  afterLine: number,
  { share, content }: { readonly share: () => number | null; readonly content: ContentReader },
) {
  const read = (value: unknown, text: string) =>
    isExported(value) ? readExported(value) : readDecoderObject(value, text, content);
  for await (const lines of readNumberedLines(stream)) {
    const rows = lines
      .filter((line) => line.number > afterLine)
      .map((line) => readJsonLine(line, read));
    yield { rows, share: share() };
  }
}

/** Reads a table whose cells may have several lines; the number of a row is that of its last line. */
async function* tableRows(stream: Readable, afterLine: number, share: () => number | null) {
  const parser = parse({ bom: true, columns: true, info: true, max_record_size: cellsCharsMax });
  stream.on("error", (error) => parser.destroy(error));
  let rows: ReadRow[] = [];
  for await (const one of stream.pipe(parser) as AsyncIterable<TableRow>) {
    const line = one.info.lines;
    if (line <= afterLine) continue;
    rows.push({ line, text: JSON.stringify(one.record), ...readCells(one.record) });
    if (rows.length < rowsMax) continue;
    yield { rows, share: share() };
    rows = [];
  }
  yield { rows, share: 1 };
}

interface TableRow {
  readonly info: { readonly lines: number };
  readonly record: Readonly<Record<string, string>>;
}

function readCells(cells: TableRow["record"]) {
  try {
    return readExported(exportedCells(cells));
  } catch {
    return { refused: "a cell with an object is not JSON" };
  }
}

/** Opens the database of ACARS Hub for reading. */
async function openAcarsHub(
  path: string,
  file: string,
  content: ContentReader,
): Promise<MessageFile> {
  // Loaded for such a file only: it warns that it is experimental.
  const { DatabaseSync } = await import("node:sqlite");
  const hub = new DatabaseSync(path, { readOnly: true });
  const columns = hub.prepare("select name from pragma_table_info('messages')").all();
  const names = new Set(columns.map(({ name }) => name));
  const missing = ["id", "message_type", "msg_time", "station_id", "msg_text", "label"].filter(
    (name) => !names.has(name),
  );
  if (missing.length > 0) {
    throw new CliError(
      "usage",
      `${file} is not a database of ACARS Hub: its table messages has no ${missing.join(", ")}`,
    );
  }
  async function* rows(afterLine: number) {
    const last = Number(hub.prepare("select max(id) as last from messages").get()?.["last"] ?? 0);
    const select = hub.prepare("select * from messages where id > ? order by id limit ?");
    let after = afterLine;
    for (;;) {
      const found = select.all(after, rowsMax).filter(isFields);
      const line = Number(found.at(-1)?.["id"] ?? last);
      if (found.length === 0) break;
      after = line;
      yield { rows: found.map((row) => hubRow(row, content)), share: after / last };
    }
    hub.close();
  }
  return { format: "database of ACARS Hub", rows };
}

function hubRow(row: Readonly<Record<string, unknown>>, content: ContentReader): ReadRow {
  const filled = Object.entries(row).filter(([, value]) => value !== "" && value !== null);
  const text = JSON.stringify(Object.fromEntries(filled));
  return {
    line: Number(row["id"]),
    text,
    ...toOffered(readAcarsHubRow(row), { value: row, text }, content),
  };
}
