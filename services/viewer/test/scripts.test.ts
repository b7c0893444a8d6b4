import { describeUnless } from "@jetwire/testbed";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { buildHookMs } from "./built-page.ts";
import { missingBrowser, openSystem, type Person, type System } from "./system.ts";

describeUnless(missingBrowser, "scripts that pages load when they are opened", () => {
  let system: System;
  let person: Person;
  let page: Page;
  beforeAll(async () => {
    system = await openSystem();
  }, buildHookMs);
  afterAll(async () => {
    await system[Symbol.asyncDispose]();
  });
  beforeEach(async () => {
    person = await system.newPerson();
    ({ page } = person);
    return () => person.context.close();
  });

  async function openLive(): Promise<void> {
    await page.goto(system.url);
    await page.getByRole("heading", { level: 1, name: "Live" }).waitFor();
  }

  const stations = () => page.getByRole("heading", { level: 1, name: "Stations" });

  test("the command palette has what was typed before its script was there", async () => {
    const script = Promise.withResolvers<void>();
    await page.route("**/assets/palette-dialog-*.js", async (route) => {
      await script.promise;
      await route.continue();
    });
    await openLive();
    await page.keyboard.press("Control+k");
    // "m", "g" and the space are keys of the frame and of the page.
    await page.keyboard.type("gm UALX");
    await page.keyboard.press("Backspace");
    script.resolve();
    const field = page.getByRole("combobox");
    await field.waitFor();
    await page.keyboard.type("123");
    expect(await field.inputValue()).toBe("gm UAL123");
    expect(new URL(page.url()).pathname).toBe("/");
  });

  test("Escape closes the command palette before its script is there", async () => {
    const script = Promise.withResolvers<void>();
    await page.route("**/assets/palette-dialog-*.js", async (route) => {
      await script.promise;
      await route.continue();
    });
    await openLive();
    await page.keyboard.press("Control+k");
    await page.keyboard.type("UAL");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+k");
    script.resolve();
    const field = page.getByRole("combobox");
    await field.waitFor();
    expect(await field.inputValue()).toBe("");
  });

  test("without network a click leaves the page as it is, and opens the next one when it is back", async () => {
    await page.route("**/assets/list-page-*.js", (route) => route.abort());
    await openLive();
    await person.context.setOffline(true);
    await page.getByRole("link", { name: "Stations", exact: true }).click();
    await page.getByText("What you opened is not loaded yet.").waitFor();
    expect(await page.getByRole("heading", { level: 1, name: "Live" }).isVisible()).toBe(true);
    expect(await page.getByRole("navigation").first().isVisible()).toBe(true);
    expect(await page.getByRole("main").innerText()).not.toContain("failed");
    await page.unroute("**/assets/list-page-*.js");
    await person.context.setOffline(false);
    await stations().waitFor();
    expect(await page.getByText("What you opened is not loaded yet.").count()).toBe(0);
  });

  test("scripts of other pages are fetched when the page is idle, and open without network", async () => {
    await openLive();
    await expect.poll(() => missingParts(page), { timeout: 20_000 }).toEqual([]);
    await person.context.setOffline(true);
    await page.getByRole("link", { name: "Stations", exact: true }).click();
    await stations().waitFor();
  });

  test("a script of another version of the page is not waited for: a reload opens what was clicked", async () => {
    await page.route("**/assets/list-page-*.js", (route) => route.fulfill({ status: 404 }));
    await openLive();
    await page.getByRole("link", { name: "Stations", exact: true }).click();
    await page.getByText("The server has a new version of this page.").waitFor();
    expect(await page.getByRole("heading", { level: 1, name: "Live" }).isVisible()).toBe(true);
    await page.unroute("**/assets/list-page-*.js");
    await page.getByRole("button", { name: "Reload" }).click();
    await stations().waitFor();
  });
});

/** Lists the scripts and styles of other pages that the page has not fetched. */
async function missingParts(page: Page): Promise<readonly string[]> {
  return await page.evaluate(() => {
    const list = document.querySelector<HTMLMetaElement>('meta[name="jetwire-parts"]')?.content;
    const fetched = performance.getEntriesByType("resource").map(({ name }) => name);
    return (list ?? "none").split(" ").filter((name) => !fetched.some((url) => url.endsWith(name)));
  });
}
