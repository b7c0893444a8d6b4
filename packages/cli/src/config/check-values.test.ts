import { describe, expect, test } from "vitest";
import { bytesOf, checkValues } from "./check-values.ts";

const domain = "jetwire.example.org";

test("variables that are right, empty or missing have no findings", () => {
  expect(checkValues({})).toEqual([]);
  expect(checkValues({ PUBLIC_URL: "", ENTRY_PORT: "", SMTP_URL: "" })).toEqual([]);
  const env = { DOMAIN: domain, PUBLIC_URL: `https://${domain}`, SMTP_URL: "smtp://a@b:587" };
  const others = { SIGN_UP: "open", INGEST_REPLICAS: "8", REDIS_MAXMEMORY: "1gb" };
  expect(checkValues({ ...env, ...others, REDIS_MEMORY_LIMIT: "2g" })).toEqual([]);
});

describe("an error", () => {
  test.each([
    [{ PUBLIC_URL: "jetwire.example.org" }, "PUBLIC_URL is not an address"],
    [{ SMTP_URL: "https://mail.example.org" }, "SMTP_URL is not an address"],
    [{ HEALTH_HEARTBEAT_URL: "http://" }, "HEALTH_HEARTBEAT_URL is not an address"],
    [{ ENTRY_PORT: "80800" }, "ENTRY_PORT is 80800"],
    [{ INGEST_REPLICAS: "9" }, "INGEST_REPLICAS is 9"],
    [{ BACKUP_HOUR: "3.5" }, "BACKUP_HOUR is 3.5"],
    [{ DOMAIN: `https://${domain}` }, "DOMAIN is not the name of a host"],
    [{ FEED_HOST: "feed.example.org:5550" }, "FEED_HOST is not the name of a host"],
    [{ LISTEN_ADDRESS: "eth0" }, "LISTEN_ADDRESS is not an address"],
    [{ DOMAIN: domain, PUBLIC_URL: `http://${domain}` }, "PUBLIC_URL begins with http://"],
    [
      { SIGN_UP: "open", PUBLIC_URL: "http://192.0.2.1" },
      "SIGN_UP is open, but nobody can sign in",
    ],
    [{ REDIS_MAXMEMORY: "2gb", REDIS_MEMORY_LIMIT: "2g" }, "REDIS_MEMORY_LIMIT is less"],
  ])("%j", (env, what) => {
    const found = checkValues(env);
    expect(found).toMatchObject([{ severity: "error", what: expect.stringContaining(what) }]);
    expect(found[0]?.remedy).not.toBe("");
  });
});

test("another name in PUBLIC_URL is a warning", () => {
  const found = checkValues({ DOMAIN: domain, PUBLIC_URL: "https://other.example.org" });
  expect(found).toMatchObject([{ severity: "warning" }]);
});

test("values that may be secret are not repeated", () => {
  const found = checkValues({
    SMTP_URL: "ftp://user:hunter2@mail",
    HEALTH_HEARTBEAT_URL: "hunter2",
  });
  expect(found).toHaveLength(2);
  expect(JSON.stringify(found)).not.toContain("hunter2");
});

test.each([
  ["1gb", 2 ** 30],
  ["512m", 2 ** 29],
  ["100", 100],
  ["2GB", 2 ** 31],
  ["much", null],
])("the size %s is %s bytes", (text, bytes) => {
  expect(bytesOf(text)).toBe(bytes);
});
