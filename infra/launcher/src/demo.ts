import { join } from "node:path";
import process from "node:process";
import { simulatedStations } from "@jetwire/simulator";
import { isRecord, readJson, writeJson } from "./json-file.ts";
import { LaunchError } from "./launch-error.ts";
import type { NodeProgram } from "./processes/node-program.ts";
import { lastLine, runCommand } from "./processes/run-command.ts";
import type { Ready } from "./ready-file.ts";

/** The demo account of an instance and its API key, as in `demo.json`. */
interface Demo {
  readonly apiKey: string;
  readonly accountId: string;
  /** The account's id: its user in chat and presence. */
  readonly userId: string;
  readonly stations: readonly string[];
}

/** The clone and the instance in which an operator's command runs. */
export interface CommandScope {
  readonly root: string;
  readonly dataDir: string;
  readonly signal: AbortSignal;
}

const network = { seed: 7, count: 24 };
const messagesPerSecond = 8;
const demoStationsCount = 3;
const accountName = "demo";
const keyCheckMsMax = 5_000;
const commandMsMax = 30_000;

/**
 * Returns the demo account of a data folder: the stored one if its key is still accepted, otherwise
 * a new one that owns the first stations of the simulated network.
 *
 * @throws LaunchError when an operator's command fails.
 */
export async function openDemo(
  scope: CommandScope,
  restUrl: string,
): Promise<NonNullable<Ready["demo"]>> {
  const path = join(scope.dataDir, "demo.json");
  const stored = readJson(path);
  const isUsable = isDemo(stored) && (await isAccepted(stored.apiKey, restUrl));
  const demo = isUsable ? stored : await createDemo(scope);
  if (!isUsable) writeJson(path, demo);
  const { apiKey, accountId, userId } = demo;
  return { apiKey, accountId, userId };
}

/** Returns the program that simulates a feeder network, which sends over UDP, TCP and HTTP. */
export function simulatorProgram(
  root: string,
  { ingest }: Pick<Ready, "ingest">,
  env: NodeJS.ProcessEnv,
): NodeProgram {
  return {
    name: "simulator",
    replica: 0,
    entry: join(root, "packages", "simulator", "src", "main.ts"),
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

async function createDemo(scope: CommandScope): Promise<Demo> {
  const jetwire = (...args: string[]) => runJetwire(scope, args);
  const stations = simulatedStations(network).slice(0, demoStationsCount);
  const accountId = String((await jetwire("accounts", "add", accountName))["id"]);
  for (const { ident } of stations) {
    await jetwire("stations", "add", ident, "--account", accountName);
  }
  const apiKey = String((await jetwire("keys", "issue", "--account", accountName))["key"]);
  return { apiKey, accountId, userId: accountId, stations: stations.map(({ ident }) => ident) };
}

/** Runs an operator's command, as `npm run jetwire` would, and returns its JSON result. */
async function runJetwire(
  { root, dataDir, signal }: CommandScope,
  args: readonly string[],
): Promise<Record<string, unknown>> {
  const entry = join(root, "packages", "cli", "src", "main.ts");
  const { code, stdout, stderr } = await runCommand(
    process.execPath,
    [entry, ...args, "--json", "--data", dataDir],
    { timeoutMs: commandMsMax, signal },
  );
  const command = `jetwire ${args.join(" ")}`;
  if (code !== 0) throw new LaunchError(`${command}: ${lastLine(stderr) || lastLine(stdout)}`);
  const result: unknown = JSON.parse(stdout);
  if (isRecord(result)) return result;
  throw new LaunchError(`${command} returned ${stdout.slice(0, 100).trim()} instead of an object`);
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
