import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";

const root = resolve(import.meta.dirname, "../../..");
const text = readFileSync(join(root, "infra/Dockerfile"), "utf8");

interface Stage {
  readonly from: string;
  readonly platform: string | undefined;
  readonly instructions: string;
}

const parts = text.split(/^FROM /m).slice(1);
const stages = new Map<string, Stage>(
  parts.map((part) => {
    const [, platform, from = "", name = ""] =
      /^(?:--platform=(\S+) )?(\S+) AS (\S+)$/m.exec(part) ?? [];
    return [name, { platform, from, instructions: part.slice(part.indexOf("\n")) }];
  }),
);
const targets = ["jetwire", "balancer", "relay", "bridge"];

/** Returns the platform of a stage, also if it begins with another stage; undefined for that of the image. */
function platformOf(name: string): string | undefined {
  const { platform, from } = stages.get(name) ?? { from: "" };
  return platform ?? (stages.has(from) ? platformOf(from) : undefined);
}

test("every stage has a name", () => {
  expect([...stages.keys()]).toHaveLength(parts.length);
  expect([...stages.keys()]).toEqual(expect.arrayContaining(["workspace", "programs", ...targets]));
});

test("what is installed, built and bundled runs on the machine that builds, not under emulation", () => {
  const building = [...stages].filter(([, { instructions }]) => /\bp?npm\b/.test(instructions));
  expect(building.length).toBeGreaterThan(5);
  expect(building.filter(([name]) => platformOf(name) !== "$BUILDPLATFORM")).toEqual([]);
});

test("the images are of the machine that they are for", () => {
  expect(targets.filter((name) => platformOf(name) !== undefined)).toEqual([]);
});

test("packages with native code are installed for the machine of the image, and bundled by the tools of the one that builds", () => {
  const { instructions } = stages.get("programs") ?? { instructions: "" };
  expect(instructions).toMatch(/^ARG TARGETARCH$/m);
  expect(instructions).toMatch(/pnpm install [^&]*--cpu "\$cpu"/);
  expect(instructions).toContain("node /bundler/packages/bundle/src/main.ts /programs /jetwire");
});

test("all stages with Node have one version of it, that of the workspace", () => {
  const images = [...text.matchAll(/^FROM .*?(node:\S+)/gm)].map(([, image]) => image);
  const { devDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    readonly devDependencies: Readonly<Record<string, string>>;
  };
  expect(images.length).toBeGreaterThan(1);
  expect(new Set(images.map((image) => image?.split("@")[0]))).toEqual(
    new Set([`node:${devDependencies["node"]}-bookworm-slim`]),
  );
  expect(new Set(images).size).toBe(1);
});
