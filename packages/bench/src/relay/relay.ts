import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { pause } from "@jetwire/runtime";
import { decoderCorpus, until } from "@jetwire/testbed";
import { cpuSecondsOf, residentBytes } from "../fanout/measure/process-use.ts";
import type { Section } from "../report.ts";
import { messageTexts } from "../simulated-messages.ts";
import { startAnsweringIngest } from "./answering-ingest.ts";
import { measureOutage } from "./outage.ts";
import { peakBytes, type Relay, startRelay } from "./relay-process.ts";

const floodLines = 50_000;
const idlePerSecond = 5;
const mib = 2 ** 20;

/** The options of Node: none, and those that the unit and the image of the relay have. */
const shipped = {
  name: "as shipped",
  flags: ["--max-semi-space-size=1", "--max-old-space-size=64", "--lite-mode"],
  arenas: "1",
};
const variants = [{ name: "no options", flags: [], arenas: undefined }, shipped];

/** The lines of a batch: a station that receives little, one that receives much, and a backlog. */
const batchSizes = [1, 5, 20, 500];
const linesPerSize = 3_000;

type Ingest = Awaited<ReturnType<typeof startAnsweringIngest>>;

interface RelayOptions {
  readonly seconds: number;
  /** Measures an outage of so many lines instead, if it is not 0. */
  readonly outageLines: number;
}

/** Measures the one file of the relay as a process: messages per second of CPU, memory, and bytes sent. */
export async function runRelay({ seconds, outageLines }: RelayOptions): Promise<Section[]> {
  const directory = await mkdtemp(join(tmpdir(), "jetwire-bench-relay-"));
  try {
    const program = join(directory, "jetwire-relay.mjs");
    const bundler = fileURLToPath(new URL("../../../relay/src/build/bundle.ts", import.meta.url));
    await promisify(execFile)(process.execPath, [bundler, program]);
    if (outageLines > 0) return [await measureOutage(directory, program, outageLines, shipped)];
    const texts = messageTexts(floodLines);
    const figures = [];
    for (const { name, flags, arenas } of variants) {
      await using ingest = await startAnsweringIngest();
      await using relay = await startRelay(directory, [...flags, program], ingest.url, arenas);
      figures.push({ name, ...(await measureProcess(relay, ingest, texts, seconds)) });
    }
    return [processSection(figures, seconds), await measureBytes(directory, program)];
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

interface ProcessFigures {
  readonly name: string;
  readonly messagesPerSecond: number;
  readonly messagesPerCpuSecond: number;
  readonly quietMib: number;
  readonly cpuShare: number;
  readonly peakMib: number;
}

async function measureProcess(
  relay: Relay,
  ingest: Ingest,
  texts: readonly string[],
  seconds: number,
): Promise<Omit<ProcessFigures, "name">> {
  const quietFrom = cpuSecondsOf(relay.pid);
  for (let second = 0; second < seconds; second++) {
    relay.send(texts.slice(second * idlePerSecond, (second + 1) * idlePerSecond));
    await pause(1_000);
  }
  const cpuShare = (cpuSecondsOf(relay.pid) - quietFrom) / seconds;
  const quietMib = residentBytes(relay.pid) / mib;
  const goal = ingest.lines + texts.length;
  const cpuFrom = cpuSecondsOf(relay.pid);
  const from = performance.now();
  relay.send(texts);
  await until("all lines", () => ingest.lines >= goal, 240_000);
  const tookSeconds = (performance.now() - from) / 1_000;
  return {
    messagesPerSecond: texts.length / tookSeconds,
    messagesPerCpuSecond: texts.length / (cpuSecondsOf(relay.pid) - cpuFrom),
    quietMib,
    cpuShare,
    peakMib: (await peakBytes(relay.pid)) / mib,
  };
}

function processSection(figures: readonly ProcessFigures[], seconds: number): Section {
  return {
    name: "relay",
    heading: `relay: ${floodLines} simulated objects at once, after ${seconds} s with ${idlePerSecond} per second`,
    rows: [
      ["node options", "messages/s", "per CPU second", "MiB at 5/s", "CPU at 5/s", "peak MiB"],
      ...figures.map((one) => [
        one.name,
        Math.round(one.messagesPerSecond),
        Math.round(one.messagesPerCpuSecond),
        one.quietMib.toFixed(1),
        `${(100 * one.cpuShare).toFixed(2)} %`,
        one.peakMib.toFixed(1),
      ]),
    ],
    figures,
  };
}

/** Measures what goes over the network for lines of real decoders, or of simulated ones where there are none. */
async function measureBytes(directory: string, program: string): Promise<Section> {
  const texts = await readTexts();
  const figures: { batch: number; rawBytes: number; sentBytes: number }[] = [];
  for (const batch of batchSizes) {
    await using ingest = await startAnsweringIngest();
    await using relay = await startRelay(directory, [program], ingest.url);
    const lines = batch === batchSizes.at(-1) ? texts : spread(texts, linesPerSize / (batch === 1 ? 3 : 1)); // prettier-ignore
    for (let at = 0; at < lines.length; at += batch) {
      relay.send(lines.slice(at, at + batch));
      const goal = Math.min(at + batch, lines.length);
      await until("the batch", () => ingest.lines >= goal);
    }
    const rawBytes = lines.reduce((sum, line) => sum + Buffer.byteLength(line) + 1, 0);
    figures.push({ batch, rawBytes, sentBytes: ingest.bytes });
  }
  const source = decoderCorpus.missing === null ? "recorded" : "simulated";
  return {
    name: "relayBytes",
    heading: `relay: bytes sent for ${source} lines, with the heads of requests`,
    rows: [
      ["lines of a batch", "raw bytes", "sent bytes", "share"],
      ...figures.map(({ batch, rawBytes, sentBytes }) => [
        batch,
        rawBytes,
        sentBytes,
        (sentBytes / rawBytes).toFixed(3),
      ]),
    ],
    figures,
  };
}

async function readTexts(): Promise<string[]> {
  if (decoderCorpus.missing !== null) return messageTexts(6_000);
  const names = (await readdir(decoderCorpus.folder)).filter((name) => /^(?!malformed|airframes).*\.ndjson$/.test(name)); // prettier-ignore
  const files = await Promise.all(names.map((name) => readFile(new URL(name, decoderCorpus.folder), "utf8"))); // prettier-ignore
  return files.flatMap((file) => file.split("\n").filter((line) => line.startsWith("{")));
}

/** Takes some of the lines, from everywhere in them. */
function spread(lines: readonly string[], count: number): string[] {
  const step = Math.max(1, Math.floor(lines.length / count));
  return lines.filter((_, index) => index % step === 0);
}
