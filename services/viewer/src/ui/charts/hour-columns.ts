import type { HeatColumn } from "./heat-map.tsx";

const hourMs = 3_600_000;
const markedHours = 3;

/** Returns a column for each hour of a range, by its begin; some are marked with the hour (UTC). */
export function hourColumns(range: { readonly from: string; readonly to: string }): HeatColumn[] {
  const fromMs = Date.parse(range.from);
  const length = Math.round((Date.parse(range.to) - fromMs) / hourMs);
  return Array.from({ length }, (_, index) => {
    const hour = new Date(fromMs + index * hourMs);
    const number = hour.getUTCHours();
    const mark = number % markedHours === 0 ? String(number).padStart(2, "0") : null;
    return { key: hour.toISOString(), mark };
  });
}
