import type { SeededRandom } from "@jetwire/simulator";

function deep(levels: number): unknown {
  let value: unknown = "bottom";
  for (let level = 0; level < levels; level++) value = level % 2 === 0 ? [value] : { a: value };
  return value;
}

/** Values that are invalid where they are inserted. */
const junk: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e308,
  -1e308,
  2 ** 53,
  "",
  " ",
  "\0",
  "\ud800",
  "....",
  "x".repeat(5_000),
  "<img src=x onerror=alert(1)>",
  [],
  [[]],
  [null, 5, "x", {}],
  {},
  deep(100),
  JSON.parse('{"__proto__":{"vdl2":{}},"constructor":1,"toString":2,"hasOwnProperty":3}'),
];

/** Copies a value; some of its parts become junk, some members are missing or have another name. */
export function mutateValue(value: unknown, random: SeededRandom, rate: number): unknown {
  if (random.chance(rate)) return random.pick(junk);
  if (Array.isArray(value)) return value.map((item) => mutateValue(item, random, rate));
  if (typeof value !== "object" || value === null) return value;
  const copy: Record<string, unknown> = {};
  for (const [key, member] of Object.entries(value)) {
    if (random.chance(rate)) continue;
    copy[random.chance(rate) ? `${key}_` : key] = mutateValue(member, random, rate);
  }
  return copy;
}

/** Cuts bytes, loses some in the middle, changes one, or joins them to another text. */
export function mutateBytes(bytes: Buffer, random: SeededRandom, other: Buffer): Buffer {
  if (bytes.length === 0) return other;
  const at = random.integer(0, bytes.length - 1);
  switch (random.integer(0, 5)) {
    case 0:
      return Buffer.concat([bytes.subarray(0, at), other]);
    case 1:
      return bytes.subarray(0, at);
    case 2:
      return bytes.subarray(at);
    case 3:
      return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1 + random.integer(0, 8))]);
    case 4:
      return Buffer.concat([bytes, Buffer.from(random.pick(["", "\n", "\r\n", "\0"])), other]);
    default: {
      const copy = Buffer.from(bytes);
      copy[at] = random.integer(0, 255);
      return copy;
    }
  }
}

/** Texts that are repeated: deep, concatenated, broken, spliced, or costly for a naive parser. */
const units: readonly string[] = [
  "{}",
  "1\n",
  "{x}",
  "{x}\n",
  '{"a":[',
  '{"a":[\n',
  '\n{"k":"',
  '{"',
  "[",
  "[{",
  '{"a":',
  '"',
  "\\",
  '{"a":"\\u00',
  '{"a":nan}',
  '{"a":"\u0001"}',
  '{"a":1e999}',
  `{"a":${"9".repeat(300)}}`,
  '{"__proto__":{}}',
  " ",
  "\n",
  "\0",
  "\ufeff",
  "\u{1f6eb}",
  "\u00ff",
  '}{"',
  "GET / HTTP/1.1\r\n",
  "0",
  '{"vdl2":{"avlc":{"acars":{}}}}',
];

/** Repeats a hostile unit, up to a length in characters; its end may be cut or closed. */
export function hostileText(random: SeededRandom, charsMax: number): string {
  const unit = random.pick(units);
  const chars = Math.ceil(charsMax * random.fraction() ** 4);
  const text = unit.repeat(Math.max(1, Math.ceil(chars / unit.length)));
  if (random.chance(0.2)) return `${text}${random.pick(units).repeat(20)}`;
  return random.chance(0.2) ? text.slice(0, -1) : text;
}
