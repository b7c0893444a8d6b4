import { readdirSync, readFileSync } from "node:fs";

/** A payload as clients rely on it, kept in `packages/protocol/fixtures/events/`. */
export interface GoldenPayload {
  readonly event: string;
  /** The row of the public contract that a change of the payload breaks. */
  readonly row: string;
  readonly payload: Readonly<Record<string, unknown>>;
  /** Members that the payload has here and need not have. */
  readonly optional?: readonly string[];
  /** Members whose own members the contract leaves open. */
  readonly open?: readonly string[];
}

const folder = new URL("../../../protocol/fixtures/events/", import.meta.url);

/** Every golden payload, with the name of its file. */
export function readGoldenPayloads(): (GoldenPayload & { readonly file: string })[] {
  return readdirSync(folder).map((file) => {
    const golden = JSON.parse(readFileSync(new URL(file, folder), "utf8")) as GoldenPayload;
    return { file, ...golden };
  });
}
