/** Returns how strong the colour of a field is, from 0 to 1: by the square root, because a few fields have most. */
export function heatOf(weight: number, most: number): number {
  return most === 0 ? 0 : Math.sqrt(weight / most);
}

/** Returns the most that a field has. */
export function mostOf(rows: readonly { readonly weights: ReadonlyMap<string, number> }[]): number {
  return rows.reduce((most, { weights }) => Math.max(most, ...weights.values()), 0);
}
