import type { MessageFilter } from "./message-filter.ts";

/** How the messages of a filter are found. Every reader of lists asks here which index serves. */
export interface AccessPath {
  /**
   * The ranges of an index to read and merge, each as a filter: an index returns the rows of one
   * key in the order of ids, but not those of several.
   */
  readonly ranges: readonly MessageFilter[];
  /**
   * "once" if one plan serves all values: an index returns the messages of one or two keys, whatever
   * these are. Otherwise the values decide which index is best ("each").
   */
  readonly plans: "each" | "once";
  /** Whether no index returns the rows in order, so that many may be read for each one that matches. */
  readonly isSearch: boolean;
}

/** Keys with an index and so few messages each that other conditions can be checked row by row. */
const selectiveKeys = [
  "groupId",
  "flightKeys",
  "flightId",
  "airframeIds",
  "unlinkedIcao",
  "tail",
] as const;
/** Keys with an index and many messages. */
const broadKeys = ["stationIds", "label", "airlines", "applications"] as const;
/** Keys that are too unequal for one plan: another index is better for common ones. */
const unequalKeys: ReadonlySet<string> = new Set(["label", "airlines", "applications"]);

/** The spellings of a flight, the airframes of an address. */
const spellingsMax = 2;

/** Decides by which index messages are read. */
export function accessPath(filter: MessageFilter): AccessPath {
  const { viewer: _viewer, sinceId: _since, untilId: _until, ...conditions } = filter;
  const ranges = rangesOf(filter);
  // The ranges of an address and of its airframes have one condition each.
  const isAddress = filter.airframeIds !== undefined && filter.unlinkedIcao !== undefined;
  const given = Object.values(conditions).filter((value) => value !== undefined).length;
  const asked = isAddress ? given - 1 : given;
  const selective = selectiveKeys.filter((name) => filter[name] !== undefined);
  const broad = broadKeys.filter((name) => filter[name] !== undefined);
  const others = given - selective.length - broad.length;
  const [key] = [...selective, ...broad].filter((name) => !unequalKeys.has(name));
  const values = key === undefined ? undefined : filter[key];
  const isSpelling = !Array.isArray(values) || values.length <= spellingsMax;
  return {
    ranges,
    plans: key !== undefined && asked === 1 && isSpelling ? "once" : "each",
    isSearch: selective.length === 0 && (others > 0 || broad.length > 1),
  };
}

function rangesOf(filter: MessageFilter): readonly MessageFilter[] {
  const { flightKeys, airframeIds, unlinkedIcao, tail, stationIds, groupId } = filter;
  const { label, airlines, applications } = filter;
  if (flightKeys && flightKeys.length > 1 && unlinkedIcao === undefined) {
    return flightKeys.map((key) => ({ ...filter, flightKeys: [key] }));
  }
  const ofAirframes = (one: MessageFilter) =>
    (airframeIds ?? []).map((id) => ({ ...one, airframeIds: [id] }));
  if (airframeIds && unlinkedIcao !== undefined) {
    const linked = ofAirframes({ ...filter, unlinkedIcao: undefined });
    return [...linked, { ...filter, airframeIds: undefined }];
  }
  if (airframeIds && airframeIds.length > 1) return ofAirframes(filter);
  const narrower = groupId ?? flightKeys ?? airframeIds ?? unlinkedIcao ?? tail;
  if (narrower !== undefined) return [filter];
  if (stationIds) return stationIds.map((id) => ({ ...filter, stationIds: [id] }));
  if (airlines && airlines.length > 1) {
    return airlines.map((airline) => ({ ...filter, airlines: [airline] }));
  }
  if (applications && applications.length > 1) {
    return applications.map((application) => ({ ...filter, applications: [application] }));
  }
  if (label && label.length > 1 && airlines === undefined && applications === undefined) {
    return label.map((one) => ({ ...filter, label: [one] }));
  }
  return [filter];
}
