import { randomUUID } from "node:crypto";
import { open, readFile, rename } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";

/**
 * The producer that numbers the entries of a journal. A new epoch begins when Redis has been emptied;
 * the entries are then appended again under it.
 */
const Producer = z.object({
  producer: z.uuid(),
  epoch: z.int().positive(),
  /** The partition count under which entries were last dispatched; absent at first. */
  partitions: z.int().positive().optional(),
});
export type Producer = z.infer<typeof Producer>;

/** Returns a producer's name in entries and watermarks. */
export function producerName({ producer, epoch }: Producer): string {
  return `${producer}:${epoch}`;
}

/** Reads the producer of a journal directory, which is created at the first start. */
export async function readProducer(directory: string): Promise<Producer> {
  const text = await readFile(producerPath(directory), "utf8").catch(() => null);
  if (text !== null) return Producer.parse(JSON.parse(text));
  const producer = { producer: randomUUID(), epoch: 1 };
  await writeProducer(directory, producer);
  return producer;
}

/** Writes and syncs the producer atomically. */
export async function writeProducer(directory: string, producer: Producer): Promise<void> {
  const path = producerPath(directory);
  {
    await using file = await open(`${path}.new`, "w");
    await file.writeFile(`${JSON.stringify(producer)}\n`);
    await file.sync();
  }
  await rename(`${path}.new`, path);
}

function producerPath(directory: string): string {
  return join(directory, "producer.json");
}
