import type { StreamGroup } from "@jetwire/protocol";
import type { GroupOptions } from "@jetwire/redis";
import type { Metrics } from "@jetwire/runtime";

/** Counts the entries that a group cannot read and leaves to the persister, which stores them as dead letters. */
export function countRefused(
  group: StreamGroup,
  metrics: Pick<Metrics, "counter">,
): GroupOptions["refuse"] {
  const refused = metrics.counter({
    name: `jetwire_${group}_entries_refused_total`,
    help: "Stream entries that could not be read; the persister stores them as dead letters",
    labelNames: ["reason"],
  });
  return async (_partition, entries) => {
    for (const { reason } of entries) refused.inc({ reason });
  };
}
