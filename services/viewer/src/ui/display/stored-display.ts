/* The choices of the display: kept on this device, applied to the root element. */

type Theme = "system" | "light" | "dark";
type Density = "auto" | "compact" | "comfortable";
export type Units = "aviation" | "metric";
export type Zone = "utc" | "local";

export interface Display {
  readonly theme: Theme;
  readonly density: Density;
  readonly units: Units;
  readonly zone: Zone;
  /** Whether single letters are commands. */
  readonly keys: boolean;
  /** Whether the rail shows icons only. */
  readonly narrowRail: boolean;
}

const storageKey = "jetwire-display";

export const displayDefaults: Display = {
  theme: "system",
  density: "auto",
  units: "aviation",
  zone: "utc",
  keys: true,
  narrowRail: false,
};

const choices = {
  theme: ["system", "light", "dark"],
  density: ["auto", "compact", "comfortable"],
  units: ["aviation", "metric"],
  zone: ["utc", "local"],
} as const;

/** Reads what a device has kept; whatever is not a known choice becomes the default. */
export function readDisplay(text: string | null): Display {
  const kept = parse(text);
  return {
    theme: oneOf(choices.theme, kept["theme"]) ?? displayDefaults.theme,
    density: oneOf(choices.density, kept["density"]) ?? displayDefaults.density,
    units: oneOf(choices.units, kept["units"]) ?? displayDefaults.units,
    zone: oneOf(choices.zone, kept["zone"]) ?? displayDefaults.zone,
    keys: kept["keys"] !== false,
    narrowRail: kept["narrowRail"] === true,
  };
}

function parse(text: string | null): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text ?? "{}");
    return typeof value === "object" && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

function oneOf<Choice extends string>(all: readonly Choice[], given: unknown): Choice | undefined {
  return all.find((choice) => choice === given);
}

/** Returns what the root element shows of a display, on a device of this kind. */
export function rootAttributes(
  display: Display,
  device: { readonly prefersDark: boolean; readonly hasFinePointer: boolean },
): { readonly theme: "light" | "dark"; readonly density: "compact" | "comfortable" } {
  const system = device.prefersDark ? "dark" : "light";
  const usual = device.hasFinePointer ? "compact" : "comfortable";
  return {
    theme: display.theme === "system" ? system : display.theme,
    density: display.density === "auto" ? usual : display.density,
  };
}

/** Reads the device's choices. A browser that allows no storage has the defaults. */
export function loadDisplay(): Display {
  try {
    return readDisplay(localStorage.getItem(storageKey));
  } catch {
    return displayDefaults;
  }
}

/** Keeps the choices on this device, where the browser allows it. */
export function saveDisplay(display: Display): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify(display));
  } catch {
    // They last until the page is closed.
  }
}
