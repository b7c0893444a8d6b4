/** Variables of gateways with which a watch may select most of the messages, as those of a rig do. */
export const broadWatches = { WATCH_SHARE_MAX: "1", WATCHES_SHARES_MAX: "100" };

/** Returns the query of a stream of everything that these stations receive. */
export function watchQuery(stationIds: readonly number[]): string {
  return `?source=watch&station=${stationIds.join(",")}`;
}
