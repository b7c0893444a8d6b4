import type { ListedStation } from "@jetwire/protocol";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Leaders } from "../ui/lead.tsx";
import { SourceType } from "../ui/marks.tsx";
import { countryName } from "../text/country.ts";
import { UntrustedName } from "../text/untrusted-text.tsx";
import { en } from "../text/en.ts";
import { shortIdent } from "../text/ident.ts";
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
            <UntrustedName text={shortIdent(ident)} />
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
