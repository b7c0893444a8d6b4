import { join } from "node:path";
import { apiKeyHint, hashApiKey, makeApiKey } from "@jetwire/auth";
import * as db from "@jetwire/db";
import { Database, type Sql } from "@jetwire/db";
import { createLogger } from "@jetwire/runtime";
import { simulatedStations } from "@jetwire/simulator";
import { isRecord, readJsonFile, writeJsonFile } from "./json-file.ts";
import { LaunchError } from "./launch-error.ts";
import type { NodeProgram } from "./processes/node-program.ts";
import type { Ready } from "./ready-file.ts";

/** The demo account of an instance and its API key, as in `demo.json`. */
interface Demo {
  readonly apiKey: string;
  readonly accountId: string;
  /** The account's id: its user in chat and presence. */
  readonly userId: string;
  readonly stations: readonly string[];
}

/** The instance that gets a demo account. */
export interface DemoScope {
  readonly dataDir: string;
  readonly databaseUrl: string;
  /** Address of REST. */
  readonly rest: string;
}

const network = { seed: 7, count: 24 };
const messagesPerSecond = 8;
const demoStationsCount = 3;
const accountName = "demo";
const keyCheckMsMax = 5_000;
const queriesMsMax = 10_000;

/**
 * Returns the demo account of a data folder: the stored one if its key is still accepted, otherwise
 * a new one that owns the first stations of the simulated network.
 *
 * @throws LaunchError if the account cannot be made.
 */
export async function openDemo(scope: DemoScope): Promise<NonNullable<Ready["demo"]>> {
  const path = join(scope.dataDir, "demo.json");
  const stored = readJsonFile(path);
  const isUsable = isDemo(stored) && (await isAccepted(stored.apiKey, scope.rest));
  const demo = isUsable ? stored : await createDemo(scope.databaseUrl);
  if (!isUsable) writeJsonFile(path, demo);
  const { apiKey, accountId, userId } = demo;
  return { apiKey, accountId, userId };
}

/** Returns the program that simulates a feeder network, which sends over UDP, TCP and HTTP. @param entry what Node runs */
export function simulatorProgram(
  entry: string,
  { ingest }: Pick<Ready, "ingest">,
  env: NodeJS.ProcessEnv,
): NodeProgram {
  return {
    name: "simulator",
    replica: 0,
    entry,
    args: [
      ...ingest.udp.slice(0, 1).map((port) => `--to=udp://127.0.0.1:${port}`),
      ...ingest.tcp.slice(0, 1).map((port) => `--to=tcp://127.0.0.1:${port}`),
      `--to=${ingest.http}`,
      `--rate=${messagesPerSecond}`,
      `--stations=${network.count}`,
      `--seed=${network.seed}`,
    ],
    env: { ...env, NODE_ENV: "production", JETWIRE_PARENT_WATCH: "1" },
  };
}

async function createDemo(databaseUrl: string): Promise<Demo> {
  const log = createLogger("launcher", "silent");
  await using database = new Database(databaseUrl, { log, max: 1 });
  try {
    return await database.withQueryDeadline(addDemo, queriesMsMax);
  } catch (error) {
    if (error instanceof LaunchError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new LaunchError(`the database did not accept it: ${reason}`, { cause: error });
  }
}

async function addDemo(sql: Sql): Promise<Demo> {
  const all = simulatedStations(network);
  const [stations, others] = [all.slice(0, demoStationsCount), all.slice(demoStationsCount)];
  const account = await db.accounts.add(sql, accountName);
  if (account === null) throw new LaunchError(`another account has the name ${accountName}`);
  const accountId = account.id;
  for (const { ident } of stations) {
    await db.stations.add(sql, { ident, accountId, sourceType: null, simulated: true });
  }
  for (const { ident } of others) {
    await db.stations.register(sql, {
      ident,
      sourceType: null,
      simulated: true,
      provisional: false,
    });
  }
  const apiKey = makeApiKey();
  const [keyHash, hint] = [hashApiKey(apiKey), apiKeyHint(apiKey)];
  const issued = await db.apiKeys.issue(sql, { accountId, tier: "feeder", keyHash, hint });
  if (issued === null) throw new LaunchError("there is no tier feeder");
  return { apiKey, accountId, userId: accountId, stations: stations.map(({ ident }) => ident) };
}

/** Returns false only when the key is refused; a busy server proves nothing about it. */
async function isAccepted(apiKey: string, restUrl: string): Promise<boolean> {
  try {
    const response = await fetch(`${restUrl}/v1/me`, {
      headers: { authorization: `Bearer ${apiKey}` },
      signal: AbortSignal.timeout(keyCheckMsMax),
    });
    await response.body?.cancel();
    return response.status !== 401;
  } catch {
    return true;
  }
}

function isDemo(value: unknown): value is Demo {
  if (!isRecord(value)) return false;
  const { apiKey, accountId, userId, stations } = value;
  const texts = [apiKey, accountId, userId].every((member) => typeof member === "string");
  return texts && Array.isArray(stations);
}
