import { expect, test } from "vitest";
import { importedBy } from "./restart-on-change.ts";

const packages = new Map([
  ["rest", { dependencies: ["db", "express"] }],
  ["gateway", { dependencies: ["redis"] }],
  ["db", { dependencies: ["protocol"] }],
  ["redis", { dependencies: ["protocol"] }],
  ["protocol", { dependencies: ["zod"] }],
]);

test("a service imports packages of the workspace, also through others", () => {
  expect([...importedBy("rest", packages)]).toEqual(["rest", "db", "protocol"]);
  expect([...importedBy("gateway", packages)]).toEqual(["gateway", "redis", "protocol"]);
});
