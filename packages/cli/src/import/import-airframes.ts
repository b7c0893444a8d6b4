import type { AirframeOfRegister, AirframesImported } from "@jetwire/db";
import { toAirframe } from "./airframe-cells.ts";
import type { Register } from "./airframe-registers/register.ts";
import { readRows } from "./csv.ts";
import { createRefusals, type Refusals } from "./refusals.ts";

export interface AirframesImport {
  /** Rows without the header. */
  readonly rows: number;
  readonly added: number;
  readonly changed: number;
  /** Tails that ingest's directory learnt. */
  readonly learned: number;
  readonly refusals: Refusals;
  readonly seconds: number;
}

/** Where a batch goes; neither is called by a dry run. */
export interface AirframesSink {
  write(batch: readonly AirframeOfRegister[]): Promise<AirframesImported>;
  learn(pairs: AirframesImported["pairs"]): Promise<number>;
}

const batchRows = 2_000;

/**
 * Takes a register in, batch by batch; only a batch is in memory. Stopped half-way, what was taken
 * in is right and the rest comes with the next run.
 *
 * @param sink null for a dry run, which only reads
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

  for await (const read of readRows(input, register.dialect, (line) => {
    rows++;
    refusals.add(line, "quotes don't match");
  })) {
    for (const { line, cells } of read.slice(headers)) {
      rows++;
      const airframe = toAirframe(register.cells(cells));
      if ("refused" in airframe) refusals.add(line, airframe.refused);
      // As their ids are made, so that a batch holds none twice.
      else batch.set(airframe.icao ?? airframe.tail ?? "", airframe);
      if (batch.size >= batchRows) await flush();
    }
    headers = 0;
  }
  await flush();
  const seconds = Math.round(performance.now() - beganMs) / 1_000;
  return { rows, added, changed, learned, refusals, seconds };
}
