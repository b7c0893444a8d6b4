import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readConfig } from "./read-config.ts";

const none = { listen: [], outputs: [] };
const output = { name: "jetwire", to: "https://feed.example.org/v1/ingest" };
const valid = { listen: [{ name: "acars", udp: 5550 }], outputs: [output] };

function fileOf(content: unknown): string {
  const path = join(mkdtempSync(join(tmpdir(), "jetwire-relay-")), "relay.json");
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
  return path;
}

test("the example is valid", () => {
  const path = new URL("../../../../infra/relay/relay.example.json", import.meta.url).pathname;
  const { outputs, page } = readConfig({ ...none, config: path });
  expect(outputs.length).toBeGreaterThan(3);
  expect(page).toEqual({ host: "127.0.0.1", port: 8089 });
});

test("options add to the file and replace its members", () => {
  const added = { name: "to-1", to: "udp://127.0.0.1:5551" };
  const config = readConfig({
    config: fileOf(valid),
    listen: [{ tcp: 5556 }],
    outputs: [added],
    directory: "/var/lib/relay",
    page: 0,
  });
  expect(config.listen.map(({ name }) => name)).toEqual(["acars", "tcp-5556"]);
  expect(config.outputs.map(({ name }) => name)).toEqual(["jetwire", "to-1"]);
  expect(config).toMatchObject({ directory: "/var/lib/relay", page: { port: 0 } });
});

test.each([
  ["no JSON", "{", /relay\.json is not readable: /],
  ["a list", [], /relay\.json must be a JSON object/],
  ["no ports", { outputs: [output] }, /listen must name at least one port/],
  ["no outputs", { listen: valid.listen }, /outputs must name at least one output/],
  ["a misspelt member", { ...valid, buffer: 1 }, /"buffer"/],
  ["two transports", { ...valid, listen: [{ udp: 1, tcp: 2 }] }, /listen\[0\] must have one of udp, tcp and from/],
  ["a wrong port", { ...valid, listen: [{ udp: 70_000 }] }, /listen\[0\]\.udp must be a port/],
  ["an address without port", { ...valid, outputs: [{ ...output, to: "udp://localhost" }] }, /outputs\[0\]\.to must be .*not udp:\/\/localhost/],
  ["an address with a password", { ...valid, outputs: [{ ...output, to: "https://a:b@localhost/" }] }, /outputs\[0\]\.to must be/],
  ["another scheme", { ...valid, outputs: [{ ...output, to: "ftp://localhost:1" }] }, /outputs\[0\]\.to must be/],
  ["a wrong key", { ...valid, outputs: [{ ...output, stationKeys: ["jws_x"] }] }, /outputs\[0\]\.stationKeys\[0\] must be a station key/],
  ["a key for UDP", { ...valid, outputs: [{ name: "udp", to: "udp://localhost:1", stationKeys: ["jws_5ZkQ0aXrB8mTqV2n4cHd1e"] }] }, /outputs\[0\]\.stationKeys is for outputs to a Jetwire/],
  ["an unknown port", { ...valid, outputs: [{ ...output, from: ["hfdl"] }] }, /outputs\[0\]\.from names hfdl, which is none of listen: acars/],
  ["a name twice", { ...valid, outputs: [output, output] }, /outputs must not have one name twice/],
  ["lines older than Jetwire takes", { ...valid, bufferHours: 100 }, /bufferHours must be at most 72/],
])("%s is refused, and the member is named", (_, content, message) => {
  expect(() => readConfig({ ...none, config: fileOf(content) })).toThrow(message);
}); // prettier-ignore
