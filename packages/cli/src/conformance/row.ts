import { SkippedRow } from "./broken-promise.ts";
import type { Service } from "./service.ts";
import type { TemporaryAccounts } from "./temporary-accounts.ts";

/** One promise of the contract, and how it is tried. */
export interface Row {
  /** Numbers of the promises in `docs/promises.md`. */
  readonly rows: readonly string[];
  readonly promise: string;
  /** Tries it. @throws SkippedRow, or BrokenPromise and other errors if it is broken */
  try(service: Service): Promise<void>;
}

/** Makes a row that needs accounts, stations and messages of its own, which only an operator's key can make and remove. */
export function withAccounts(
  rows: readonly string[],
  promise: string,
  tried: (service: Service, accounts: TemporaryAccounts) => Promise<void>,
): Row {
  return {
    rows,
    promise,
    async try(service) {
      if (service.accounts === null) {
        throw new SkippedRow("needs messages of its own: --write, with a key of an operator");
      }
      await tried(service, service.accounts);
    },
  };
}
