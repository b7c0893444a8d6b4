import { acarsdecLine, type Deployment, jetwire, postLines } from "@jetwire/testbed";

export async function issueToken(
  jw: Deployment,
  username: string,
  seconds: number,
): Promise<string> {
  const issued = await jetwire(jw, "tokens", "issue", "--account", username, "--ttl", `${seconds}`);
  return (issued as { token: string }).token;
}

let posted = 0;

/** Sends messages with different texts to ingest, and waits until they are accepted. */
export async function post(
  jw: Deployment,
  ident: string,
  count: number,
  over: object = {},
): Promise<void> {
  const lines = Array.from({ length: count }, () => {
    const n = ++posted;
    return acarsdecLine(ident, `CLIENT ${n}`, { block_id: String(n % 10), ...over });
  });
  const { accepted } = await postLines(jw, lines);
  if (accepted !== count) throw new Error(`${accepted} of ${count} were accepted`);
}
