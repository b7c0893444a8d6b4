import { join } from "node:path";
import { simulatedStations } from "@jetwire/simulator";
import type { Demo, DemoStation } from "./demo.ts";
import type { OwnProcess } from "./own-process.ts";
import type { Ready } from "./ready-file.ts";

const seed = 7;
const stationCount = 24;
const messagesPerSecond = 8;
const ownedByDemo = 3;

/** The first stations of the simulated network, which the demo account owns. */
export function demoStations(): readonly DemoStation[] {
  return simulatedStations({ seed, count: stationCount }).slice(0, ownedByDemo);
}

/** The simulated feeder network, sending to an instance by all three of its doors. */
export function simulatorProcess(
  root: string,
  { ingest }: Pick<Ready, "ingest">,
  env: NodeJS.ProcessEnv,
): OwnProcess {
  return {
    name: "simulator",
    replica: 0,
    entry: join(root, "packages", "simulator", "src", "main.ts"),
    args: [
      ...ingest.udp.slice(0, 1).map((port) => `--to=udp://127.0.0.1:${port}`),
      ...ingest.tcp.slice(0, 1).map((port) => `--to=tcp://127.0.0.1:${port}`),
      `--to=${ingest.http}`,
      `--rate=${messagesPerSecond}`,
      `--stations=${stationCount}`,
      `--seed=${seed}`,
    ],
    env: { ...env, NODE_ENV: "production", JETWIRE_PARENT_WATCH: "1" },
  };
}

/** What `ready.json` says of the demo account. */
export function readyDemo({ apiKey, accountId, userId }: Demo): NonNullable<Ready["demo"]> {
  return { apiKey, accountId, userId };
}
