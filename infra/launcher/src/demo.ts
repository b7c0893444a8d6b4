import { join } from "node:path";
import { keep, readKept } from "./kept-file.ts";
import type { OperatorCli } from "./operator-cli.ts";
import { isRecord } from "./record.ts";

/** The account that a fresh instance comes with, and its key. */
export interface Demo {
  readonly apiKey: string;
  readonly accountId: string;
  /** Who it is in chat and presence: the account's id. */
  readonly userId: string;
  readonly stations: readonly string[];
}

/** A simulated station that the account owns. */
export interface DemoStation {
  readonly ident: string;
  readonly sourceType?: string | undefined;
}

const accountName = "demo";
const keyCheckMsMax = 5_000;

/**
 * The demo account of a data folder: the one it already has if its key still opens the door, else
 * a new one that owns the given stations.
 *
 * @throws LaunchError when the operator's command line refuses.
 */
export async function openDemo(
  dataDir: string,
  restUrl: string,
  stations: readonly DemoStation[],
  cli: OperatorCli,
): Promise<Demo> {
  const path = join(dataDir, "demo.json");
  const kept = readKept(path);
  if (isDemo(kept) && (await isAccepted(kept.apiKey, restUrl))) return kept;
  const demo = await makeDemo(stations, cli);
  keep(path, demo);
  return demo;
}

async function makeDemo(stations: readonly DemoStation[], cli: OperatorCli): Promise<Demo> {
  const accountId = String((await cli("accounts", "add", accountName))["id"]);
  for (const { ident, sourceType } of stations) {
    const type = sourceType === undefined ? [] : ["--source-type", sourceType];
    await cli("stations", "add", ident, "--account", accountName, ...type);
  }
  const apiKey = String((await cli("keys", "issue", "--account", accountName))["key"]);
  return { apiKey, accountId, userId: accountId, stations: stations.map(({ ident }) => ident) };
}

/** Only a plain refusal counts: a server that is busy says nothing about the key. */
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
  const named = [apiKey, accountId, userId].every((part) => typeof part === "string");
  return named && Array.isArray(stations);
}
