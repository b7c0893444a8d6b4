import * as db from "@jetwire/db";
import { ClaimCode, StationClaim } from "@jetwire/protocol";
import { hashNetwork } from "@jetwire/runtime";
import { addSentHours } from "@jetwire/testbed";
import { expect } from "vitest";
import { ask, startRest } from "./rest-under-test.ts";

export const secret = "an address secret of the tests";

export const feeder = "127.0.0.1";

export const elsewhere = "192.0.2.1";

export const publicUrl = "https://jetwire.example";

/** The hours in which an address sent. */
export type Sent = readonly [fromHoursAgo: number, hours?: number];

interface Owned {
  readonly owner: string | null;
  readonly proven: boolean;
}

/** Starts REST with stations to claim. */
export async function openClaims() {
  const rest = await startRest({
    INGEST_ADDRESS_SECRET: secret,
    REST_EXEMPT_ADDRESSES: "127.0.0.1",
    PUBLIC_URL: publicUrl,
  });
  const { sql } = rest.database.database;

  /** A station without an owner, and the hours in which addresses sent under its ident. */
  async function addFeeding(sent: Readonly<Record<string, Sent>>): Promise<number> {
    const ident = `AB-${crypto.randomUUID().slice(0, 8)}`;
    const stationId = await db.stations.register(sql, {
      ident,
      sourceType: "acars",
      simulated: false,
    });
    for (const [address, [fromHoursAgo, hours]] of Object.entries(sent)) {
      const network = hashNetwork(address, secret);
      await addSentHours(sql, { stationId, network, fromHoursAgo, ...(hours && { hours }) });
    }
    return stationId;
  }

  async function claim(
    stationId: number,
    { body = { prove: true }, key = rest.key }: { body?: object; key?: string } = {},
  ): Promise<StationClaim> {
    const url = `${rest.url}/v1/stations/${stationId}/claim`;
    const response = await ask(url, key, { method: "POST", body });
    expect(response.status).toBe(202);
    return StationClaim.parse(await response.json());
  }

  async function issueCode(stationId: number): Promise<ClaimCode> {
    const url = `${rest.url}/v1/stations/${stationId}/claim/code`;
    const response = await ask(url, rest.key, { method: "POST" });
    expect(response.status).toBe(201);
    return ClaimCode.parse(await response.json());
  }

  async function use(code: string, headers: Record<string, string> = {}): Promise<Response> {
    return await fetch(`${rest.url}/c/${code}`, { method: "POST", headers });
  }

  async function ownerOf(stationId: number): Promise<Owned> {
    const [row] = await sql<(Owned & { listed: boolean })[]>`
    select account_id as owner, owner_proven as proven, not provisional as listed
    from stations where id = ${stationId}`;
    if (row === undefined) throw new Error("there is no such station");
    if (row.owner !== null && !row.listed) throw new Error("a claimed station is not listed");
    return { owner: row.owner, proven: row.proven };
  }

  /** The actions of the claimant about a station, oldest first. */
  async function recordedOf(stationId: number): Promise<string[]> {
    const rows = await sql<{ action: string }[]>`
    select action from audit_log
    where object_kind = 'station' and object_id = ${String(stationId)}
      and actor_kind = 'account' and actor = ${rest.accountId} and account_id = actor::uuid
    order by id`;
    return rows.map(({ action }) => action);
  }

  return {
    rest,
    sql,
    addFeeding,
    claim,
    issueCode,
    use,
    ownerOf,
    recordedOf,
    [Symbol.asyncDispose]: () => rest[Symbol.asyncDispose](),
  };
}
