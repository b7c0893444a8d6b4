import { containersOf, podman, type Site } from "./containers.ts";

const up = ["up", "--detach", "--no-deps", "--no-build", "--wait"];

/** Adds or removes gateways. Those that run already stay as they are. */
export async function scaleGateways(site: Site, count: number): Promise<void> {
  await site.compose(...up, "--no-recreate", "--scale", `gateway=${count}`, "gateway");
}

/** Replaces the containers of a service by ones of another version, which are ready before the old ones stop. */
export async function replaceBeside(site: Site, service: string): Promise<void> {
  const old = await containersOf(service);
  const scale = `${service}=${old.length * 2}`;
  await site.compose(...up, "--no-recreate", "--scale", scale, service);
  for (const name of old) {
    await podman("stop", name);
    await podman("rm", name);
  }
}

/** Replaces the ingest that has the feeder ports, while another one takes the messages by HTTP. */
export async function replaceIngest(site: Site): Promise<void> {
  await site.compose(...up, "--scale", "ingest-http=1", "ingest-http");
  await site.compose(...up, "ingest");
  await site.compose(...up, "--scale", "ingest-http=0", "ingest-http");
}
