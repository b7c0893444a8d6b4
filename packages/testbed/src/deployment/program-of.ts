import { fileURLToPath } from "node:url";
import { bundleOf } from "@jetwire/launcher";

const root = fileURLToPath(new URL("../../../..", import.meta.url));

/** Returns the bundle of a program, as it runs in production: of a service, `single`, `jetwire` or `simulator`. */
export function programOf(name: string): string {
  return bundleOf(root, name);
}
