import type { IngestAnswer } from "@jetwire/protocol";
import { expect } from "vitest";
import type { Deployment } from "../../src/index.ts";

let lastText = 0;

/** A text that no other message of this process has. */
export function uniqueText(): string {
  return `CONFORMANCE ${++lastText}`;
}

/** What acarsdec at a station prints of a transmission; everything in it can be linked. */
export function acarsdecLine(ident: string, text = uniqueText(), level = -20.5): string {
  return JSON.stringify({
    timestamp: Date.now() / 1_000,
    station_id: ident,
    channel: 1,
    freq: 131.55,
    level,
    error: 0,
    mode: "2",
    label: "5Z",
    block_id: "3",
    ack: false,
    tail: "N77CF",
    flight: "UA0042",
    msgno: "M01A",
    text,
  });
}

const newline = Buffer.from("\n");

/**
 * Posts what decoders print to the ingest.
 *
 * @returns the ids of the messages in it, in their order
 */
export async function offer(
  { ingest }: Pick<Deployment, "ingest">,
  lines: readonly (string | Buffer)[],
): Promise<string[]> {
  const response = await fetch(`http://127.0.0.1:${ingest.httpPort}/v1/ingest`, {
    method: "POST",
    headers: { "content-type": "application/x-ndjson" },
    body: Buffer.concat(lines.flatMap((line) => [Buffer.from(line), newline])),
  });
  expect(response.status).toBe(202);
  const { items } = (await response.json()) as IngestAnswer;
  return items.flatMap(({ id }) => id ?? []);
}
