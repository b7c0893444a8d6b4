import { freePorts, until } from "@jetwire/testbed";
import { residentBytes } from "../fanout/measure/process-use.ts";
import type { Section } from "../report.ts";
import { messageTexts } from "../simulated-messages.ts";
import { startAnsweringIngest } from "./answering-ingest.ts";
import { peakBytes, startRelay } from "./relay-process.ts";

const mib = 2 ** 20;
const waitMsMax = 1_800_000;
/** Simulated objects, which are repeated with a number of their own each. */
const textsMax = 20_000;

interface Options {
  readonly flags: readonly string[];
  readonly arenas: string;
}

/** Measures a relay whose receiver is down while so many lines come, and then takes them: time, memory, disk, and losses. */
export async function measureOutage(
  directory: string,
  program: string,
  lines: number,
  { flags, arenas }: Options,
): Promise<Section> {
  const [port = 0] = await freePorts(1);
  const to = `http://127.0.0.1:${port}/v1/ingest`;
  await using relay = await startRelay(directory, [...flags, program], to, arenas);
  const outageFrom = performance.now();
  let rawBytes = 0;
  await relay.sendAll(
    numbered(lines, (text) => {
      rawBytes += Buffer.byteLength(text) + 1;
    }),
  );
  await until(
    "the lines on disk",
    async () => {
      const { inputs, buffer } = await relay.status();
      return inputs[0]?.lines === lines && buffer.pending === 0;
    },
    waitMsMax,
  );
  const writeSeconds = (performance.now() - outageFrom) / 1_000;
  const before = await relay.status();
  const quietMib = residentBytes(relay.pid) / mib;
  const seen = new Uint8Array(lines);
  let outOfOrder = 0;
  let last = -1;
  await using ingest = await startAnsweringIngest(port, (text) => {
    const number = Number(/"n":(\d+)\}$/.exec(text)?.[1]);
    seen[number] = (seen[number] ?? 0) + 1;
    if (number < last) outOfOrder++;
    last = number;
  });
  const from = performance.now();
  await until(
    "everything to be taken",
    async () => (await relay.status()).outputs[0]?.waiting.lines === 0,
    waitMsMax,
  );
  const catchUpSeconds = (performance.now() - from) / 1_000;
  const figures = {
    lines,
    rawMib: rawBytes / mib,
    diskMib: before.buffer.bytes / mib,
    dropped: before.outputs[0]?.dropped ?? 0,
    lost: seen.filter((count) => count === 0).length,
    doubled: seen.filter((count) => count > 1).length,
    outOfOrder,
    writeSeconds,
    catchUpSeconds,
    sentMib: ingest.bytes / mib,
    quietMib,
    peakMib: (await peakBytes(relay.pid)) / mib,
  };
  return {
    name: "relayOutage",
    heading: `relay: ${lines} lines while the receiver is down, then the receiver is back`,
    rows: Object.entries(figures).map(([name, value]) => [name, Number(value.toFixed(1))]),
    figures,
  };
}

/** Makes objects that differ by their number. */
function* numbered(count: number, onText: (text: string) => void): Generator<string> {
  const texts = messageTexts(Math.min(count, textsMax));
  for (let n = 0; n < count; n++) {
    const text = `${texts[n % texts.length]?.slice(0, -1)},"n":${n}}`;
    onText(text);
    yield text;
  }
}
