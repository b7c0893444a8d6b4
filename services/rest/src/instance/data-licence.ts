import type { RestConfig } from "../config.ts";

/** The licence of the data, as the operator names it. */
export interface DataLicence {
  readonly name: string | null;
  readonly url: string | null;
}

/** The texts of licences that are usual for data, by SPDX identifier. */
const texts: Readonly<Record<string, string>> = {
  "CC0-1.0": "https://creativecommons.org/publicdomain/zero/1.0/",
  "CC-BY-4.0": "https://creativecommons.org/licenses/by/4.0/",
  "CC-BY-SA-4.0": "https://creativecommons.org/licenses/by-sa/4.0/",
  "CC-BY-NC-4.0": "https://creativecommons.org/licenses/by-nc/4.0/",
  "CC-BY-NC-SA-4.0": "https://creativecommons.org/licenses/by-nc-sa/4.0/",
  "ODbL-1.0": "https://opendatacommons.org/licenses/odbl/1-0/",
  "ODC-By-1.0": "https://opendatacommons.org/licenses/by/1-0/",
  "PDDL-1.0": "https://opendatacommons.org/licenses/pddl/1-0/",
};

/** Returns the licence from the settings, with the address of its text if that is known. */
export function dataLicenceOf({
  DATA_LICENCE: name,
  DATA_LICENCE_URL: url,
}: Pick<RestConfig, "DATA_LICENCE" | "DATA_LICENCE_URL">): DataLicence {
  const known = name !== undefined && Object.hasOwn(texts, name) ? texts[name] : undefined;
  return { name: name ?? null, url: url ?? known ?? null };
}
