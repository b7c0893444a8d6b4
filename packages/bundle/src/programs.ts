import { join } from "node:path";

const services = [
  "ingest", "persister", "fanout", "sampler", "gateway", "rest", "chores", "single",
] as const; // prettier-ignore

/** The folder of the bundles in a clone. */
export const programsFolder = "packages/bundle/dist";

/** Returns the source of each program by its name, in a clone. */
export function programSources(root: string): Record<string, string> {
  const ofServices = services.map((name) => [name, join(root, "services", name, "src/main.ts")]);
  return {
    ...Object.fromEntries(ofServices),
    jetwire: join(root, "packages/cli/src/main.ts"),
    simulator: join(root, "packages/simulator/src/main.ts"),
  };
}
