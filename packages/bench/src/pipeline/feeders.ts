import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";

/** Messages that the feeders offer; `first` is the number of the first one. */
export interface Load {
  readonly rate: number;
  readonly seconds: number;
  readonly first: number;
  /** Whether messages come at random times, as those of many stations do (a Poisson process), and not evenly. */
  readonly random?: boolean;
}

const feederPath = fileURLToPath(new URL("feeder-process.ts", import.meta.url));

/** Sends messages from a process of its own to UDP ports: to one, or to one for each decoder of `feeder-process.ts`. */
export async function runFeeders(ports: readonly number[], load: Load) {
  const { rate, seconds, first, random = false } = load;
  const arrivals = random ? "random" : "even";
  const argv = [feederPath, "127.0.0.1", ports.join(), rate, seconds, first, arrivals].map(String);
  const child = spawn(process.execPath, argv, { stdio: ["ignore", "pipe", "inherit"] });
  return JSON.parse(await text(child.stdout)) as { sent: number; seconds: number };
}
