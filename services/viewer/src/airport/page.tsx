import type { Airport } from "@jetwire/protocol";
import { getRouteApi, Link } from "@tanstack/react-router";
import { type ReactNode, useEffect, useMemo } from "react";
import { PageTitle } from "../app/page-title.tsx";
import { queryClient } from "../data/rest/query-client.ts";
import { useRest } from "../data/rest/use-rest.ts";
import { EntityState } from "../entity/entity-state.tsx";
import "../entity/entity.css";
import { Fact, Facts } from "../entity/facts.tsx";
import { SmallMap } from "../map/small-map/small-map.tsx";
import { Chart } from "../ui/charts/chart.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { ShareFailures } from "../ui/query-state/share-failures.tsx";
import { countryName } from "../text/country.ts";
import { UntrustedText } from "../text/untrusted-text.tsx";
import { en } from "../text/en.ts";
import { position } from "../text/numbers.ts";
import { AirportFlights } from "./airport-flights.tsx";

const route = getRouteApi("/airports/$code");
const names = en.entity.airport;
const staleMs = 3_600_000;

/** One airport: where it is, and the flights from and to it, as messages report them. */
export function AirportPage(): ReactNode {
  const { code } = route.useParams();
  const query = useRest(
    airportKey(code),
    async (rest, signal) => await rest.readAirport({ code }, { signal }),
    { staleMs },
  );
  useIdInAddress(query.data, code);
  return (
    <div className="page">
      <ShareFailures>
        <EntityState kind="airport" query={query} lines={8}>
          {(airport) => (
            <>
              <AirportHead airport={airport} />
              <div className="page-body">
                <AirportFlights airport={airport}>
                  <div className="pair">
                    <AirportFacts airport={airport} />
                    <AirportMap airport={airport} />
                  </div>
                </AirportFlights>
              </div>
            </>
          )}
        </EntityState>
      </ShareFailures>
    </div>
  );
}

function airportKey(code: string): readonly string[] {
  return ["airport", code];
}

/** Replaces another code in the address by the id of the airport, so that each has one address. */
function useIdInAddress(airport: Airport | undefined, code: string): void {
  const navigate = route.useNavigate();
  useEffect(() => {
    if (airport === undefined || airport.id === code) return;
    queryClient.setQueryData(airportKey(airport.id), airport);
    void navigate({ params: { code: airport.id }, replace: true });
  }, [airport, code, navigate]);
}

function AirportHead({ airport: { id, iata, name } }: { airport: Airport }): ReactNode {
  return (
    <div className="page-head">
      <PageTitle className="entity" text={name} tab={`${name} (${id})`} />
      <span className="quiet mono">
        <UntrustedText text={iata === null || iata === id ? id : `${id} · ${iata}`} />
      </span>
      <Link to="/search" search={{ airport: id }}>
        {names.messages}
      </Link>
      <div className="page-commands">
        <CopyButton text={`${location.origin}/airports/${id}`} label={en.entity.copyLink} />
      </div>
    </div>
  );
}

function AirportFacts({ airport }: { airport: Airport }): ReactNode {
  const { city, countryCode, icao, iata, latitude, longitude } = airport;
  return (
    <Facts>
      <Fact name={names.city}>{city !== null && <UntrustedText text={city} />}</Fact>
      <Fact name={names.country}>{countryCode !== null && countryName(countryCode)}</Fact>
      <Fact name={names.icao}>{icao !== null && <span className="mono">{icao}</span>}</Fact>
      <Fact name={names.iata}>{iata !== null && <span className="mono">{iata}</span>}</Fact>
      <Fact name={names.position}>
        <span className="mono">{position(latitude, longitude)}</span>
      </Fact>
    </Facts>
  );
}

function AirportMap({ airport }: { airport: Airport }): ReactNode {
  const { id, name, latitude, longitude } = airport;
  const points = useMemo(
    () => [{ id, kind: "airport" as const, latitude, longitude, name }],
    [id, latitude, longitude, name],
  );
  return (
    <Chart title={names.position}>
      <SmallMap label={names.mapLabel(name)} points={points} />
    </Chart>
  );
}
