const names = new Intl.DisplayNames("en", { type: "region", fallback: "code" });

/** The name of a country by its ISO 3166-1 code; the code itself if it has no name. */
export function countryName(code: string): string {
  return /^[A-Z]{2}$/.test(code) ? (names.of(code) ?? code) : code;
}
