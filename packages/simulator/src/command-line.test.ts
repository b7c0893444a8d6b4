import { runCommandLine } from "@jetwire/command-line";
import { describe, expect, test } from "vitest";
import { createSimulatorCommand, type SimulatorOptions } from "./command-line.ts";

/** Reads a command line and returns the options or what was printed. */
async function read(...args: string[]) {
  let options: SimulatorOptions | undefined;
  const printed = { stdout: "", stderr: "" };
  const program = createSimulatorCommand(async (given) => {
    options = given;
  });
  const code = await runCommandLine(program, args, {
    stdout: { write: (text) => (printed.stdout += text) },
    stderr: { write: (text) => (printed.stderr += text) },
  });
  return { code, options, ...printed };
}

describe("the simulator's command line", () => {
  test("has defaults for all settings but the target", async () => {
    const args = "--to udp://127.0.0.1:5550 --to tcp://[::1]:5590 --rate 0.5 --seed 7";
    expect((await read(...args.split(" "))).options).toEqual({
      to: [
        { transport: "udp", host: "127.0.0.1", port: 5550 },
        { transport: "tcp", host: "::1", port: 5590 },
      ],
      gzip: false,
      seed: 7,
      stations: 24,
      rate: 0.5,
      junk: 0.01,
    });
  });

  test("needs no target for printing", async () => {
    const args = "--print 5 --start 2026-01-01T00:00:00Z --stations 2";
    expect((await read(...args.split(" "))).options).toMatchObject({
      print: 5,
      start: Date.UTC(2026, 0, 1),
      stations: 2,
    });
  });

  test.each([
    [["--to", "127.0.0.1"], "--to"],
    [["--to", "tcp://127.0.0.1:99999"], "--to"],
    [["--to", "ftp://example"], "--to"],
    [["--print", "0"], "--print must be a whole number from 1 to 100000000"],
    [["--print", "1", "--rate", "fast"], "--rate must be a number from 0.01 to 100000"],
    [["--print", "1", "--junk", "0.9"], "--junk must be a number from 0 to 0.5"],
    [["--print", "1", "--seed", ""], "--seed"],
    [["--print", "1", "--start", "soon"], "--start must be an ISO 8601 time"],
    [["--rates", "4"], "--rates"],
    [["--print", "1", "stray"], "argument"],
    [[], "--to"],
  ])("%j is a usage error that names what is wrong", async (args, named) => {
    const { code, options, stderr } = await read(...args);
    expect({ code, options }).toEqual({ code: 2, options: undefined });
    expect(stderr).toContain(named);
  });

  test("names all wrong options together, and --help needs no target", async () => {
    const { stderr } = await read("--to", "x", "--rate", "x");
    expect(stderr).toMatch(/--to .*--rate /);
    expect(await read("--help")).toMatchObject({ code: 0, stderr: "" });
    expect((await read("--help")).stdout).toContain("--airframes <n>");
  });
});
