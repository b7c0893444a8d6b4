import { type Deployment, jetwire } from "@jetwire/testbed";

/** An account with stations, and its key. */
export interface Feeder {
  readonly userId: string;
  readonly apiKey: string;
  readonly stationIds: readonly number[];
}

export async function addFeeder(
  jw: Deployment,
  username: string,
  ...idents: string[]
): Promise<Feeder> {
  const account = (await jetwire(jw, "accounts", "add", username)) as { id: string };
  const stationIds: number[] = [];
  for (const ident of idents) {
    const station = await jetwire(jw, "stations", "add", ident, "--account", username);
    stationIds.push((station as { id: number }).id);
  }
  const issued = await jetwire(jw, "keys", "issue", "--account", username);
  return { userId: account.id, apiKey: (issued as { key: string }).key, stationIds };
}

export async function issueToken(
  jw: Deployment,
  username: string,
  seconds: number,
): Promise<string> {
  const issued = await jetwire(jw, "tokens", "issue", "--account", username, "--ttl", `${seconds}`);
  return (issued as { token: string }).token;
}

let posted = 0;

/** Sends messages to ingest, each of another text, and waits until they are taken in. */
export async function post(
  jw: Deployment,
  ident: string,
  count: number,
  over: object = {},
): Promise<void> {
  const lines = Array.from({ length: count }, () => {
    const n = ++posted;
    const text = `CLIENT ${n}`;
    return JSON.stringify({
      timestamp: Date.now() / 1_000,
      station_id: ident,
      channel: 0,
      freq: 131.725,
      level: -20.1,
      error: 0,
      mode: "2",
      label: "5Z",
      block_id: String(n % 10),
      ack: false,
      tail: "N101AB",
      flight: "UA0099",
      msgno: "M01A",
      text,
      ...over,
    });
  });
  const response = await fetch(`http://127.0.0.1:${jw.ingest.httpPort}/v1/ingest`, {
    method: "POST",
    headers: { "content-type": "application/x-ndjson" },
    body: lines.join("\n"),
  });
  const answer = (await response.json()) as { accepted: number };
  if (answer.accepted !== count) throw new Error(`not taken in: ${JSON.stringify(answer)}`);
}
