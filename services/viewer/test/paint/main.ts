/*
 * Measures how soon the pages of a running instance are drawn, and what they transfer.
 *
 *   cd services/viewer && pnpm paint --help
 */
import process from "node:process";
import { parseArgs } from "node:util";
import type { Browser } from "playwright-core";
import { findChromium, launchBrowser } from "../browser.ts";
import { findIds } from "../looks/find-ids.ts";
import { kinds, type LoadFigures, mediansOf } from "./figures.ts";
import { loadOnce, type Profile } from "./load.ts";

/** The limits of what Lighthouse calls good, in its mobile profile. */
const good = { firstPaintMs: 1_800, largestPaintMs: 2_500, shift: 0.1, blockingMs: 200 };
const runsMax = 20;
/** An address may open ten sessions a minute, and each load opens one. */
const everyMs = 6_500;

const profiles: readonly Profile[] = [
  {
    name: "desktop",
    viewport: { width: 1_350, height: 940 },
    scale: 1,
    cpuSlowdown: 1,
    network: null,
  },
  {
    name: "mobile",
    viewport: { width: 412, height: 823 },
    scale: 1.75,
    cpuSlowdown: 4,
    network: { roundTripMs: 150, bytesPerSecond: 1_600_000 / 8 },
  },
];

const help = `Measures how soon the main pages of a running instance are drawn in Chromium with an empty cache, and what they
transfer: on this machine as it is (desktop), and with the throttling of Lighthouse (mobile: CPU 4 times slower,
150 ms round trip, 1.6 Mbit/s). Each figure is the median of the runs.

  --page URL      the address of the page; default: http://localhost:8080
  --runs N        loads of each page, 1 to ${runsMax}; default: 3
  --profile NAME  only desktop or only mobile
  --only TEXT     only pages whose path contains this text
  --help          show this text

FCP  first contentful paint, s; good in mobile: ${good.firstPaintMs / 1_000}
LCP  largest contentful paint, s; good in mobile: ${good.largestPaintMs / 1_000}
CLS  cumulative layout shift; good: ${good.shift}
TBT  total blocking time, ms: what long tasks exceed 50 ms by, from the first paint until the page is quiet for 2 s;
     good in mobile: ${good.blockingMs}
KiB  transferred, by kind; data is what REST and the realtime interface send

A figure that is not good is marked with "!". A load takes at least ${everyMs / 1_000} s, because an address may open ten sessions a minute.
Run it on an idle machine.
`;

const { values } = parseArgs({
  options: {
    page: { type: "string", default: "http://localhost:8080" },
    runs: { type: "string", default: "3" },
    profile: { type: "string" },
    only: { type: "string", default: "" },
    help: { type: "boolean", short: "h", default: false },
  },
});

if (values.help) process.stdout.write(help);
else {
  await measure().catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  });
}

async function measure(): Promise<void> {
  const runs = Number(values.runs);
  if (!Number.isInteger(runs) || runs < 1 || runs > runsMax) {
    throw new Error(`--runs must be a whole number from 1 to ${runsMax}, not ${values.runs}`);
  }
  const chosen = profiles.filter(({ name }) => name === (values.profile ?? name));
  if (chosen.length === 0) {
    throw new Error(`--profile must be desktop or mobile, not ${values.profile}`);
  }
  const chromium = findChromium({ whole: true });
  if (chromium === null) throw new Error("Chromium is not on the PATH");
  const browser = await launchBrowser(chromium);
  try {
    const paths = await mainPaths(browser);
    if (paths.length === 0) throw new Error(`--only: no page has ${values.only} in its path`);
    for (const profile of chosen) await measureProfile(browser, profile, { paths, runs });
  } finally {
    await browser.close();
  }
}

async function mainPaths(browser: Browser): Promise<string[]> {
  const context = await browser.newContext();
  const { message, station } = await findIds(context, values.page);
  await context.close();
  const entities = [`/messages/${message}`, `/stations/${station}`];
  const paths = ["/", "/map", "/search", ...entities, "/heard", "/stats", "/sign-in"];
  return paths.filter((path) => path.includes(values.only));
}

async function measureProfile(
  browser: Browser,
  profile: Profile,
  { paths, runs }: { readonly paths: readonly string[]; readonly runs: number },
): Promise<void> {
  process.stdout.write(`\n${profile.name}, median of ${runs}\n`);
  printRow(["", "FCP", "LCP", "CLS", "TBT", ...kinds, "KiB"]);
  for (const path of paths) {
    const loads: LoadFigures[] = [];
    while (loads.length < runs) {
      const pause = new Promise((resolve) => setTimeout(resolve, everyMs));
      loads.push(await loadOnce(browser, values.page + path, profile));
      await pause;
    }
    printRow([path.replace(/[\da-f-]{20,}$/, ":id"), ...cellsOf(mediansOf(loads), profile)]);
  }
}

function cellsOf({ bytes, ...times }: LoadFigures, { name }: Profile): string[] {
  function mark(text: string, figure: keyof typeof good): string {
    const isJudged = name === "mobile" || figure === "shift";
    return isJudged && times[figure] > good[figure] ? `${text}!` : text;
  }
  const sizes = kinds.map((kind) => bytes[kind]);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  return [
    mark((times.firstPaintMs / 1_000).toFixed(2), "firstPaintMs"),
    mark((times.largestPaintMs / 1_000).toFixed(2), "largestPaintMs"),
    mark(times.shift.toFixed(3), "shift"),
    mark(times.blockingMs.toFixed(0), "blockingMs"),
    ...[...sizes, total].map((size) => (size / 1_024).toFixed(0)),
  ];
}

function printRow([path = "", ...cells]: readonly string[]): void {
  process.stdout.write(`${path.padEnd(16)}${cells.map((cell) => cell.padStart(8)).join("")}\n`);
}
