import { afterAll, beforeAll, expect, test } from "vitest";
import { startApp } from "./app-under-test.ts";

let app: Awaited<ReturnType<typeof startApp>>;
beforeAll(async () => {
  app = await startApp([]);
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
});

test.each([
  ["/v1/reference", "/docs/reference/rest/"],
  ["/v1/reference/", "/docs/reference/rest/"],
  ["/v1/reference/realtime", "/docs/reference/events"],
])("%s leads to the documents", async (path, target) => {
  const response = await fetch(app.url + path, { redirect: "manual" });
  expect(response.status).toBe(308);
  expect(response.headers.get("location")).toBe(target);
});
