/** A process, or a server, that can be ended. */
export interface Member {
  stop(timeoutMs?: number): Promise<void>;
  kill(): void;
}

/** Everything an instance runs, so that all of it can be ended whatever state it is in. */
export class Crew {
  readonly #members = new Set<Member>();
  readonly #stopping = new AbortController();

  /** Aborted once the instance is going down: nothing new is started from then on. */
  get stopping(): AbortSignal {
    return this.#stopping.signal;
  }

  /** Takes a member in; one that comes too late is ended at once. */
  add<M extends Member>(member: M): M {
    this.#members.add(member);
    if (this.stopping.aborted) member.kill();
    return member;
  }

  startStopping(): void {
    this.#stopping.abort();
  }

  killAll(): void {
    this.#stopping.abort();
    for (const member of this.#members) member.kill();
  }
}
