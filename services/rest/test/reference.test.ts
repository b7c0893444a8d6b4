import { afterAll, beforeAll, expect, test } from "vitest";
import { startApp } from "./app-under-test.ts";

let app: Awaited<ReturnType<typeof startApp>>;
beforeAll(async () => {
  app = await startApp([]);
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
});

async function read(path: string): Promise<string> {
  const response = await fetch(`${app.url}/v1/reference${path}`);
  expect([path, response.status]).toEqual([path, 200]);
  expect(response.headers.get("content-security-policy")).toContain("default-src 'none'");
  return await response.text();
}

test("the page of REST has all that it loads from here, in light and in dark", async () => {
  const page = await read("/");
  const loaded = page.match(/(?<=(?:src|href)=")\/v1\/reference\/[\w.-]+(?=")/g) ?? [];
  expect(loaded.length).toBeGreaterThan(3);
  for (const path of loaded) await read(path.replace("/v1/reference", ""));
  expect(page).not.toMatch(/(?:src|href)="https?:/);
  // What the page switches on by this name is the library's.
  expect(await read("/start.js")).toContain('classList.toggle("dark-mode"');
  expect(await read("/swagger-ui.css")).toContain("html.dark-mode");
});

test("the address of the realtime events leads to the documents", async () => {
  const response = await fetch(`${app.url}/v1/reference/realtime`, { redirect: "manual" });
  expect(response.status).toBe(308);
  expect(response.headers.get("location")).toBe("/docs/reference/events");
});

test("nothing else of the library is served", async () => {
  for (const path of ["/package.json", "/swagger-initializer.js", "/..%2fpackage.json"]) {
    expect((await fetch(`${app.url}/v1/reference${path}`)).status).toBe(404);
  }
});
