/**
 * Builds the images for arm64 on another machine, and starts the compose file of a small host with them under emulation. The
 * README of this folder says what it needs and proves.
 */
import { existsSync, mkdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { makeSmallSite, podman, type Site, startPodman } from "./containers.ts";
import { startFeeders } from "./feeders.ts";
import { buildForeignImage, makeBaseImages, sizeOf } from "./images.ts";
import { messageOf } from "./load.ts";
import { fault, note, reportOn, row, runProgram, section, timedRow } from "./report.ts";
import { findMissing } from "./requirements.ts";
import { nameHead } from "./revisions.ts";
import { readPage, waitUntil } from "./visit.ts";

const help = `Usage: node infra/rehearsal/emulated.ts --work FOLDER [--no-build] > report.md

Builds the images for arm64, and starts the compose file of a small host with them under emulation. Postgres and Redis are of
this machine. Tells how far it is on stderr, and prints the report on stdout.

Options:
  --work FOLDER    keeps what is downloaded; needs 10 GB of space
  --no-build       uses the images of an earlier run
  -h, --help       Show help

Exit codes: 0 everything answered, 1 something did not, 2 wrong options or something is not installed.
`;

const repository = dirname(dirname(import.meta.dirname));
process.env["CONTAINERS_CONF"] ??= join(import.meta.dirname, "containers.conf");
const machine = "arm64";
const version = `local-${machine}`;
const targets = ["jetwire", "balancer", "relay", "bridge"];
const address = "127.0.0.2";
const entry = "http://127.0.0.1:18080";
const account = "emulated";
const stations = { udp: "EM-UDP", tcp: "EM-TCP" } as const;

/** The options that were given. */
interface Wishes {
  readonly work: string;
  readonly builds: boolean;
}

process.exitCode = await runProgram(readOptions, run);

/** Returns null if help was asked for, and printed. @throws an error that says what is wrong or missing */
function readOptions(): Wishes | null {
  const { values } = parseArgs({
    options: {
      work: { type: "string" },
      "no-build": { type: "boolean" },
      help: { type: "boolean", short: "h" },
    },
  });
  if (values.help === true) {
    process.stdout.write(help);
    return null;
  }
  if (values.work === undefined) throw new Error("--work: name a folder with 10 GB of space");
  const builds = values["no-build"] !== true;
  const missing = findMissing({ builds });
  if (missing !== null) throw new Error(missing);
  if (process.arch !== machine && !existsSync("/proc/sys/fs/binfmt_misc/qemu-aarch64")) {
    throw new Error(
      `the kernel runs no programs for ${machine}. Run: apt-get install qemu-user-static`,
    );
  }
  return { work: resolve(values.work), builds };
}

async function run({ work, builds }: Wishes): Promise<boolean> {
  mkdirSync(work, { recursive: true });
  const text = {
    title: `Images for ${machine} under emulation`,
    program:
      "`infra/rehearsal/emulated.ts`, which starts the compose file of a small host with Docker Compose and Podman",
    criteria:
      "the images are of the other machine, and messages, the page, the documents and a drawn card were read",
  };
  return await reportOn(text, async () => {
    if (builds) await makeImages(work);
    await listImages();
    await using stack = new AsyncDisposableStack();
    stack.use(await startPodman(work));
    await runSite(work);
  });
}

async function makeImages(work: string): Promise<void> {
  const sources = { folder: repository, version, revision: nameHead(repository) };
  section("Building", ["What", "Time"]);
  await timedRow("Base images of this machine", () => makeBaseImages(work, repository));
  await timedRow(`Base images for ${machine}`, () => makeBaseImages(work, repository, machine));
  for (const target of targets) {
    await timedRow(`\`${target}\``, () => buildForeignImage(work, sources, target, machine));
  }
}

async function listImages(): Promise<void> {
  section("Images", ["Image", "Machine of the image", "Machine of its programs", "Size"]);
  for (const target of targets) {
    const image = `jetwire/${target}:${version}`;
    const name = await podman("image", "inspect", "--format", "{{.Architecture}}", image);
    const options = ["--rm", "--network=none", "--entrypoint=uname"];
    const programs = await podman("run", ...options, image, "-m");
    row(
      `\`${image}\``,
      name.trim(),
      programs.trim(),
      `${((await sizeOf(image)) / 1e6).toFixed(1)} MB`,
    );
    if (name.trim() !== machine) fault(`${image} is for ${name.trim()}`);
  }
}

async function runSite(work: string): Promise<void> {
  const variables = { JETWIRE_VERSION: version, ENTRY_PORT: "18080", LISTEN_ADDRESS: address };
  const compose = makeSmallSite(work, repository, variables);
  const remove = ["--profile", "*", "down", "--volumes", "--remove-orphans"];
  await compose(...remove);
  try {
    await start(compose);
    await readBack(await makeStations(compose));
  } finally {
    await compose(...remove);
  }
}

async function start(compose: Site["compose"]): Promise<void> {
  section("Start", ["Command", "Time"]);
  for (const target of ["relay", "bridge"]) {
    const program = ["node", `/usr/local/lib/jetwire-${target}.mjs`, "--help"];
    await timedRow(`\`jetwire-${target} --help\``, () =>
      podman("run", "--rm", "--network=none", `jetwire/${target}:${version}`, ...program),
    );
  }
  const init = ["run", "--rm", "-T", "--user=0:0", "init"];
  await timedRow("`run --rm init`", () => compose(...init));
  // Health checks follow each other at once here, so a container that starts slowly is unhealthy for a while.
  await timedRow("`up --detach`", () => compose("up", "--detach", "--no-build"));
  await timedRow("until REST answers", () =>
    waitUntil("REST", async () => (await fetch(`${entry}/v1/status`)).ok),
  );
  await timedRow("`jetwire --help`", () => compose("run", "--rm", "-T", "jetwire", "--help"));
}

/** Adds an account with two stations, and returns its key. */
async function makeStations(compose: Site["compose"]): Promise<string> {
  const jetwire = ["run", "--rm", "-T", "jetwire"];
  await compose(...jetwire, "accounts", "add", account);
  for (const station of Object.values(stations)) {
    await compose(...jetwire, "stations", "add", station, "--account", account);
  }
  await compose(...jetwire, "tiers", "set", account, "--requests-per-minute", "6000");
  const issue = ["keys", "issue", "--account", account, "--tier", account, "--json"];
  const issued = await compose(...jetwire, ...issue);
  return (JSON.parse(issued) as { key: string }).key;
}

/** Sends messages by UDP and TCP, and reads them, the page, the documents and a card, which native code draws. */
async function readBack(key: string): Promise<void> {
  section("Answers", ["What", "Time"]);
  let count = 0;
  const feeders = startFeeders(address, (way) => JSON.stringify(messageOf(stations[way], ++count)));
  const ids = new Map<string, string>();
  try {
    for (const [way, station] of Object.entries(stations)) {
      await timedRow(`a message by ${way.toUpperCase()} is read`, () =>
        waitUntil(way, async () => {
          const id = await firstMessageOf(station, key);
          if (id !== null) ids.set(way, id);
          return id !== null;
        }),
      );
    }
  } finally {
    await feeders.stop();
  }
  await timedRow("the documents", () => read("/docs/", "text/html"));
  const card = `/messages/${encodeURIComponent(ids.get("udp") ?? "")}/card.png`;
  await timedRow("the card of a message", () => read(card, "image/png"));
  note(`\n${await readPage(entry)}`);
}

async function firstMessageOf(station: string, key: string): Promise<string | null> {
  const headers = { authorization: `Bearer ${key}` };
  const answer = await fetch(`${entry}/v1/messages?station=${station}&limit=1`, { headers });
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  return /"id":"([^"]+)"/.exec(await answer.text())?.[1] ?? null;
}

async function read(path: string, type: string): Promise<void> {
  const answer = await fetch(`${entry}${path}`);
  const found = answer.headers.get("content-type") ?? "none";
  if (answer.ok && found.startsWith(type)) return;
  throw new Error(`${path} was answered with ${answer.status}, ${found}`);
}
