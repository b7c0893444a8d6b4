const names = new Intl.DisplayNames("en", { type: "region", fallback: "none" });
const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ".split("");

/** Names in OpenFlights' list that are not those of CLDR. */
const otherNames: Readonly<Record<string, string>> = {
  "Czech Republic": "CZ",
  "Democratic Republic of Congo": "CD",
  "Democratic Republic of the Congo": "CD",
  "Hong Kong": "HK",
  "Ivory Coast": "CI",
  "Lao Peoples Democratic Republic": "LA",
  Macau: "MO",
  "Republic of the Congo": "CG",
  "Somali Republic": "SO",
  Swaziland: "SZ",
  Turkey: "TR",
};

/** Returns a function from the English name of a country to its ISO 3166-1 alpha-2 code; null for anything else. */
export function readCountryCodes(): (name: string) => string | null {
  const codes = new Map<string, string>();
  for (const first of letters) {
    for (const second of letters) {
      const code = first + second;
      const name = names.of(code);
      // A code that was given up, as DD, has the name of the one that replaced it.
      const isCurrent = Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}`;
      if (name !== undefined && isCurrent) codes.set(folded(name), code);
    }
  }
  return (name) => otherNames[name] ?? codes.get(folded(name)) ?? null;
}

/** Returns a name without case, diacritics, and the way in which it writes "and" and "Saint". */
function folded(name: string): string {
  return name
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll("&", "and")
    .replaceAll(/\bSt\. /g, "Saint ")
    .toLowerCase();
}
