import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import process from "node:process";
import { setTimeout as delay } from "node:timers/promises";
import { backoffMs } from "./backoff.ts";
import { poll } from "./poll.ts";
import { type Program, spawnProgram } from "./program.ts";

/** A process to keep alive. */
export interface Part {
  readonly name: string;
  /** Asked before every start, so that it can clear up what the last run left behind. */
  readonly program: () => Program | Promise<Program>;
  readonly isReady: (pid: number) => Promise<boolean>;
  /** How long its first start may take, in milliseconds; later ones may wait for others. */
  readonly readyMsMax: number;
}

/** Who wants to know what happens to a part. */
export interface Observer {
  readonly output: (chunk: Buffer) => void;
  /** It has ended and will be started again: one line for the operator. */
  readonly restarting: (line: string) => void;
  readonly pidChanged: (pid: number | null) => void;
}

const startAttemptsMax = 3;
const healthyMs = 30_000;

/**
 * Keeps one process running: *starting* until it is ready, *running* until it ends, *waiting* for
 * the back-off, and starting again; *stopped* for good by `stop`, `kill`, or when it ends three
 * times, or takes too long, without ever having been ready. Thirty seconds of readiness make the back-off forget.
 */
export class Supervised implements AsyncDisposable {
  readonly #part: Part;
  readonly #observer: Observer;
  readonly #stopping = new AbortController();
  readonly #firstReady = Promise.withResolvers<void>();
  readonly #finished: Promise<void>;
  #child: ChildProcess | undefined;
  #stopSignal: NodeJS.Signals = "SIGTERM";
  #wasReady = false;

  constructor(part: Part, observer: Observer) {
    this.#part = part;
    this.#observer = observer;
    this.#firstReady.promise.catch(() => undefined);
    this.#finished = this.#keepRunning();
  }

  get name(): string {
    return this.#part.name;
  }

  /** The process id, or null while it is not running. */
  get pid(): number | null {
    return this.#child?.pid ?? null;
  }

  /** Resolves when it is ready for the first time; rejects when it can't get there. */
  get ready(): Promise<void> {
    return this.#firstReady.promise;
  }

  /**
   * Asks it to end in good order, hangs up (an open channel would keep it alive), and waits until
   * it has ended; what is left after the time is killed.
   */
  async stop(timeoutMs = 15_000): Promise<void> {
    this.#stopping.abort();
    this.#child?.kill(this.#stopSignal);
    if (this.#child?.connected === true) this.#child.disconnect();
    const deadline = setTimeout(() => this.kill(), timeoutMs);
    await this.#finished.finally(() => clearTimeout(deadline));
  }

  /** Ends it and its children at once. */
  kill(): void {
    this.#stopping.abort();
    if (this.#child !== undefined) killGroup(this.#child);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop();
  }

  async #keepRunning(): Promise<void> {
    let failuresInRow = 0;
    while (!this.#stopping.signal.aborted) {
      const life = await this.#liveOnce().catch((error: Error) => ({
        end: error.message,
        readyMs: 0,
      }));
      if (this.#stopping.signal.aborted) break;
      failuresInRow = life.readyMs >= healthyMs ? 1 : failuresInRow + 1;
      if (!this.#wasReady && failuresInRow >= startAttemptsMax) {
        this.#firstReady.reject(new Error(`${this.name} does not start: ${life.end}`));
        return;
      }
      const waitMs = backoffMs(failuresInRow);
      this.#observer.restarting(`${this.name} ended (${life.end}); starting again in ${waitMs} ms`);
      await delay(waitMs, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
    }
    this.#firstReady.reject(new Error(`${this.name} was stopped before it was ready`));
  }

  async #liveOnce(): Promise<{ end: string; readyMs: number }> {
    const program = await this.#part.program();
    if (this.#stopping.signal.aborted) return { end: "stopped", readyMs: 0 };
    const child = spawnProgram(program);
    const ended = new AbortController();
    const exit = endOf(child).finally(() => ended.abort());
    this.#child = child;
    this.#stopSignal = program.stopSignal;
    child.stdout?.on("data", this.#observer.output);
    child.stderr?.on("data", this.#observer.output);
    this.#observer.pidChanged(child.pid ?? null);

    const readiness = this.#watchReadiness(child, ended.signal);
    const end = await exit;
    this.#child = undefined;
    this.#observer.pidChanged(null);
    const readySince = await readiness;
    return { end, readyMs: readySince === undefined ? 0 : performance.now() - readySince };
  }

  async #watchReadiness(child: ChildProcess, ended: AbortSignal): Promise<number | undefined> {
    const { pid } = child;
    if (pid === undefined) return undefined;
    const timeoutMs = this.#wasReady ? Infinity : this.#part.readyMsMax;
    const ready = await poll(() => this.#part.isReady(pid), { timeoutMs, signal: ended });
    if (ready) {
      this.#wasReady = true;
      this.#firstReady.resolve();
      return performance.now();
    }
    if (!ended.aborted) this.#giveUp(`${this.name} was not ready within ${timeoutMs / 1000} s`);
    return undefined;
  }

  #giveUp(reason: string): void {
    this.#firstReady.reject(new Error(reason));
    this.kill();
  }
}

/** It leads a session of its own, so its group is itself and what it started. */
function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, "SIGKILL");
  } catch {
    child.kill("SIGKILL");
  }
}

async function endOf(child: ChildProcess): Promise<string> {
  const failed = new Promise<string>((resolve) => {
    child.once("error", (error) => resolve(error.message));
  });
  const exited = once(child, "exit").then(([code, signal]) =>
    signal === null ? `exit code ${String(code)}` : String(signal),
  );
  exited.catch(() => undefined);
  return Promise.race([exited.catch(() => failed), failed]);
}
