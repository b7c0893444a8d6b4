import { randomUUID } from "node:crypto";
import { open, readFile, rename } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";

/**
 * Who numbers the entries of a journal. The epoch rises when Redis is found to know less than it
 * was given: the numbers are then appended anew under the next epoch.
 */
const Producer = z.object({
  producer: z.uuid(),
  epoch: z.int().positive(),
  /** Over how many partitions its stations were spread when it last settled; absent at first. */
  partitions: z.int().positive().optional(),
});
export type Producer = z.infer<typeof Producer>;

/** A producer's name in entries and watermarks. */
export function producerName({ producer, epoch }: Producer): string {
  return `${producer}:${epoch}`;
}

/** The journal directory's producer; made at the first start. */
export async function readProducer(directory: string): Promise<Producer> {
  const text = await readFile(producerPath(directory), "utf8").catch(() => null);
  if (text !== null) return Producer.parse(JSON.parse(text));
  const producer = { producer: randomUUID(), epoch: 1 };
  await writeProducer(directory, producer);
  return producer;
}

/** Writes and syncs, whole or not at all. */
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
