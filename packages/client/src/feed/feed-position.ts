import { withDeadline } from "../timing.ts";

/**
 * Keeps the feed's position between two runs of a program: in a file, a database row, `localStorage`.
 * The position is the id of the last message that was handled.
 */
export interface PositionStore {
  /** Returns the position that was saved last; null or undefined if there is none. */
  load(): StoredPosition | Promise<StoredPosition>;
  save(id: string): void | Promise<void>;
}
type StoredPosition = string | null | undefined;

/** Saves a position that changes with every message, at intervals. */
export interface PositionSaver {
  /** @throws what the store throws. */
  load(): Promise<string | undefined>;
  advance(id: string): void;
  /** Saves the latest position, or gives up after 10 s. Never rejects. */
  flush(): Promise<void>;
}

const flushMsMax = 10_000;

/**
 * Creates a saver. A failed save is repeated with the next one.
 *
 * @param intervalMs least time between two saves
 */
export function createPositionSaver(
  store: PositionStore,
  intervalMs: number,
  onFailure: (error: unknown) => void,
): PositionSaver {
  let latest: string | null = null;
  let saved: string | null = null;
  let saving: Promise<void> | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function save(): Promise<void> {
    const id = latest;
    if (id === null || id === saved) return;
    try {
      await store.save(id);
      saved = id;
    } catch (error) {
      onFailure(error);
    }
  }

  /** Starts a save, unless one runs or the last one was less than an interval ago. */
  function saveSoon(): void {
    if (saving === null && timer === undefined) saving = saveThenWait();
  }

  async function saveThenWait(): Promise<void> {
    await save();
    saving = null;
    timer = setTimeout(() => {
      timer = undefined;
      if (latest !== saved) saveSoon();
    }, intervalMs);
  }

  async function saveNow(): Promise<void> {
    await saving;
    clearTimeout(timer);
    await save();
  }

  return {
    async load() {
      const id = (await store.load()) || undefined;
      saved = id ?? null;
      return id;
    },
    advance(id) {
      latest = id;
      saveSoon();
    },
    async flush() {
      await withDeadline(saveNow(), flushMsMax, "saving the position").catch(onFailure);
    },
  };
}
