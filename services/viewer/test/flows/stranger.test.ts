import { acarsdecLine, describeUnless } from "@jetwire/testbed";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildHookMs } from "../built-page.ts";
import { missingBrowser, openSystem, type Person, signUp, type System } from "../system.ts";

const wayMsMax = 180_000;

describeUnless(missingBrowser, "a stranger", () => {
  let system: System;
  let feeder: Person;
  let other: Person;
  beforeAll(async () => {
    system = await openSystem();
    [feeder, other] = [await system.newPerson(), await system.newPerson()];
  }, buildHookMs);
  afterAll(async () => await system[Symbol.asyncDispose]());

  test(
    "feeds, signs up by passkey, claims the station and reads the API in three minutes",
    async () => {
      const { page } = feeder;
      const lap = stopWatch();
      await page.goto(`${system.url}/heard?ident=STRANGER-1`);
      await page.getByText("Listening for STRANGER-1 …").waitFor();
      lap("page is open");
      for (let sent = 0; sent < 5; sent++) {
        await system.feed(
          acarsdecLine("STRANGER-1", `HELLO ${sent}`, {
            msgno: `M${String(sent % 100).padStart(2, "0")}A`,
          }),
        );
      }
      await page.getByText("STRANGER-1 is received.").waitFor();
      expect(await page.title()).toBe("✓ STRANGER-1 is received · Jetwire");
      lap("station is received");
      await signUp(feeder, system.url, "stranger");
      lap("signed up");
      await claim(page);
      lap("station is claimed");
      const key = await issueKey(page);
      lap("key is issued");
      expect(await statusOfRead(key)).toBe(200);
      await page.getByText(/^Works\. First request/).waitFor();
      const ms = lap("key works");
      expect(ms).toBeLessThan(wayMsMax);
      await page.getByRole("button", { name: "I have copied it" }).click();
    },
    wayMsMax,
  );

  test("has every message of the station on the desk", async () => {
    const { page } = feeder;
    await page.goto(`${system.url}/desk`);
    await page.getByText("Your station is fine").waitFor();
    let sent = 0;
    await expect
      .poll(async () => {
        const over = { msgno: `M1${sent % 10}A` };
        await system.feed(acarsdecLine("STRANGER-1", `TO THE DESK ${sent++}`, over));
        return await page
          .getByRole("feed")
          .getByText(/TO THE DESK/)
          .count();
      })
      .toBeGreaterThan(0);
  });

  test("misses no message while the gateway restarts", async () => {
    const { page } = feeder;
    const start = await system.stopGateway();
    await page.getByText(/The server is restarting|Connection lost/).waitFor();
    await system.feed(acarsdecLine("STRANGER-1", "WHILE OFFLINE", { msgno: "M20A" }));
    await start();
    await page.getByRole("feed").getByText("WHILE OFFLINE").waitFor();
    await page.getByText(/messages caught up, none missed/).waitFor();
    expect(await page.getByText(/are in Search, not here/).count()).toBe(0);
  });

  test("finds another user, who sees the message counted, and that the other types", async () => {
    await signUp(other, system.url, "neighbour");
    await feeder.page.goto(`${system.url}/chat`);
    await feeder.page.getByRole("button", { name: "New chat" }).click();
    await feeder.page.getByLabel(/User name, at least/).fill("neigh");
    await feeder.page.getByRole("button", { name: "neighbour" }).click();
    await write(feeder.page, "Hello neighbour");
    await feeder.page.getByRole("log").getByText("Hello neighbour").waitFor();
    const chatLink = other.page.getByRole("link", { name: /^Chat/ });
    await expect.poll(async () => await chatLink.innerText()).toMatch(/1/);

    await chatLink.click();
    await other.page.getByRole("link", { name: /stranger/ }).click();
    await other.page.getByRole("log").getByText("Hello neighbour").waitFor();
    await expect.poll(async () => await chatLink.innerText()).not.toMatch(/1/);
    await other.page.getByLabel("Message", { exact: true }).pressSequentially("Who");
    await feeder.page.getByText("neighbour is typing …").waitFor();
    await write(other.page, "Who are you?");
    await feeder.page.getByRole("log").getByText("Who are you?").waitFor();
  });

  test("is reported to the operator, and blocked", async () => {
    const { page } = other;
    await page.getByRole("log").getByText("Hello neighbour").hover();
    await page.getByRole("button", { name: "Report this message" }).first().click();
    const dialog = page.getByRole("dialog");
    expect(await dialog.getByLabel("Reason").inputValue()).toBe("");
    await dialog.getByLabel("Reason").selectOption("Harassment");
    await dialog.getByLabel("Note for the operator").fill("not polite");
    await dialog.getByRole("button", { name: "Report" }).click();
    await dialog.getByText("The message was reported.").waitFor();
    await page.keyboard.press("Escape");
    const { sql } = system.deployment.database;
    expect(await sql`select reason, note from chat_reports`).toEqual([
      { reason: "harassment", note: "not polite" },
    ]);

    await page.getByRole("button", { name: "Block", exact: true }).click();
    await dialog.getByRole("button", { name: "Block", exact: true }).click();
    await page.getByText(/You have blocked stranger/).waitFor();
    await write(feeder.page, "Are you there?");
    await feeder.page.getByRole("alert").first().waitFor();
    expect(await page.getByText("Are you there?").count()).toBe(0);
  });

  test("who signs out everywhere, is signed out in each window", async () => {
    const second = await feeder.context.newPage();
    await second.goto(`${system.url}/account`);
    await feeder.page.goto(`${system.url}/desk`);
    await feeder.page.getByText("Your station is fine").waitFor();
    await second.getByRole("button", { name: "Sign out everywhere" }).click();
    await second.getByRole("link", { name: "Sign in" }).waitFor();
    await feeder.page.getByText("Sign in to use this page").waitFor();
    expect(await feeder.page.getByText("Your station is fine").count()).toBe(0);
    await second.close();
  });

  test("leaves nothing on the page to the next user of the browser", async () => {
    const { page } = feeder;
    // Only the page in front may make a passkey.
    await page.bringToFront();
    await page.getByRole("main").getByRole("link", { name: "Sign in" }).click();
    await page.getByRole("link", { name: "Sign up" }).click();
    await page.locator("input[autocomplete=username]").fill("successor");
    await page.getByRole("button", { name: "Create a passkey" }).click();
    await page.waitForURL(/\/desk/);
    await page.getByText("You have no station yet.").waitFor();
    expect(await page.getByText(/STRANGER-1|TO THE DESK/).count()).toBe(0);
    await page.getByRole("link", { name: /^Chat/ }).click();
    await page.getByText("No conversation yet.").waitFor();
    expect(await page.getByText("neighbour").count()).toBe(0);
  });

  test("has met no error and no violation of the policy", () => {
    expect([...feeder.errors, ...other.errors]).toEqual([]);
  });

  async function claim(page: Page): Promise<void> {
    await page.goto(`${system.url}/heard?ident=STRANGER-1`);
    await page.getByRole("link", { name: "Claim", exact: true }).click();
    await page.getByText("The claim is provisional until").waitFor();
    await page.getByRole("button", { name: "Claim", exact: true }).click();
    await page.getByText("STRANGER-1 is yours provisionally.").waitFor();
  }

  async function issueKey(page: Page): Promise<string> {
    await page.goto(`${system.url}/desk/keys`);
    await page.getByRole("button", { name: "Issue a key" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Issue a key" }).click();
    await dialog.getByText("Your new key").waitFor();
    return await dialog.locator("pre").first().innerText();
  }

  async function statusOfRead(key: string): Promise<number> {
    const headers = { authorization: `Bearer ${key.trim()}` };
    return (await fetch(`${system.url}/v1/messages?limit=3`, { headers })).status;
  }
});

async function write(page: Page, text: string): Promise<void> {
  await page.getByLabel("Message", { exact: true }).fill(text);
  await page.keyboard.press("Enter");
}

/** Returns what prints the seconds of a step, and since the start. */
function stopWatch(): (step: string) => number {
  const start = performance.now();
  let last = start;
  return (step) => {
    const now = performance.now();
    console.log(
      `${((now - last) / 1_000).toFixed(1)} s, ${step}: ${((now - start) / 1_000).toFixed(1)} s`,
    );
    last = now;
    return now - start;
  };
}
