import { describe, expect, test } from "vitest";
import { LaunchError } from "./launch-error.ts";
import { parseOptions } from "./options.ts";

describe("parseOptions", () => {
  test("starts the usual instance without options", () => {
    expect(parseOptions([], "/home/op")).toEqual({
      dataDir: "/home/op/.data",
      portBase: undefined,
      gateways: 2,
      demo: true,
      help: false,
    });
  });

  test("takes every option", () => {
    const argv = ["--data", "/srv/jw", "--port-base", "21000", "--gateways=4", "--no-demo", "-h"];
    expect(parseOptions(argv, "/home/op")).toEqual({
      dataDir: "/srv/jw",
      portBase: 21_000,
      gateways: 4,
      demo: false,
      help: true,
    });
  });

  test.each([
    [["--port-base", "80"], /--port-base takes a whole number from 1024 to 65471, not "80"/],
    [["--port-base", "1e4"], /--port-base/],
    [["--gateways", "0"], /--gateways takes a whole number from 1 to 16/],
    [["--gateways", "many"], /not "many"/],
    [["--prot-base", "1"], /Unknown option '--prot-base'.*--help/],
    [["extra"], /extra/],
  ])("names what is wrong with %j", (argv, message) => {
    const parse = () => parseOptions(argv, "/");
    expect(parse).toThrow(LaunchError);
    expect(parse).toThrow(message);
  });
});
