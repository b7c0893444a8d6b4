import { pause } from "@jetwire/runtime";
import { acarsdecLine } from "./acarsdec-line.ts";

/** A feeder that repeats each message until it is acknowledged, and records what it sent. */
export interface PersistentFeeder {
  /** The unique texts that it has sent, or is sending. */
  readonly offered: readonly string[];
  readonly acknowledged: number;
  /** Requests that failed and were repeated. */
  readonly retries: number;
  /** The texts that it has sent more than once. */
  readonly repeated: ReadonlySet<string>;
  /** Posts batches until aborted. Resolves once the last one is acknowledged. */
  run(signal: AbortSignal): Promise<void>;
}

const batchSize = 10;
const postMsMax = 3_000;

let lastFeeder = 0;

/** @param ratePerSecond messages per second, while ingest answers */
export function createPersistentFeeder(
  ingestUrl: string,
  stations: readonly string[],
  ratePerSecond: number,
): PersistentFeeder {
  const offered: string[] = [];
  const name = ++lastFeeder;
  const repeated = new Set<string>();
  let acknowledged = 0;
  let retries = 0;

  function nextObject(): string {
    const n = offered.length;
    const content = `FEEDER ${name} ${n}`;
    offered.push(content);
    return acarsdecLine(stations[n % stations.length] ?? "", content, {
      block_id: String(n % 10),
      tail: `N${1_000 + (n % 97)}`,
      msgno: `M${String(n % 100).padStart(2, "0")}A`,
    });
  }

  /** Posts objects. @returns those that have to be sent again. */
  async function post(objects: readonly string[]): Promise<readonly string[]> {
    const response = await fetch(ingestUrl, {
      method: "POST",
      headers: { "content-type": "application/x-ndjson" },
      body: objects.join("\n"),
      signal: AbortSignal.timeout(postMsMax),
    });
    if (response.status !== 202) return objects;
    const { items } = (await response.json()) as { items: { index: number; status: string }[] };
    const limited = items.filter(({ status }) => status === "limited");
    return limited.flatMap(({ index }) => objects[index] ?? []);
  }

  return {
    offered,
    get acknowledged() {
      return acknowledged;
    },
    get retries() {
      return retries;
    },
    repeated,
    async run(signal) {
      while (!signal.aborted) {
        const began = performance.now();
        let remaining: readonly string[] = Array.from({ length: batchSize }, nextObject);
        while (remaining.length > 0) {
          const before = remaining.length;
          remaining = await post(remaining).catch(() => remaining);
          acknowledged += before - remaining.length;
          if (remaining.length > 0) {
            retries++;
            // The batch has the latest texts.
            for (const text of offered.slice(-batchSize)) repeated.add(text);
            await pause(100);
          }
        }
        const spentMs = performance.now() - began;
        await pause(Math.max(0, (batchSize * 1_000) / ratePerSecond - spentMs), signal);
      }
    },
  };
}
