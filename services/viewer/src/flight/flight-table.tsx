import type { FlightSummary } from "@jetwire/protocol";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useStore } from "../data/store.ts";
import { display } from "../ui/display/display.ts";
import { type Column, Table } from "../table/table.tsx";
import { UntrustedText } from "../text/untrusted-text.tsx";
import { en } from "../text/en.ts";
import { altitude, position } from "../text/numbers.ts";
import { Age, When } from "../text/when.tsx";
import { flightName, routeOf } from "./flight-names.ts";
import { FlightState } from "./flight-state.tsx";
import { RouteLine } from "./route-line.tsx";

interface FlightTableProps {
  readonly flights: readonly FlightSummary[];
  /** Whether the airline is a column; not where all flights have the same. */
  readonly hasAirline?: boolean;
  /** Whether it stands in a part of the page's width, and leaves out what the flight's page shows. */
  readonly isNarrow?: boolean;
  /** Whether the server sorts the list that they are of. */
  readonly isSortable?: boolean;
}

const names = en.entity.flights;

/** The orders of the list of active flights. */
export const flightOrders = ["flight", "departing", "destination", "last_heard_at"] as const;

const airlineColumn: Column<FlightSummary> = {
  head: names.airline,
  isWideOnly: true,
  cell: ({ airline }) =>
    airline && (
      <Link to="/airlines/$code" params={{ code: airline.icao }}>
        <UntrustedText text={airline.name} />
      </Link>
    ),
};

const detailColumns: readonly Column<FlightSummary>[] = [
  { head: names.status, cell: ({ status }) => <FlightState status={status} /> },
  {
    head: names.position,
    isWideOnly: true,
    className: "nowrap mono",
    cell: ({ latitude, longitude }) =>
      latitude !== null && longitude !== null && position(latitude, longitude),
  },
  {
    head: names.altitude,
    isWideOnly: true,
    isNumber: true,
    cell: ({ altitude: feet }) => feet !== null && <Altitude feet={feet} />,
  },
  {
    head: names.firstReceived,
    isWideOnly: true,
    className: "nowrap",
    cell: ({ firstHeardAt }) => <When iso={firstHeardAt} />,
  },
];

/** Flights with their routes and last positions. */
export function FlightTable(props: FlightTableProps): ReactNode {
  const { flights, hasAirline = true, isNarrow = false, isSortable = false } = props;
  const sorted = (name: (typeof flightOrders)[number]) =>
    isSortable ? ({ order: [name] } as const) : {};
  return (
    <Table
      isNarrow={isNarrow}
      caption={names.caption}
      rows={flights}
      keyOf={({ id }) => id}
      columns={[
        {
          head: names.flight,
          cell: (flight) => <FlightLink flight={flight} />,
          ...sorted("flight"),
        },
        ...(hasAirline ? [airlineColumn] : []),
        {
          head: names.route,
          className: "nowrap",
          cell: (flight) => <RouteLine {...routeOf(flight)} />,
          ...sorted("departing"),
        },
        ...detailColumns,
        {
          head: names.lastReceived,
          className: "nowrap",
          cell: ({ lastHeardAt }) => <Age iso={lastHeardAt} />,
          ...sorted("last_heard_at"),
        },
      ]}
    />
  );
}

function FlightLink({ flight }: { flight: FlightSummary }): ReactNode {
  return (
    <Link to="/flights/$id" params={{ id: flight.id }} className="strong">
      <UntrustedText text={flightName(flight)} />
    </Link>
  );
}

function Altitude({ feet }: { feet: number }): ReactNode {
  const { units } = useStore(display);
  return altitude(feet, units);
}
