import { expect, test } from "vitest";
import { versionOf } from "./program-versions.ts";

test.each([
  ['{"app":{"name":"acarsdec","ver":"v4.4.1"}}', "v4.4.1"],
  ['{"vdl2":{"app":{"name":"dumpvdl2","ver":"2.5.1-dirty"}}}', "2.5.1-dirty"],
  ['{"hfdl":{"app":{"name":"dumphfdl","ver":"1.7.0"}}}', "1.7.0"],
  ['{"source":{"app":{"name":"SatDump","version":"1.2"}}}', "1.2"],
  ['{"app":{"ver":"<img src=x>"}}', null],
  ['{"app":{"ver":7}}', null],
  ['{"app":null,"vdl2":[]}', null],
  ["[", null],
  ["", null],
])("the version that %s names is %s", (raw, version) => {
  expect(versionOf(raw)).toBe(version);
});
