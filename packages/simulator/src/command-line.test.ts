import { expect, test } from "vitest";
import { readCommandLine } from "./command-line.ts";

const defaults = { newSeed: 42, nowMs: 1_000 };

test("a run takes its targets and settings, and defaults for the rest", () => {
  const args = ["--udp", "127.0.0.1:5550", "--tcp", "[::1]:5590", "--rate", "0.5", "--seed", "7"];
  expect(readCommandLine(args, defaults)).toEqual({
    command: "run",
    targets: { udp: { host: "127.0.0.1", port: 5550 }, tcp: { host: "::1", port: 5590 } },
    gzip: false,
    seed: 7,
    stations: 24,
    aircraft: 120,
    ratePerSecond: 0.5,
    junkShare: 0.01,
  });
});

test("printing needs no target", () => {
  const args = ["--print", "5", "--start", "2026-01-01T00:00:00Z", "--stations", "2"];
  expect(readCommandLine(args, defaults)).toMatchObject({
    command: "print",
    lines: 5,
    startMs: Date.UTC(2026, 0, 1),
    seed: 42,
    stations: 2,
    aircraft: 10,
  });
});

test.each([
  [["--udp", "127.0.0.1"], "--udp"],
  [["--tcp", "127.0.0.1:99999"], "--tcp"],
  [["--http", "ftp://example"], "--http"],
  [["--print", "0"], "--print"],
  [["--print", "1", "--rate", "fast"], "--rate"],
  [["--print", "1", "--junk", "0.9"], "--junk"],
  [["--print", "1", "--seed", ""], "--seed"],
  [["--print", "1", "--start", "soon"], "--start"],
  [["--rates", "4"], "--rates"],
  [["--print", "1", "stray"], "stray"],
  [[], "--udp"],
])("%j is refused by name", (args, named) => {
  const command = readCommandLine(args, defaults);
  expect(command).toEqual({ command: "wrong", reasons: [expect.stringContaining(named)] });
});

test("all mistakes are said together, and help wins over missing targets", () => {
  const wrong = readCommandLine(["--udp", "x", "--rate", "x"], defaults);
  expect(wrong).toMatchObject({ command: "wrong", reasons: { length: 2 } });
  expect(readCommandLine(["--help"], defaults)).toEqual({ command: "help" });
});
