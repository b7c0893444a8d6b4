/** A process, or a server, that can be ended. */
export interface Stoppable {
  stop(timeoutMs?: number): Promise<void>;
  kill(): void;
}

/** Every process of an instance, so that all of them can be killed in whatever state it is. */
export class ProcessSet {
  readonly #processes = new Set<Stoppable>();
  readonly #stopping = new AbortController();

  /** Aborts when the instance begins to stop; nothing is started after that. */
  get stopping(): AbortSignal {
    return this.#stopping.signal;
  }

  /** Adds a process; kills it if the instance is already stopping. */
  add<Process extends Stoppable>(process: Process): Process {
    this.#processes.add(process);
    if (this.stopping.aborted) process.kill();
    return process;
  }

  startStopping(): void {
    this.#stopping.abort();
  }

  killAll(): void {
    this.#stopping.abort();
    for (const process of this.#processes) process.kill();
  }
}

/** The instance that a process belongs to, and reports to. */
export interface ProcessHost {
  readonly processes: ProcessSet;
  readonly logDir: string;
  /** Prints a line for the operator. */
  readonly print: (line: string) => void;
  /** Called at every start and end of a process; the pid is null while it does not run. */
  readonly pidChanged: (name: string, replica: number, pid: number | null) => void;
}
