import { once } from "node:events";
import { createServer, request } from "node:http";
import { acarsdecLine, describeUnless, freePorts } from "@jetwire/testbed";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildHookMs } from "../built-page.ts";
import { missingBrowser, openSystem, type Person, type System } from "../system.ts";

/** Starts a proxy as some networks have: it passes HTTP on and refuses to upgrade. */
async function startStrictProxy(port: number, targetPort: number) {
  let lets = false;
  const server = createServer((incoming, response) => {
    const { method, url, headers } = incoming;
    const onward = request({ host: "127.0.0.1", port: targetPort, method, path: url, headers });
    onward.on("response", (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on("error", () => response.destroy());
    response.on("close", () => onward.destroy());
    incoming.pipe(onward);
  });
  const refused: number[] = [];
  server.on("upgrade", ({ method, url, headers }, socket, head) => {
    if (!lets) {
      refused.push(performance.now());
      socket.end("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
      return;
    }
    const onward = request({ host: "127.0.0.1", port: targetPort, method, path: url, headers });
    onward.on("upgrade", (answer, target, first) => {
      const lines = Object.entries(answer.headers).map(
        ([name, value]) => `${name}: ${String(value)}`,
      );
      socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join("\r\n")}\r\n\r\n`);
      socket.write(first);
      target.write(head);
      target.pipe(socket).pipe(target);
      for (const one of [target, socket]) one.on("error", () => {});
    });
    onward.end();
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return {
    refused,
    letPass: () => void (lets = true),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

function notice(page: Page) {
  return page.getByText("Messages come over HTTP");
}

describeUnless(missingBrowser, "a page for which no WebSocket can be opened", () => {
  let system: System;
  let proxy: Awaited<ReturnType<typeof startStrictProxy>>;
  beforeAll(async () => {
    const [gatewayPort = 0, proxyPort = 0] = await freePorts(2);
    proxy = await startStrictProxy(proxyPort, gatewayPort);
    system = await openSystem({
      GATEWAY_PORT: String(gatewayPort),
      REST_WS_URL: `ws://localhost:${proxyPort}`,
    });
  }, buildHookMs);
  afterAll(async () => {
    await system[Symbol.asyncDispose]();
    await proxy[Symbol.asyncDispose]();
  });

  let sent = 0;
  async function expectLive({ page }: Person, text: string): Promise<void> {
    await expect
      .poll(
        async () => {
          const msgno = `M${String(sent % 100).padStart(2, "0")}A`;
          await system.feed(acarsdecLine("BLOCK-1", `${text} ${sent++}`, { msgno }));
          return await page
            .getByRole("feed")
            .getByRole("article")
            .filter({ hasText: text })
            .count();
        },
        { interval: 500, timeout: 60_000 },
      )
      .toBeGreaterThan(0);
  }
  test("shows messages over HTTP if the browser closes each WebSocket, and reports it once", async () => {
    await using person = await system.newPerson();
    await person.context.addInitScript(() => {
      class Closed extends EventTarget {
        readonly readyState = 3;
        onclose: ((event: Event) => void) | null = null;
        onerror: ((event: Event) => void) | null = null;
        constructor() {
          super();
          setTimeout(() => {
            this.onerror?.(new Event("error"));
            this.onclose?.(new CloseEvent("close", { code: 1006 }));
          });
        }
        send(): void {}
        close(): void {}
      }
      (globalThis as { WebSocket: unknown }).WebSocket = Closed;
    });
    await person.page.goto(system.url);
    await expectLive(person, "CLOSED");
    expect(await notice(person.page).count()).toBe(1);
    expect(await person.page.getByText("Live over HTTP").count()).toBeGreaterThan(0);
    expect(person.errors).toEqual([]);
  }, 120_000);

  test("says that the service is down while messages come over HTTP, and shows them again when it is back", async () => {
    await using person = await system.newPerson();
    const { page } = person;
    let loads = 0;
    page.on("load", () => void loads++);
    await page.goto(system.url);
    await expectLive(person, "BEFORE");
    await notice(page).waitFor();
    const start = await system.stopGateway();
    await page.getByText(/^Connection lost/).waitFor();
    expect(await notice(page).count()).toBe(0);
    await start();
    await expectLive(person, "AFTER");
    await notice(page).waitFor();
    expect(await page.getByText(/^Connection lost/).count()).toBe(0);
    // Pages that need no live messages do not report that none come.
    await page.getByRole("link", { name: "Statistics" }).click();
    await page.getByRole("heading", { level: 1, name: "Statistics" }).waitFor();
    await notice(page).waitFor({ state: "hidden" });
    expect(await page.getByText(/^Connection lost/).count()).toBe(0);
    expect(loads).toBe(1);
    expect(person.errors).toEqual([]);
  }, 120_000);

  test("shows messages over HTTP behind a proxy that refuses to upgrade, and connects when it does not any more", async () => {
    await using person = await system.newPerson();
    await person.page.goto(system.url);
    await expectLive(person, "PROXIED");
    await notice(person.page).waitFor();
    expect(person.errors).toEqual([]);
    proxy.letPass();
    await person.page.getByRole("button", { name: "Try now" }).click();
    await notice(person.page).waitFor({ state: "hidden" });
    await expectLive(person, "CONNECTED");
  }, 120_000);
});
