import { describe, expect, test } from "vitest";
import { checkHost, type HostFacts } from "./check-host.ts";

const gib = 2 ** 30;
const right: HostFacts = {
  dns: { a: ["93.184.216.7"], aaaa: [], error: null },
  addresses: ["127.0.0.1", "93.184.216.7"],
  taken: [],
  isClockSynchronized: true,
  disks: [{ path: "/var/lib/docker", freeBytes: 50 * gib, sizeBytes: 100 * gib }],
  memoryBytes: 8 * gib,
  overcommit: 1,
  receiveBytesMax: 8 * 2 ** 20,
  openFilesMax: 1_048_576,
};
const env = { DOMAIN: "jetwire.example.org", REDIS_MEMORY_LIMIT: "2g" };
const behindRouter = ["127.0.0.1", "192.168.1.4"];

test("a host that is right has no findings, nor has one of which nothing is known", () => {
  expect(checkHost(right, env, null)).toEqual([]);
  const unknown: HostFacts = {
    dns: null,
    addresses: [],
    taken: null,
    isClockSynchronized: null,
    disks: [],
    memoryBytes: null,
    overcommit: null,
    receiveBytesMax: null,
    openFilesMax: null,
  };
  expect(checkHost(unknown, env, null)).toEqual([]);
});

const faults: [string, Partial<HostFacts>, string, RegExp][] = [
  [
    "no record",
    { dns: { a: [], aaaa: [], error: "ENOTFOUND" } },
    "error",
    /has no A record: ENOTFOUND/,
  ],
  [
    "a foreign address",
    { addresses: ["93.184.216.8"] },
    "error",
    /resolves to 93\.184\.216\.7, not an address/,
  ],
  ["a router", { addresses: behindRouter }, "warning", /resolves to 93\.184\.216\.7/],
  [
    "IPv6",
    { dns: { a: ["93.184.216.7"], aaaa: ["2001:db8::1"], error: null } },
    "warning",
    /AAAA record \(2001:db8::1\)/,
  ],
  ["a port", { taken: ["443/tcp"] }, "error", /another program has port 443\/tcp/],
  ["the clock", { isClockSynchronized: false }, "error", /clock is not synchronized/],
  [
    "little space",
    { disks: [{ path: "/a", freeBytes: 5 * gib, sizeBytes: 20 * gib }] },
    "warning",
    /\/a has 5\.0 GiB/,
  ],
  [
    "no space",
    { disks: [{ path: "/a", freeBytes: gib / 2, sizeBytes: gib }] },
    "error",
    /\/a has 0\.5 GiB/,
  ],
  ["little memory", { memoryBytes: 4 * gib }, "warning", /Redis and Postgres may use 6\.0 GiB/],
  ["no memory", { memoryBytes: gib }, "error", /Redis may use 2\.0 GiB, and the host has 1\.0/],
  ["overcommit", { overcommit: 0 }, "warning", /vm\.overcommit_memory is 0/],
  ["buffers", { receiveBytesMax: 212_992 }, "warning", /net\.core\.rmem_max is 212992/],
  ["files", { openFilesMax: 1_024 }, "warning", /open 1024 files/],
];

describe("finds with a remedy", () => {
  test.each(faults)("%s", (_, facts, severity, what) => {
    const found = checkHost({ ...right, ...facts }, env, null);
    const remedy = expect.stringMatching(/../);
    expect(found).toEqual([
      expect.objectContaining({ severity, what: expect.stringMatching(what), remedy }),
    ]);
  });
});

test("the address of a router is compared if it is given", () => {
  const facts = { ...right, addresses: behindRouter };
  expect(checkHost(facts, env, "93.184.216.7")).toEqual([]);
  expect(checkHost(facts, env, "93.184.216.9")).toMatchObject([{ severity: "error" }]);
});
