import { inTime } from "../realtime/timeouts.ts";

/**
 * Where the caller keeps the place in its feed between two runs: a file, `localStorage`, a row. The
 * place is the id of the last message that was handled.
 */
export interface PositionStore {
  /** What was saved last; null, or nothing, when there is none yet. */
  load(): PositionSaved | Promise<PositionSaved>;
  save(id: string): void | Promise<void>;
}
type PositionSaved = string | null | undefined;

/** Keeps a store up to the place reached, without asking it to save for every message. */
export interface PositionKeeper {
  /** @throws what the store throws. */
  load(): Promise<string | undefined>;
  reached(id: string): void;
  /** Saves what isn't yet, or gives up after a while. Never rejects. */
  flush(): Promise<void>;
}

export interface PositionSteps {
  readonly store: PositionStore;
  /** Saves follow each other no sooner than this. */
  readonly saveEveryMs: number;
  /** The next save is tried all the same. */
  saveFailed(error: unknown): void;
}

const flushMsMax = 10_000;

export function keepPosition({ store, saveEveryMs, saveFailed }: PositionSteps): PositionKeeper {
  let reached: string | null = null;
  let saved: string | null = null;
  let saving: Promise<void> | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function save(): Promise<void> {
    const id = reached;
    if (id === null || id === saved) return;
    try {
      await store.save(id);
      saved = id;
    } catch (error) {
      saveFailed(error);
    }
  }

  /** At most one save at a time, and the next one only after a pause. */
  function saveSoon(): void {
    if (saving === null && timer === undefined) saving = saveAndRest();
  }

  async function saveAndRest(): Promise<void> {
    await save();
    saving = null;
    timer = setTimeout(() => {
      timer = undefined;
      if (reached !== saved) saveSoon();
    }, saveEveryMs);
  }

  return {
    async load() {
      const id = (await store.load()) || undefined;
      saved = id ?? null;
      return id;
    },
    reached(id) {
      reached = id;
      saveSoon();
    },
    async flush() {
      const work = (async () => {
        await saving;
        clearTimeout(timer);
        await save();
      })();
      await inTime(work, flushMsMax, "saving the position").catch(saveFailed);
    },
  };
}
