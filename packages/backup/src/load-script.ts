import { once } from "node:events";
import { finished } from "node:stream/promises";
import type { Writable } from "node:stream";
import type { DatabaseLoad } from "@jetwire/db";
import * as db from "@jetwire/db";
import type { Manifest } from "./manifest.ts";
import { readScript } from "./script/read-script.ts";

/**
 * Loads a script into an empty database, and compares all of its rows with the manifest.
 *
 * @throws Error that names the first difference
 */
export async function loadScript(
  url: string,
  manifest: Pick<Manifest, "migration" | "tables">,
  script: AsyncIterable<Uint8Array>,
): Promise<void> {
  await using load = await db.backups.openLoad(url, manifest.migration);
  await loadRows(load, script);
  await load.finish();
  compare(manifest.tables, await load.digests());
}

async function loadRows(load: DatabaseLoad, script: AsyncIterable<Uint8Array>): Promise<void> {
  let rows: Writable | null = null;
  const end = async () => {
    if (rows === null) return;
    const ended = finished(rows);
    rows.end();
    rows = null;
    await ended;
  };
  try {
    for await (const part of readScript(script)) {
      if (part.kind === "rows") {
        await write(rows, part.rows);
        continue;
      }
      await end();
      if (part.kind === "copy") rows = await load.rowsInto(part.table, part.columns);
      if (part.kind === "partition") await load.ensurePartition(part.part);
      if (part.kind === "sequence") await load.setSequence(part);
    }
  } catch (error) {
    rows?.destroy();
    throw error;
  }
}

async function write(to: Writable | null, bytes: Buffer): Promise<void> {
  if (to === null) throw new Error("the back-up has rows of no table");
  if (to.destroyed) throw to.errored ?? new Error("Postgres has ended the copy");
  if (!to.write(bytes)) await once(to, "drain");
}

function compare(
  expected: Manifest["tables"],
  found: ReadonlyMap<string, { readonly rows: number; readonly digest: string }>,
): void {
  for (const [table, { rows, digest }] of Object.entries(expected)) {
    const restored = found.get(table);
    if (restored?.rows !== rows) {
      throw new Error(`${table} has ${restored?.rows ?? "no"} rows instead of ${rows}`);
    }
    if (restored.digest !== digest) throw new Error(`rows of ${table} differ from those copied`);
  }
}
