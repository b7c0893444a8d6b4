import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { pipeline as pipe } from "node:stream/promises";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { bundleOf } from "@jetwire/launcher";
import { pause } from "@jetwire/runtime";
import { cpuSeconds } from "./fanout/measure/process-cpu.ts";
import { type Pipeline, runStep, startPipeline } from "./pipeline/pipeline.ts";
import { median, type Section } from "./report.ts";

export interface BesideOptions {
  /** Lines to import. */
  readonly lines: number;
  /** Messages that are stored before stored ones are read again. */
  readonly stored: number;
  /** Live messages a second. */
  readonly rate: number;
  readonly portBase: number;
}

/** Figures of one kind of work, or of live messages alone. */
interface Figures {
  readonly work: string;
  readonly seconds: number;
  /** CPU of the command itself, s; null for live messages alone. */
  readonly cpuSeconds: number | null;
  readonly memoryMib: number | null;
  /** Medians of the steps. */
  readonly p50: number;
  readonly p99: number;
  /** The worst step. */
  readonly p99Max: number;
  readonly lost: number;
}

const root = fileURLToPath(new URL("../../../", import.meta.url));
const cli = bundleOf(root, "jetwire");
/** A step of live messages; long work lasts for many. */
const stepSeconds = 10;
const fillPerSecond = 500;
/** The rate of the network whose lines are imported: a million of them are of the last day. */
const importedPerSecond = 12;

/**
 * Measures the latency of live messages to a feed client while an operator's long work runs on the same machine: import,
 * reading stored messages again, and making facts again.
 */
export async function runBeside(options: BesideOptions): Promise<Section[]> {
  const { lines, stored, rate } = options;
  const folder = await mkdtemp(join(tmpdir(), "jetwire-beside-"));
  try {
    const file = join(folder, "lines.ndjson");
    await printLines(file, lines);
    await using pipeline = await startPipeline({}, options);
    const live = createLive(pipeline, rate);
    await live.offer(fillPerSecond, Math.ceil(stored / fillPerSecond));
    const figures = [await measureAlone(live)];
    const every = ["--rate", "100000"];
    const works: readonly (readonly [name: string, argv: readonly string[]])[] = [
      ["redecode", ["redecode", "--again", ...every]],
      ["facts rebuild", ["facts", "rebuild"]],
      ["import messages", ["import", "messages", file, "--position", `${file}.position`, ...every]],
    ];
    for (const [work, argv] of works) {
      figures.push(await measureWork({ work, argv, data: pipeline.instance.data }, live));
    }
    return [sectionOf(figures, options)];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function printLines(file: string, lines: number): Promise<void> {
  const start = new Date(Date.now() - (lines / importedPerSecond) * 1_000 - 3_600_000);
  const args = ["--print", lines, "--rate", importedPerSecond, "--start", start.toISOString()];
  const network = ["--stations", 24, "--seed", 11];
  const argv = [bundleOf(root, "simulator"), ...[...args, ...network].map(String)];
  const printing = spawn(process.execPath, argv, {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await pipe(printing.stdout, createWriteStream(file));
}

type Live = ReturnType<typeof createLive>;

function createLive(pipeline: Pipeline, rate: number) {
  let first = 1_000_000;
  async function offer(perSecond: number, seconds: number) {
    const step = await runStep(pipeline, { rate: perSecond, seconds, first });
    first += perSecond * seconds;
    return step;
  }
  return { offer, step: () => offer(rate, stepSeconds) };
}

type LiveStep = Awaited<ReturnType<Live["step"]>>;

async function measureAlone(live: Live): Promise<Figures> {
  const steps: LiveStep[] = [];
  for (let n = 0; n < 3; n++) steps.push(await live.step());
  const none = { cpuSeconds: null, memoryMib: null };
  return { work: "none", seconds: 3 * stepSeconds, ...none, ...feedOf(steps) };
}

async function measureWork(
  {
    work,
    argv,
    data,
  }: { readonly work: string; readonly argv: readonly string[]; readonly data: string },
  live: Live,
): Promise<Figures> {
  const startMs = performance.now();
  const child = spawn(process.execPath, [cli, ...argv, "--json", "--data", data], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const output = text(child.stdout);
  const ended = once(child, "exit").then(() => performance.now());
  const watching = watchUse(child);
  const steps: LiveStep[] = [];
  while (child.exitCode === null && child.signalCode === null) steps.push(await live.step());
  if (child.exitCode !== 0) throw new Error(`jetwire ${argv.join(" ")}: ${await output}`);
  const seconds = ((await ended) - startMs) / 1_000;
  return { work, seconds, ...(await watching), ...feedOf(steps) };
}

/** Returns what a process has used until it ended, at the last look. */
async function watchUse(child: ChildProcess) {
  const used = { cpuSeconds: 0, memoryMib: 0 };
  while (child.exitCode === null && child.signalCode === null) {
    try {
      const status = readFileSync(`/proc/${child.pid}/status`, "utf8");
      // A process that has just ended has no memory.
      const [, peak = 0] = /^VmHWM:\s+(\d+) kB/m.exec(status) ?? [];
      used.memoryMib = Math.max(used.memoryMib, Number(peak) / 1_024);
      used.cpuSeconds = cpuSeconds(child.pid ?? 0);
    } catch {
      // It has ended since.
    }
    await pause(250);
  }
  return used;
}

function feedOf(steps: readonly LiveStep[]) {
  const p99 = steps.map(({ feed }) => feed.p99);
  return {
    p50: median(steps.map(({ feed }) => feed.p50)),
    p99: median(p99),
    p99Max: Math.max(...p99),
    lost: steps.reduce((lost, { sent, delivered }) => lost + sent - delivered, 0),
  };
}

function sectionOf(figures: readonly Figures[], { lines, stored, rate }: BesideOptions): Section {
  return {
    name: "beside",
    heading: `live messages, ${rate} a second, beside work on ${stored} stored messages and an import of ${lines} lines`,
    chart: { parts: ["p99 ms"] },
    rows: [
      ["work", "s", "its CPU s", "its memory MiB", "p50 ms", "p99 ms", "worst p99 ms", "lost"],
      ...figures.map((one) => [
        one.work,
        one.seconds.toFixed(0),
        one.cpuSeconds?.toFixed(1) ?? "",
        one.memoryMib?.toFixed(0) ?? "",
        one.p50,
        one.p99,
        one.p99Max,
        one.lost,
      ]),
    ],
    figures,
  };
}
