import type { SeededRandom } from "./random.ts";
import { weighted } from "./random.ts";

type JunkMaker = (random: SeededRandom, sound: Buffer) => Buffer;

/**
 * Returns bytes that reach a feeder port and are not an object: a decoder set up for text output, a line cut
 * short, two spliced by a relay that reads a pipe in pieces, and bytes of no kind. Always one line,
 * so that every transport carries it as one thing.
 */
export function makeJunk(random: SeededRandom, sound: Buffer): Buffer {
  return pickJunkMaker(random)(random, sound);
}

const pickJunkMaker = weighted<JunkMaker>([
  [planePlotterText, 3],
  [jaeroText, 1],
  [truncated, 3],
  [spliced, 2],
  [binary, 1],
]);

function planePlotterText(random: SeededRandom): Buffer {
  return Buffer.from(
    `AC2 .N${random.integer(100, 999)}ZZ ! Q0 ${random.integer(0, 9)} S${random.integer(10, 99)}A XX${random.integer(1_000, 9_999)} \n`,
  );
}

function jaeroText(random: SeededRandom): Buffer {
  return Buffer.from(
    `12:34:${random.integer(10, 59)} 01-02-26 UTC AES:A${random.integer(10_000, 99_999)} GES:44 2 N${random.integer(100, 999)}ZZ ! _d X\n`,
  );
}

function truncated(random: SeededRandom, sound: Buffer): Buffer {
  return sound.subarray(0, random.integer(2, Math.max(2, sound.length - 4)));
}

/** One's head and a piece of another that closes nothing, so that no object comes of it by chance. */
function spliced(random: SeededRandom, sound: Buffer): Buffer {
  const head = sound.subarray(0, random.integer(10, Math.max(10, sound.length - 10)));
  const rest = sound.subarray(random.integer(12, Math.max(12, sound.length - 12)));
  const closing = rest.indexOf("}");
  return Buffer.concat([head, closing === -1 ? rest : rest.subarray(0, closing)]);
}

function binary(random: SeededRandom): Buffer {
  const bytes = Buffer.alloc(random.integer(8, 200));
  // No line feed and nothing that looks like the start of JSON.
  for (let i = 0; i < bytes.length; i++) bytes[i] = random.integer(0x80, 0xff);
  bytes[0] = 0x16;
  return bytes;
}
