import * as db from "@jetwire/db";
import { createTestDatabase, type TestDatabase } from "@jetwire/testbed";
import { afterAll, beforeAll, expect, test } from "vitest";

let at: TestDatabase;
beforeAll(async () => {
  at = await createTestDatabase();
});
afterAll(() => at[Symbol.asyncDispose]());

function reject(network: Uint8Array, ident: string) {
  const lastAt = new Date().toISOString();
  return { network, ident, reason: "unproven", count: 1, lastAt, detail: "" };
}

test("a flood of idents from a network adds few rows, and each reject is counted", async () => {
  const { sql } = at.database;
  const [hostile, other] = [Buffer.alloc(16, 1), Buffer.alloc(16, 2)];
  await db.networkRejects.add(sql, [reject(hostile, "AB-KNOWN")]);
  for (let round = 0; round < 20; round++) {
    const idents = Array.from({ length: 30 }, (_, n) => `XX-${round}-${n}`);
    await db.networkRejects.add(sql, [
      ...idents.map((ident) => reject(hostile, ident)),
      reject(hostile, "AB-KNOWN"),
      reject(other, "AB-OTHER"),
    ]);
  }
  const listed = await db.networkRejects.list(sql, hostile, 1_000);
  expect(listed.length).toBeLessThanOrEqual(65);
  expect(listed.find(({ ident }) => ident === "AB-KNOWN")?.count).toBe(21);
  expect(listed.find(({ ident }) => ident === null)?.count).toBeGreaterThan(500);
  expect(listed.reduce((sum, { count }) => sum + count, 0)).toBe(621);
  expect(await db.networkRejects.list(sql, other, 10)).toMatchObject([{ ident: "AB-OTHER", count: 20 }]); // prettier-ignore
});
