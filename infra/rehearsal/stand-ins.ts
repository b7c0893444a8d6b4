import { podman } from "./containers.ts";
import { preface } from "./report.ts";

/** An image that is named, a command that prints its program's version, and where that is in the answer. */
interface StandIn {
  readonly image: string;
  readonly ask: readonly [program: string, ...args: string[]];
  readonly answer: RegExp;
}

/** The images of other projects that the compose file and the Dockerfile name, and how each one tells its version. */
const standIns: readonly StandIn[] = [
  { image: "registry.k8s.io/pause:3.10", ask: ["/pause", "--version"], answer: /version (\S+)/ },
  { image: "node:24.20.0-bookworm-slim", ask: ["node", "--version"], answer: /v(\S+)/ },
  { image: "redis:7.2.7-bookworm", ask: ["redis-server", "--version"], answer: /v=(\S+)/ },
  { image: "postgres:18.3-bookworm", ask: ["postgres", "--version"], answer: /\) (\S+)/ },
  { image: "caddy:2.11.9-alpine", ask: ["caddy", "build-info"], answer: /caddy\/v2\s+v(\S+)/ },
  { image: "prom/prometheus:v3.5.0", ask: ["prometheus", "--version"], answer: /version (\S+)/ },
];

/** The names of these images. */
export const baseImages = standIns.map(({ image }) => image);

/** Says in the head of the report what is inside the images, which their programs are asked for. */
export async function nameVersions(): Promise<void> {
  preface("| Image that is named | Version inside the stand-in | System inside |");
  preface("| --- | --- | --- |");
  for (const { image, ask, answer } of standIns) {
    const version = answer.exec(await run(image, ...ask))?.[1] ?? "unknown";
    const system = "cat /etc/os-release";
    const name = await run(image, "sh", "-c", system).catch(() => 'PRETTY_NAME="none"');
    preface(
      `| \`${image}\` | ${version} | ${/^PRETTY_NAME="(.*)"/m.exec(name)?.[1] ?? "unknown"} |`,
    );
  }
}

/** Runs a program of an image, and returns what it prints. */
async function run(image: string, program: string, ...args: readonly string[]): Promise<string> {
  return await podman("run", "--rm", "--network=none", `--entrypoint=${program}`, image, ...args);
}
