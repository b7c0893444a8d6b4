import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startRest } from "./rest-under-test.ts";

test("the web page is served with a policy that lets it talk to our interfaces only", async () => {
  await using folder = await temporaryFolder();
  await writeFile(join(folder.path, "index.html"), "<title>Jetwire</title>");
  await writeFile(join(folder.path, ".secret"), "x");
  await using rest = await startRest({
    REST_VIEWER_DIR: folder.path,
    REST_WS_URL: "wss://ws.example.org/",
  });
  const page = await fetch(`${rest.url}/`);
  expect(page.status).toBe(200);
  expect(await page.text()).toContain("Jetwire");
  const policy = page.headers.get("content-security-policy") ?? "";
  expect(policy).toContain("default-src 'self'");
  expect(policy).toContain("connect-src 'self' wss://ws.example.org https://ws.example.org;");
  expect((await fetch(`${rest.url}/no/such/page`)).status).toBe(404);
  expect((await fetch(`${rest.url}/.secret`)).status).toBe(404);
  expect((await fetch(`${rest.url}/..%2f..%2fetc%2fpasswd`)).status).toBe(404);
});

async function temporaryFolder(): Promise<AsyncDisposable & { path: string }> {
  const path = await mkdtemp(join(tmpdir(), "jetwire-viewer-"));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true }) };
}
