import { createStore } from "./store.ts";

/** The user of the page. */
export interface Session {
  readonly user: { readonly id: string; readonly username: string } | null;
  readonly isOperator: boolean;
}

/** The session of the page; null until the server has reported it. */
export const session = createStore<Session | null>(null);
