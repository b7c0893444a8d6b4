import type { Status } from "@jetwire/protocol";
import type { ReactNode } from "react";
import { useRest } from "../data/rest/use-rest.ts";
import { Fact, Facts } from "../entity/facts.tsx";
import "../entity/entity.css";
import { QueryState } from "../ui/query-state/query-state.tsx";
import { UntrustedText } from "../text/untrusted-text.tsx";
import { en } from "../text/en.ts";
import { count } from "../text/numbers.ts";
import { When } from "../text/when.tsx";

const names = en.about;
const everyMs = 15_000;
const stages = ["dispatch", "storage", "delivery", "firehose"] as const;

/** The state of the server, as it reports it. Operators see its version in their overview. */
export function ServerStatus(): ReactNode {
  const query = useRest(["status"], async (rest, signal) => await rest.readStatus({}, { signal }), {
    everyMs,
  });
  return (
    <section>
      <h2>{names.status}</h2>
      <QueryState query={query} lines={4}>
        {(status) => (
          <>
            <Problems degraded={status.degraded} />
            <Facts>
              <Fact name={names.time}>
                <When iso={status.time} />
              </Fact>
              <Fact name={names.realtime}>
                {status.realtime === null ? (
                  names.noRealtime
                ) : (
                  <span className="mono">
                    <UntrustedText text={status.realtime} />
                  </span>
                )}
              </Fact>
              {stages.map((stage) => (
                <Fact key={stage} name={names.lags[stage]}>
                  {status.lag[stage] !== null && names.seconds(count(status.lag[stage]))}
                </Fact>
              ))}
              <CanaryFacts canary={status.canary} />
            </Facts>
            <p className="small">
              <a href="/status">{names.statusDays}</a> · <a href="/v1/status">{names.statusPage}</a>
            </p>
          </>
        )}
      </QueryState>
    </section>
  );
}

/** How long test messages take, and whether the newest one arrived. */
function CanaryFacts({ canary }: Pick<Status, "canary">): ReactNode {
  if (canary === null) return null;
  return (
    <>
      <Fact name={names.canary.sent}>
        <When iso={canary.sentAt} />{" "}
        {canary.failed === null ? names.canary.arrived : names.canary.problems[canary.failed]}
      </Fact>
      <Fact name={names.canary.stored}>
        {canary.storedMs !== null && milliseconds(canary.storedMs)}
      </Fact>
      <Fact name={names.canary.delivered}>
        {canary.deliveredMs !== null && milliseconds(canary.deliveredMs)}
      </Fact>
    </>
  );
}

function milliseconds({ p50, p99 }: { readonly p50: number; readonly p99: number }): string {
  return names.canary.percentiles(count(p50), count(p99));
}

function Problems({ degraded }: Pick<Status, "degraded">): ReactNode {
  if (degraded.length === 0) return <p className="good">● {names.allWell}</p>;
  return (
    <ul className="points warn">
      {degraded.map(({ part, reason }) => (
        <li key={`${part} ${reason}`}>
          <UntrustedText text={`${part}: ${reason}`} />
        </li>
      ))}
    </ul>
  );
}
