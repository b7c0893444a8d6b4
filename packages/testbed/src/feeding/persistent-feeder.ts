import { pause } from "@jetwire/runtime";
import { acarsdecLine } from "./acarsdec-line.ts";

/** A feeder that sends until everything it has is acknowledged, and keeps a ledger of it. */
export interface PersistentFeeder {
  /** The texts it was told to send, each unique. */
  readonly offered: readonly string[];
  readonly acknowledged: number;
  /** Posts that failed or went unanswered, and were sent again. */
  readonly retries: number;
  /** Posts batches until aborted, then until the last is acknowledged. */
  run(signal: AbortSignal): Promise<void>;
}

const batchSize = 10;
const postMsMax = 3_000;

let lastFeeder = 0;

/** @param ratePerSecond messages offered a second, while it is answered. */
export function createPersistentFeeder(
  ingestUrl: string,
  stations: readonly string[],
  ratePerSecond: number,
): PersistentFeeder {
  const offered: string[] = [];
  const name = ++lastFeeder;
  let acknowledged = 0;
  let retries = 0;

  function nextObject(): string {
    const n = offered.length;
    const content = `LEDGER ${name} ${n}`;
    offered.push(content);
    return acarsdecLine(stations[n % stations.length] ?? "", content, {
      block_id: String(n % 10),
      tail: `N${1_000 + (n % 97)}`,
      msgno: `M${String(n % 100).padStart(2, "0")}A`,
    });
  }

  /** The objects that still have to be sent after a post. */
  async function post(objects: readonly string[]): Promise<readonly string[]> {
    const response = await fetch(ingestUrl, {
      method: "POST",
      headers: { "content-type": "application/x-ndjson" },
      body: objects.join("\n"),
      signal: AbortSignal.timeout(postMsMax),
    });
    if (response.status !== 202) return objects;
    const { items } = (await response.json()) as { items: { index: number; status: string }[] };
    const left = items.filter(({ status }) => status === "limited");
    return left.flatMap(({ index }) => objects[index] ?? []);
  }

  return {
    offered,
    get acknowledged() {
      return acknowledged;
    },
    get retries() {
      return retries;
    },
    async run(signal) {
      while (!signal.aborted) {
        const began = performance.now();
        let left: readonly string[] = Array.from({ length: batchSize }, nextObject);
        while (left.length > 0) {
          const before = left.length;
          left = await post(left).catch(() => left);
          acknowledged += before - left.length;
          if (left.length > 0) {
            retries++;
            await pause(100);
          }
        }
        const spentMs = performance.now() - began;
        await pause(Math.max(0, (batchSize * 1_000) / ratePerSecond - spentMs), signal);
      }
    },
  };
}
