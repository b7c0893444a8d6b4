/** The colours of maps, read from the tokens of the theme in use: a canvas knows no variables. */
export interface MapColours {
  readonly sea: string;
  readonly land: string;
  readonly coast: string;
  readonly label: string;
  readonly night: string;
  readonly ground: string;
  readonly surface: string;
  readonly ink: string;
  readonly quiet: string;
  readonly accent: string;
  readonly good: string;
  readonly sans: string;
  readonly types: Readonly<Record<TypeColour, string>>;
}

type TypeColour = "acars" | "vdl" | "hfdl" | "satcom" | "iridium" | "other";

/** Reads the colours of the theme in use. */
export function readColours(): MapColours {
  const style = getComputedStyle(document.documentElement);
  const token = (name: string) => style.getPropertyValue(`--${name}`).trim();
  return {
    sea: token("sea"),
    land: token("land"),
    coast: token("coast"),
    label: token("map-label"),
    night: token("night"),
    ground: token("ground"),
    surface: token("surface"),
    ink: token("ink"),
    quiet: token("quiet"),
    accent: token("accent"),
    good: token("good"),
    sans: token("sans"),
    types: {
      acars: token("acars"),
      vdl: token("vdl"),
      hfdl: token("hfdl"),
      satcom: token("satcom"),
      iridium: token("iridium"),
      other: token("other"),
    },
  };
}

/** Calls the listener when the theme has changed. */
export function onThemeChange(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  return () => observer.disconnect();
}
