import { acarsdecLine, type Deployment, postLines } from "../../src/index.ts";

let lastText = 0;

/** Returns a text that no other message of this process has. */
export function uniqueText(): string {
  return `CONFORMANCE ${++lastText}`;
}

/** Returns the decoder line of a station, for an airframe that other tests do not use. */
export function receptionLine(ident: string, text = uniqueText(), level = -20.5): string {
  return acarsdecLine(ident, text, { tail: "N77CF", flight: "UA0042", level });
}

/** Posts decoder lines to ingest. @returns the ids of their messages, in order. */
export async function postForIds(
  jw: Pick<Deployment, "ingest">,
  lines: readonly (string | Buffer)[],
): Promise<string[]> {
  const { items } = await postLines(jw, lines);
  return items.flatMap(({ id }) => id ?? []);
}
