import { count } from "./numbers.ts";

const rules = new Intl.PluralRules("en");

/** A count with its noun: `1 station`, `34 stations`. */
export function plural(value: number, one: string, many: string): string {
  return `${count(value)} ${rules.select(value) === "one" ? one : many}`;
}
