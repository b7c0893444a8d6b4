/** A view of the map: its middle and its zoom. */
export interface ViewAt {
  readonly latitude: number;
  readonly longitude: number;
  readonly zoom: number;
}

export const layerNames = [
  "stations",
  "ground",
  "airports",
  "borders",
  "night",
  "tracks",
  "cells",
] as const;
export type LayerName = (typeof layerNames)[number];

/** Layers that are shown without `layers` in the address. */
const usualLayers: readonly LayerName[] = ["stations", "borders", "night", "tracks"];

/** The choices of how old a position may be, minutes. */
export const windowChoices = [15, 30, 60, 90, 180, 360, 720];
const usualWindow = 90;

/** Reads `at`: `lat,lon,zoom`; null if it is not a view. */
export function readAt(text: string | undefined): ViewAt | null {
  const [latitude = NaN, longitude = NaN, zoom = NaN, ...others] = (text ?? "")
    .split(",")
    .map((part) => (part.trim() === "" ? NaN : Number(part)));
  const isView =
    others.length === 0 &&
    Math.abs(latitude) <= 85.06 &&
    Math.abs(longitude) <= 180 &&
    zoom >= 0 &&
    zoom <= 20;
  return isView ? { latitude, longitude, zoom } : null;
}

export function writeAt({ latitude, longitude, zoom }: ViewAt): string {
  return [latitude.toFixed(3), longitudeOf(longitude).toFixed(3), zoom.toFixed(2)].join(",");
}

/** Returns a longitude between −180 and 180: the map goes round the world. */
function longitudeOf(degrees: number): number {
  return degrees >= -180 && degrees <= 180
    ? degrees
    : ((((degrees + 180) % 360) + 360) % 360) - 180;
}

/** Reads `layers`: names, or `none`. Unknown names have no effect. */
export function readLayers(text: string | undefined): ReadonlySet<LayerName> {
  if (text === undefined) return new Set(usualLayers);
  const given = text.split(",");
  return new Set(layerNames.filter((name) => given.includes(name)));
}

/** Returns undefined for the usual layers, which the address does not name. */
export function writeLayers(layers: ReadonlySet<LayerName>): string | undefined {
  const names = layerNames.filter((name) => layers.has(name));
  if (names.join() === usualLayers.join()) return undefined;
  return names.length === 0 ? "none" : names.join(",");
}

/** Reads `window`, minutes. */
export function readWindow(text: string | undefined): number {
  return windowChoices.find((minutes) => String(minutes) === text) ?? usualWindow;
}

/** Returns a box as the filter has it: west, south, east, north. */
export function writeBox(one: Omit<ViewAt, "zoom">, other: Omit<ViewAt, "zoom">): string {
  const west = longitudeOf(Math.min(one.longitude, other.longitude));
  const east = longitudeOf(Math.max(one.longitude, other.longitude));
  const south = Math.min(one.latitude, other.latitude);
  const north = Math.max(one.latitude, other.latitude);
  return [west, south, east, north].map((degrees) => degrees.toFixed(2)).join(",");
}

/** Reads a box; east is above 180 if the box crosses it. */
export function readBox(text: string | undefined): [number, number, number, number] | null {
  const [west = NaN, south = NaN, east = NaN, north = NaN] = (text ?? "").split(",").map(Number);
  const isBox = [west, south, east, north].every(Number.isFinite) && south <= north;
  return isBox ? [west, south, west > east ? east + 360 : east, north] : null;
}
