import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { compileFunction } from "node:vm";
import { build } from "rolldown";
import { expect, test } from "vitest";
import { directMembers, directMembersOfDecoder } from "../src/private-members.ts";

// The decoder of the ioredis that @jetwire/redis uses.
const ioredis = createRequire(
  createRequire(new URL("../../redis/package.json", import.meta.url)).resolve("ioredis"),
);
const path = ioredis.resolve("./resp/decoder.js");
const code = readFileSync(path, "utf8");

interface Decoder {
  write(chunk: Buffer): void;
}
type Listener = (reply: unknown) => void;
type DecoderClass = new (options: {
  getTypeMapping: () => Record<number, unknown>;
  onReply: Listener;
  onErrorReply: Listener;
  onPush: Listener;
}) => Decoder;

const decoderOf = (source: string): DecoderClass => {
  const exports = {} as { Decoder: DecoderClass };
  const load = compileFunction(source, ["exports", "require"]) as (
    exports: object,
    require: NodeJS.Require,
  ) => void;
  load(exports, createRequire(path));
  return exports.Decoder;
};
const Original = decoderOf(code);
const Direct = decoderOf(directMembers(code));

/** Returns what a decoder reads from the pieces of one reply. */
function read(DecoderOf: DecoderClass, pieces: readonly Buffer[]): unknown[] {
  const found: unknown[] = [];
  const note = (kind: string) => (reply: unknown) => {
    found.push([kind, reply]);
  };
  const decoder = new DecoderOf({
    // As ioredis asks for replies: texts as bytes.
    getTypeMapping: () => ({ 36: Buffer, 43: Buffer }),
    onReply: note("reply"),
    onErrorReply: note("error"),
    onPush: note("push"),
  });
  for (const piece of pieces) decoder.write(piece);
  return found;
}

test("reads and writes of private fields and calls of private methods become direct", () => {
  const source = `
    _A_n.set(this, 1);
    other.set(this, 2);
    __classPrivateFieldSet(this, _A_n, __classPrivateFieldGet(this, _A_n, "f") + f(3, ")"), "f");
    __classPrivateFieldGet(this, _A_instances, "m", _A_add).call(this, 4);
    __classPrivateFieldGet(this, _A_instances, "a", _A_size_get);
    __classPrivateFieldSet(this, _A_instances, 5, "a", _A_size_set);
    __classPrivateFieldGet(this, _a, "f", _A_STATIC);
    __classPrivateFieldGet(_a, _a, "f", _A_STATIC);`;
  expect(directMembers(source)).toBe(`
    (this._A_n = 1);
    other.set(this, 2);
    (this._A_n = this._A_n + f(3, ")"));
    _A_add.call(this, 4);
    __classPrivateFieldGet(this, _A_instances, "a", _A_size_get);
    __classPrivateFieldSet(this, _A_instances, 5, "a", _A_size_set);
    __classPrivateFieldGet(this, _a, "f", _A_STATIC);
    __classPrivateFieldGet(_a, _a, "f", _A_STATIC);`);
});

test("code that cannot be parsed is refused", () => {
  expect(() => directMembers("const = 1")).toThrow("Unexpected token");
});

test("the decoder of ioredis has compiled private members, and a bundle of it has none of an object", async () => {
  const compiled = /__classPrivateField[GS]et\(this/;
  expect(code).toMatch(compiled);
  const plugins = [directMembersOfDecoder()];
  const { output } = await build({ input: path, platform: "node", plugins, write: false });
  expect(output[0].code).toContain("this._Decoder_cursor");
  expect(output[0].code).not.toMatch(compiled);
});

const replies: [name: string, reply: string][] = [
  [
    "an entry of a stream",
    "%1\r\n$3\r\nj:0\r\n*1\r\n*2\r\n$3\r\n1-0\r\n*2\r\n$1\r\nm\r\n$6\r\n\r\n😀\r\n",
  ],
  ["numbers", "*4\r\n:0\r\n:-17\r\n:+5\r\n:9007199254740993\r\n"],
  ["doubles", "*5\r\n,1.5\r\n,-0.25e-3\r\n,inf\r\n,nan\r\n,10\r\n"],
  ["big numbers", "(-12345678901234567890123\r\n"],
  ["booleans and nothing", "*5\r\n#t\r\n#f\r\n_\r\n$-1\r\n*-1\r\n"],
  ["texts", "*4\r\n+OK\r\n$0\r\n\r\n=7\r\ntxt:a\r\n\r\n+\r\n"],
  ["an error", "-NOSCRIPT No matching script\r\n"],
  ["a long error", "!9\r\nERR a\r\nbc\r\n"],
  ["an error in a list", "*3\r\n:1\r\n-ERR inner\r\n:2\r\n"],
  ["a set of lists", "~2\r\n*1\r\n:1\r\n*0\r\n"],
  ["a map in a map", "%2\r\n+a\r\n%1\r\n+b\r\n:1\r\n+c\r\n%0\r\n"],
  ["a message of a channel", ">3\r\n$8\r\nsmessage\r\n$2\r\nch\r\n$3\r\nabc\r\n"],
  ["several replies", "+OK\r\n:1\r\n>2\r\n+x\r\n+y\r\n-ERR z\r\n$2\r\nab\r\n"],
];

test.each(replies)("%s: both decoders read the same, wherever the reply is cut", (_, text) => {
  const bytes = Buffer.from(text);
  const whole = read(Original, [bytes]);
  expect(whole.length).toBeGreaterThan(0);
  expect(read(Direct, [bytes])).toEqual(whole);
  expect(
    read(
      Direct,
      [...bytes].map((byte) => Buffer.from([byte])),
    ),
  ).toEqual(
    read(
      Original,
      [...bytes].map((byte) => Buffer.from([byte])),
    ),
  );
  for (let at = 1; at < bytes.length; at++) {
    const pieces = [bytes.subarray(0, at), bytes.subarray(at)];
    expect(read(Direct, pieces)).toEqual(read(Original, pieces));
  }
});

test("both decoders fail alike on bytes that are no reply", () => {
  const bytes = [Buffer.from("?1\r\n")];
  expect(() => read(Direct, bytes)).toThrow("Unknown RESP type");
  expect(() => read(Original, bytes)).toThrow("Unknown RESP type");
});
