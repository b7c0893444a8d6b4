import type { Store } from "../data/store.ts";
import type { Display } from "../ui/display/stored-display.ts";

/** The choices that an account keeps. */
export interface DisplayAccount {
  /** Returns the choices of the account; null if it has none. */
  load(): Promise<Display | null>;
  save(chosen: Display): Promise<void>;
}

interface AccountDisplayOptions {
  readonly display: Pick<Store<Display>, "get" | "subscribe">;
  /** Shows choices on this device, and keeps them there. */
  readonly apply: (chosen: Display) => void;
  /** The time without a change after which choices are saved, in ms. */
  readonly quietMs: number;
}

/**
 * Keeps the choices of the display in the account of the signed-in user: the account's come to this
 * device when the user is known, and later changes go to the account. A change that was made while the
 * account's were on their way counts more than those. What fails is tried again with the next change.
 *
 * @returns sets the account; null if nobody is signed in
 */
export function createAccountDisplay({ display, apply, quietMs }: AccountDisplayOptions) {
  let account: DisplayAccount | null = null;
  /** The choices that the account has, as far as this page knows. */
  let saved: string | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  display.subscribe(() => {
    if (account && JSON.stringify(display.get()) !== saved) saveSoon(account);
  });

  function saveSoon(into: DisplayAccount): void {
    clearTimeout(timer);
    timer = setTimeout(() => void save(into), quietMs);
  }

  async function save(into: DisplayAccount): Promise<void> {
    const chosen = display.get();
    try {
      await into.save(chosen);
      if (account === into) saved = JSON.stringify(chosen);
    } catch {
      // The next change saves everything.
    }
  }

  async function load(from: DisplayAccount): Promise<void> {
    const before = display.get();
    try {
      const kept = await from.load();
      if (account !== from || kept === null || display.get() !== before) return;
      saved = JSON.stringify(kept);
      apply(kept);
    } catch {
      // The device's own choices stay.
    }
  }

  return (next: DisplayAccount | null): void => {
    clearTimeout(timer);
    account = next;
    saved = null;
    if (next) void load(next);
  };
}
