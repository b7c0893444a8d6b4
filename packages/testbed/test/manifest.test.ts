import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

const root = new URL("../../../", import.meta.url).pathname;

interface Manifest {
  readonly name: string;
  readonly private?: boolean;
  readonly type: string;
  readonly exports?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
}

interface Part {
  /** `packages`, `services` or `infra`. */
  readonly folder: string;
  readonly name: string;
  readonly ours: readonly string[];
  readonly foreign: readonly string[];
}

const manifests = globSync("{packages,services,infra}/*/package.json", { cwd: root }).map(
  (path) => ({
    path,
    manifest: JSON.parse(readFileSync(join(root, path), "utf8")) as Manifest,
  }),
);

const parts: Part[] = manifests.map(({ path, manifest }) => {
  const [folder = "", name = ""] = path.split("/");
  const all = Object.keys(manifest.dependencies ?? {});
  return {
    folder,
    name,
    ours: all.filter((one) => one.startsWith("@jetwire/")).map((one) => one.slice(9)),
    foreign: all.filter((one) => !one.startsWith("@jetwire/")),
  };
});
const services = parts.filter(({ folder }) => folder === "services").map(({ name }) => name);

/** Tools stand above the services: nothing that runs in production imports them. */
const tools = [
  "bench",
  "bridge",
  "bundle",
  "cli",
  "docs-site",
  "launcher",
  "relay",
  "simulator",
  "testbed",
];

/** The packages that others install. */
const published = ["client", "protocol"];

/** The packages of ours that each may import; services and tools may import any package. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  protocol: [],
  runtime: ["protocol"],
  redis: ["protocol", "runtime"],
  service: ["db", "protocol", "redis", "runtime"],
  reference: ["protocol"],
  db: ["protocol", "reference", "runtime"],
  auth: ["protocol", "runtime"],
  client: ["protocol"],
  "command-line": [],
  feeder: ["protocol", "runtime"],
  mcp: ["client", "protocol", "runtime"],
  relay: ["command-line", "feeder", "protocol", "runtime", "transport"],
  bridge: ["client", "command-line", "protocol", "relay", "runtime"],
  transport: ["decoders", "runtime"],
  viewer: ["protocol", "client"],
  "docs-site": ["protocol"],
};

/** Starts all services, so it may import them: in tests, in benchmarks, and `single` in one process of a small host. */
const startsServices = ["bench", "single", "testbed"];

/**
 * The parts that may depend on a third-party package, and bench, which measures it directly. A part
 * that passes a connection on names its type.
 */
const owners: Readonly<Record<string, readonly string[]>> = {
  // The page, the documents and the cards of links look alike.
  "@fontsource-variable/inter": ["viewer", "docs-site", "rest"],
  "@fontsource/ibm-plex-mono": ["viewer", "docs-site", "rest"],
  "@napi-rs/canvas": ["rest"],
  "@socket.io/redis-adapter": ["gateway", "fanout", "sampler", "bench"],
  bullmq: ["chores", "cli"],
  express: ["rest", "bench"],
  // One makes the cells, the other one draws their outlines.
  "h3-js": ["chores", "rest"],
  "escape-html": ["rest", "bench"],
  ioredis: ["redis"],
  jose: ["auth"],
  "lru-cache": ["runtime", ...services],
  // One publishes what the service has, the other one receives what decoders publish.
  mqtt: ["bridge", "transport"],
  pino: ["runtime"],
  postgres: ["db", "bench"],
  "proxy-addr": ["runtime"],
  "prom-client": ["runtime"],
  "rate-limiter-flexible": ["redis"],
  "socket.io": ["gateway", "fanout", "sampler", "bench"],
  // The command line tries a service with the client that its users have.
  "socket.io-client": ["cli", "client", "testbed", "bench"],
  // Every part that parses foreign input writes a schema.
  zod: parts.map(({ name }) => name),
};

describe("who may import whom", () => {
  test("the map has its parts", () => {
    expect(services.length).toBeGreaterThanOrEqual(7);
    expect(parts.map(({ name }) => name)).toEqual(expect.arrayContaining([...tools, "protocol"]));
  });

  test.each(manifests)("$path is named after its folder and shows only its index", (one) => {
    const { name, private: unpublished, type, exports } = one.manifest;
    expect(`@jetwire/${one.path.split("/")[1]}`).toBe(name);
    const isPublished = published.includes(name.slice("@jetwire/".length));
    expect({ unpublished, type }).toEqual({
      unpublished: isPublished ? undefined : true,
      type: "module",
    });
    // What is only started, not imported, shows nothing. Samples are for tests, and are not in the index.
    const index = { ".": "./src/index.ts" };
    const samples = { ...index, "./samples": "./src/samples/index.ts" };
    // For pages, which load schemas later.
    const plain = { ...index, "./plain": "./src/plain.ts" };
    const realtime = { ...index, "./realtime": "./src/realtime.ts" };
    expect([undefined, index, samples, plain, realtime]).toContainEqual(exports);
  });

  test.each(parts)("$folder/$name imports only what it may of ours", ({ name, ours }) => {
    const packages = parts.map((part) => part.name).filter((other) => !services.includes(other));
    const allowed = new Set(mayImport[name] ?? packages.filter((other) => isBelow(other, name)));
    if (startsServices.includes(name)) for (const service of services) allowed.add(service);
    expect(ours.filter((other) => !allowed.has(other))).toEqual([]);
  });

  test.each(parts)(
    "$folder/$name depends on no third party's package that is another's",
    (part) => {
      const wrong = part.foreign.filter((one) => owners[one]?.includes(part.name) === false);
      expect(wrong).toEqual([]);
    },
  );

  test("a third party's package that isn't in the table has one owner", () => {
    const users = Map.groupBy(
      parts.flatMap(({ name, foreign }) => foreign.map((one) => ({ one, name }))),
      ({ one }) => one,
    );
    const shared = [...users]
      .filter(([one, by]) => owners[one] === undefined && by.length > 1)
      .map(([one, by]) => `${one}: ${by.map(({ name }) => name).join(", ")}`);
    expect(shared).toEqual([]);
  });
});

/** Tools are imported by tools alone; what packages do is there for all. */
function isBelow(other: string, name: string): boolean {
  return other !== name && (!tools.includes(other) || tools.includes(name));
}

test.each(parts.filter(({ foreign }) => foreign.length > 0))(
  "the README of $folder/$name names each package of others that it depends on, with its reason",
  ({ folder, name, foreign }) => {
    const readme = readFileSync(join(root, folder, name, "README.md"), "utf8");
    expect(foreign.filter((one) => !readme.includes(`\`${one}\``))).toEqual([]);
  },
);
