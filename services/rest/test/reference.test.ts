import { clientEventPayloads, serverEventPayloads } from "@jetwire/protocol";
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

test("the page of realtime events has every event, and every link leads somewhere", async () => {
  const page = await read("/realtime");
  for (const event of [...Object.keys(serverEventPayloads), ...Object.keys(clientEventPayloads)]) {
    expect(page).toContain(`<code>${event}</code>`);
  }
  const anchors = new Set(page.match(/(?<=href="#)[\w]+/g));
  const names = new Set(page.match(/(?<=id=")[\w]+/g));
  expect([...anchors].filter((anchor) => !names.has(anchor))).toEqual([]);
  expect(page).not.toContain("`");
  expect(page).not.toContain("undefined");
});

test("nothing else of the library is served", async () => {
  for (const path of ["/package.json", "/swagger-initializer.js", "/..%2fpackage.json"]) {
    expect((await fetch(`${app.url}/v1/reference${path}`)).status).toBe(404);
  }
});
