import type { MessageRule } from "@jetwire/db";
import { type AirlineCodes, indexedFilter, type IndexedFilter } from "@jetwire/protocol";

/** A rule with the values by which it is found. */
export interface CompiledRule extends IndexedFilter {
  readonly id: string;
  readonly accountId: string;
  /** Unix ms until which it is muted. */
  readonly mutedUntilMs: number;
}

/** Compiles a rule. @param airlines airline codes, by which `UA123` and `UAL123` are one flight */
export function compileRule(
  { id, accountId, filter, mutedUntil }: MessageRule,
  airlines: AirlineCodes,
): CompiledRule {
  return {
    ...indexedFilter(filter, { airlines, airports: [] }),
    id,
    accountId,
    mutedUntilMs: mutedUntil === null ? 0 : Date.parse(mutedUntil),
  };
}
