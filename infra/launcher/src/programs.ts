import { join } from "node:path";

/** Returns the bundle of a program of a clone: of a service, `single`, `jetwire` or `simulator`. */
export function bundleOf(root: string, name: string): string {
  return join(root, "packages", "bundle", "dist", `${name}.js`);
}

/** Returns the source of a program that the launcher keeps running: of a service, `single` or `simulator`. */
export function sourceOf(root: string, name: string): string {
  return join(root, name === "simulator" ? "packages" : "services", name, "src", "main.ts");
}

/** Returns what Node runs: the bundle, which it loads in a quarter of the time, or for a developer the source. */
export function entryOf(root: string, name: string, isDev: boolean): string {
  return isDev ? sourceOf(root, name) : bundleOf(root, name);
}
