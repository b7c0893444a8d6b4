import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { promisify } from "node:util";
import { podman } from "./containers.ts";

const run = promisify(execFile);
const buildMsMax = 1_800_000;
const bufferMax = 1 << 26;
const label = "org.opencontainers.image.revision";

/** Makes the images of other projects, in the working folder; for another machine only those that the Dockerfile names. */
export async function makeBaseImages(
  work: string,
  repository: string,
  machine?: string,
): Promise<void> {
  const script = join(repository, "infra/rehearsal/base-images.sh");
  await runNicely(["bash", script, work, ...(machine === undefined ? [] : [machine])]);
}

/** Sources, the version of the images that are built from them, and the revision in the label of these images. */
export interface Sources {
  readonly folder: string;
  readonly version: string;
  readonly revision: string;
}

/** Builds an image of the Dockerfile of some sources, as `docker compose build` does. */
export async function buildImage(sources: Sources, target: string): Promise<void> {
  const { folder, version, revision } = sources;
  const file = join(folder, "infra/Dockerfile");
  await build({ context: folder, file, target, version }, ["--label", `${label}=${revision}`]);
}

/** Builds an image of the Dockerfile for another machine. Files for all machines are made on this one. */
export async function buildForeignImage(
  work: string,
  sources: Sources,
  target: string,
  machine: string,
): Promise<void> {
  const { folder, version, revision } = sources;
  const file = join(work, `${machine}.Dockerfile`);
  const dockerfile = readFileSync(join(folder, "infra/Dockerfile"), "utf8");
  // Only stages for the other machine begin with a base image and without a platform.
  writeFileSync(file, dockerfile.replaceAll(/^FROM [^\s:]+:\S+/gm, `$&-${machine}`));
  const own = process.arch === "x64" ? "amd64" : process.arch;
  const platforms = ["--platform", `linux/${machine}`, "--build-arg", `BUILDPLATFORM=linux/${own}`];
  await build({ context: folder, file, target, version }, [
    ...platforms,
    `--label=${label}=${revision}`,
  ]);
}

/**
 * Builds an image of a later version. The next one has one more migration, and is otherwise equal; the broken one is the
 * next one with a fault.
 */
export async function buildLaterImage(
  repository: string,
  target: string,
  version: "next" | "broken",
): Promise<void> {
  const context = join(repository, "infra/rehearsal");
  await build({ context, file: join(context, `${version}.Dockerfile`), target, version });
}

interface Build {
  readonly context: string;
  readonly file: string;
  readonly target: string;
  readonly version: string;
}

async function build(
  { context, file, target, version }: Build,
  more: readonly string[] = [],
): Promise<void> {
  const image = `docker.io/jetwire/${target}:${version}`;
  const options = ["--layers", "--format", "docker", "--pull-never"];
  const isolation = ["--isolation", "chroot", "--network", "host"];
  const source = ["--file", file, "--target", target, "--tag", image, context];
  await runNicely(["buildah", "bud", ...options, ...isolation, ...more, ...source]);
}

async function runNicely(command: readonly string[]): Promise<void> {
  const options = { timeout: buildMsMax, maxBuffer: bufferMax, env: process.env };
  await run("nice", ["-n", "10", ...command], options);
}

/** Returns the revision of the sources of an image. */
export async function revisionOf(image: string): Promise<string> {
  return (
    await podman("image", "inspect", "--format", `{{index .Labels "${label}"}}`, image)
  ).trim();
}

/** Returns the size of an image, bytes. */
export async function sizeOf(image: string): Promise<number> {
  return Number(await podman("image", "inspect", "--format", "{{.Size}}", image));
}
