import { readObject } from "@jetwire/decoders";
import { dumphfdlAcars, dumpvdl2Acars } from "@jetwire/decoders/samples";
import {
  acarsdecLine,
  addFeeder,
  type Deployment,
  freePorts,
  postLines,
  startDeployment,
  until,
} from "@jetwire/testbed";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readLines, runBridge } from "./running-bridge.ts";

const ident = "LN-ES01";
let jw: Deployment;
let key: string;
beforeAll(async () => {
  jw = await startDeployment();
  ({ apiKey: key } = await addFeeder(jw, "alice", ident));
});
afterAll(() => jw[Symbol.asyncDispose]());

const t = () => ({ sec: Math.floor(Date.now() / 1_000), usec: 0 });
const vdlLine = () => JSON.stringify({ vdl2: { ...dumpvdl2Acars.vdl2, station: ident, t: t() } });
const hfdlLine = () => JSON.stringify({ hfdl: { ...dumphfdlAcars.hfdl, station: ident, t: t() } });

function textsOf(lines: readonly string[]): unknown[] {
  return lines.map((line) => {
    const result = readObject(JSON.parse(line));
    return result.status === "decoded" ? result.message.text : result;
  });
}

test("programs that connect get the messages of their types, in the form of decoders", async () => {
  const [acarsPort = 0, otherPort = 0] = await freePorts(2);
  await using stack = new AsyncDisposableStack();
  stack.use(
    await runBridge(jw, key, {
      BRIDGE_LISTEN: `acars=${acarsPort} vdl,hfdl=${otherPort}`,
    }),
  );
  using acars = readLines(acarsPort);
  using other = readLines(otherPort);
  const texts = Array.from({ length: 50 }, (_, number) => `LINE ${number}`);
  await postLines(jw, [...texts.map((text) => acarsdecLine(ident, text)), vdlLine(), hfdlLine()]);
  await until("the lines", () => acars.lines.length >= texts.length && other.lines.length >= 2);
  expect(textsOf(acars.lines)).toEqual(texts);
  expect(other.lines.map((line) => Object.keys(JSON.parse(line) as object))).toEqual([
    ["vdl2"],
    ["hfdl"],
  ]);
});

test("lines wait for a program that is not there, over a restart of the bridge too", async () => {
  const [port = 0] = await freePorts(1);
  await using bridge = await runBridge(jw, key, { BRIDGE_LISTEN: `acars=${port}` });
  await postLines(jw, [acarsdecLine(ident, "BEFORE")]);
  await until("it waits", async () => (await bridge.output("lines-1")).waiting.lines === 1);
  await bridge.restart();
  await postLines(jw, [acarsdecLine(ident, "AFTER")]);
  using reader = readLines(port);
  await until("both", () => reader.lines.length >= 2);
  expect(textsOf(reader.lines)).toEqual(["BEFORE", "AFTER"]);
});

test("what is sent while the bridge does not run comes when it does", async () => {
  const [port = 0] = await freePorts(1);
  await using bridge = await runBridge(jw, key, { BRIDGE_LISTEN: `${port}` });
  using first = readLines(port);
  await postLines(jw, [acarsdecLine(ident, "SEEN")]);
  await until("the first", () => first.lines.length === 1);
  await bridge.restart(() => postLines(jw, [acarsdecLine(ident, "MISSED")]));
  using second = readLines(port);
  await until("the missed one", () => textsOf(second.lines).includes("MISSED"));
  expect(textsOf(second.lines)).not.toContain("SEEN");
});

test("an unknown key ends the bridge with the reason", async () => {
  const [port = 0] = await freePorts(1);
  const failing = async () => {
    await using stack = new AsyncDisposableStack();
    stack.use(
      await runBridge(jw, "jw_0000000000000000000000000000000000000", {
        BRIDGE_LISTEN: `${port}`,
      }),
    );
  };
  await expect(failing()).rejects.toThrow(/API key/);
});
