import { acarsdecLine, describeUnless, until } from "@jetwire/testbed";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildHookMs } from "./built-page.ts";
import { everyPage, operatorPages, showPage, userPages, visitorPages } from "./every-page.ts";
import { hostileTexts } from "./hostile-texts.ts";
import { pagesWithTexts, writeHostileRows } from "./hostile-rows.ts";
import { missingBrowser, openSystem, type Person, signUp, type System } from "./system.ts";
import { signUpOperator } from "./traffic.ts";

const testMs = 120_000;
const phone = { viewport: { width: 390, height: 844 } };

describeUnless(missingBrowser, "texts from hostile senders", () => {
  let system: System;
  let visitor: Person;
  const called: string[] = [];
  beforeAll(async () => {
    system = await openSystem();
    visitor = await system.newPerson(phone);
    await watchCanary(visitor);
    await feedHostileTexts();
  }, buildHookMs);
  afterAll(async () => await system[Symbol.asyncDispose]());

  test(
    "stay texts on every page, and no page scrolls sideways on a phone",
    async () => {
      const wide: string[] = [];
      for (const path of await everyPage(system, visitorPages)) {
        await showPage(visitor.page, system.url, path);
        if (await isWide(visitor.page)) wide.push(path);
      }
      expect({ wide, called, errors: visitor.errors }).toEqual({
        wide: [],
        called: [],
        errors: [],
      });
    },
    testMs,
  );

  test("are shown as they were sent, in Search", async () => {
    const { page } = visitor;
    await showPage(page, system.url, "/search?q=canary");
    const rows = page.getByRole("feed").getByRole("article");
    await rows.first().waitFor();
    expect((await rows.allInnerTexts()).join("\n")).toContain("canary()");
    expect(await rows.locator("img, svg script, script, iframe, style, form").count()).toBe(0);
  });

  test(
    "stay texts in a conversation",
    async () => {
      await using other = await system.newPerson(phone);
      await watchCanary(other);
      await signUp(visitor, system.url, "recipient");
      await signUp(other, system.url, "sender");
      const { sql } = system.deployment.database;
      const [account] = await sql<{ id: string }[]>`
      select id from accounts where username = 'recipient'`;
      await showPage(other.page, system.url, `/chat/${account?.id}`);
      const body = hostileTexts.slice(0, 15).join("\n").slice(0, 1_900);
      await other.page.getByLabel("Message", { exact: true }).fill(body);
      await other.page.getByRole("button", { name: "Send" }).click();
      await other.page.locator(".bubble").waitFor();
      const [sender] = await sql<
        { id: string }[]
      >`select id from accounts where username = 'sender'`;
      await showPage(visitor.page, system.url, `/chat/${sender?.id}`);
      await visitor.page.locator(".bubble").waitFor();
      expect(await visitor.page.locator(".bubble").innerText()).toContain("canary()");
      expect(await isWide(visitor.page)).toBe(false);
      expect({ called, errors: [...visitor.errors, ...other.errors] }).toEqual({
        called: [],
        errors: [],
      });
    },
    testMs,
  );

  test(
    "stay texts on the desk, among notifications, and on the pages of operators",
    async () => {
      await using operator = await system.newPerson();
      await watchCanary(operator);
      await signUpOperator(system, operator);
      await operator.page.setViewportSize(phone.viewport);
      await writeHostileRows(system);
      const wide: string[] = [];
      const without: string[] = [];
      for (const path of [...userPages, ...operatorPages]) {
        await showPage(operator.page, system.url, path);
        if (await isWide(operator.page)) wide.push(path);
        const shown = await operator.page.getByRole("main").innerText();
        if (pagesWithTexts.has(path) && !shown.includes("canary()")) without.push(path);
      }
      await showPage(operator.page, system.url, "/operator/reports");
      await operator.page.getByRole("button", { name: "Show" }).click();
      const conversation = operator.page.getByRole("dialog");
      await conversation.getByText("canary()").first().waitFor();
      expect({ wide, without, called, errors: operator.errors }).toEqual({
        wide: [],
        without: [],
        called: [],
        errors: [],
      });
    },
    testMs,
  );

  test("would be noticed if they ran, or if the policy had to stop them", async () => {
    const { page, errors } = visitor;
    await page.evaluate("canary()");
    await page.evaluate(() => {
      const style = document.createElement("style");
      style.textContent = "p { color: red }";
      document.head.append(style);
    });
    await expect.poll(() => called.length).toBe(1);
    await expect.poll(() => errors.join("\n")).toContain("policy: style-src");
  });

  /** Makes the function that the texts try to call. */
  async function watchCanary({ context }: Person): Promise<void> {
    await context.exposeBinding("canary", ({ page }) => void called.push(page.url()));
  }

  /** Feeds them as texts, labels, tails, flights and idents; ingest refuses idents that are none. */
  async function feedHostileTexts(): Promise<void> {
    for (const [at, text] of hostileTexts.entries()) {
      const msgno = `M${String(at).padStart(2, "0")}A`;
      await system.feed(acarsdecLine("HOSTILE-1", text, { msgno }));
      await system.feed(acarsdecLine(text, text, { msgno, label: text, flight: text }));
    }
    // The newest message, whose pages are opened, has an aircraft and a flight.
    const { sql } = system.deployment.database;
    await until("stored messages", async () => {
      const rows = await sql`select 1 from messages where body like '%canary%' limit 40`;
      return rows.length === 40;
    });
  }
});

/** Whether the page can be scrolled sideways. */
async function isWide(page: Page): Promise<boolean> {
  return await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth > clientWidth;
  });
}
