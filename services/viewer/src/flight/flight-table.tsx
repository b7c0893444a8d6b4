import type { FlightSummary } from "@jetwire/protocol";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useStore } from "../data/store.ts";
import { display } from "../look/display.ts";
import { Foreign } from "../words/foreign.tsx";
import { en } from "../words/en.ts";
import { altitude, position } from "../words/numbers.ts";
import { Age, When } from "../words/when.tsx";
import { AirportLink } from "./airport-link.tsx";
import { flightName } from "./flight-names.ts";
import { FlightState } from "./flight-state.tsx";

interface FlightTableProps {
  readonly flights: readonly FlightSummary[];
  /** Whether the airline is a column; not where all flights have the same. */
  readonly hasAirline?: boolean;
  /** Whether it stands in a part of the page's width, and leaves out what the flight's page shows. */
  readonly isNarrow?: boolean;
}

/** Flights with their routes and last positions. */
export function FlightTable(props: FlightTableProps): ReactNode {
  const { flights, hasAirline = true, isNarrow = false } = props;
  const names = en.entity.flights;
  return (
    <div className="table-scroll">
      <table className="table" data-narrow={isNarrow || undefined}>
        <caption className="visually-hidden">{names.caption}</caption>
        <thead>
          <tr>
            <th scope="col">{names.flight}</th>
            {hasAirline && (
              <th scope="col" className="wide-only">
                {names.airline}
              </th>
            )}
            <th scope="col">{names.route}</th>
            <th scope="col">{names.status}</th>
            <th scope="col" className="wide-only">
              {names.position}
            </th>
            <th scope="col" className="wide-only number">
              {names.altitude}
            </th>
            <th scope="col" className="wide-only">
              {names.firstReceived}
            </th>
            <th scope="col">{names.lastReceived}</th>
          </tr>
        </thead>
        <tbody>
          {flights.map((flight) => (
            <FlightRow key={flight.id} flight={flight} hasAirline={hasAirline} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function FlightRow({ flight, hasAirline }: { flight: FlightSummary; hasAirline: boolean }) {
  const { units } = useStore(display);
  const { airline, latitude, longitude } = flight;
  return (
    <tr>
      <td>
        <Link to="/flights/$id" params={{ id: flight.id }} className="strong">
          <Foreign text={flightName(flight)} />
        </Link>
      </td>
      {hasAirline && (
        <td className="wide-only">
          {airline && (
            <Link to="/airlines/$code" params={{ code: airline.icao }}>
              <Foreign text={airline.name} />
            </Link>
          )}
        </td>
      )}
      <td className="nowrap">
        <Route flight={flight} />
      </td>
      <td>
        <FlightState status={flight.status} />
      </td>
      <td className="wide-only nowrap mono">
        {latitude !== null && longitude !== null && position(latitude, longitude)}
      </td>
      <td className="wide-only number">
        {flight.altitude !== null && altitude(flight.altitude, units)}
      </td>
      <td className="wide-only nowrap">
        <When iso={flight.firstHeardAt} />
      </td>
      <td className="nowrap">
        <Age iso={flight.lastHeardAt} />
      </td>
    </tr>
  );
}

function Route({ flight }: { flight: FlightSummary }): ReactNode {
  const { departingAirport: from, destinationAirport: to } = flight;
  if (from === null && to === null) return null;
  return (
    <>
      {from === null ? "?" : <AirportLink code={from} airport={flight.departure} />}
      {" – "}
      {to === null ? "?" : <AirportLink code={to} airport={flight.destination} />}
    </>
  );
}
