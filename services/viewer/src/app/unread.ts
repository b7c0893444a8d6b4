import { createStore, useStore } from "../data/store.ts";

/** Unread things by the path of their page. */
export const unread = createStore<Readonly<Record<string, number>>>({});

/** Returns how many unread things a page has. */
export function useUnread(path: string): number {
  return useStore(unread)[path] ?? 0;
}
