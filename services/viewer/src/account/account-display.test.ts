import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createStore } from "../data/store.ts";
import { type Display, displayDefaults } from "../ui/display/stored-display.ts";
import { createAccountDisplay, type DisplayAccount } from "./account-display.ts";

const quietMs = 1_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function openDevice() {
  const display = createStore<Display>(displayDefaults);
  const saves: Display[] = [];
  const choose = (change: Partial<Display>): void => display.set({ ...display.get(), ...change });
  const setAccount = createAccountDisplay({ display, apply: choose, quietMs });
  function accountWith(kept: Partial<Display> | null): DisplayAccount {
    return {
      load: async () => kept && { ...displayDefaults, ...kept },
      save: async (chosen) => void saves.push(chosen),
    };
  }
  return { display, saves, choose, setAccount, accountWith };
}

test("the account's choices come to the device, and are not sent back", async () => {
  const { display, saves, setAccount, accountWith } = openDevice();
  setAccount(accountWith({ theme: "dark" }));
  await vi.advanceTimersByTimeAsync(10 * quietMs);
  expect(display.get().theme).toBe("dark");
  expect(saves).toEqual([]);
});

test("changes go to the account once nothing has changed for a moment", async () => {
  const { saves, choose, setAccount, accountWith } = openDevice();
  setAccount(accountWith(null));
  await vi.advanceTimersByTimeAsync(quietMs);
  choose({ theme: "dark" });
  await vi.advanceTimersByTimeAsync(quietMs / 2);
  choose({ units: "metric" });
  await vi.advanceTimersByTimeAsync(quietMs);
  expect(saves).toEqual([{ ...displayDefaults, theme: "dark", units: "metric" }]);
});

test("a change that was made before the account's choices arrive is not reverted", async () => {
  const { display, saves, choose, setAccount } = openDevice();
  const loading = Promise.withResolvers<Display | null>();
  setAccount({
    load: () => loading.promise,
    save: async (chosen) => void saves.push(chosen),
  });
  choose({ theme: "light" });
  loading.resolve({ ...displayDefaults, theme: "dark" });
  await vi.advanceTimersByTimeAsync(quietMs);
  expect(display.get().theme).toBe("light");
  expect(saves.map(({ theme }) => theme)).toEqual(["light"]);
});

test("a former user's choices that arrive late change nothing", async () => {
  const { display, setAccount, accountWith } = openDevice();
  const loading = Promise.withResolvers<Display | null>();
  setAccount({ load: () => loading.promise, save: async () => undefined });
  setAccount(accountWith(null));
  loading.resolve({ ...displayDefaults, theme: "dark" });
  await vi.advanceTimersByTimeAsync(quietMs);
  expect(display.get().theme).toBe("system");
});

test("a change of a visitor, or just before signing out, goes to no account", async () => {
  const { saves, choose, setAccount, accountWith } = openDevice();
  choose({ theme: "dark" });
  setAccount(accountWith(null));
  await vi.advanceTimersByTimeAsync(quietMs);
  choose({ theme: "light" });
  setAccount(null);
  await vi.advanceTimersByTimeAsync(10 * quietMs);
  expect(saves).toEqual([]);
});

test("a save that fails is made up for by the next change", async () => {
  const { saves, choose, setAccount } = openDevice();
  let fails = true;
  setAccount({
    load: async () => null,
    save: async (chosen) => {
      if (fails) throw new Error("The server could not be reached.");
      saves.push(chosen);
    },
  });
  await vi.advanceTimersByTimeAsync(quietMs);
  choose({ theme: "dark" });
  await vi.advanceTimersByTimeAsync(quietMs);
  fails = false;
  choose({ units: "metric" });
  await vi.advanceTimersByTimeAsync(quietMs);
  expect(saves).toEqual([{ ...displayDefaults, theme: "dark", units: "metric" }]);
});
