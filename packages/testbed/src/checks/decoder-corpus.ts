import { existsSync } from "node:fs";

const folder = new URL("../../../../../shared/corpus/", import.meta.url);

/**
 * Recorded lines of real decoders. They are not ours to publish, so tests of them run only where the
 * folder lies beside the clone; `missing` is the reason to skip them, or null.
 */
export const decoderCorpus: { readonly folder: URL; readonly missing: string | null } = {
  folder,
  missing: existsSync(folder) ? null : "no decoder corpus beside the clone (../shared/corpus)",
};
