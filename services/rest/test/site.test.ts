import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startApp } from "./app-under-test.ts";

let folder: string;
let app: Awaited<ReturnType<typeof startApp>>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "jetwire-site-"));
  await mkdir(join(folder, "clients"));
  await mkdir(join(folder, "assets"));
  await writeFile(join(folder, "index.html"), "<h1>all documents</h1>");
  await writeFile(join(folder, "404.html"), "<h1>no document</h1>");
  await writeFile(join(folder, "clients", "curl.html"), "<h1>curl</h1>");
  await writeFile(join(folder, "assets", "style-1f.css"), "h1 {}");
  await writeFile(join(folder, ".secret"), "secret of the operator");
  app = await startApp([], { siteFolder: folder });
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

const load = (path: string, init: RequestInit = {}) => fetch(app.url + path, init);

test.each([
  ["/docs/", "all documents"],
  ["/docs", "all documents"],
  ["/docs/clients/curl", "curl"],
])("%s is a page with the policy of the web page", async (path, text) => {
  const response = await load(path);
  expect(response.status).toBe(200);
  expect(await response.text()).toBe(`<h1>${text}</h1>`);
  expect(response.headers.get("content-type")).toContain("text/html");
  const policy = response.headers.get("content-security-policy");
  expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self';");
  expect(policy).not.toContain("unsafe");
  expect(response.headers.get("referrer-policy")).toBe("no-referrer");
});

test("a page is revalidated with its ETag, a file with a hash in its name is kept", async () => {
  const page = await load("/docs/clients/curl");
  expect(page.headers.get("cache-control")).toBe("no-cache");
  const etag = page.headers.get("etag") ?? "";
  const headers = { "if-none-match": etag, "cache-control": "max-age=0" };
  expect((await load("/docs/clients/curl", { headers })).status).toBe(304);
  const style = await load("/docs/assets/style-1f.css");
  expect(style.headers.get("cache-control")).toContain("immutable");
});

test("an address that ends with a slash is redirected to its page, if there is one", async () => {
  const init = { redirect: "manual", headers: { accept: "text/html" } } as const;
  const page = await load("/docs/clients/curl/", init);
  expect([page.status, page.headers.get("location")]).toEqual([301, "/docs/clients/curl"]);
  for (const path of ["/docs/clients/", "/docs/none/", "/docs/%2e%2e/index/", "/docs//curl/"]) {
    expect((await load(path, init)).status, `status of ${path}`).toBe(404);
  }
});

test("only GET and HEAD are allowed", async () => {
  expect((await load("/docs/", { method: "HEAD" })).status).toBe(200);
  for (const method of ["POST", "PUT", "DELETE"]) {
    const response = await load("/docs/", { method });
    expect([response.status, response.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
  }
});

test("a dead link is a page for a person and a problem for a program", async () => {
  const person = await load("/docs/none", { headers: { accept: "text/html,*/*;q=0.8" } });
  expect([person.status, await person.text()]).toEqual([404, "<h1>no document</h1>"]);
  const program = await load("/docs/none");
  expect(program.status).toBe(404);
  expect(program.headers.get("content-type")).toContain("application/problem+json");
});

test("nothing outside of the site is served, nor files whose names begin with a dot", async () => {
  for (const path of ["/docs/.secret", "/docs/..%2f..%2fetc%2fpasswd", "/docs/%"]) {
    const response = await load(path, { headers: { accept: "text/html" } });
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(await response.text()).not.toContain("secret of");
  }
});

test("a site that is not built is answered with 404", async () => {
  await using other = await startApp([], { siteFolder: join(folder, "none") });
  const response = await fetch(`${other.url}/docs/`, { headers: { accept: "text/html" } });
  expect(response.status).toBe(404);
});
