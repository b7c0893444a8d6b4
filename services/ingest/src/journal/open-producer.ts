import type { Logger } from "@jetwire/runtime";
import type { Journal } from "./journal.ts";
import { newProducer, type Producer, readProducer, writeProducer } from "./producer.ts";

/** Reads the producer of a journal directory, or creates one. */
export async function openProducer(
  directory: string,
  {
    highWater,
    lastProgress,
    lastSeqAtStart,
  }: Pick<Journal, "highWater" | "lastProgress" | "lastSeqAtStart">,
  log: Logger,
): Promise<Producer> {
  const found = await readProducer(directory, log);
  if (found !== null) return found;
  const fresh = newProducer(highWater.ledger, lastProgress?.dispatchedSeq ?? 0);
  if (lastSeqAtStart > 0)
    log.error("the journal's producer is missing, appending all entries again");
  else delete fresh.replayUpTo;
  await writeProducer(directory, fresh);
  return fresh;
}
