import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { type IncomingMessage, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startApp } from "./app-under-test.ts";
import { startRest } from "./rest-under-test.ts";

test("the policy of the web page allows connections to our interfaces only", async () => {
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

test.each([
  ["127.0.0.1:8080", "ws://127.0.0.1:8081 http://127.0.0.1:8081;"],
  ["[::1]:8080", "ws://[::1]:8081 http://[::1]:8081;"],
  ["jetwire.example", "ws://jetwire.example:81 http://jetwire.example:81;"],
  ["a; script-src *", "'self';"],
  ["a:99999", "'self';"],
])(
  "without an address of the realtime interface the page of %s may talk to the next port",
  async (host, origins) => {
    await using folder = await temporaryFolder();
    await writeFile(join(folder.path, "index.html"), "<title>Jetwire</title>");
    await using app = await startApp([], { webPageDir: folder.path });
    // The library's own fetch sets Host by itself.
    const [response] = (await once(
      request({ port: app.port, headers: { host } }).end(),
      "response",
    )) as [IncomingMessage];
    response.resume();
    const policy = String(response.headers["content-security-policy"]);
    expect(policy).toContain(`connect-src 'self'${origins === "'self';" ? ";" : ` ${origins}`}`);
  },
);

async function temporaryFolder(): Promise<AsyncDisposable & { path: string }> {
  const path = await mkdtemp(join(tmpdir(), "jetwire-viewer-"));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true }) };
}
