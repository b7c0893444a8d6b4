import { spawnSync } from "node:child_process";
import { join } from "node:path";
import process from "node:process";
import {
  createTestDatabase,
  describeUnless,
  storeMessages,
  type TestDatabase,
  testMessage,
} from "@jetwire/testbed";
import { afterAll, beforeAll, expect, test } from "vitest";

const missing = process.getuid?.() === 0 ? null : "needs root, to become another user";
const uid = 12_345;
/** It becomes the user after it has loaded, so that the user need not be able to read the clone. */
const script = `
import { runCli } from ${JSON.stringify(join(import.meta.dirname, "../src/index.ts"))};
process.setgroups([]);
process.setgid(${uid});
process.setuid(${uid});
const { stdin, stdout, stderr, env } = process;
process.exitCode = await runCli(process.argv.slice(1), { stdin, stdout, stderr, env, cwd: "/" });
`;

describeUnless(missing, "a user whose number the system does not know, as in a container", () => {
  let at: TestDatabase;
  beforeAll(async () => {
    at = await createTestDatabase();
  });
  afterAll(() => at[Symbol.asyncDispose]());

  function jetwire(...args: string[]): string {
    const { url, redisUrl, namespace } = at;
    const { stdout, stderr } = spawnSync(
      process.execPath,
      ["--input-type=module", "--eval", script, "--", ...args],
      {
        env: { DATABASE_URL: url, REDIS_URL: redisUrl, JETWIRE_NAMESPACE: namespace },
        encoding: "utf8",
        timeout: 60_000,
      },
    );
    return `${stdout}${stderr}`;
  }

  test(
    "runs commands, which the audit log has under this number",
    { timeout: 120_000 },
    async () => {
      const { sql } = at.database;
      await storeMessages(sql, [{ message: testMessage({ label: "5Z" }), flightKey: "UAL777" }]);
      const [stored] = await sql<{ id: string }[]>`select id from messages`;
      const redact = ["redact", "--reason", "private"];
      expect(jetwire("whoami", "--json")).toContain("not_logged_in");
      expect(jetwire(...redact, String(stored?.id), "--json")).toContain('"redacted":1');
      await storeMessages(sql, [{ message: testMessage({ label: "H1" }), flightKey: "UAL777" }]);
      const byFilter = jetwire(...redact, "--filter", "label=H1", "--count", "1", "--json");
      expect(byFilter).toContain('"redacted":1');
      const logged = await sql<{ actor: string }[]>`select actor from audit_log`;
      expect(logged.length).toBeGreaterThanOrEqual(2);
      for (const { actor } of logged) expect(actor).toMatch(/^uid 12345@/);
    },
  );
});
