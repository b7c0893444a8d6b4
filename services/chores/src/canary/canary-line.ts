/**
 * Returns what a decoder would send for a canary message: a text without a meaning, of no aircraft.
 *
 * @param text is different for each message, so that none is a duplicate
 */
export function canaryLine(ident: string, text: string, nowMs: number): string {
  return JSON.stringify({
    timestamp: nowMs / 1_000,
    station_id: ident,
    channel: 0,
    freq: 131.55,
    level: 0,
    error: 0,
    mode: "2",
    label: "Q0",
    text,
    app: { name: "acarsdec", ver: "4.0" },
  });
}
