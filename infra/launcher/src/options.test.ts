import { resolve } from "node:path";
import { runCommandLine } from "@jetwire/command-line";
import { describe, expect, test } from "vitest";
import { createCommandLine, type Options } from "./options.ts";

async function read(...args: string[]) {
  let options: Options | undefined;
  const printed = { stdout: "", stderr: "" };
  const program = createCommandLine(async (given) => {
    options = given;
  });
  const code = await runCommandLine(program, args, {
    stdout: { write: (text) => (printed.stdout += text) },
    stderr: { write: (text) => (printed.stderr += text) },
  });
  return { code, options, ...printed };
}

describe("npm start", () => {
  test("has a default for every option", async () => {
    expect((await read()).options).toEqual({
      data: resolve(".data"),
      gateways: 2,
      oneProcess: false,
      demo: true,
      dev: false,
    });
  });

  test("accepts every option", async () => {
    const args = ["--data", "/srv/jw", "--port-base", "21000", "--gateways=4", "--no-demo"];
    expect((await read(...args, "--dev")).options).toEqual({
      data: "/srv/jw",
      portBase: 21_000,
      gateways: 4,
      oneProcess: false,
      demo: false,
      dev: true,
    });
  });

  test("runs all services in one process", async () => {
    expect((await read("--one-process")).options).toMatchObject({ oneProcess: true });
  });

  test("explains options, ports and variables", async () => {
    const { code, options, stdout } = await read("--help");
    expect({ code, options }).toEqual({ code: 0, options: undefined });
    expect(stdout).toMatch(/--port-base[^]*8080[^]*REDIS_URL/);
  });

  test.each([
    [["--port-base", "80"], "--port-base must be a whole number from 1024 to 65471"],
    [["--port-base", "12.5"], "--port-base"],
    [["--gateways", "0"], "--gateways must be a whole number from 1 to 16"],
    [["--gateways", "many"], "--gateways"],
    [
      ["--one-process", "--gateways", "2"],
      "'--one-process' cannot be used with option '--gateways",
    ],
    [["--prot-base", "1"], "--prot-base"],
    [["extra"], "argument"],
  ])("names what is wrong with %j", async (args, message) => {
    const { code, options, stderr } = await read(...args);
    expect({ code, options }).toEqual({ code: 2, options: undefined });
    expect(stderr).toContain(message);
  });
});
