import type { ListedStation } from "@jetwire/protocol";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Leaders } from "../look/lead.tsx";
import { SourceType } from "../look/marks.tsx";
import { countryName } from "../words/country.ts";
import { ForeignName } from "../words/foreign.tsx";
import { en } from "../words/en.ts";
import { shortIdent } from "../words/ident.ts";
import { lastHour } from "./last-hour.ts";

const shownMax = 3;

/** The stations of a list that receive most now; nothing if none of them receives. */
export function BusiestStations({ stations }: { stations: readonly ListedStation[] }): ReactNode {
  const busiest = stations
    .filter((station) => now(station) > 0)
    .toSorted((a, b) => now(b) - now(a))
    .slice(0, shownMax);
  if (busiest.length === 0) return null;
  return (
    <Leaders
      label={en.stations.busiest}
      leaders={busiest.map(({ id, ident, sourceType, countryCode, rates }) => ({
        key: String(id),
        figure: rates && lastHour(rates.messagesPerHour),
        name: (
          <Link to="/stations/$id" params={{ id: String(id) }} title={ident}>
            <ForeignName text={shortIdent(ident)} />
          </Link>
        ),
        detail: (
          <>
            {sourceType !== null && <SourceType type={sourceType} />}{" "}
            {countryCode !== null && countryName(countryCode)}
          </>
        ),
      }))}
    />
  );
}

function now({ rates }: ListedStation): number {
  return rates?.messagesPerHour.now ?? 0;
}
