import { createLogger } from "@jetwire/runtime";
import { expect, test } from "vitest";
import { hashApiKey, makeApiKey } from "./api-key.ts";
import { KeyIndex } from "./key-index.ts";

const log = createLogger("test", "silent");

test("active keys are found, others and malformed ones are not; an outage keeps what is known", async () => {
  const [known, later, unknown] = [makeApiKey(), makeApiKey(), makeApiKey()];
  const active = [known];
  let fails = false;
  let lists = 0;
  const index = new KeyIndex(
    async () => {
      lists++;
      if (fails) throw new Error("the database is unavailable");
      return active.map(hashApiKey);
    },
    log,
    1,
  );
  expect(index.has(known)).toBe(false);
  const stopping = new AbortController();
  const running = index.run(stopping.signal);
  await expect.poll(() => index.has(known)).toBe(true);
  expect([later, unknown, known.slice(1), 7, null].map((given) => index.has(given))).not.toContain(
    true,
  );
  active.push(later);
  await expect.poll(() => index.has(later)).toBe(true);
  fails = true;
  const before = lists;
  await expect.poll(() => lists).toBeGreaterThan(before + 1);
  expect(index.has(later)).toBe(true);
  fails = false;
  active.pop();
  await expect.poll(() => index.has(later)).toBe(false);
  stopping.abort();
  await running;
});
