import * as db from "@jetwire/db";
import { NetworkStation, OwnNetwork } from "@jetwire/protocol";
import { hashNetwork } from "@jetwire/runtime";
import { addSentHours } from "@jetwire/testbed";
import { expect } from "vitest";
import { addKeyOwner, startRest } from "./rest-under-test.ts";

export const secret = "an address secret of the tests";

/** Starts REST behind a proxy, with stations that networks feed. */
export async function openOwnNetwork() {
  let networks = 0;
  const rest = await startRest({
    INGEST_ADDRESS_SECRET: secret,
    REST_TRUSTED_PROXIES: "127.0.0.1",
    FEED_HOST: "feed.example",
    INGEST_TCP_PORTS: "5550,0",
  });
  const { sql } = rest.database.database;

  /** An address of a network of its own, so that tests do not see each other's stations. */
  function newAddress(): string {
    return `198.51.100.${++networks}`;
  }

  async function ask(address: string, path: string, method = "GET", headers = {}) {
    return await fetch(rest.url + path, {
      method,
      headers: { "x-forwarded-for": address, "x-forwarded-proto": "https", ...headers },
    });
  }

  async function read(address: string, query = ""): Promise<OwnNetwork> {
    const response = await ask(address, `/v1/heard${query}`);
    expect(response.status).toBe(200);
    expect(response.headers.get("cache-control")).toBe("private, no-store");
    return OwnNetwork.parse(await response.json());
  }

  async function readOne(address: string, query = ""): Promise<NetworkStation> {
    const { stations } = await read(address, query);
    expect(stations).toHaveLength(1);
    return NetworkStation.parse(stations[0]);
  }

  /** A station, and in how many of the last hours which address sent. */
  async function addFeeding(hours: Readonly<Record<string, number>>) {
    const ident = `AB-${crypto.randomUUID().slice(0, 8)}`;
    const stationId = await db.stations.register(sql, {
      ident,
      sourceType: "vdl",
      simulated: false,
    });
    await addSources(stationId, hours);
    return { ident, stationId };
  }

  async function addSources(stationId: number, hours: Readonly<Record<string, number>>) {
    for (const [address, count] of Object.entries(hours)) {
      const network = hashNetwork(address, secret);
      await addSentHours(sql, { stationId, network, fromHoursAgo: count - 1 });
    }
  }

  /** Claims a station, which is proven if the network sent for days, and provisional otherwise. */
  async function claimFrom(address: string, stationId: number, username: string): Promise<string> {
    const { accountId } = await addKeyOwner(rest.database, username);
    const requested = await db.claims.request(sql, { stationId, accountId, note: null });
    if (requested.status !== "requested") throw new Error("the claim was refused");
    const { id } = requested.claim;
    const proof = await db.claims.prove(sql, { id, accountId }, hashNetwork(address, secret));
    expect(["proven", "provisional"]).toContain(proof);
    return accountId;
  }

  async function dispute(address: string, stationId: number, headers = {}): Promise<Response> {
    return await ask(address, `/v1/heard/${stationId}/dispute`, "POST", headers);
  }

  return {
    rest,
    sql,
    newAddress,
    ask,
    read,
    readOne,
    addFeeding,
    addSources,
    claimFrom,
    dispute,
    [Symbol.asyncDispose]: () => rest[Symbol.asyncDispose](),
  };
}
