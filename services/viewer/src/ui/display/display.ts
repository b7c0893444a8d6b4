import { createStore } from "../../data/store.ts";
import { type Display, loadDisplay, rootAttributes, saveDisplay } from "./stored-display.ts";

const darkQuery = matchMedia("(prefers-color-scheme: dark)");
const fineQuery = matchMedia("(pointer: fine) and (min-width: 1024px)");

/** The choices of the display in use. */
export const display = createStore(loadDisplay());

/** Changes choices, keeps them on this device, and shows them. */
export function changeDisplay(change: Partial<Display>): void {
  display.set({ ...display.get(), ...change });
  saveDisplay(display.get());
  showDisplay();
}

/** Shows the choices at the root element, and follows the system's. */
export function followDisplay(): void {
  showDisplay();
  darkQuery.addEventListener("change", showDisplay);
  fineQuery.addEventListener("change", showDisplay);
}

function showDisplay(): void {
  const device = { prefersDark: darkQuery.matches, hasFinePointer: fineQuery.matches };
  const { theme, density } = rootAttributes(display.get(), device);
  document.documentElement.dataset["theme"] = theme;
  document.documentElement.dataset["density"] = density;
}
