import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { readVariable } from "./read-variable.ts";

const folder = mkdtempSync(join(tmpdir(), "jetwire-variables-"));
afterAll(() => rmSync(folder, { recursive: true }));

function fileWith(text: string): string {
  const path = join(folder, `${Math.random()}`);
  writeFileSync(path, text);
  return path;
}

test("a variable may be the content of a file, without the line end", () => {
  expect(readVariable("KEY", { KEY: "plain" })).toBe("plain");
  expect(readVariable("KEY", { KEY: "", KEY_FILE: fileWith("secret\n") })).toBe("secret");
  expect(readVariable("KEY", { KEY: "plain", KEY_FILE: "" })).toBe("plain");
});

test("an empty variable and an empty file count as not set", () => {
  expect(readVariable("KEY", { KEY: "" })).toBeUndefined();
  expect(readVariable("KEY", { KEY_FILE: fileWith("\n") })).toBeUndefined();
  expect(readVariable("KEY", { KEY: "plain", KEY_FILE: fileWith("\n") })).toBe("plain");
});

test("a file that cannot be read, and a variable that is given twice, are mistakes", () => {
  const missing = join(folder, "missing");
  expect(() => readVariable("KEY", { KEY_FILE: missing })).toThrow(
    `KEY_FILE: the file ${missing} cannot be read`,
  );
  expect(() => readVariable("KEY", { KEY: "a", KEY_FILE: fileWith("b") })).toThrow(
    "KEY: set either it or KEY_FILE",
  );
});

test.each([
  ["redis://jw-rest@redis:6379", "redis://jw-rest:p%40ss%2F@redis:6379"],
  ["redis://redis:6379/1", "redis://:p%40ss%2F@redis:6379/1"],
  ["redis+cluster://jw@a:1,b:2", "redis+cluster://jw:p%40ss%2F@a:1,b:2"],
  [
    "postgres://jetwire@[::1]:5432/jetwire?x=a@b",
    "postgres://jetwire:p%40ss%2F@[::1]:5432/jetwire?x=a@b",
  ],
  ["smtp://user%40host@mail:587", "smtp://user%40host:p%40ss%2F@mail:587"],
])("the address %s gets the password of a file", (url, expected) => {
  const environment = { STORE_URL: url, STORE_PASSWORD_FILE: fileWith("p@ss/\n") };
  expect(readVariable("STORE_URL", environment)).toBe(expected);
});

test.each(["redis://user:password@redis", "redis", "user:password@redis://"])(
  "no password is added to %s",
  (url) => {
    const environment = { STORE_URL: url, STORE_PASSWORD: "other" };
    expect(() => readVariable("STORE_URL", environment)).toThrow("STORE_URL");
  },
);
