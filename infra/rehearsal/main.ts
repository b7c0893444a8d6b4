/**
 * Rehearses the compose file on a machine with Podman, and prints figures as a page of Markdown. It makes the images,
 * starts everything, feeds it, reads it back through the balancer, scales gateways and upgrades images under load,
 * makes a back-up, rotates secrets, adds simulated feeders and Prometheus, destroys the volumes and restores. Its containers and volumes are separate from those of a
 * deployment, and are removed at the end. The working folder keeps what was downloaded.
 *
 * Needs root on Debian with podman, buildah, runc, catatonit, debootstrap, go and npm.
 *
 *   node infra/rehearsal/main.ts --work /var/tmp/rehearsal > docs/operations/rehearsal.md
 *
 * `--no-build` uses the images of an earlier run.
 */
import { mkdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
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
// An operator's own settings are used in place of these.
process.env["CONTAINERS_CONF"] ??= join(import.meta.dirname, "containers.conf");
if (options.work === undefined) throw new Error("--work: name a folder with 10 GB of space");
const work = resolve(options.work);
// Neither this address nor this port are those of a deployment on the same machine.
const address = "127.0.0.2";
const targets = ["jetwire", "balancer"];
const baseImages = [
  "registry.k8s.io/pause:3.10",
  "docker.io/library/node:24.20.0-bookworm-slim",
  "docker.io/library/redis:7.2.7-bookworm",
  "docker.io/library/postgres:18.3-bookworm",
  "docker.io/library/caddy:2.11.9-alpine",
  "docker.io/prom/prometheus:v3.5.0",
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
  const own = targets.map((target) => `docker.io/jetwire/${target}:local`);
  for (const image of [...own, ...baseImages]) {
    const name = image.replace(/^docker\.io\/(library\/)?/, "");
    row(`\`${name}\``, `${((await sizeOf(image)) / 1e6).toFixed(1)} MB`);
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
  const ports = { ENTRY_PORT: "18080", PROMETHEUS_PORT: "19464" };
  const site = makeSite(work, repository, { ...ports, LISTEN_ADDRESS: address });
  const remove = ["--profile", "*", "down", "--volumes", "--remove-orphans"];
  // A run that was interrupted leaves containers, whose passwords are lost.
  await site.compose(...remove);
  try {
    await rehearse(site, {
      entry: "http://127.0.0.1:18080",
      prometheus: "http://127.0.0.1:19464",
      address,
      folder: work,
    });
  } finally {
    await site.compose(...remove);
  }
} catch (error) {
  fault(String(error).slice(0, 2_000));
} finally {
  stopping.abort();
  await checking;
  process.stdout.write(
    page({
      title: "Rehearsal of the compose file",
      program:
        "`infra/rehearsal/main.ts`, which runs the compose file with Docker Compose and Podman",
      criteria:
        "no accepted message may be lost, and no client may be without service for more than 2 s while services are scaled, upgraded and rolled back",
    }),
  );
}
process.exitCode = isMet() ? 0 : 1;
