import type { Airport, AirportDirection, AirportFlight } from "@jetwire/protocol";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { type RestList, useRestList } from "../data/rest/use-rest-list.ts";
import { isAwaited } from "../entity/entity-state.tsx";
import { ListSection } from "../entity/list-section.tsx";
import { AirportLink, type NamedAirport } from "../flight/airport-link.tsx";
import { type Column, Table } from "../table/table.tsx";
import { Skeleton } from "../ui/query-state/query-state.tsx";
import { UntrustedText } from "../text/untrusted-text.tsx";
import { en } from "../text/en.ts";
import { age } from "../text/time.ts";
import { Minute } from "../text/when.tsx";

const names = en.entity.airport;
const everyMs = 60_000;

interface AirportFlightsProps {
  readonly airport: Airport;
  /** Stands below. It waits for the flights, because they would move it. */
  readonly children: ReactNode;
}

/** The flights of the last 48 hours from and to an airport. */
export function AirportFlights({ airport: { id }, children }: AirportFlightsProps): ReactNode {
  const departures = useAirportFlights(id, "departures");
  const arrivals = useAirportFlights(id, "arrivals");
  if ([departures, arrivals].some(isAwaited)) return <Skeleton lines={8} />;
  return (
    <>
      <div className="pair">
        <ListSection title={names.departures} list={departures} empty={names.noDepartures}>
          {(flights) => <FlightRows flights={flights} direction="departures" />}
        </ListSection>
        <ListSection title={names.arrivals} list={arrivals} empty={names.noArrivals}>
          {(flights) => <FlightRows flights={flights} direction="arrivals" />}
        </ListSection>
      </div>
      {children}
    </>
  );
}

function useAirportFlights(code: string, direction: AirportDirection): RestList<AirportFlight> {
  return useRestList<AirportFlight>(
    ["airport-flights", code, direction],
    (rest, page, limits) => rest.listAirportFlights({ code, direction, ...page }, limits),
    { everyMs },
  );
}

const flightColumn: Column<AirportFlight> = {
  head: names.flight,
  cell: ({ id, callsign }) => (
    <Link to="/flights/$id" params={{ id }} className="strong">
      <UntrustedText text={callsign} />
    </Link>
  ),
};

const reportsColumn: Column<AirportFlight> = {
  head: names.reports,
  hint: names.reportsHint,
  cell: ({ transmissions, contradicted }) =>
    contradicted ? <span className="warn">{names.contradicted}</span> : names.sure(transmissions),
};

const columns: Readonly<Record<AirportDirection, readonly Column<AirportFlight>[]>> = {
  departures: [
    flightColumn,
    {
      head: names.to,
      cell: (flight) => <OtherEnd code={flight.destination} airport={flight.destinationAirport} />,
    },
    {
      head: names.off,
      hint: names.offHint,
      className: "nowrap",
      cell: ({ offAt }) => offAt !== null && <Minute iso={offAt} />,
    },
    {
      head: names.outToOff,
      hint: names.outToOffHint,
      isWideOnly: true,
      className: "nowrap",
      isNumber: true,
      cell: ({ outAt, offAt }) =>
        outAt !== null && offAt !== null && offAt >= outAt && minutesBetween(outAt, offAt),
    },
    reportsColumn,
  ],
  arrivals: [
    flightColumn,
    {
      head: names.from,
      cell: (flight) => <OtherEnd code={flight.departure} airport={flight.departureAirport} />,
    },
    {
      head: names.on,
      hint: names.onHint,
      className: "nowrap",
      cell: ({ onAt, inAt, eta }) => <Landing onAt={onAt} eta={inAt === null ? eta : null} />,
    },
    {
      head: names.in,
      hint: names.inHint,
      isWideOnly: true,
      className: "nowrap",
      cell: ({ inAt }) => inAt !== null && <Minute iso={inAt} />,
    },
    reportsColumn,
  ],
};

interface FlightRowsProps {
  readonly flights: readonly AirportFlight[];
  readonly direction: AirportDirection;
}

function FlightRows({ flights, direction }: FlightRowsProps): ReactNode {
  return (
    <Table
      caption={names[direction]}
      rows={flights}
      keyOf={({ id }) => id}
      columns={columns[direction]}
    />
  );
}

function OtherEnd({ code, airport }: NamedAirport): ReactNode {
  return (
    <>
      <AirportLink code={code} airport={airport} />{" "}
      {airport && (
        <span className="wide-only">
          <UntrustedText text={airport.city ?? airport.name} />
        </span>
      )}
    </>
  );
}

function Landing({ onAt, eta }: Pick<AirportFlight, "onAt" | "eta">): ReactNode {
  if (onAt !== null) return <Minute iso={onAt} />;
  if (eta === null) return null;
  return (
    <span className="quiet">
      {en.route.expected} <Minute iso={eta} />
    </span>
  );
}

function minutesBetween(start: string, end: string): string {
  return age(Date.parse(end) - Date.parse(start));
}
