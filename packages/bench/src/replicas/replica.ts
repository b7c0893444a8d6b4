import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, mkdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Instance } from "@jetwire/launcher";
import { retryUntil } from "@jetwire/runtime";

/** One more process of a service of an instance. */
export interface Replica extends AsyncDisposable {
  readonly name: string;
  readonly pid: number;
}

const readyMsMax = 60_000;
const answerMsMax = 5_000;
const stopMsMax = 30_000;

/**
 * Starts one more process of a service, with the environment of the first but for its number, its port of health and
 * its journal.
 *
 * @param replica the number of the process; the first has 0
 * @throws when the instance has no such service, or the process does not become ready.
 */
export async function startReplica(
  { ready, data }: Pick<Instance, "ready" | "data">,
  { name, replica, healthPort }: { name: string; replica: number; healthPort: number },
): Promise<Replica> {
  const first = ready.services.find((one) => one.name === name);
  if (first?.pid == null) throw new Error(`the instance has no process of ${name}`);
  const [file = "", ...argv] = readList(first.pid, "cmdline");
  const environment = Object.fromEntries(
    readList(first.pid, "environ").map((line) => {
      const at = line.indexOf("=");
      return [line.slice(0, at), line.slice(at + 1)];
    }),
  );
  // The launcher watches the first by a channel that this one does not have.
  delete environment["JETWIRE_PARENT_WATCH"];
  delete environment["NODE_CHANNEL_FD"];
  // Linux lets processes of one user alone share ports.
  const { uid, gid } = statSync(`/proc/${first.pid}`);
  const journal = join(data, `journal-of-bench-${replica}`);
  mkdirSync(journal, { recursive: true, mode: 0o700 });
  chownSync(journal, uid, gid);
  const child = spawn(file, argv, {
    uid,
    gid,
    cwd: "/",
    env: {
      ...environment,
      SERVICE_REPLICA: String(replica),
      HEALTH_PORT: String(healthPort),
      INGEST_JOURNAL_DIR: journal,
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const stop = async () => await endOf(child);
  try {
    await whenReady(child, `http://127.0.0.1:${healthPort}/readyz`);
  } catch (error) {
    await stop();
    throw new Error(`process ${replica} of ${name} did not become ready`, { cause: error });
  }
  return { name, pid: child.pid ?? 0, [Symbol.asyncDispose]: stop };
}

/** Returns the strings of a file of `/proc` that ends each with a zero byte, by proc(5). */
function readList(pid: number, file: "cmdline" | "environ"): string[] {
  return readFileSync(`/proc/${pid}/${file}`, "utf8").split("\0").slice(0, -1);
}

async function whenReady(child: ChildProcess, url: string): Promise<void> {
  const ended = new AbortController();
  child.once("exit", () => ended.abort());
  const ask = async () => {
    const answer = await fetch(url, { signal: AbortSignal.timeout(answerMsMax) });
    if (!answer.ok) throw new Error(await answer.text());
  };
  const options = { task: "start a replica", msMax: readyMsMax, retryMsMax: 200 };
  await retryUntil(ask, { ...options, signal: ended.signal });
}

async function endOf(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  const timer = setTimeout(() => child.kill("SIGKILL"), stopMsMax);
  await ended;
  clearTimeout(timer);
}
