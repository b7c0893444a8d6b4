/** 1,234 */
export function thousands(value: number): string {
  return Math.round(value).toLocaleString("en");
}

/** @param share 1 for 100 % */
export function percentage(share: number, decimals = 0): string {
  return `${(100 * share).toFixed(decimals)} %`;
}
