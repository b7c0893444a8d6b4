import type { DatabaseSnapshot } from "@jetwire/db";
import { scriptHead } from "./statements.ts";

const chunkBytes = 1 << 18;

/**
 * Writes a snapshot as a script of `psql`: rows as `copy` has them, then the states of sequences. The tables are those that
 * `jetwire migrate` makes. Rows of a partition are copied into its parent.
 */
export async function* writeScript(snapshot: DatabaseSnapshot): AsyncGenerator<Uint8Array> {
  yield Buffer.from(scriptHead(snapshot.migration));
  for (const table of snapshot.tables) {
    const columns = table.columns.map((column) => `"${column}"`).join(", ");
    for (const part of table.parts) {
      if (part !== table.name) yield Buffer.from(`-- partition ${part}\n`);
      yield Buffer.from(`COPY public."${table.name}" (${columns}) FROM stdin;\n`);
      yield* gathered(snapshot.rowsOf(table, part));
      yield Buffer.from("\\.\n");
    }
  }
  for (const { name, lastValue, isCalled } of await snapshot.sequences()) {
    yield Buffer.from(`SELECT setval('public."${name}"', ${lastValue}, ${isCalled});\n`);
  }
  yield Buffer.from("-- end\n");
}

/** Joins rows to chunks of a size that later steps work on well. */
async function* gathered(rows: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = [];
  let bytes = 0;
  for await (const row of rows) {
    waiting.push(row);
    bytes += row.length;
    if (bytes < chunkBytes) continue;
    yield Buffer.concat(waiting);
    waiting = [];
    bytes = 0;
  }
  if (bytes > 0) yield Buffer.concat(waiting);
}
