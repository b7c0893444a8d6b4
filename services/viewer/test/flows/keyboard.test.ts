import { acarsdecLine, describeUnless, until } from "@jetwire/testbed";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildHookMs } from "../built-page.ts";
import { missingBrowser, openSystem, type Person, signUp, type System } from "../system.ts";

const tabsMax = 80;

describeUnless(missingBrowser, "by keyboard alone, a user", () => {
  let system: System;
  let person: Person;
  beforeAll(async () => {
    system = await openSystem();
    person = await system.newPerson();
    await signUp(await system.newPerson(), system.url, "neighbour");
    for (let sent = 0; sent < 5; sent++) {
      await system.feed(acarsdecLine("KEYS-1", `NEEDLE ${sent}`, { msgno: `M0${sent}A` }));
    }
    const { sql } = system.deployment.database;
    await until("stored messages", async () => (await sql`select 1 from messages`).length === 5);
  }, buildHookMs);
  afterAll(async () => await system[Symbol.asyncDispose]());

  test("signs up with a passkey", async () => {
    const { page } = person;
    await page.goto(system.url);
    await press(page, page.getByRole("link", { name: "Sign in" }));
    await page.waitForURL(/\/sign-in/);
    await press(page, page.getByRole("link", { name: "Sign up" }));
    await page.waitForURL(/\/sign-up/);
    await focus(page, page.locator("input[autocomplete=username]"));
    await page.keyboard.type("typist");
    await press(page, page.getByRole("button", { name: "Create a passkey" }));
    await page.waitForURL(/\/desk/);
    const { sql } = system.deployment.database;
    expect(await sql`select 1 from accounts where username = 'typist'`).toHaveLength(1);
  });

  test("signs out, and in by passkey", async () => {
    const { page } = person;
    await page.goto(`${system.url}/account`);
    await press(page, page.getByRole("button", { name: "Sign out", exact: true }));
    await page.waitForURL(`${system.url}/`);
    await press(page, page.getByRole("link", { name: "Sign in" }));
    await page.waitForURL(/\/sign-in/);
    await press(page, page.getByRole("button", { name: "Sign in with a passkey" }));
    await page.waitForURL(/\/desk/);
    await page.getByRole("heading", { level: 1, name: "My desk" }).waitFor();
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("H1");
  });

  test("searches, and opens a message beside the list and closes it", async () => {
    const { page } = person;
    await page.keyboard.press("g");
    await page.keyboard.press("s");
    await page.waitForURL(/\/search/);
    await focus(page, page.getByRole("searchbox"));
    await page.keyboard.type("NEEDLE 3");
    await page.keyboard.press("Enter");
    const rows = page.getByRole("feed").getByRole("article");
    await rows.filter({ hasText: "NEEDLE 3" }).waitFor();
    // The rows of the search before are shown until the answer comes.
    await expect.poll(async () => await rows.count()).toBe(1);
    await focus(page, rows.first());
    await page.keyboard.press("Enter");
    const panel = page.getByRole("complementary", { name: "Message" });
    await panel.getByText("NEEDLE 3").first().waitFor();
    await page.keyboard.press("Escape");
    await panel.waitFor({ state: "detached" });
    expect(new URL(page.url()).searchParams.get("m")).toBeNull();
  });

  test("finds another user, and writes a chat message", async () => {
    const { page } = person;
    await goTo(page, "c", /\/chat/);
    await press(page, page.getByRole("button", { name: "New chat" }));
    await page.getByLabel(/User name, at least/).waitFor();
    await page.keyboard.type("neigh");
    const found = page.getByRole("button", { name: "neighbour" });
    await found.waitFor();
    await press(page, found);
    const field = page.getByLabel("Message", { exact: true });
    await field.waitFor();
    await focus(page, field);
    await page.keyboard.type("Hello by keyboard");
    await page.keyboard.press("Enter");
    await page.getByRole("log").getByText("Hello by keyboard").waitFor();
    expect(await page.getByRole("heading", { name: "neighbour" }).count()).toBe(1);
  });

  test("claims a station", async () => {
    const { page, errors } = person;
    await goTo(page, "d", /\/desk/);
    await press(page, page.getByRole("link", { name: "Claim a station" }));
    const claim = page.getByRole("button", { name: "Claim", exact: true });
    await page.getByText("KEYS-1").first().waitFor();
    await press(page, claim.first());
    await page.getByText("The claim is provisional until").waitFor();
    await press(page, claim.first());
    await page.getByText("KEYS-1 is yours provisionally.").waitFor();
    expect(errors).toEqual([]);
  });

  test("issues an API key, which is shown until it was copied", async () => {
    const { page, errors } = person;
    await press(page, page.getByRole("link", { name: "Issue a key" }));
    await page.waitForURL(/\/desk\/keys/);
    await press(page, page.getByRole("button", { name: "Issue a key" }));
    const dialog = page.getByRole("dialog");
    await press(page, dialog.getByRole("button", { name: "Issue a key" }));
    await dialog.getByText("Your new key").waitFor();
    const key = (await dialog.locator("pre").first().innerText()).trim();
    const headers = { authorization: `Bearer ${key}` };
    expect((await fetch(`${system.url}/v1/me`, { headers })).status).toBe(200);
    await press(page, dialog.getByRole("button", { name: "I have copied it" }));
    await dialog.waitFor({ state: "detached" });
    await page.getByRole("cell", { name: /starter|feeder/ }).waitFor();
    expect(await page.locator("body").innerText()).not.toContain(key);
    expect(errors).toEqual([]);
  });
});

/** Moves the focus by the tab key until an element has it. */
async function focus(page: Page, target: Locator): Promise<void> {
  await target.first().waitFor();
  for (let tabs = 0; tabs <= tabsMax; tabs++) {
    if (await target.first().evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`The tab key does not lead to ${String(target)}`);
}

/** Moves the focus to a control, and presses it. */
async function press(page: Page, target: Locator): Promise<void> {
  await focus(page, target);
  await page.keyboard.press("Enter");
}

/** Opens a page by its keys, which are off while somebody types. */
async function goTo(page: Page, key: string, path: RegExp): Promise<void> {
  for (let tabs = 0; tabs <= tabsMax; tabs++) {
    const isTyping = await page.evaluate(
      () => document.activeElement?.matches("input, textarea, select") === true,
    );
    if (!isTyping) break;
    await page.keyboard.press("Tab");
  }
  await page.keyboard.press("g");
  await page.keyboard.press(key);
  await page.waitForURL(path);
}
