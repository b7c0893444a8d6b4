import {
  createDatagramReassembler,
  createLines,
  createSlices,
  parseBody,
  parseBytes,
  splitAndParse,
} from "@jetwire/transport";
import { createContentReader, readObject } from "@jetwire/decoders";
import { entryField, readEntry, readEntryDetails } from "@jetwire/protocol";
import { hostileText, mutateBytes, mutateValue, type SeededRandom } from "@jetwire/testbed";
import type { FuzzTarget } from "./fuzz-target.ts";

const hostileShare = 0.1;
const datagramBytesMax = 65_507;
const bodyBytesMax = 2 ** 20;
const senders = 8;

/** Uses a clock that shows one time only, so no text is left out for lack of time. */
const readContent = createContentReader({ texts: { now: () => 0 } });

/** Makes decoder output that is damaged or hostile, from simulated texts of every decoder's format. */
export function decoderBytes(
  texts: readonly string[],
  charsMax: number,
  random: SeededRandom,
): Buffer {
  if (random.chance(hostileShare)) return Buffer.from(hostileText(random, charsMax));
  let bytes: Buffer = Buffer.from(random.pick(texts));
  for (let times = random.integer(1, 3); times > 0; times--) {
    bytes = mutateBytes(bytes, random, Buffer.from(random.pick(texts)));
  }
  return bytes;
}

/** Returns the parsers of what feeders send and of stream entries, which run in this process. */
export function parserTargets(texts: readonly string[]): FuzzTarget[] {
  const values = texts.map((text) => JSON.parse(text) as unknown);
  const slices = createSlices();
  const reassembler = createDatagramReassembler();
  let nowMs = 0;
  return [
    {
      name: "formats",
      share: 0.32,
      growthBytes: 16_384,
      make: (random) =>
        Buffer.from(
          JSON.stringify(mutateValue(random.pick(values), random, random.pick([0.02, 0.1, 0.3]))),
        ),
      run: (input) => readAll(splitAndParse(input.toString())),
    },
    {
      name: "framing",
      share: 0.25,
      growthBytes: 32_768,
      make: (random) => decoderBytes(texts, datagramBytesMax, random),
      run: (input) => readAll(parseBytes(input)),
    },
    {
      name: "tcp lines",
      share: 0.1,
      growthBytes: 65_536,
      make: (random) =>
        Buffer.concat([decoderBytes(texts, 16_384, random), decoderBytes(texts, 4_096, random)]),
      run: readLines,
    },
    {
      name: "datagram reassembly",
      share: 0.1,
      growthBytes: 32_768,
      make: (random) => decoderBytes(texts, datagramBytesMax, random),
      run(input) {
        nowMs += 100;
        const cut = Math.floor(input.length / 2);
        const sender = String(nowMs % senders);
        readAll(reassembler.accept(sender, input.subarray(0, cut), nowMs));
        readAll(reassembler.accept(sender, input.subarray(cut), nowMs));
        for (const { objects } of reassembler.expire(nowMs)) readAll(objects);
      },
    },
    {
      name: "bodies",
      share: 0.1,
      growthBytes: 524_288,
      make: (random) =>
        random.chance(0.01)
          ? Buffer.from(hostileText(random, bodyBytesMax))
          : Buffer.concat(
              Array.from({ length: random.integer(1, 5) }, () =>
                decoderBytes(texts, 8_192, random),
              ),
            ),
      async run(input) {
        const body = await parseBody(input, slices);
        if (body.status === "parsed") readAll(body.objects);
      },
    },
    {
      name: "stream entries",
      share: 0.1,
      growthBytes: 16_384,
      make: (random) => decoderBytes(texts, 8_192, random),
      run: readStreamEntry,
    },
  ];
}

function readAll(objects: readonly ReturnType<typeof parseBytes>[number][]): void {
  for (const object of objects) {
    if (!("value" in object)) continue;
    const result = readObject(object.value);
    if (result.status === "rejected") continue;
    readContent(result.message, result.message.stationTimeMs ?? 0);
  }
}

/** Reads a stream of bytes in chunks of changing size. */
function readLines(input: Buffer): void {
  const lines = createLines();
  for (let at = 0, chunk = 1; at < input.length; at += chunk, chunk = (chunk * 7) % 8_191) {
    const { complete, tooLong } = lines.push(input.subarray(at, at + chunk));
    for (const line of complete) readAll(parseBytes(line));
    if (tooLong !== null) return;
  }
  const rest = lines.end();
  if (rest !== null) readAll(parseBytes(rest));
}

/** Reads an entry of which the input is each field in turn. */
function readStreamEntry(input: Buffer): void {
  const text = input.toString();
  for (const version of ["1", "2", text]) {
    const fields = Object.values(entryField).flatMap((field) => [field, text]);
    readEntry("1-1", [...fields, entryField.version, version]);
    readEntry("1-1", [...fields, entryField.version, version, entryField.seq, "1", entryField.stationId, "1"]); // prettier-ignore
    readEntryDetails(fields);
  }
}
