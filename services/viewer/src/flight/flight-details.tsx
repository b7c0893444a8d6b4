import type { Flight } from "@jetwire/protocol";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useStore } from "../data/store.ts";
import { AirframeLink } from "../entity/airframe-link.tsx";
import { Fact, Facts } from "../entity/facts.tsx";
import { display } from "../ui/display/display.ts";
import { UntrustedText } from "../text/untrusted-text.tsx";
import { en } from "../text/en.ts";
import { altitude, degrees, position } from "../text/numbers.ts";
import { Age, When } from "../text/when.tsx";
import { AirportLink, type NamedAirport } from "./airport-link.tsx";

const names = en.entity.flight;
const shared = en.entity.flights;

interface FlightDetailsProps {
  readonly flight: Flight;
  /** Whether its route is shown elsewhere. */
  readonly hasRoute: boolean;
}

/** Shows what is known of a flight besides its route. */
export function FlightDetails({ flight, hasRoute }: FlightDetailsProps): ReactNode {
  const { airframe, airline } = flight;
  return (
    <Facts>
      <Fact name={names.airframe}>{airframe && <AirframeLink airframe={airframe} />}</Fact>
      <Fact name={names.type}>
        {airframe?.type != null && (
          <>
            <Link to="/search" search={{ aircraft_type: airframe.type }}>
              <UntrustedText text={airframe.type} />
            </Link>{" "}
            <UntrustedText
              text={[airframe.manufacturer, airframe.model].filter(Boolean).join(" ")}
            />
          </>
        )}
      </Fact>
      <Fact name={names.airline}>
        {airline && (
          <Link to="/airlines/$code" params={{ code: airline.icao }}>
            <UntrustedText text={airline.name} />
          </Link>
        )}
      </Fact>
      {!hasRoute && (
        <>
          <Fact name={shared.from}>
            <AirportFact code={flight.departingAirport} airport={flight.departure} />
          </Fact>
          <Fact name={shared.to}>
            <AirportFact code={flight.destinationAirport} airport={flight.destination} />
          </Fact>
        </>
      )}
      <Fact name={names.positionAge}>
        <PositionFact flight={flight} />
      </Fact>
      <Fact name={names.receivedAs}>
        <Link to="/search" search={{ flight: flight.flight }} className="mono">
          <UntrustedText text={flight.flight} />
        </Link>
      </Fact>
      <Fact name={shared.firstReceived}>
        <When iso={flight.firstHeardAt} />
      </Fact>
      <Fact name={shared.lastReceived}>
        <Age iso={flight.lastHeardAt} />
      </Fact>
    </Facts>
  );
}

function AirportFact({ code, airport }: NamedAirport): ReactNode {
  if (code === null) return en.states.unknown;
  return (
    <>
      <AirportLink code={code} airport={airport} />{" "}
      {airport && <UntrustedText text={airport.city ?? airport.name} />}
    </>
  );
}

function PositionFact({ flight }: { flight: Flight }): ReactNode {
  const { units } = useStore(display);
  const { latitude, longitude, positionAt } = flight;
  if (latitude === null || longitude === null) return en.states.unknown;
  const parts = [
    flight.altitude !== null && altitude(flight.altitude, units),
    flight.track !== null && degrees(flight.track),
  ].filter((part) => part !== false);
  return (
    <>
      <span className="mono">{position(latitude, longitude)}</span>
      {parts.length > 0 && ` · ${parts.join(" · ")}`}
      {positionAt !== null && (
        <>
          {" · "}
          <Age iso={positionAt} />
        </>
      )}
    </>
  );
}
