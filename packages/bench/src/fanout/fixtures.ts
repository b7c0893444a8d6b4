import { createKeySeal, issueToken, makeSigningKey } from "@jetwire/auth";
import * as db from "@jetwire/db";
import { testSigningKeySecret } from "@jetwire/testbed";
import type { BenchServers } from "./bench-servers.ts";

const tokenSeconds = 86_400;

/** Adds a station that can be monitored. @returns its id. */
export async function addStation({ sql }: BenchServers): Promise<number> {
  const accountId = await addUser(sql, "bench-owner");
  const station = await db.stations.add(sql, { ident: "BENCH", accountId, sourceType: "acars" });
  if (station === null) throw new Error("the station exists");
  return station.id;
}

/** Issues a token with which any number of clients sign in as one user. */
export async function addToken({ sql }: BenchServers): Promise<string> {
  const key = await makeSigningKey();
  await db.signingKeys.addFirst(sql, createKeySeal(testSigningKeySecret).seal(key));
  const username = "bench-user";
  const userId = await addUser(sql, username);
  return await issueToken({ userId, username, ttlSeconds: tokenSeconds, key, now: Date.now() });
}

async function addUser(sql: BenchServers["sql"], username: string): Promise<string> {
  const account = await db.accounts.add(sql, username);
  if (account === null) throw new Error("the account exists");
  return account.id;
}
