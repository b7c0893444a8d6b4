/**
 * Returns counts without those of the last hour if it is not complete, and from where the next ones are read.
 *
 * @param rows the newest hour first, one more than `rowsMax` if there are more
 */
export function wholeHours<Row extends { readonly hour: string }>(
  rows: readonly Row[],
  rowsMax: number,
): { readonly channels: Row[]; readonly nextTo: string | null } {
  if (rows.length <= rowsMax) return { channels: [...rows], nextTo: null };
  const incomplete = rows.at(-1)?.hour;
  const channels = rows.filter(({ hour }) => hour !== incomplete);
  const nextTo = channels.at(-1)?.hour ?? null;
  return { channels: nextTo === null ? rows.slice(0, rowsMax) : channels, nextTo };
}
