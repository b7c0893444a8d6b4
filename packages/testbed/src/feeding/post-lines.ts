import type { IngestAnswer } from "@jetwire/protocol";
import type { Deployment } from "../deployment/deployment.ts";

const newline = Buffer.from("\n");

/**
 * Posts what decoders print to the ingest, as one post.
 *
 * @returns what became of each line
 * @throws when the post as a whole is refused.
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
  if (response.status !== 202) throw new Error(`ingest answers ${response.status}: ${answer}`);
  return JSON.parse(answer) as IngestAnswer;
}
