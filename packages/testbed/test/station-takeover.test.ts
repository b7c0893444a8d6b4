import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";
import { StationClaim } from "@jetwire/protocol";
import { afterAll, beforeAll, expect, test } from "vitest";
import { acarsdecLine, type Deployment, jetwire, startDeployment, until } from "../src/index.ts";

const ident = "TK-HOME1";
/** Addresses of loopback are networks of their own. */
const feeder = "127.0.0.2";
const attacker = "127.0.0.3";

let jw: Deployment;
const keys = new Map<string, string>();
beforeAll(async () => {
  jw = await startDeployment();
  for (const username of ["feeder", "attacker"]) {
    await jetwire(jw, "accounts", "add", username);
    const asked = ["--account", username, "--scopes", "read,feed,manage"];
    const issued = (await jetwire(jw, "keys", "issue", ...asked)) as { key: string };
    keys.set(username, issued.key);
  }
});
afterAll(() => jw[Symbol.asyncDispose]());

interface Sent {
  readonly method?: string;
  readonly key?: string | undefined;
  readonly body?: string | object;
}

/** Sends a request from an address. */
async function send(from: string, url: string, { method = "POST", key, body }: Sent = {}) {
  const isLines = typeof body === "string";
  const sent = request(url, {
    method,
    localAddress: from,
    headers: {
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      "content-type": isLines ? "application/x-ndjson" : "application/json",
    },
  });
  sent.end(isLines ? body : body && JSON.stringify(body));
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  const read = await text(response);
  return {
    status: response.statusCode ?? 0,
    body: read === "" ? null : (JSON.parse(read) as unknown),
  };
}

/** Posts messages of the station from an address. */
async function feed(from: string, messages: number) {
  const lines = Array.from({ length: messages }, (_, n) =>
    acarsdecLine(ident, `MESSAGE ${n} OF ${from} ${crypto.randomUUID()}`),
  );
  const url = `http://127.0.0.1:${jw.ingest.httpPort}/v1/ingest`;
  return await send(from, url, { body: lines.join("\n") });
}

async function claim(from: string, username: string, id: number): Promise<StationClaim> {
  const url = `${jw.restUrl}/v1/stations/${id}/claim`;
  const answer = await send(from, url, { key: keys.get(username), body: { prove: true } });
  expect(answer.status).toBe(202);
  return StationClaim.parse(answer.body);
}

async function requireKeys(from: string, username: string, id: number) {
  const key = keys.get(username);
  const issued = await send(from, `${jw.restUrl}/v1/stations/${id}/keys`, { key, body: {} });
  const url = `${jw.restUrl}/v1/stations/${id}`;
  const policy = { method: "PATCH", key, body: { keyPolicy: "required" } };
  return [issued.status, (await send(from, url, policy)).status];
}

/** Waits until ingest has written from where the station's messages came. */
async function sourcesOf(networks: number): Promise<number> {
  const { sql } = jw.database;
  return await until("the networks of the station are written", async () => {
    const [row] = await sql<{ id: number; networks: number }[]>`
      select s.id, count(distinct n.network)::integer as networks
      from stations s join station_sources n on n.station_id = s.id
      where s.ident = ${ident} group by s.id`;
    return row?.networks === networks && row.id;
  });
}

test("a flood of messages under a foreign ident takes no station over, and shuts no feeder out", async () => {
  expect((await feed(feeder, 300)).status).toBe(202);
  await sourcesOf(1);
  for (let n = 0; n < 7; n++) expect((await feed(attacker, 500)).status).toBe(202);
  const id = await sourcesOf(2);
  // Volume buys nothing, and neither does claiming first.
  expect(await claim(attacker, "attacker", id)).toMatchObject({ status: "pending" });
  expect(await requireKeys(attacker, "attacker", id)).toEqual([404, 400]);
  expect(await feed(feeder, 1)).toMatchObject({ status: 202 });
  // The claim of the attacker, which waits, does not block the network that sent first.
  expect(await claim(feeder, "feeder", id)).toMatchObject({ status: "provisional" });
  // Until it is proven, nothing can be done that shuts others out.
  expect(await requireKeys(feeder, "feeder", id)).toEqual([201, 403]);
  expect(await feed(attacker, 1)).toMatchObject({ status: 202 });
});
