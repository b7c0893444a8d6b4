import type { ReactNode } from "react";
import { useRest } from "../data/rest/use-rest.ts";
import { en } from "../text/en.ts";
import { count } from "../text/numbers.ts";

const pollMs = 15_000;

/** How much of the account's limits is used. */
export function Usage(): ReactNode {
  const { data } = useRest(["limits"], (client, signal) => client.readLimits({}, { signal }), {
    everyMs: pollMs,
  });
  if (!data) return null;
  const { limit, remaining } = data.requests;
  return (
    <section className="panel usage" aria-labelledby="usage">
      <h2 id="usage">{en.desk.usage}</h2>
      <label>
        {en.desk.usageLine(count(limit - remaining), count(limit))}
        <meter min={0} max={limit} high={limit * 0.8} value={limit - remaining} />
      </label>
    </section>
  );
}
