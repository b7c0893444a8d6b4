import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import process from "node:process";
import { backOffMs, pause, retryUntil } from "@jetwire/runtime";
import { type Program, spawnProgram } from "./program.ts";

/** A process to keep running. */
export interface Supervision {
  readonly name: string;
  /** Called before every start, so that it can remove what the last run left behind. */
  readonly program: () => Program | Promise<Program>;
  readonly isReady: (pid: number) => Promise<boolean>;
  /** Limits the first start, ms. Later starts may wait for other processes. */
  readonly readyMsMax: number;
  /** Whether the process still works, if it answers within this time; without it, a running process does. */
  readonly isAlive?: (msMax: number) => Promise<boolean>;
  /** The time without a sign of life after which a process counts as frozen, ms. By default 30 s. */
  readonly silentMsMax?: number;
}

/** Receives what happens to a supervised process. */
export interface Observer {
  readonly output: (chunk: Buffer) => void;
  /** Called with a line for the operator when the process has ended and will be restarted. */
  readonly restarting: (line: string) => void;
  readonly pidChanged: (pid: number | null) => void;
}

const startAttemptsMax = 3;
const healthyMs = 30_000;
const probeEveryMsMax = 100;
const silentMsMaxByDefault = 30_000;
/** The probes without an answer, in a row, after which a process counts as frozen. */
const missesMax = 6;

/**
 * Keeps one process running. Its states are *starting* until it is ready, *running* until it ends,
 * *waiting* for the back-off, then starting again. A running process that gives no sign of life any more is killed,
 * and so started again. It is *stopped* by `stop` and `kill`, and when
 * it has ended three times, or has taken too long, without ever having been ready. Thirty seconds
 * of readiness reset the back-off.
 */
export class Supervised implements AsyncDisposable {
  readonly #supervision: Supervision;
  readonly #observer: Observer;
  readonly #stopping = new AbortController();
  readonly #firstReady = Promise.withResolvers<void>();
  readonly #finished: Promise<void>;
  #child: ChildProcess | undefined;
  #stopSignal: NodeJS.Signals = "SIGTERM";
  #wasReady = false;
  #isRestarting = false;
  #backOff = new AbortController();

  constructor(supervision: Supervision, observer: Observer) {
    this.#supervision = supervision;
    this.#observer = observer;
    this.#firstReady.promise.catch(() => undefined);
    this.#finished = this.#keepRunning();
  }

  get name(): string {
    return this.#supervision.name;
  }

  /** The process id, or null while the process does not run. */
  get pid(): number | null {
    return this.#child?.pid ?? null;
  }

  /** Resolves when the process is ready for the first time; rejects when it cannot be started. */
  get ready(): Promise<void> {
    return this.#firstReady.promise;
  }

  /**
   * Asks the process to end, closes its channel (an open one would keep it running), and waits for
   * its end. Kills it when the time is up.
   */
  async stop(timeoutMs = 15_000): Promise<void> {
    this.#stopping.abort();
    this.#child?.kill(this.#stopSignal);
    if (this.#child?.connected === true) this.#child.disconnect();
    const deadline = setTimeout(() => this.kill(), timeoutMs);
    await this.#finished.finally(() => clearTimeout(deadline));
  }

  /** Asks the process to end and starts it again at once. */
  restart(): void {
    this.#isRestarting = true;
    this.#backOff.abort();
    this.#child?.kill(this.#stopSignal);
  }

  /** Kills the process and its children. */
  kill(): void {
    this.#stopping.abort();
    if (this.#child !== undefined) killGroup(this.#child);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop();
  }

  async #keepRunning(): Promise<void> {
    const { signal } = this.#stopping;
    let failuresInRow = 0;
    while (!signal.aborted) {
      const run = await this.#runOnce().catch((error: Error) => ({
        end: error.message,
        readyMs: 0,
      }));
      if (signal.aborted) break;
      if (this.#isRestarting) {
        this.#isRestarting = false;
        failuresInRow = 0;
        continue;
      }
      failuresInRow = run.readyMs >= healthyMs ? 1 : failuresInRow + 1;
      if (!this.#wasReady && failuresInRow >= startAttemptsMax) {
        this.#firstReady.reject(new Error(`${this.name} does not start: ${run.end}`));
        return;
      }
      this.#observer.restarting(`${this.name} ended (${run.end}); restarting it`);
      this.#backOff = new AbortController();
      const wait = AbortSignal.any([signal, this.#backOff.signal]);
      await pause(backOffMs(failuresInRow, 200, 10_000), wait);
      this.#isRestarting = false;
    }
    this.#firstReady.reject(new Error(`${this.name} was stopped before it was ready`));
  }

  async #runOnce(): Promise<{ end: string; readyMs: number }> {
    const program = await this.#supervision.program();
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
    const frozen = this.#watchLife(child, ended.signal);
    const end = await exit;
    this.#child = undefined;
    this.#observer.pidChanged(null);
    const readySince = await readiness;
    const killed = (await frozen) ? "frozen, and therefore killed" : null;
    return {
      end: killed ?? end,
      readyMs: readySince === null ? 0 : performance.now() - readySince,
    };
  }

  /** Returns the time at which the process became ready, or null when it did not. */
  async #watchReadiness(child: ChildProcess, ended: AbortSignal): Promise<number | null> {
    const { pid } = child;
    if (pid === undefined) return null;
    const msMax = this.#wasReady ? Number.POSITIVE_INFINITY : this.#supervision.readyMsMax;
    const expectReady = async () => {
      if (ended.aborted || !(await this.#supervision.isReady(pid))) throw new Error("not ready");
    };
    const task = `start ${this.name}`;
    try {
      await retryUntil(expectReady, { task, msMax, signal: ended, retryMsMax: probeEveryMsMax });
    } catch {
      if (!ended.aborted) this.#giveUp(`${this.name} was not ready within ${msMax / 1000} s`);
      return null;
    }
    this.#wasReady = true;
    this.#firstReady.resolve();
    return performance.now();
  }

  /**
   * Kills the process when it stops to answer, and returns whether it did. Probes are counted, not the time, so that
   * neither a suspended host nor a stall of this process counts. A process that has never answered is still starting. A busy one
   * may answer until the next probe.
   */
  async #watchLife(child: ChildProcess, ended: AbortSignal): Promise<boolean> {
    const { isAlive, silentMsMax = silentMsMaxByDefault } = this.#supervision;
    if (isAlive === undefined) return false;
    const probeMs = silentMsMax / missesMax;
    let misses: number | null = null;
    while ((misses ?? 0) < missesMax) {
      const [answers] = await Promise.all([isAlive(probeMs), pause(probeMs, ended)]);
      if (ended.aborted) return false;
      if (answers) misses = 0;
      else if (misses !== null) misses += 1;
    }
    if (ended.aborted) return false;
    killGroup(child);
    return true;
  }

  #giveUp(reason: string): void {
    this.#firstReady.reject(new Error(reason));
    this.kill();
  }
}

/** Kills a process and its children: it leads a session, so its group is itself and they. */
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
