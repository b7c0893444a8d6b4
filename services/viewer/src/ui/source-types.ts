/** The colour of a source type, by its name in the tokens. */
export type SourceColour = "acars" | "vdl" | "hfdl" | "satcom" | "iridium" | "other";

const looks: Readonly<Record<string, { name: string; colour: SourceColour }>> = {
  acars: { name: "ACARS", colour: "acars" },
  vdl: { name: "VDL2", colour: "vdl" },
  hfdl: { name: "HFDL", colour: "hfdl" },
  "aero-acars": { name: "SATCOM", colour: "satcom" },
  "iridium-acars": { name: "IRIDIUM", colour: "iridium" },
};

const charsMax = 8;

/** Returns the name and the colour of a source type, also of one that this version does not know. */
export function sourceTypeLook(type: string): { name: string; colour: SourceColour } {
  const known = Object.hasOwn(looks, type) ? looks[type] : undefined;
  return known ?? { name: type.slice(0, charsMax).toUpperCase(), colour: "other" };
}

/** The source types that filters offer. */
export const sourceTypeNames = Object.entries(looks).map(([type, { name }]) => ({ type, name }));
