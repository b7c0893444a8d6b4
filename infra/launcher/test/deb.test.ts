import { globSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { checkVariables } from "../../../packages/cli/src/config/check-variables.ts";
import { root } from "./service-variables.ts";

const folder = join(root, "infra/deb/files");
const read = (path: string) => readFileSync(join(folder, path), "utf8");
const build = readFileSync(join(root, "infra/deb/build.sh"), "utf8");
const settings = new Map(
  [...read("jetwire.env").matchAll(/^([A-Z_]+)=(.*)$/gm)].map(([, name = "", value = ""]) => [
    name,
    value,
  ]),
);

describe("the package of Debian", () => {
  test("has settings whose names are right", () => {
    expect(settings.get("INGEST_HOST")).toBe("127.0.0.1");
    expect(checkVariables(Object.fromEntries(settings))).toEqual([]);
  });

  test.each(globSync("*.service", { cwd: folder }))(
    "%s is confined, and its variables are set",
    (path) => {
      const unit = read(path);
      for (const line of [
        "User=jetwire",
        "NoNewPrivileges=yes",
        "ProtectSystem=strict",
        "CapabilityBoundingSet=",
        "Restart=always",
      ]) {
        expect(unit.split("\n")).toContain(line);
      }
      const asked = [...unit.matchAll(/\$\{([A-Z_]+)\}/g)].map(([, name = ""]) => name);
      expect(asked.filter((name) => !settings.get(name))).toEqual([]);
    },
  );

  test("replaces each address and folder of the containers", () => {
    const commands = [...build.matchAll(/^ *(?:sed )?-e (['"])(.*?)\1/gm)].map(
      ([, , one = ""]) => one,
    );
    const replaced = [
      "@redis:6379",
      "@postgres:5432",
      "/run/secrets/",
      "/jetwire/services/viewer",
      "172\\.30\\.80\\.2",
      "^HEALTH_SOCKET=",
    ];
    for (const one of replaced) expect(commands.join("\n")).toContain(one);
    const services = readFileSync(join(root, "infra/small/services.env"), "utf8");
    const others = services
      .split("\n")
      .filter((line) => /\b(?:172\.|\/tmp\/|\/run\/|\/jetwire\/)/.test(line));
    const known = others.filter((line) =>
      /=\/run\/secrets\/|=172\.30\.80\.2$|^HEALTH_SOCKET=|=\/jetwire\/services\/viewer|^INGEST_JOURNAL_DIR=/.test(
        line,
      ),
    );
    expect(others).toEqual(known);
  });

  test("is made of files that there are, and its scripts can be run", () => {
    const used = [...build.matchAll(/"\$files\/([\w.-]+)"/g)].map(([, name = ""]) => name);
    expect(used.length).toBeGreaterThan(5);
    for (const name of used) expect(statSync(join(folder, name)).isFile()).toBe(true);
    expect(statSync(join(root, "infra/deb/build.sh")).mode & 0o111).not.toBe(0);
  });
});
