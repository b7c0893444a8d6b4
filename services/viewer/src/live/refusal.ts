import { sniffMembers } from "@jetwire/protocol/plain";

/** Holds what the server says about a filter that it refused. */
export interface Refusal {
  /** The sentence by the name of the filter, as the page names it. */
  readonly reasons: Readonly<Record<string, string>>;
  /** A sentence about no filter; null if nothing is. */
  readonly other: string | null;
}

/** Reads a refusal of the firehose: `filter.airline: must be …`. */
export function readRefusal(text: string | null): Refusal {
  const [, member, sentence] = /^filter\.(\w+)(?:\.\d+)?: (.*)$/s.exec(text ?? "") ?? [];
  const [name] = Object.entries(sniffMembers).find(([, one]) => one?.member === member) ?? [];
  if (member === undefined || sentence === undefined || name === undefined) {
    return { reasons: {}, other: text };
  }
  return { reasons: { [name]: sentence }, other: null };
}
