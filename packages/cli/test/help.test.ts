import { Command } from "@jetwire/command-line";
import { expect, test } from "vitest";
import { commandParts } from "../src/command-parts.ts";
import { runJetwire } from "./run-jetwire.ts";

/** A command's help, and that of all below it. */
async function helpOf(...command: readonly string[]): Promise<Map<string, string>> {
  const { code, stdout } = await runJetwire([...command, "--help"]);
  expect(code).toBe(0);
  const all = new Map([[command.join(" "), stdout]]);
  const [, below = ""] = stdout.split("\nCommands:\n");
  for (const [, name = ""] of (below.split("\n\n")[0] ?? "").matchAll(/^ {2}([\w-]+)/gm)) {
    if (name === "help") continue;
    for (const [path, help] of await helpOf(...command, name)) all.set(path, help);
  }
  return all;
}

test("every command teaches by an example", async () => {
  const all = await helpOf();
  expect([...all.keys()]).toEqual(expect.arrayContaining(["", "doctor", "accounts add"]));
  const leaves = [...all].filter(([path, help]) => path === "" || !help.includes("\nCommands:\n"));
  expect(leaves.length).toBeGreaterThan(30);
  const silent = leaves.filter(([, help]) => !/Examples?:\n {2}.*jetwire /.test(help));
  expect(silent.map(([path]) => path)).toEqual([]);
});

async function doNothing(): Promise<void> {}

test("every part of the commands adds those that it names", async () => {
  for (const { names, load } of commandParts) {
    const program = new Command("jetwire");
    (await load())(program, () => doNothing);
    expect(program.commands.map((command) => command.name())).toEqual(names);
  }
});
