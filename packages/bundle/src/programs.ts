import { globSync } from "node:fs";
import { join } from "node:path";

/** The folder of the bundles in a clone. */
export const programsFolder = "packages/bundle/dist";

/** Returns the source of each program of a clone by its name: of each service, the command line and the simulator. */
export function programSources(root: string): Record<string, string> {
  const services = globSync("services/*/src/main.ts", { cwd: root });
  return {
    ...Object.fromEntries(services.map((path) => [path.split("/")[1], join(root, path)])),
    jetwire: join(root, "packages/cli/src/main.ts"),
    simulator: join(root, "packages/simulator/src/main.ts"),
  };
}
