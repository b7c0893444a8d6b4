import { acarsdecLine, type Deployment, postLines } from "../../src/index.ts";

let lastText = 0;

/** A text that no other message of this process has. */
export function uniqueText(): string {
  return `CONFORMANCE ${++lastText}`;
}

/** What a station's decoder prints of a transmission of an airframe that others have no part in. */
export function receptionLine(ident: string, text = uniqueText(), level = -20.5): string {
  return acarsdecLine(ident, text, { tail: "N77CF", flight: "UA0042", level });
}

/** Posts what decoders print to the ingest. @returns the ids of the messages in it, in their order */
export async function postForIds(
  jw: Pick<Deployment, "ingest">,
  lines: readonly (string | Buffer)[],
): Promise<string[]> {
  const { items } = await postLines(jw, lines);
  return items.flatMap(({ id }) => id ?? []);
}
