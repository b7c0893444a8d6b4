import { containersOf, podman, type Site } from "./containers.ts";

const up = ["up", "--detach", "--no-deps", "--no-build", "--wait"];

/** Adds or removes replicas of a service. Those that run already stay as they are. */
export async function scale(site: Site, service: string, count: number): Promise<void> {
  await site.compose(...up, "--no-recreate", "--scale", `${service}=${count}`, service);
}

/** Replaces the container of a service by one of another version, which starts when the old one has ended. */
export async function replace(site: Site, service: string): Promise<void> {
  await site.compose(...up, service);
}

/** Replaces the containers of a service by ones of another version, which are ready before the old ones stop. */
export async function replaceBeside(site: Site, service: string): Promise<void> {
  const old = await containersOf(service);
  await scale(site, service, old.length * 2);
  for (const name of old) {
    await podman("stop", name);
    await podman("rm", name);
  }
}
