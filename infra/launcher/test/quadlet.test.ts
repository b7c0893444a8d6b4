import { execFileSync } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { describeUnless } from "@jetwire/testbed";
import { expect, test } from "vitest";
import { root } from "./service-variables.ts";

const folder = join(root, "infra/small/quadlet");
const paths = globSync("*.container", { cwd: folder });
/** The program that makes units of systemd of the files; Podman has it from 4.4 on. QUADLET names one elsewhere. */
const generator = [
  process.env["QUADLET"] ?? "",
  "/usr/libexec/podman/quadlet",
  "/usr/lib/systemd/system-generators/podman-system-generator",
].find((path) => path !== "" && existsSync(path));

/** Returns what the generator makes: the text of each unit by its name. */
function generated(program: string): ReadonlyMap<string, string> {
  const text = execFileSync(program, ["-dryrun"], {
    env: { ...process.env, QUADLET_UNIT_DIRS: folder },
    encoding: "utf8",
    stdio: "pipe",
  });
  const parts = text.split(/^---(.+)---$/m).slice(1);
  return new Map(
    parts.flatMap((name, index) => (index % 2 === 0 ? [[name, parts[index + 1] ?? ""]] : [])),
  );
}

function commandOf(path: string): string {
  return /^Exec=(.+)$/m.exec(readFileSync(join(folder, path), "utf8"))?.[1] ?? "";
}

test.each(paths)("%s has no empty argument, which Podman drops with all that follow", (path) => {
  const unquoted = commandOf(path).replaceAll(/"[^"]+"/g, "text");
  expect(unquoted).not.toMatch(/""|''/);
});

const missing = generator === undefined ? "there is no generator of Podman 4.4 or later" : null;

describeUnless(missing, "the generator of Podman", () => {
  const units = generator === undefined ? new Map<string, string>() : generated(generator);

  test("makes a unit of every file", () => {
    const expected = globSync("*", { cwd: folder }).map((path) =>
      path.replace(/\.container$/, "").replace(/\.(volume|network)$/, "-$1"),
    );
    expect([...units.keys()].toSorted()).toEqual(
      expected.map((name) => (name === "jetwire.network" ? name : `${name}.service`)).toSorted(),
    );
  });

  test.each(paths)("keeps the whole command of %s", (path) => {
    const unit = units.get(path.replace(/\.container$/, ".service")) ?? "";
    const made = /^ExecStart=(.+)$/m.exec(unit)?.[1] ?? "";
    const lastWord =
      commandOf(path)
        .split(/[\s"]+/)
        .findLast((word) => word !== "") ?? "";
    expect(made.replaceAll('"', "").trimEnd().split(" ").at(-1)).toBe(lastWord);
  });
});
