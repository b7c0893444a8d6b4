import type { LookupTarget } from "@jetwire/protocol";
import { isMessageId } from "@jetwire/protocol/plain";

/** A place of the page that a text may lead to. */
export interface PaletteTarget {
  readonly kind: LookupTarget["kind"];
  readonly id: string;
  readonly title: string;
  readonly detail: string | null;
}

const targetsMax = 8;

/**
 * Returns what a text is by its form alone, for an answer before the server's: the id of a message, an
 * ICAO address. The server knows whether they exist.
 */
export function classify(text: string): PaletteTarget[] {
  const typed = text.trim();
  const id = typed.toLowerCase();
  if (isMessageId(id)) return [{ kind: "message", id, title: id, detail: null }];
  if (/^[0-9a-f]{6}$/i.test(typed) && /\d/.test(typed)) {
    const icao = typed.toUpperCase();
    return [{ kind: "icao", id: icao, title: icao, detail: null }];
  }
  return [];
}

/** Puts the server's targets together with those known by their form, without repeating one. */
export function mergeTargets(
  local: readonly PaletteTarget[],
  found: readonly PaletteTarget[],
): PaletteTarget[] {
  const missing = local.filter((one) => !found.some(({ id }) => id === one.id));
  return [...found, ...missing].slice(0, targetsMax);
}

/** Returns the path of the page of a target, with its query. */
export function pathOf({ kind, id }: PaletteTarget): {
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
} {
  const part = encodeURIComponent(id);
  switch (kind) {
    case "tail":
    case "icao":
      return { path: `/airframes/${part}`, query: {} };
    case "flight":
      return { path: `/flights/${part}`, query: {} };
    case "airline":
      return { path: `/airlines/${part}`, query: {} };
    case "airport":
      return { path: `/airports/${part}`, query: {} };
    case "station":
      return { path: `/stations/${part}`, query: {} };
    case "message":
      return { path: `/messages/${part}`, query: {} };
    case "label":
      return { path: "/search", query: { label: id } };
    case "ground_station":
      return { path: "/ground-stations", query: { g: id } };
  }
}
