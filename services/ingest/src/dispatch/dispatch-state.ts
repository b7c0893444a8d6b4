/**
 * The states of the dispatcher:
 *
 * - *replaying*: entries below `untilSeq` were journaled by an earlier process, or before Redis lost
 *   entries. Some may be in the stream already, which skips them by their number. At `untilSeq`:
 *   → *paused* if the partition count has changed, otherwise → *dispatching*.
 * - *paused*: nothing is dispatched until the readers of the stream have everything that was appended
 *   under the old partition count. A station's messages thus keep their order although they move to
 *   another partition. → *dispatching*.
 * - *dispatching*: entries are dispatched for the first time.
 * - *recovering*: entries have to be appended again, because Redis has lost some, because it has numbers
 *   that this journal has not sent, or because Postgres went back. The appender determines from where
 *   on, and the backlog is read from there again. → *replaying*.
 *
 * A failure changes no state: the same step is tried again, with back-off, while the journal grows up
 * to its limit. A stop changes no state either: the dispatcher is *draining* from then on, and goes on
 * until the backlog is empty, at most for 4 s. What is left is dispatched after the next start.
 */
export type DispatchState =
  | { readonly kind: "replaying"; readonly untilSeq: number }
  | { readonly kind: "recovering"; readonly cause: "redis" | "numbers" | "database" }
  | { readonly kind: "paused" | "dispatching" };

/** Returns the state in which the next entry is dispatched. */
export function stateAt(
  state: DispatchState,
  seq: number,
  partitionsChanged: boolean,
): DispatchState {
  if (state.kind !== "replaying" || seq < state.untilSeq) return state;
  return { kind: partitionsChanged ? "paused" : "dispatching" };
}

/** Splits a batch into the entries that are dispatched in this state, and the rest. */
export function splitBatch<Message extends { readonly entry: { readonly seq: number } }>(
  state: DispatchState,
  batch: readonly Message[],
): { readonly now: readonly Message[]; readonly later: readonly Message[] } {
  if (state.kind === "dispatching") return { now: batch, later: [] };
  if (state.kind !== "replaying") return { now: [], later: batch };
  const end = batch.findIndex(({ entry }) => entry.seq >= state.untilSeq);
  if (end < 0) return { now: batch, later: [] };
  return { now: batch.slice(0, end), later: batch.slice(end) };
}
