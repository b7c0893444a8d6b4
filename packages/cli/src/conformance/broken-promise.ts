/** A row cannot be tried on this service: the reason is reported, and is no fault. */
export class SkippedRow extends Error {}

/** The service does something else than the contract says. */
export class BrokenPromise extends Error {}

/** @throws BrokenPromise unless it is kept */
export function expectThat(isKept: boolean, otherwise: string): asserts isKept {
  if (!isKept) throw new BrokenPromise(otherwise);
}
