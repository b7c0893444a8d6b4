import type { AirframeOfRegister, AirframesImported } from "@jetwire/db";
import { toAirframe } from "./airframe-cells.ts";
import type { Register } from "./airframe-registers/register.ts";
import { readCsvRows } from "./csv.ts";
import { createRefusals, type Refusals } from "./refusals.ts";

export interface AirframesImport {
  /** Rows without the header. */
  readonly rows: number;
  readonly added: number;
  readonly changed: number;
  /** Tails that were added to ingest's directory. */
  readonly learned: number;
  readonly refusals: Refusals;
  readonly seconds: number;
}

/** Receives the batches of an import. */
export interface AirframesSink {
  write(batch: readonly AirframeOfRegister[]): Promise<AirframesImported>;
  learn(pairs: AirframesImported["pairs"]): Promise<number>;
}

const batchRows = 2_000;

/**
 * Imports a register, batch by batch; only one batch is in memory. After an interruption the next
 * run imports the rest.
 *
 * @param sink null for a dry run
 * @throws what the sink or the input throws
 */
export async function importAirframes(
  input: AsyncIterable<Uint8Array>,
  register: Register,
  sink: AirframesSink | null,
  onProgress: (rows: number) => void,
): Promise<AirframesImport> {
  const beganMs = performance.now();
  const refusals = createRefusals();
  const batch = new Map<string, AirframeOfRegister>();
  let headers = register.hasHeader ? 1 : 0;
  let [rows, added, changed, learned] = [0, 0, 0, 0];

  async function flush(): Promise<void> {
    if (sink !== null && batch.size > 0) {
      const written = await sink.write([...batch.values()]);
      added += written.added;
      changed += written.changed;
      learned += await sink.learn(written.pairs);
    }
    batch.clear();
    onProgress(rows);
  }

  for await (const read of readCsvRows(input, register.dialect, (line) => {
    rows++;
    refusals.add(line, "quotes don't match");
  })) {
    for (const { line, cells } of read.slice(headers)) {
      rows++;
      const airframe = toAirframe(register.cells(cells));
      if ("refused" in airframe) refusals.add(line, airframe.refused);
      // The key of their ids, so that a batch contains no airframe twice.
      else batch.set(airframe.icao ?? airframe.tail ?? "", airframe);
      if (batch.size >= batchRows) await flush();
    }
    headers = 0;
  }
  await flush();
  const seconds = Math.round(performance.now() - beganMs) / 1_000;
  return { rows, added, changed, learned, refusals, seconds };
}
