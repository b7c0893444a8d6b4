import { describe, expect, test } from "vitest";
import { fanoutBenches, fanoutHelp, isFanoutBench, parseFanoutOptions } from "./fanout-options.ts";

describe("the command line of the fan-out benches", () => {
  test.each(fanoutBenches)("%s runs without options", (bench) => {
    expect(parseFanoutOptions([bench])).toMatchObject({
      result: "run",
      bench,
      options: { json: false, rounds: 5, seconds: 10 },
    });
  });

  test("options replace defaults", () => {
    const args = "firehose --json --sockets 10000 --seconds 4 --rounds 1 --rate 10 --tick-ms 100";
    expect(parseFanoutOptions(args.split(" "))).toEqual({
      result: "run",
      bench: "firehose",
      options: { json: true, sockets: 10_000, seconds: 4, rounds: 1, rate: 10, tickMs: 100 },
    });
  });

  test("help is asked for with or without a bench's other options", () => {
    expect(parseFanoutOptions(["idle", "--help"])).toEqual({ result: "help" });
    for (const bench of fanoutBenches) expect(fanoutHelp()).toContain(bench);
  });

  test.each([
    ["firehose --sockets 0", "--sockets: '0' is not a whole number from 1 to 18000"],
    ["firehose --seconds 1.5", "--seconds: '1.5' is not a whole number from 1 to 600"],
    ["firehose --tick-ms soon", "--tick-ms: 'soon' is not a whole number from 1 to 5000"],
    ["firehose --rounds 51", "--rounds: '51' is not a whole number from 1 to 50"],
    ["firehose --socket 5", "'--socket'"],
    ["firehose fast", "'fast'"],
    ["pipeline", "'pipeline' is no bench of fan-out"],
  ])("%s is refused with what is wrong", (line, message) => {
    const parsed = parseFanoutOptions(line.split(" "));
    expect(parsed).toMatchObject({ result: "refused", message: expect.stringContaining(message) });
  });

  test("other benches aren't claimed", () => {
    expect(["pipeline", "toString", undefined].map(isFanoutBench)).toEqual([false, false, false]);
  });
});
