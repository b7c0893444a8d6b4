/**
 * Rehearses the compose file on a machine with Podman, and prints figures as a page of Markdown. It makes the images,
 * starts everything, feeds it, reads it back through the balancer, scales gateways and upgrades images under load,
 * makes a back-up, destroys the volumes and restores. Its containers and volumes are separate from those of a
 * deployment, and are removed at the end. The working folder keeps what was downloaded.
 *
 * Needs root on Debian with podman, buildah, runc, catatonit, debootstrap, go and npm.
 *
 *   node infra/rehearsal/main.ts --work /var/tmp/rehearsal > docs/operations/rehearsal.md
 *
 * `--no-build` uses the images of an earlier run.
 */
import { mkdirSync } from "node:fs";
import { dirname, resolve } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { makeSite, runHealthChecks, servePodman } from "./containers.ts";
import { buildImage, buildNextImage, makeBaseImages, sizeOf } from "./images.ts";
import { rehearse } from "./rehearse.ts";
import { fault, isMet, page, row, section, timed } from "./report.ts";

const repository = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const { values: options } = parseArgs({
  options: { work: { type: "string" }, "no-build": { type: "boolean" } },
});
if (options.work === undefined) throw new Error("--work: name a folder with 10 GB of space");
const work = resolve(options.work);
// Neither this address nor this port are those of a deployment on the same machine.
const address = "127.0.0.2";
const targets = ["jetwire", "balancer"];
const baseImages = [
  "library/node:24.20.0-bookworm-slim",
  "library/redis:7.2.7-bookworm",
  "library/postgres:18.3-bookworm",
  "library/caddy:2.11.9-alpine",
];

async function makeImages(): Promise<void> {
  section("Building", ["What", "Time"]);
  row("Base images", await timed(() => makeBaseImages(work, repository)));
  for (const target of targets) {
    row(`\`${target}\``, await timed(() => buildImage(repository, target)));
    row(`\`${target}\` of the next version`, await timed(() => buildNextImage(repository, target)));
  }
}

async function listImages(): Promise<void> {
  section("Images", ["Image", "Size with its base"]);
  for (const image of [...targets.map((target) => `jetwire/${target}:local`), ...baseImages]) {
    row(`\`${image.replace("library/", "")}\``, `${((await sizeOf(image)) / 1e6).toFixed(0)} MB`);
  }
}

mkdirSync(work, { recursive: true });
const stopping = new AbortController();
let checking = Promise.resolve();
try {
  if (options["no-build"] !== true) await makeImages();
  await listImages();
  await servePodman(work, stopping.signal);
  checking = runHealthChecks(stopping.signal);
  const site = makeSite(work, repository, { ENTRY_PORT: "18080", LISTEN_ADDRESS: address });
  const remove = ["down", "--volumes", "--remove-orphans"];
  // A run that was interrupted leaves containers, whose passwords are lost.
  await site.compose(...remove);
  try {
    await rehearse(site, { entry: "http://127.0.0.1:18080", address, folder: work });
  } finally {
    await site.compose(...remove);
  }
} catch (error) {
  fault(String(error).slice(0, 2_000));
} finally {
  stopping.abort();
  await checking;
  process.stdout.write(page());
}
process.exitCode = isMet() ? 0 : 1;
