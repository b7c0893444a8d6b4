import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Operated, startOperated } from "./operated.ts";
import { errorOf, runJetwire } from "./run-jetwire.ts";

let at: Operated;
let home: string;
beforeAll(async () => {
  at = await startOperated();
  home = await mkdtemp(join(tmpdir(), "jetwire-login-"));
});
afterAll(async () => {
  await at[Symbol.asyncDispose]();
  await rm(home, { recursive: true });
});

/** Runs a command line that knows nothing but its user's folder. */
async function remote(args: readonly string[], stdin = "", env: Record<string, string> = {}) {
  return await runJetwire(args, { env: { XDG_CONFIG_HOME: home, ...env }, stdin });
}

test("a command without a login says how to log in", async () => {
  const refused = await remote(["claims", "list", "--json"]);
  expect(errorOf(refused)).toMatchObject({ code: "not_logged_in" });
  expect(errorOf(refused).message).toContain("jetwire login");
  expect(errorOf(await remote(["logout", "--json"])).code).toBe("not_logged_in");
});

test("a login is kept in a file that only its user can read, and used until a logout", async () => {
  const { JETWIRE_URL: url, JETWIRE_KEY: key } = at.env;
  const loggedIn = await remote(["login", url, "--json"], `${key}\n`);
  expect(loggedIn.json()).toEqual({ url, username: "operator" });
  const path = join(home, "jetwire", "logins.json");
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect((await stat(join(home, "jetwire"))).mode & 0o777).toBe(0o700);
  expect(loggedIn.stdout).not.toContain(key);
  expect((await remote(["claims", "list"])).stdout).toBe("no claims wait\n");
  expect((await remote(["whoami"])).stdout).toBe(`operator at ${url}\n`);
  expect((await remote(["logout", "--json"])).json()).toEqual({ url, current: null });
  expect(await readFile(path, "utf8")).not.toContain(key);
  expect(errorOf(await remote(["whoami", "--json"])).code).toBe("not_logged_in");
});

test("of several logins the last one is used, and JETWIRE_URL chooses another", async () => {
  await using other = await startOperated();
  for (const { JETWIRE_URL, JETWIRE_KEY } of [at.env, other.env]) {
    expect((await remote(["login", JETWIRE_URL], JETWIRE_KEY)).code).toBe(0);
  }
  expect((await remote(["whoami"])).stdout).toContain(other.env.JETWIRE_URL);
  const chosen = await remote(["whoami"], "", { JETWIRE_URL: at.env.JETWIRE_URL });
  expect(chosen.stdout).toContain(at.env.JETWIRE_URL);
  const removed = await remote(["logout", "--json"]);
  expect(removed.json()).toEqual({ url: other.env.JETWIRE_URL, current: at.env.JETWIRE_URL });
  expect((await remote(["whoami"])).stdout).toContain(at.env.JETWIRE_URL);
  const unknown = await remote(["whoami", "--json"], "", { JETWIRE_URL: "https://other.example" });
  expect(errorOf(unknown).code).toBe("not_logged_in");
});

test("a key that is not accepted is not kept", async () => {
  const { JETWIRE_URL: url } = at.env;
  await remote(["logout"]);
  const refused = await remote(["login", url, "--json"], "jw_wrong");
  expect(errorOf(refused)).toMatchObject({ code: "not_logged_in" });
  expect(errorOf(await remote(["whoami", "--json"])).code).toBe("not_logged_in");
});

test.each([
  [["login", "http://jetwire.example"], "https"],
  [["login", "jetwire.example"], "address"],
  [["login", "https://jetwire.example/page"], "address"],
  [["login"], "address"],
])("%j is refused", async (args, message) => {
  const refused = await remote([...args, "--json"], "jw_key");
  expect([refused.code, errorOf(refused).code]).toEqual([2, "usage"]);
  expect(errorOf(refused).message).toContain(message);
});

test("without a key on standard input there is no login", async () => {
  expect(errorOf(await remote(["login", at.env.JETWIRE_URL, "--json"])).code).toBe("usage");
});

test("a key without the scope operate reads nothing of operators", async () => {
  await at.jetwire("accounts", "add", "alice");
  const issued = await at.jetwire("keys", "issue", "--account", "alice", "--json");
  const { key } = issued.json() as { key: string };
  const env = { JETWIRE_URL: at.env.JETWIRE_URL, JETWIRE_KEY: key };
  expect((await remote(["whoami"], "", env)).stdout).toContain("alice");
  const refused = await remote(["claims", "list", "--json"], "", env);
  expect(errorOf(refused)).toMatchObject({ code: "forbidden" });
});
