import type { FactEvidence, ReadFlightFacts } from "@jetwire/protocol";
import type { UseQueryResult } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useRest } from "../data/rest/use-rest.ts";
import { isMissing } from "../entity/is-missing.ts";
import { Lead } from "../ui/lead.tsx";
import { UntrustedText } from "../text/untrusted-text.tsx";
import { en } from "../text/en.ts";
import { Minute } from "../text/when.tsx";
import { AirportLink } from "./airport-link.tsx";
import { Contradictions } from "./contradictions.tsx";
import "./flight-route.css";
import { timesOfFlight } from "./flight-times.ts";

const names = en.route;
const everyMs = 30_000;

/** Reads what messages report of a flight; null if nothing. */
export function useFlightFacts(id: string): UseQueryResult<ReadFlightFacts | null> {
  return useRest(
    ["flight-facts", id],
    async (rest, signal) => {
      try {
        return await rest.readFlightFacts({ id }, { signal });
      } catch (error) {
        if (error instanceof Error && isMissing({ error })) return null;
        throw error;
      }
    },
    { everyMs },
  );
}

/** Says where a flight comes from and goes to, and when, how sure that is, and what contradicts it. */
export function FlightRoute({ facts }: { facts: ReadFlightFacts }): ReactNode {
  const { departure, destination, evidence } = facts;
  const ends = [
    { name: names.kinds.departure, values: evidence.departure },
    { name: names.kinds.destination, values: evidence.destination },
  ];
  return (
    <>
      {(departure ?? destination) !== null && (
        <Lead
          label={names.title}
          tone={ends.some(({ values }) => isContradicted(values)) ? "warn" : undefined}
          note={ends.map(({ name, values }) => (
            <span key={name} className="route-evidence">
              {name}: <Evidence values={values} facts={facts} />
            </span>
          ))}
        >
          <span className="route-ends">
            <RouteEnd code={departure} facts={facts} />
            <span className="route-end">
              <span className="quiet">→</span>
              <RouteEnd code={destination} facts={facts} />
            </span>
          </span>
        </Lead>
      )}
      <Times facts={facts} />
      <Contradictions facts={facts} />
    </>
  );
}

interface RouteEndProps {
  readonly code: string | null;
  readonly facts: ReadFlightFacts;
}

function RouteEnd({ code, facts }: RouteEndProps): ReactNode {
  if (code === null) return <span className="quiet">{names.unknown}</span>;
  const airport = facts.airports.find(({ id }) => id === code) ?? null;
  return (
    <span className="route-end">
      <AirportLink code={code} airport={airport} />
      {airport && (
        <span className="route-name">
          <UntrustedText text={airport.name} />
        </span>
      )}
    </span>
  );
}

function Times({ facts }: { facts: ReadFlightFacts }): ReactNode {
  const { evidence } = facts;
  const times = timesOfFlight(evidence);
  if (times.length === 0) return null;
  return (
    <ol className="flight-times" aria-label={names.times}>
      {times.map(({ name, evidence: best }) => (
        <li key={name} title={names.timeHints[name]} data-expected={name === "eta" || undefined}>
          <span className="quiet small">{names.kinds[name]}</span>
          <Minute iso={best.value} />
          <span className="small">
            <EvidenceLink
              evidence={best}
              isContradicted={isContradicted(evidence[name])}
              facts={facts}
            />
          </span>
        </li>
      ))}
    </ol>
  );
}

interface EvidenceProps {
  readonly values: readonly FactEvidence[] | undefined;
  readonly facts: ReadFlightFacts;
}

function Evidence({ values, facts }: EvidenceProps): ReactNode {
  const [first] = values ?? [];
  if (first === undefined) return names.notReported;
  return <EvidenceLink evidence={first} isContradicted={isContradicted(values)} facts={facts} />;
}

interface EvidenceLinkProps {
  readonly evidence: FactEvidence;
  readonly isContradicted: boolean;
  readonly facts: ReadFlightFacts;
}

/** Says how sure a fact is, and leads to the first message that reports it, of those that are stored. */
function EvidenceLink({
  evidence,
  isContradicted: isDoubtful,
  facts: { expiredMessageIds },
}: EvidenceLinkProps): ReactNode {
  const { transmissions, stations, messageIds } = evidence;
  const id = messageIds.find((one) => !expiredMessageIds.includes(one));
  const text = isDoubtful
    ? names.contradictedBy(transmissions, stations)
    : names.reports(transmissions, stations);
  if (id === undefined) return names.allExpired(text);
  return (
    <Link to="/messages/$id" params={{ id }} className={isDoubtful ? "warn" : undefined}>
      {text}
    </Link>
  );
}

function isContradicted(values: readonly FactEvidence[] | undefined): boolean {
  return values !== undefined && values.length > 1;
}
