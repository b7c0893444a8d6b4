import process from "node:process";
import { expect, test } from "vitest";
import type { RigFigures } from "../src/rig/figures.ts";
import { formatReport } from "../src/rig/report.ts";
import { runFaultRounds } from "../src/rig/run-rounds.ts";

/** RIG_ROUNDS=100 for a long run, RIG_SEED to repeat one. */
const rounds = Number(process.env["RIG_ROUNDS"] ?? 8);
const seed = Number(process.env["RIG_SEED"] ?? 20_261_121);
const msMax = 60_000 + rounds * 15_000;

async function run(losses: boolean): Promise<RigFigures> {
  const lines: string[] = [];
  const figures = await runFaultRounds({ seed, rounds, losses, log: (line) => lines.push(line) });
  process.stdout.write(`\nseed ${seed}\n${lines.join("\n")}\n${formatReport(figures)}\n`);
  return figures;
}

test(
  "F-40 F-43 F-44 G4 G5: whatever fails, a client that resumes has every message of its stations, in order, by Socket.IO and by HTTP",
  async () => {
    const figures = await run(false);
    expect(figures.stored).toBe(figures.offered);
    for (const { stored, missing, foreign, outOfOrder, gaps } of figures.resuming) {
      expect(stored).toBeGreaterThan(50);
      const none = { missing: 0, foreign: 0, outOfOrder: 0, gaps: 0 };
      expect({ missing, foreign, outOfOrder, gaps }).toEqual(none);
    }
    // A watch has everything as well, or a gap reports what is missing.
    for (const { stored, unreported, foreign, outOfOrder } of figures.watching) {
      expect(stored).toBeGreaterThan(50);
      expect({ unreported, foreign, outOfOrder }).toEqual({
        unreported: 0,
        foreign: 0,
        outOfOrder: 0,
      });
    }
    // The faults were real: a client that does not resume has lost messages.
    const lost = figures.control.reduce((sum, { missing }) => sum + missing, 0);
    expect(lost).toBeGreaterThan(0);
  },
  msMax,
);

test(
  "F-15 G4: Redis losing all it has costs a client that resumes nothing either",
  async () => {
    const figures = await run(true);
    expect(figures.faults["Redis emptied"]).toBeGreaterThan(0);
    expect(figures.stored).toBe(figures.offered);
    for (const { missing, foreign, gaps } of figures.resuming) {
      expect({ missing, foreign, gaps }).toEqual({ missing: 0, foreign: 0, gaps: 0 });
    }
    for (const { unreported, foreign } of figures.watching) {
      expect({ unreported, foreign }).toEqual({ unreported: 0, foreign: 0 });
    }
  },
  msMax,
);
