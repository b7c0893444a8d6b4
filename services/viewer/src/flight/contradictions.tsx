import type { FactEvidence, ReadFlightFacts } from "@jetwire/protocol";
import { messageIdTimeMs } from "@jetwire/protocol/plain";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { en } from "../text/en.ts";
import { Minute, When } from "../text/when.tsx";
import { UntrustedText } from "../text/untrusted-text.tsx";
import { AirportLink } from "./airport-link.tsx";

const names = en.route;
/** An expected arrival is not listed: a newer one does not contradict the one before. */
const kinds = ["departure", "destination", "out", "off", "on", "in"] as const;

/** The facts of a flight of which messages report several values: the values side by side, each with its messages. */
export function Contradictions({ facts }: { facts: ReadFlightFacts }): ReactNode {
  const contradicted = kinds.flatMap((kind) => {
    const values = facts.evidence[kind] ?? [];
    return values.length > 1 ? [{ kind, values }] : [];
  });
  if (contradicted.length === 0) return null;
  return (
    <section className="panel contradictions" aria-label={names.contradictions}>
      <h2>{names.contradictions}</h2>
      {contradicted.map(({ kind, values }) => (
        <div key={kind} className="contradiction">
          <h3>{names.kinds[kind]}</h3>
          <ul>
            {values.map((evidence) => (
              <li key={evidence.value}>
                <Value kind={kind} evidence={evidence} facts={facts} />
                <span className="quiet small">
                  {names.reports(evidence.transmissions, evidence.stations)}
                </span>
                <Messages ids={evidence.messageIds} expiredIds={facts.expiredMessageIds} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}

interface ValueProps {
  readonly kind: (typeof kinds)[number];
  readonly evidence: FactEvidence;
  readonly facts: ReadFlightFacts;
}

function Value({ kind, evidence: { value }, facts }: ValueProps): ReactNode {
  if (kind !== "departure" && kind !== "destination") {
    return (
      <span className="strong">
        <Minute iso={value} />
      </span>
    );
  }
  const airport = facts.airports.find(({ id }) => id === value) ?? null;
  return (
    <span>
      <span className="strong">
        <AirportLink code={value} airport={airport} />
      </span>{" "}
      {airport && <UntrustedText text={airport.name} />}
    </span>
  );
}

interface MessagesProps {
  readonly ids: readonly string[];
  readonly expiredIds: readonly string[];
}

function Messages({ ids, expiredIds }: MessagesProps): ReactNode {
  return (
    <span className="small contradiction-messages">
      <span className="quiet">{names.messages}</span>
      {ids.map((id) => {
        const time = <When iso={new Date(messageIdTimeMs(id)).toISOString()} />;
        return expiredIds.includes(id) ? (
          <span key={id} className="quiet">
            {time} ({names.expired})
          </span>
        ) : (
          <Link key={id} to="/messages/$id" params={{ id }}>
            {time}
          </Link>
        );
      })}
    </span>
  );
}
