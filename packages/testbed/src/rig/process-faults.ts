import { readFileSync } from "node:fs";
import process from "node:process";
import { pause } from "@jetwire/runtime";
import { until } from "../checks/until.ts";

const endedMsMax = 60_000;

/** Sends a signal that ends a process. @returns the proof that it has ended */
export async function endProcess(pid: number, signal: "SIGKILL" | "SIGINT"): Promise<string> {
  process.kill(pid, signal);
  await until(`process ${pid} to end`, () => stateOf(pid) === null, endedMsMax);
  return `process ${pid} ended by ${signal}`;
}

/** Stops a process for a while. @returns the proof that it was stopped all the time, or null */
export async function stopped(pid: number, lastsMs: number): Promise<string | null> {
  process.kill(pid, "SIGSTOP");
  try {
    await until(`process ${pid} to be stopped`, () => stateOf(pid) === "T");
    await pause(lastsMs);
    return stateOf(pid) === "T" ? `process ${pid} stopped for ${lastsMs} ms` : null;
  } finally {
    if (stateOf(pid) !== null) process.kill(pid, "SIGCONT");
  }
}

/** Returns the state of a process, as one letter of `/proc`; null if it has ended. */
function stateOf(pid: number): string | null {
  try {
    const state = /\) (\S)/.exec(readFileSync(`/proc/${pid}/stat`, "utf8"))?.[1] ?? null;
    return state === "Z" ? null : state;
  } catch {
    return null;
  }
}
