/** Returns `14:02` of a time of day as `HHMM` or `HHMMSS`. */
export function clockWords(clock: string): string {
  return `${clock.slice(0, 2)}:${clock.slice(2, 4)}`;
}
