import type { GeoPoint } from "@jetwire/protocol";

const form = /^\s*(-?\d{1,3}(?:\.\d{1,6})?)\s*,\s*(-?\d{1,3}(?:\.\d{1,6})?)\s*$/;

/** Reads `latitude,longitude` in degrees; null for what is no point. */
export function pointOf(text: string): GeoPoint | null {
  const [match, latitudeText, longitudeText] = form.exec(text) ?? [];
  if (match === undefined) return null;
  const [latitude, longitude] = [Number(latitudeText), Number(longitudeText)];
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : null;
}
