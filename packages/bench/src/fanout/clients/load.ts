import { type BenchProcess, startProcess } from "../bench-process.ts";
import type { ConnectPlan, LoadCommands, LoadFigures } from "./load-process.ts";
import { totalCpuSeconds } from "../measure/process-use.ts";

/** Many connections in a few processes. */
export interface Load extends AsyncDisposable {
  /** @returns how long it took until all had joined, ms. */
  connect(plan: ConnectPlan): Promise<number>;
  begin(): Promise<void>;
  figures(): Promise<LoadFigures>;
  /** Total CPU time of all its processes. */
  cpuSeconds(): number;
  close(): Promise<void>;
}

const socketsPerProcess = 5_000;
const connectMsMax = 120_000;

/** @param sockets the most that will be open, by which it is spread over processes */
export function startLoad(sockets: number): Load {
  const count = Math.max(1, Math.ceil(sockets / socketsPerProcess));
  const processes = Array.from({ length: count }, () =>
    startProcess<LoadCommands>(new URL("load-process.ts", import.meta.url), {}),
  );
  const each = <T>(work: (one: BenchProcess<LoadCommands>, n: number) => Promise<T>) =>
    Promise.all(processes.map(work));
  return {
    async connect(plan) {
      const shares = await each((one, n) => {
        const share =
          Math.floor((plan.sockets * (n + 1)) / count) - Math.floor((plan.sockets * n) / count);
        return one.ask("connect", { ...plan, sockets: share }, connectMsMax);
      });
      return Math.max(...shares.map(({ ms }) => ms));
    },
    async begin() {
      await each((one) => one.ask("begin", null));
    },
    figures: async () => merged(await each((one) => one.ask("figures", null))),
    cpuSeconds: () => totalCpuSeconds(processes.map(({ pid }) => pid)),
    async close() {
      await each((one) => one.ask("close", null));
    },
    async [Symbol.asyncDispose]() {
      await each(async (one) => one[Symbol.asyncDispose]());
    },
  };
}

/** Merges figures; the times are those of the slowest process. */
function merged(all: readonly LoadFigures[]): LoadFigures {
  const sum = (read: (one: LoadFigures) => number) => all.reduce((n, one) => n + read(one), 0);
  const most = (read: (one: LoadFigures) => number) => Math.max(...all.map(read));
  return {
    frames: sum((one) => one.frames),
    bytes: sum((one) => one.bytes),
    closed: sum((one) => one.closed),
    p50Ms: most((one) => one.p50Ms),
    p99Ms: most((one) => one.p99Ms),
    maxMs: most((one) => one.maxMs),
  };
}
