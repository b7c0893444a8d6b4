import { expect, test } from "vitest";
import { decoderVersion } from "./decoder-of.ts";

test.each([
  ["acarsdec", { app: { name: "acarsdec", ver: "4.1" }, text: "x" }, "4.1"],
  ["dumpvdl2", { vdl2: { app: { name: "dumpvdl2", ver: "2.4.0" } } }, "2.4.0"],
  ["dumphfdl", { hfdl: { app: { name: "dumphfdl", ver: "1.7.0" } } }, "1.7.0"],
  ["JAERO", { app: { name: "JAERO", ver: "2023-11-04" }, isu: {} }, "2023-11-04"],
  ["xng", { asf2: { app: { name: "xng", version: "0.12.0" } } }, "0.12.0"],
  ["SatDump", { source: { app: { name: "SatDump", version: "1.2.2" } } }, "1.2.2"],
])("the version of %s is in its object", (_, object, version) => {
  expect(decoderVersion(JSON.stringify(object))).toBe(version);
});

test.each([
  ["no object is kept", null],
  ["it is not JSON", "{"],
  ["the program says none", '{"app":{"name":"acarsdec"}}'],
  ["it is no text", '{"app":{"ver":{"a":1}}}'],
  ["it is empty", '{"app":{"ver":" "}}'],
  ["it is long", `{"app":{"ver":"${"9".repeat(33)}"}}`],
  ["it has control characters", '{"app":{"ver":"1\\u202e2"}}'],
  ["the object is a list", "[1]"],
])("there is no version if %s", (_, raw) => {
  expect(decoderVersion(raw)).toBeNull();
});
