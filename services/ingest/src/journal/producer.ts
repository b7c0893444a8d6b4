import { randomUUID } from "node:crypto";
import { join } from "node:path";
import type { Logger } from "@jetwire/runtime";
import { z } from "zod";
import { readJson, writeJsonDurably } from "./durable-file.ts";

/**
 * The producer that numbers the entries of a journal. A new epoch begins when Redis was emptied or
 * Postgres went back, a new producer when something else has used its numbers; entries are then
 * appended again under it.
 */
const Producer = z.object({
  producer: z.uuid(),
  epoch: z.int().positive(),
  /** The partition count under which entries were last dispatched; absent at first. */
  partitions: z.int().positive().optional(),
  /** The name of the counts in Postgres, which outlasts a producer; absent for the first producer. */
  ledger: z.uuid().optional(),
  /** The first epoch whose watermarks count: Postgres has lost what those of earlier ones stood for. */
  storedEpoch: z.int().positive().optional(),
  /**
   * Present while all entries of the journal are appended again. Those up to this number have been
   * delivered and are only stored.
   */
  replayUpTo: z.int().nonnegative().optional(),
});
export type Producer = z.infer<typeof Producer>;

/** Returns a producer's name in entries and watermarks. */
export function producerName({ producer, epoch }: Pick<Producer, "producer" | "epoch">): string {
  return `${producer}:${epoch}`;
}

/** Returns the name of a producer's counts in Postgres. */
export function ledgerName({ ledger, producer }: Pick<Producer, "ledger" | "producer">): string {
  return ledger ?? producer;
}

/**
 * Returns a new producer of a journal that has entries: all of them are appended again.
 *
 * @param ledger the name of the counts so far
 * @param replayUpTo the number up to which entries have been delivered
 */
export function newProducer(ledger: string | undefined, replayUpTo: number): Producer {
  return { producer: randomUUID(), epoch: 1, ...(ledger && { ledger }), replayUpTo };
}

/** Reads the producer of a journal directory; null if it is missing or malformed. */
export async function readProducer(directory: string, log: Logger): Promise<Producer | null> {
  return await readJson(producerPath(directory), Producer, log);
}

/** Writes and syncs the producer atomically. */
export async function writeProducer(directory: string, producer: Producer): Promise<void> {
  await writeJsonDurably(producerPath(directory), producer);
}

function producerPath(directory: string): string {
  return join(directory, "producer.json");
}
