import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { withDeadline } from "@jetwire/runtime";
import type { Answered, Asked } from "./process-commands.ts";

type Argument<Command> = Command extends (argument: infer Given) => unknown ? Given : never;
type Result<Command> = Command extends (argument: never) => infer Given ? Awaited<Given> : never;

/** A process of the benchmark that executes commands. Disposal kills it. */
export interface BenchProcess<Commands> extends AsyncDisposable {
  readonly pid: number;
  /** @throws when the command fails, the process ends or the answer takes longer than a minute. */
  ask<Name extends keyof Commands & string>(
    name: Name,
    argument: Argument<Commands[Name]>,
    msMax?: number,
  ): Promise<Result<Commands[Name]>>;
}

const answerMsMax = 60_000;

/** @param settings what the process finds by `helperSettings` */
export function startProcess<Commands>(file: URL, settings: object): BenchProcess<Commands> {
  const path = fileURLToPath(file);
  const name = basename(path);
  const child = fork(path, [JSON.stringify(settings)], {
    env: { PATH: process.env["PATH"], NODE_ENV: "production" },
    // Stdout is for the bench's result alone.
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let asked = 0;
  child.on("message", ({ n, result, error }: Answered) => {
    const one = waiting.get(n);
    waiting.delete(n);
    if (error === undefined) one?.resolve(result);
    else one?.reject(new Error(`${name}: ${error}`));
  });
  child.once("exit", (code, signal) => {
    for (const one of waiting.values()) one.reject(new Error(`${name} ended: ${code ?? signal}`));
    waiting.clear();
  });
  return {
    pid: child.pid ?? 0,
    async ask(command, argument, msMax = answerMsMax) {
      if (hasEnded(child)) throw new Error(`${name} has ended`);
      const n = ++asked;
      const one = Promise.withResolvers<unknown>();
      waiting.set(n, one);
      child.send({ n, name: command, argument } satisfies Asked);
      return (await withDeadline(one.promise, msMax, `${name}: ${command}`)) as never;
    },
    [Symbol.asyncDispose]: () => endChild(child),
  };
}

/** Returns the settings that this process was started with. */
export function processSettings(): unknown {
  return JSON.parse(process.argv[2] ?? "{}");
}

/** Kills a child and waits until it has ended. */
export async function endChild(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  child.kill("SIGKILL");
  await once(child, "exit");
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}
