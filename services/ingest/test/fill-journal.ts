import { MessageIds } from "@jetwire/protocol";
import { createLogger } from "@jetwire/runtime";
import { openJournal } from "../src/journal/journal.ts";

/**
 * A process that writes a journal until the system refuses, then goes on with entries that fit;
 * prints what the journal took. Run under `ulimit -f`, which stands for a disk that fills up.
 */
const directory = process.argv[2] ?? "";
const log = createLogger("fill-journal", "silent");
const ids = new MessageIds(Date.now);
await using journal = await openJournal({
  directory,
  segmentBytes: 1 << 20,
  bytesMax: 1 << 30,
  log,
});
const taken: number[] = [];
let refusals = 0;
for (let step = 0; step < 60; step++) {
  // From the first refusal on, short ones, some of which find room.
  const raw = "x".repeat(refusals === 0 ? 3_000 : 10 + step);
  const seq = journal.nextSeq;
  const entry = { seq, id: ids.next(0), stationId: 1, acceptedAtMs: 0, authenticated: null, raw };
  try {
    await journal.append([entry], { dispatchedSeq: 0, dropped: [], counts: null });
    taken.push(seq);
  } catch {
    refusals++;
  }
}
process.stdout.write(JSON.stringify({ taken, refusals }));
