/** `HHMM` in UTC. */
export function hhmm(atMs: number): string {
  const minutes = Math.floor(atMs / 60_000) % 1_440;
  return twoDigits(Math.floor(minutes / 60)) + twoDigits(minutes % 60);
}

/** `HHMMSS` in UTC. */
export function hhmmss(atMs: number): string {
  return hhmm(atMs) + twoDigits(Math.floor(atMs / 1_000) % 60);
}

/** `DDHHMM` in UTC. */
export function ddhhmm(atMs: number): string {
  return twoDigits(new Date(atMs).getUTCDate()) + hhmm(atMs);
}

export function twoDigits(value: number): string {
  return String(value).padStart(2, "0");
}
