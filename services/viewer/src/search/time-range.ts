/** The time ranges that Search offers, by their text in the address; the first is used without any. */
export const offeredRanges = ["-24h", "-1h", "-6h", "-7d", "-30d", "-90d"] as const;

export const usualRange = offeredRanges[0];

const unitsMs = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/**
 * Returns the time that a text of the address stands for: `-6h` is six hours before now. Other texts
 * are left to the server, which says what is wrong with them.
 */
export function instantOf(text: string, nowMs: number): string {
  const [, digits, unit] = /^-(\d{1,4})([mhd])$/.exec(text) ?? [];
  if (digits === undefined || unit === undefined) return text;
  const ms = Number(digits) * unitsMs[unit as keyof typeof unitsMs];
  return new Date(nowMs - ms).toISOString();
}

/** Whether a text is one of the ranges that end now. */
export function isRelative(text: string): boolean {
  return /^-\d{1,4}[mhd]$/.test(text);
}

/** Returns the next longer range that is offered; null if there is none. */
export function longerRange(text: string): string | null {
  const longer: Readonly<Record<string, string>> = {
    "-1h": "-24h",
    "-6h": "-24h",
    "-24h": "-7d",
    "-7d": "-30d",
    "-30d": "-90d",
  };
  return Object.hasOwn(longer, text) ? (longer[text] ?? null) : null;
}

/** Returns the value of a field for local times: in UTC, or in the zone of the device. */
export function fieldOf(iso: string, zone: "utc" | "local"): string {
  const at = Date.parse(iso);
  if (Number.isNaN(at)) return "";
  const offsetMs = zone === "utc" ? 0 : new Date(at).getTimezoneOffset() * unitsMs.m;
  return new Date(at - offsetMs).toISOString().slice(0, 16);
}

/** Reads the value of such a field; an empty text if it has none. */
export function ofField(value: string, zone: "utc" | "local"): string {
  const at = Date.parse(zone === "utc" ? `${value}Z` : value);
  return value === "" || Number.isNaN(at) ? "" : new Date(at).toISOString();
}
