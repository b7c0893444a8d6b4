/**
 * Rehearses the compose file on a machine with Podman, and prints figures as a page of Markdown. The README of this
 * folder says what it does and needs.
 */
import { mkdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { makeSite, runHealthChecks, servePodman } from "./containers.ts";
import { buildImage, buildLaterImage, makeBaseImages, sizeOf } from "./images.ts";
import { type Part, parts, rehearse } from "./rehearse.ts";
import { fault, isMet, page, preface, row, section, timedRow } from "./report.ts";
import { findMissing } from "./requirements.ts";
import { baseImages, nameVersions } from "./stand-ins.ts";

const help = `Usage: node infra/rehearsal/main.ts --work FOLDER [options] > report.md

Rehearses the compose file with Podman: builds the images, starts everything, and does under load what an operator
does. Tells how far it is on stderr, and prints the report on stdout.

Options:
  --work FOLDER   keeps what is downloaded, and back-ups; needs 10 GB of space
  --no-build      uses the images of an earlier run
  --only PARTS    starts, and rehearses these parts only: ${parts.join(",")}
  -h, --help      Show help

Exit codes: 0 all criteria are met, 1 not all are met, 2 wrong options or something is not installed.
`;

const repository = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
// An operator's own settings are used in place of these.
process.env["CONTAINERS_CONF"] ??= join(import.meta.dirname, "containers.conf");
// Neither this address nor this port are those of a deployment on the same machine.
const address = "127.0.0.2";
const targets = ["jetwire", "balancer"];

/** The options that were given. */
interface Wishes {
  readonly work: string;
  readonly builds: boolean;
  readonly only: readonly Part[];
}

process.exitCode = await main();

/** Returns the exit code. */
async function main(): Promise<number> {
  try {
    const wishes = readOptions();
    if (wishes === null) return 0;
    await run(wishes);
    return isMet() ? 0 : 1;
  } catch (error) {
    process.stderr.write(`${(error as Error).message} (see --help)\n`);
    return 2;
  }
}

/** Returns null if help was asked for, and printed. @throws an error that says what is wrong or missing */
function readOptions(): Wishes | null {
  const { values } = parseArgs({
    options: {
      work: { type: "string" },
      "no-build": { type: "boolean" },
      only: { type: "string" },
      help: { type: "boolean", short: "h" },
    },
  });
  if (values.help === true) {
    process.stdout.write(help);
    return null;
  }
  if (values.work === undefined) throw new Error("--work: name a folder with 10 GB of space");
  const names = values.only?.split(",") ?? parts;
  const only = parts.filter((part) => names.includes(part));
  if (only.length < names.length) throw new Error(`--only: name some of ${parts.join(",")}`);
  const builds = values["no-build"] !== true;
  const missing = findMissing({ builds });
  if (missing !== null) throw new Error(missing);
  return { work: resolve(values.work), builds, only };
}

async function run({ work, builds, only }: Wishes): Promise<void> {
  mkdirSync(work, { recursive: true });
  const stopping = new AbortController();
  let checking = Promise.resolve();
  try {
    if (builds) await makeImages(work);
    await listImages();
    await describeRun(only);
    await servePodman(work, stopping.signal);
    checking = runHealthChecks(stopping.signal);
    const ports = { ENTRY_PORT: "18080", PROMETHEUS_PORT: "19464" };
    const site = makeSite(work, repository, { ...ports, LISTEN_ADDRESS: address });
    const remove = ["--profile", "*", "down", "--volumes", "--remove-orphans"];
    // A run that was interrupted leaves containers, whose passwords are lost.
    await site.compose(...remove);
    const entry = "http://127.0.0.1:18080";
    const prometheus = "http://127.0.0.1:19464";
    try {
      await rehearse(site, { entry, prometheus, address, folder: work }, only);
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
          "no accepted message may be lost, the account of messages must be zero after each step, and no client may be without service for more than 2 s while services are scaled, upgraded and rolled back",
      }),
    );
  }
}

async function makeImages(work: string): Promise<void> {
  section("Building", ["What", "Time"]);
  await timedRow("Base images", () => makeBaseImages(work, repository));
  for (const target of targets) {
    await timedRow(`\`${target}\``, () => buildImage(repository, target));
    for (const version of ["next", "broken"] as const) {
      await timedRow(`\`${target}\` of the ${version} version`, () =>
        buildLaterImage(repository, target, version),
      );
    }
  }
}

async function listImages(): Promise<void> {
  section("Images", ["Image", "Size with its base"]);
  for (const image of [...targets.map((target) => `jetwire/${target}:local`), ...baseImages]) {
    row(`\`${image}\``, `${((await sizeOf(image)) / 1e6).toFixed(1)} MB`);
  }
}

/** Says in the head of the report what the run means, and what not. */
async function describeRun(only: readonly Part[]): Promise<void> {
  preface(`Parts of this run, besides the start: ${only.join(", ")}.\n`);
  preface("The images of other projects are made from Debian's packages, Node's and Caddy's:\n");
  await nameVersions();
  preface(
    "\nThe next version is the same code with one more migration. So the upgrade shows how containers and the database change under load, not that two releases understand each other.\n",
  );
  preface(
    "Not started: Grafana, Docker's own engine, a certificate authority of the internet (Caddy signs the certificate by itself), a mail server, providers of sign-in. Everybody is on this machine: feeders and readers connect by loopback, and by IPv4.\n",
  );
}
