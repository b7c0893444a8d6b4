import type { ProcessStore } from "@jetwire/redis";
import { CachedValue } from "@jetwire/runtime";

/** A figure that fanout reports if it compares messages with watches. */
const watchesFigure = "watches";
const ttlMs = 2_000;

/**
 * Tells whether a fanout runs that is of a release before watches: messages that it reads come to none. It may run beside a
 * new gateway during an upgrade or a rollback.
 *
 * @returns the value, which rejects when Redis does not answer
 */
export function createOlderFanout(processes: Pick<ProcessStore, "list">): CachedValue<boolean> {
  return new CachedValue(
    async () =>
      (await processes.list()).some(
        ({ service, figures }) => service === "fanout" && !Object.hasOwn(figures, watchesFigure),
      ),
    { ttlMs },
  );
}
