import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import {
  acarsdecLine,
  addFeeder,
  type Deployment,
  describeUnless,
  postLines,
  startDeployment,
} from "@jetwire/testbed";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findChromium, launchBrowser } from "./browser.ts";
import { buildHookMs } from "./built-page.ts";
import { missingBrowser } from "./system.ts";

const bundler = new URL("../../../packages/client/src/build/browser.ts", import.meta.url).pathname;
/** A strict policy of a page: its own files only, and no code that is made of texts. */
const policy = "default-src 'none'; script-src 'self'; connect-src *";
const scripts: Readonly<Record<string, string>> = {
  "/whole.js": `
    import { connectRealtime, createRestClient } from "./jetwire-client.js";
    globalThis.start = async (restUrl, url, apiKey) => {
      const rest = createRestClient({ baseUrl: restUrl, apiKey });
      globalThis.read = async (id) => await rest.readMessage({ id });
      const realtime = connectRealtime({ url, apiKey });
      globalThis.received = [];
      realtime.on("feed:message", (message) => received.push(message));
      await realtime.sniff().started;
    };`,
  "/realtime.js": `
    import { connectRealtime } from "./jetwire-realtime.js";
    globalThis.start = async (restUrl, url) => {
      const realtime = connectRealtime({ url });
      globalThis.received = [];
      globalThis.read = async (id) => received.find((message) => message.id === id);
      realtime.on("message", (message) => received.push(message));
      await realtime.sniff().started;
    };`,
};

/** The members of the test's scripts. */
interface Scope {
  start(restUrl: string, url: string, apiKey: string): Promise<void>;
  read(id: string): Promise<unknown>;
  readonly received: readonly { readonly id: string; readonly text: string }[];
}

describeUnless(missingBrowser, "the client's files for pages", () => {
  let jw: Deployment;
  let browser: Browser;
  let folder: string;
  const stack = new AsyncDisposableStack();
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "jetwire-client-"));
    stack.defer(async () => await rm(folder, { recursive: true, force: true }));
    execFileSync(process.execPath, [bundler, folder]);
    jw = stack.use(
      await startDeployment({
        gateways: 1,
        environment: { SAMPLER_EVENTS_PER_SECOND_MAX: "10000" },
      }),
    );
    browser = await launchBrowser(findChromium() ?? "");
    stack.defer(async () => await browser.close());
  }, buildHookMs);
  afterAll(async () => {
    await stack.disposeAsync();
  });

  /** Opens a page of another site that loads one script, and returns it with the errors of its scripts. */
  async function openPage(script: string): Promise<{ page: Page; errors: string[] }> {
    const server = createServer((request, response) => {
      const path = request.url ?? "";
      const isPage = path === "/";
      const type = isPage ? "text/html" : "text/javascript";
      response.setHeader("content-type", type).setHeader("content-security-policy", policy);
      if (isPage) response.end(`<script type="module" src="${script}"></script>`);
      else if (scripts[path] !== undefined) response.end(scripts[path]);
      else {
        readFile(join(folder, path)).then(
          (content) => response.end(content),
          () => response.writeHead(404).end(),
        );
      }
    });
    server.listen(0, "127.0.0.1");
    stack.defer(() => void server.close());
    await once(server, "listening");
    const page = await browser.newPage();
    const errors: string[] = [];
    page.on("pageerror", ({ message }) => errors.push(message));
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    await page.waitForFunction(() => "start" in globalThis);
    return { page, errors };
  }

  test.each(Object.keys(scripts))("%s of another site receives a message", async (script) => {
    const ident = script === "/whole.js" ? "AB-PAGE1" : "AB-PAGE2";
    const { apiKey } = await addFeeder(jw, `pages${ident}`.toLowerCase(), ident);
    const { page, errors } = await openPage(script);
    const addresses = [jw.restUrl, jw.gatewayUrls[0] ?? "", apiKey] as const;
    await page.evaluate(
      async (given) => await (globalThis as unknown as Scope).start(...given),
      addresses,
    );
    // Another text for each script: the same one would be another reception of one transmission.
    const text = `HELLO ${ident}`;
    const { items } = await postLines(jw, [acarsdecLine(ident, text)]);
    const id = items[0]?.id ?? "";
    const received = () =>
      page.evaluate(() => (globalThis as unknown as Scope).received.map((one) => one));
    await expect.poll(received).toMatchObject([{ id, text }]);
    const read = page.evaluate(async (one) => await (globalThis as unknown as Scope).read(one), id);
    expect(await read).toMatchObject({ id, text });
    expect(errors).toEqual([]);
  });
});
