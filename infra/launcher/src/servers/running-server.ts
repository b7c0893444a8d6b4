/** How to start a server of ours. */
export interface ServerOptions {
  /** Where its data is kept; made when missing. The same folder brings the same data back. */
  readonly dir: string;
  /** TCP port on loopback; 0 takes a free one. */
  readonly port: number;
  /** Gets a line for whatever an operator wants to know: an installation, a restart. */
  readonly log: (line: string) => void;
  /** Gets what the server itself prints. */
  readonly output?: (chunk: Buffer) => void;
  /** Told at every start and end; null while it does not run. */
  readonly pidChanged?: (pid: number | null) => void;
  /** Gives up waiting for it to be ready. */
  readonly signal?: AbortSignal;
}

/** A server that is ready and kept alive: when it dies it is started again on the same port. */
export interface RunningServer extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  /** Null while it is being started again. */
  readonly pid: number | null;
  /** Ends it in good order, its data kept. */
  stop(timeoutMs?: number): Promise<void>;
  /** Ends it at once. */
  kill(): void;
}
