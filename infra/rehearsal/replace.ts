import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Site } from "./containers.ts";

const guide = join(import.meta.dirname, "../../docs/operations/upgrade.md");

/** Adds or removes replicas of a service. Those that run already stay as they are. */
export async function scale(site: Site, service: string, count: number): Promise<void> {
  const up = ["up", "--detach", "--no-deps", "--no-build", "--wait", "--no-recreate"];
  await site.compose(...up, "--scale", `${service}=${count}`, service);
}

/**
 * Replaces the containers of a service by a function of the upgrade guide: `renew`, or `beside` if the new
 * ones are to be ready before the old ones stop.
 */
export async function replace(site: Site, how: "renew" | "beside", service: string): Promise<void> {
  const blocks = [...readFileSync(guide, "utf8").matchAll(/^```sh\n([^]*?)^```$/gm)];
  const functions = blocks.map(([, code = ""]) => code).find((code) => code.includes(`${how}() {`));
  if (functions === undefined) throw new Error(`${guide} does not define ${how}`);
  await site.shell(`${functions}\n${how} ${service}`);
}
