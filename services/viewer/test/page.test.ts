import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { serverEvent } from "@jetwire/protocol";
import { describeUnless } from "@jetwire/testbed";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { build } from "vite";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { findChromium, launchBrowser } from "./browser.ts";
import { hostileTexts } from "./hostile-texts.ts";
import { someMessage, someStation } from "./messages.ts";
import { startStubService, type StubService } from "./stub-service.ts";

const chromium = findChromium();
const missing = chromium === null ? "no Chromium on the PATH" : null;
const root = fileURLToPath(new URL("..", import.meta.url));

describeUnless(missing, "the page in a browser", () => {
  let folder: string;
  let stub: StubService;
  let browser: Browser;
  /** Errors, violations of the security policy, and calls of the canary: must stay empty. */
  let problems: string[];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "jetwire-viewer-"));
    await build({ root, logLevel: "error", build: { outDir: folder, emptyOutDir: true } });
    stub = await startStubService(folder);
    browser = await launchBrowser(chromium ?? "");
  });
  afterAll(async () => {
    await browser?.close();
    await stub?.[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  });
  afterEach(async () => {
    await Promise.all(browser.contexts().map((context) => context.close()));
    if (problems.length > 0) throw new Error(problems.join("\n"));
  });

  async function openPage(options: BrowserContextOptions = {}): Promise<Page> {
    problems = [];
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 }, ...options });
    page.on("pageerror", (error) => problems.push(String(error)));
    page.on("console", (message) => {
      if (message.type() === "error") problems.push(message.text());
    });
    page.on("request", (request) => {
      const { protocol, host } = new URL(request.url());
      if (host !== new URL(stub.url).host) problems.push(`${protocol} ${host}`);
    });
    await page.exposeFunction("canary", () => problems.push("the canary was called"));
    const sniffed = stub.nextSniff();
    await page.goto(stub.url);
    await page.getByText("Waiting for the first message").waitFor();
    await sniffed;
    return page;
  }

  function send(...messages: ReturnType<typeof someMessage>[]): void {
    for (const message of messages) stub.gateway.emit(serverEvent.message, message);
  }

  test("messages are shown newest first, with their fields", async () => {
    const page = await openPage();
    send(someMessage({ tail: "N1" }), someMessage({ tail: "N2", station: someStation("SIM-X") }));
    const rows = page.getByRole("article");
    await expect.poll(() => rows.count()).toBe(2);
    expect(await rows.first().innerText()).toMatch(
      /\d\d:\d\d:\d\dZ\s+ACARS\s+SIM-X sim\s+↓\s*.*N2 UA0123\s+H1\s+131\.550\s+POSN38123W121456/s,
    );
    expect(await rows.last().innerText()).not.toContain("sim");
    expect(await page.locator("#connection").innerText()).toBe("Live");
  });

  test("hostile texts are shown as text, in every member", async () => {
    const page = await openPage();
    send(
      ...hostileTexts.map((text, index) =>
        someMessage({
          text,
          tail: text,
          flightNumber: text,
          label: text,
          source: text,
          sourceType: text,
          data: text,
          station: { ...someStation(text), id: index + 1 },
          airframe: {
            id: text,
            icao: text,
            tail: text,
            type: text,
            manufacturer: text,
            model: text,
            owner: text,
            military: null,
          },
        }),
      ),
    );
    await expect.poll(() => page.getByRole("article").count()).toBe(hostileTexts.length);
    const shown = await page
      .locator(".row .text")
      .evaluateAll((texts) => texts.map((text) => text.textContent));
    expect(shown).toEqual(hostileTexts.toReversed());
    for (let index = 0; index < hostileTexts.length; index += 7) {
      await page.getByRole("article").nth(index).getByRole("button").first().click();
      await page.locator("#details h2").waitFor();
    }
    const foreign = "main :is(img, svg, script, iframe, a, details, style, input, body)";
    expect(await page.locator(foreign).count()).toBe(0);
  });

  test("a pause counts messages and keeps the newest 500; the page never has more rows", async () => {
    const page = await openPage();
    send(someMessage({ tail: "BEFORE" }));
    await page.getByText("BEFORE").waitFor();
    await page.keyboard.press("Space");
    send(...Array.from({ length: 700 }, (_, index) => someMessage({ tail: `T${index}` })));
    const fresh = page.getByRole("button", { name: "700 new messages" });
    await fresh.waitFor();
    expect(await page.title()).toBe("(700) Jetwire live");
    expect(await page.getByRole("article").count()).toBe(1);

    await page.keyboard.press("Space");
    await page.getByText("T699", { exact: true }).waitFor();
    expect(await page.getByRole("article").count()).toBe(500);
    expect(await page.locator(".row .tail").last().textContent()).toBe("T200");
    expect(await fresh.isVisible()).toBe(false);
  });

  test("new messages do not move a page that is scrolled down", async () => {
    const page = await openPage();
    send(...Array.from({ length: 100 }, () => someMessage()));
    await expect.poll(() => page.getByRole("article").count()).toBe(100);
    await page.mouse.move(600, 600);
    await page.mouse.wheel(0, 1_500);
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(1_000);
    send(someMessage({ tail: "NEWEST" }));
    await page.getByRole("button", { name: "1 new message" }).click();
    await page.getByText("NEWEST").waitFor();
    expect(await page.evaluate(() => scrollY)).toBe(0);
  });

  test("the filter applies to earlier and new messages", async () => {
    const page = await openPage();
    send(someMessage({ tail: "G-XWBA" }), someMessage({ tail: "D-AIMC" }));
    await page.getByText("G-XWBA").waitFor();
    await page.keyboard.press("/");
    await page.keyboard.type("xwba ua0123");
    await expect.poll(() => page.getByRole("article").count()).toBe(1);
    send(someMessage({ tail: "D-AIMC" }), someMessage({ tail: "G-XWBA" }));
    await expect.poll(() => page.getByRole("article").count()).toBe(2);
    await page.getByRole("searchbox").fill("no such thing");
    await page.getByText("None of the last 4 messages").waitFor();
    await page.getByRole("searchbox").fill("");
    await expect.poll(() => page.getByRole("article").count()).toBe(4);
  });

  test("a key opens all fields of a message, and closing them restores the focus", async () => {
    const page = await openPage();
    send(someMessage({ latitude: -37.5, longitude: 122.25, frequency: 136.975 }));
    const opener = page.getByRole("button", { name: "show all fields" });
    await opener.focus();
    await page.keyboard.press("Enter");
    const details = page.getByRole("complementary", { name: "Message details" });
    const text = await details.innerText();
    for (const part of ["N101AB UA0123", "136.975 MHz", "37.5000° S", "122.2500° E", "D01A"]) {
      expect(text).toContain(part);
    }
    await page.keyboard.press("Escape");
    expect(await details.isVisible()).toBe(false);
    expect(await opener.evaluate((button) => button === document.activeElement)).toBe(true);
  });

  test("a long text is folded and can be unfolded", async () => {
    const page = await openPage();
    const text = Array.from({ length: 30 }, (_, line) => `LINE ${line}  X`).join("\r\n");
    send(someMessage({ text }));
    const shown = page.locator(".row .text");
    const height = () => shown.evaluate((element) => element.getBoundingClientRect().height);
    const unfold = page.getByRole("button", { name: "Show all", exact: true });
    await unfold.waitFor();
    const folded = await height();
    await unfold.click();
    expect(await height()).toBeGreaterThan(folded * 3);
    expect(await page.getByRole("button", { name: "Show less" }).count()).toBe(1);
    expect(await page.locator("#details").isVisible()).toBe(false);
  });

  test("a lost connection is reported, and messages continue once it is back", async () => {
    const page = await openPage();
    const sniffedAgain = stub.nextSniff();
    const admit = stub.loseConnections();
    await page.getByText("Disconnected. Reconnecting…").waitFor();
    admit();
    await sniffedAgain;
    await page.getByText("Live", { exact: true }).waitFor();
    send(someMessage({ tail: "BACK" }));
    await expect.poll(() => page.getByRole("article").count()).toBe(1);
  });

  test("the page fits the width of a phone", async () => {
    const page = await openPage({ viewport: { width: 340, height: 700 } });
    send(
      someMessage({
        station: someStation("A-VERY-LONG-STATION-IDENT-OF-THE-NORTHERN-HEMISPHERE-SOMEWHERE"),
        text: "X".repeat(300),
        tail: "A6-EVABCDEFGH",
      }),
    );
    await page.getByRole("article").waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(340);
    await page.getByRole("button", { name: "show all fields" }).click();
    await page.locator("#details h2").waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(340);
  });
});
