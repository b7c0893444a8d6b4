import type { IngestAnswer } from "@jetwire/protocol";
import type { Deployment } from "../deployment/deployment.ts";

const newline = Buffer.from("\n");

/**
 * Posts decoder output to ingest in one request.
 *
 * @returns the result of each line
 * @throws Error if the whole request is refused
 */
export async function postLines(
  { ingest }: Pick<Deployment, "ingest">,
  lines: readonly (string | Buffer)[],
): Promise<IngestAnswer> {
  const response = await fetch(`http://127.0.0.1:${ingest.httpPort}/v1/ingest`, {
    method: "POST",
    headers: { "content-type": "application/x-ndjson" },
    body: Buffer.concat(lines.flatMap((line) => [Buffer.from(line), newline])),
  });
  const answer = await response.text();
  if (response.status !== 202) throw new Error(`Ingest answered ${response.status}: ${answer}`);
  return JSON.parse(answer) as IngestAnswer;
}
