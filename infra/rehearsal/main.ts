/**
 * Rehearses the compose file on a machine with Podman, and prints figures as a page of Markdown. The README of this
 * folder says what it does and needs.
 */
import { mkdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { makeSite, startPodman } from "./containers.ts";
import {
  buildImage,
  buildLaterImage,
  makeBaseImages,
  revisionOf,
  type Sources,
  sizeOf,
} from "./images.ts";
import { backupTarget } from "./restore.ts";
import { type Part, parts, rehearse } from "./rehearse.ts";
import { preface, reportOn, row, runProgram, section, timedRow } from "./report.ts";
import { findMissing } from "./requirements.ts";
import { extract, findRevision, nameHead, type Revision } from "./revisions.ts";
import { baseImages, nameVersions } from "./stand-ins.ts";

const help = `Usage: node infra/rehearsal/main.ts --work FOLDER [options] > report.md

Rehearses the compose file with Podman: builds the images, starts everything, and does under load what an operator
does. Tells how far it is on stderr, and prints the report on stdout.

Options:
  --work FOLDER    keeps what is downloaded, and back-ups; needs 10 GB of space
  --from REVISION  begins the part upgrade with this revision (default: the newest tag v* before the head, or the head)
  --no-build       uses the images of an earlier run
  --only PARTS     starts, and rehearses these parts only: ${parts.join(",")}
  -h, --help       Show help

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
  /** The revision that is upgraded to the head; null if the head is upgraded to itself. */
  readonly from: Revision | null;
}

process.exitCode = await runProgram(readOptions, run);

/** Returns null if help was asked for, and printed. @throws an error that says what is wrong or missing */
function readOptions(): Wishes | null {
  const { values } = parseArgs({
    options: {
      work: { type: "string" },
      from: { type: "string" },
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
  if (values.from !== undefined && !only.includes("upgrade")) {
    throw new Error("--from: only the part upgrade uses it, which --only leaves out");
  }
  const builds = values["no-build"] !== true;
  const missing = findMissing({ builds });
  if (missing !== null) throw new Error(missing);
  const from = only.includes("upgrade") ? findRevision(repository, values.from) : null;
  return { work: resolve(values.work), builds, only, from };
}

async function run({ work, builds, only, from }: Wishes): Promise<boolean> {
  mkdirSync(work, { recursive: true });
  const head = { folder: repository, version: "local", revision: await nameSources(builds) };
  const older = from === null ? head : takeOlder(work, from);
  if (from !== null && !builds) await refuseOtherImages(older);
  const text = {
    title: "Rehearsal of the compose file",
    program:
      "`infra/rehearsal/main.ts`, which runs the compose file with Docker Compose and Podman",
    criteria:
      "no accepted message may be lost, the account of messages must be zero after each step, and no client may be without service for more than 2 s while services are scaled, upgraded and rolled back",
  };
  return await reportOn(text, async () => {
    if (builds) await makeImages(work, head, older);
    await listImages();
    await describeRun(only, head, older);
    await using stack = new AsyncDisposableStack();
    stack.use(await startPodman(work));
    const others = only.filter((part) => part !== "upgrade");
    if (others.length > 0) await rehearseFrom(head, work, others);
    if (others.length < only.length) await rehearseFrom(older, work, ["upgrade"]);
  });
}

/** Starts a site of some sources from nothing, rehearses parts with it, and removes it. */
async function rehearseFrom(start: Sources, work: string, only: readonly Part[]): Promise<void> {
  const ports = { ENTRY_PORT: "18080", PROMETHEUS_PORT: "19464" };
  const variables = {
    ...ports,
    LISTEN_ADDRESS: address,
    JETWIRE_VERSION: start.version,
    BACKUP_TARGET: backupTarget,
  };
  const site = makeSite(work, start.folder, variables);
  const remove = ["--profile", "*", "down", "--volumes", "--remove-orphans"];
  // A run that was interrupted leaves containers, whose passwords are lost.
  await site.compose(...remove);
  const entry = "http://127.0.0.1:18080";
  const prometheus = "http://127.0.0.1:19464";
  try {
    await rehearse(site, { entry, prometheus, address, start }, only);
  } finally {
    await site.compose(...remove);
  }
}

/** Returns the revision that is built as the head, or that of the images which are there. */
async function nameSources(builds: boolean): Promise<string> {
  return builds ? nameHead(repository) : await revisionOf("jetwire/jetwire:local");
}

function takeOlder(work: string, from: Revision): Sources {
  const folder = join(work, "before");
  extract(repository, from, folder);
  return { folder, version: "before", revision: from.name };
}

async function refuseOtherImages({ version, revision }: Sources): Promise<void> {
  const found = await revisionOf(`jetwire/jetwire:${version}`);
  if (found === revision) return;
  throw new Error(`--no-build: the image is of ${found}, not of ${revision}`);
}

async function makeImages(work: string, head: Sources, older: Sources): Promise<void> {
  section("Building", ["What", "Time"]);
  await timedRow("Base images", () => makeBaseImages(work, repository));
  for (const target of targets) {
    if (older !== head) {
      await timedRow(`\`${target}\` of ${older.revision}`, () => buildImage(older, target));
    }
    await timedRow(`\`${target}\``, () => buildImage(head, target));
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
async function describeRun(only: readonly Part[], head: Sources, older: Sources): Promise<void> {
  preface(
    `Parts of this run, besides the start: ${only.join(", ")}. The head is ${head.revision}.\n`,
  );
  preface("The images of other projects are made from Debian's packages, Node's and Caddy's:\n");
  await nameVersions();
  if (only.includes("upgrade")) preface(`\n${describeUpgrade(head, older)}\n`);
  preface(
    "Not started: Grafana, Docker's own engine, a certificate authority of the internet (Caddy signs the certificate by itself), a mail server, providers of sign-in. Everybody is on this machine: feeders and readers connect by loopback, and by IPv4.\n",
  );
}

function describeUpgrade(head: Sources, older: Sources): string {
  if (older !== head) {
    return `The upgrade begins with ${older.revision}, whose own \`migrate\` makes the tables and whose script upgrades. The next version is ${head.revision} with one more migration. So under load the processes of both revisions work with one database and one Redis, also after the return.`;
  }
  return `No release is before the head: there is no tag \`v*\`. So the upgrade begins with ${head.revision}, and the next version is the same code with one more migration. It shows how containers and the database change under load, not that two releases understand each other.`;
}
