import { Command, runCommandLine } from "@jetwire/command-line";
import { describe, expect, test } from "vitest";
import { addFanoutBenches, type FanoutBench, type FanoutOptions } from "./fanout-options.ts";

async function read(line: string) {
  let ran: { bench: FanoutBench; options: FanoutOptions } | undefined;
  let stdout = "";
  let stderr = "";
  const program = new Command("bench");
  addFanoutBenches(program, async (bench, options) => {
    ran = { bench, options };
  });
  const code = await runCommandLine(program, line.split(" "), {
    stdout: { write: (text) => (stdout += text) },
    stderr: { write: (text) => (stderr += text) },
  });
  return { code, stdout, stderr, ...ran };
}

describe("the command line of the fan-out benchmarks", () => {
  test.each(["firehose", "idle", "rooms", "gateways", "hostile", "reconnects"])(
    "%s runs without options",
    async (bench) => {
      expect(await read(bench)).toMatchObject({
        code: 0,
        bench,
        options: { json: false, rounds: 5, seconds: 10 },
      });
    },
  );

  test("options replace defaults", async () => {
    const line = "firehose --json --sockets 10000 --seconds 4 --rounds 1 --rate 10 --tick-ms 100";
    expect(await read(line)).toMatchObject({
      bench: "firehose",
      options: { json: true, sockets: 10_000, seconds: 4, rounds: 1, rate: 10, tickMs: 100 },
    });
  });

  test("--help shows the defaults of a benchmark", async () => {
    const { code, stdout } = await read("idle --help");
    expect(code).toBe(0);
    expect(stdout).toContain('(default: "5000")');
  });

  test.each([
    ["firehose --sockets 0", "--sockets must be a whole number from 1 to 18000"],
    ["firehose --seconds 1.5", "--seconds must be a whole number from 1 to 600"],
    ["firehose --tick-ms soon", "--tick-ms must be a whole number from 1 to 5000"],
    ["firehose --rounds 51", "--rounds must be a whole number from 1 to 50"],
    ["firehose --socket 5", "'--socket'"],
    ["firehose fast", "argument"],
    ["nothing", "'nothing'"],
  ])("%s is a usage error that names what is wrong", async (line, message) => {
    const { code, bench, stderr } = await read(line);
    expect({ code, bench }).toEqual({ code: 2, bench: undefined });
    expect(stderr).toContain(message);
  });
});
