import type { RedactionTarget } from "@jetwire/protocol";

/** The fields of the form of redactions, as texts. */
export interface RedactionTexts {
  readonly ids: string;
  readonly stationId: string;
  readonly since: string;
  readonly until: string;
}

/** Returns what a redaction deletes; null while the form is not complete. Times are in UTC. */
export function redactionTarget({
  ids,
  stationId,
  since,
  until,
}: RedactionTexts): RedactionTarget | null {
  const given = ids.split(/[\s,]+/).filter((id) => id !== "");
  if (given.length > 0) return { ids: given };
  if (!/^\d{1,10}$/.test(stationId.trim()) || since === "" || until === "") return null;
  return { stationId: Number(stationId), since: utc(since), until: utc(until) };
}

/** Converts the value of a field for local times, which is meant in UTC. */
function utc(value: string): string {
  return new Date(`${value}Z`).toISOString();
}
