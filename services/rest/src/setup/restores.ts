import type { RestoreOffer } from "@jetwire/backup";
import { AppError, type RestoreState } from "@jetwire/protocol";
import type { RestoreDesk } from "@jetwire/redis";
import { CachedValue } from "@jetwire/runtime";

/** Everybody may ask: Redis is asked at most once in this time. */
const ttlMs = 1_000;

/** Restores of back-ups, which another process carries out. */
export type Restores = ReturnType<typeof createRestores>;

export function createRestores(desk: Pick<RestoreDesk, "readOffer" | "ask">) {
  const offer = new CachedValue(readOffer, { ttlMs });

  /** Reads what a process offers to restore; null without one. Loads the library of seals, which nobody else needs here. */
  async function readOffer(): Promise<RestoreOffer | null> {
    const json = await desk.readOffer();
    if (json === null) return null;
    const { RestoreOffer: Offer } = await import("@jetwire/backup");
    // That of another release may have another form.
    return Offer.safeParse(JSON.parse(json)).data ?? null;
  }

  return {
    /** Returns what can be restored and how far it is; null if no process restores, or Redis does not answer. */
    async state(): Promise<RestoreState | null> {
      return (await offer.get().catch(() => null))?.state ?? null;
    },
    /** Asks for a restore. @throws AppError that says why it is refused */
    async ask(name: string, given: string): Promise<void> {
      const { parseRecoveryKey, sealRequest } = await import("@jetwire/backup");
      const recoveryKey = readKey(() => parseRecoveryKey(given));
      const offered = await readOffer();
      if (offered === null) {
        throw new AppError("unavailable", "No process of this deployment restores back-ups now");
      }
      if (offered.state.running !== null) throw isRunning();
      if (!offered.state.backups.some((one) => one.name === name)) {
        throw new AppError("not_found", "There is no such back-up");
      }
      if (!(await desk.ask(await sealRequest({ name, recoveryKey }, offered.recipient)))) {
        throw isRunning();
      }
      offer.forget();
    },
  };
}

function readKey(read: () => string): string {
  try {
    return read();
  } catch {
    throw new AppError("invalid_request", "The recovery key is wrong", {
      errors: [{ field: "recoveryKey", message: "is one line, AGE-SECRET-KEY-1…" }],
    });
  }
}

function isRunning(): AppError {
  return new AppError("conflict", "A restore runs already");
}
