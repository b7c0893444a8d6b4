import { acarsdecLine, describeUnless } from "@jetwire/testbed";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildHookMs } from "../built-page.ts";
import { missingBrowser, openSystem, type Person, type System } from "../system.ts";

describeUnless(missingBrowser, "a visitor", () => {
  let system: System;
  let person: Person;
  beforeAll(async () => {
    system = await openSystem();
    person = await system.newPerson();
  }, buildHookMs);
  afterAll(async () => await system[Symbol.asyncDispose]());

  let sent = 0;
  async function feed(text: string, over: object = {}): Promise<void> {
    // Four characters, and another text each time, so that each is a transmission of its own.
    const msgno = `M${String(sent % 100).padStart(2, "0")}A`;
    await system.feed(acarsdecLine("VISIT-1", `${text} ${sent++}`, { msgno, ...over }));
  }
  const rows = () => person.page.getByRole("feed").getByRole("article");
  /** Sends messages until one is shown: the first ones arrive before the page listens. */
  async function feedUntilShown(text: string): Promise<void> {
    await expect
      .poll(
        async () => {
          await feed(text);
          return await rows().filter({ hasText: text }).count();
        },
        { interval: 500 },
      )
      .toBeGreaterThan(0);
  }

  test("sees messages as they arrive, the newest on top", async () => {
    await person.page.goto(system.url);
    await feedUntilShown("FIRST");
    await feed("SECOND");
    await rows().filter({ hasText: "SECOND" }).waitFor();
    const texts = await rows().allInnerTexts();
    expect(texts[0]).toContain("SECOND");
    expect(texts.slice(1).some((text) => text.includes("FIRST"))).toBe(true);
    expect(await person.page.title()).toBe("Live · Jetwire");
  });

  test("sees one coloured word in a row: its type", async () => {
    await person.page.mouse.move(0, 0);
    const coloured = await rows()
      .first()
      .evaluate((row) => {
        const inks = ["--ink", "--quiet"].map((token) => {
          const probe = document.createElement("span");
          probe.style.setProperty("color", `var(${token})`);
          document.body.append(probe);
          const { color } = getComputedStyle(probe);
          probe.remove();
          return color;
        });
        return [...row.querySelectorAll("*")]
          .filter(({ childNodes }) => [...childNodes].some((node) => node.nodeType === 3))
          .filter((element) => !inks.includes(getComputedStyle(element).color))
          .map(({ textContent }) => textContent);
      });
    expect(coloured).toEqual(["ACARS"]);
  });

  test("sees the traffic of the last day above the list, unless on a phone", async () => {
    const page = await person.context.newPage();
    await page.route("**/v1/stats?*", async (route) => {
      const stats = (await (await route.fetch()).json()) as { time: string };
      const from = `${stats.time.slice(0, 13)}:00:00.000Z`;
      const hours = [{ from, messages: 4, bySourceType: { vdl: 3, acars: 1 } }];
      await route.fulfill({ json: { ...stats, hours } });
    });
    await page.goto(system.url);
    const stream = page.getByRole("link", { name: /^Last 24 hours/ });
    await expect
      .poll(() => stream.ariaSnapshot())
      .toContain("Last 24 hours 4 messages VDL2 75%, ACARS 25%");
    expect(await stream.getAttribute("href")).toBe("/stats");
    expect(await stream.locator("rect").count()).toBe(48);
    await page.setViewportSize({ width: 390, height: 844 });
    await stream.waitFor({ state: "detached" });
    await page.close();
  });

  test("pauses the list, which counts what arrives, and resumes it", async () => {
    const { page } = person;
    await page.getByRole("button", { name: "Pause" }).click();
    await feed("WHILE PAUSED");
    await page.getByRole("button", { name: "Resume · 1 new" }).waitFor();
    expect(await rows().filter({ hasText: "WHILE PAUSED" }).count()).toBe(0);
    await page.getByRole("button", { name: "Resume · 1 new" }).click();
    await rows().filter({ hasText: "WHILE PAUSED" }).waitFor();
  });

  test("narrows the list by a filter in the address", async () => {
    const { page } = person;
    await page.goto(`${system.url}/?tail=N202CD`);
    await page.getByText("Tail: N202CD").waitFor();
    await expect
      .poll(async () => {
        await feed("OTHER AIRCRAFT");
        await feed("WANTED AIRCRAFT", { tail: "N202CD" });
        return await rows().filter({ hasText: "WANTED" }).count();
      })
      .toBeGreaterThan(0);
    expect(await rows().filter({ hasText: "OTHER" }).count()).toBe(0);
    await page.getByRole("button", { name: /Remove the filter Tail/ }).click();
    await expect.poll(() => new URL(page.url()).search).toBe("");
  });

  test("finds a message by search, opens it beside the list, and at its own address", async () => {
    const { page } = person;
    await feed("NEEDLE IN THE HAY");
    await page.goto(`${system.url}/search`);
    await expect
      .poll(async () => {
        await page.getByRole("searchbox").fill("");
        await page.getByRole("searchbox").fill("NEEDLE");
        await page.getByRole("searchbox").press("Enter");
        return await rows().filter({ hasText: "NEEDLE" }).count();
      })
      .toBe(1);
    expect(new URL(page.url()).searchParams.get("q")).toBe("NEEDLE");
    await rows().first().locator(".row-words").click();
    const panel = page.getByRole("complementary", { name: "Message" });
    await panel.getByText("NEEDLE IN THE HAY").first().waitFor();
    const id = new URL(page.url()).searchParams.get("m");
    await page.goto(`${system.url}/messages/${id}`);
    await page.getByText("NEEDLE IN THE HAY").first().waitFor();
    await expect.poll(async () => await page.title()).toContain("N101AB");
  });

  test("comes to an airframe by the command palette", async () => {
    const { page } = person;
    await page.goto(system.url);
    await page.getByRole("heading", { level: 1, name: "Live" }).waitFor();
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox").fill("n101ab");
    await page.getByRole("option", { name: /Airframe.*N101AB/ }).waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/airframes\//);
    await expect.poll(async () => await page.title()).toMatch(/^N101AB .*· Jetwire$/);
  });

  test("goes to an airport on the map by its city", async () => {
    const { page } = person;
    await page.goto(`${system.url}/map`);
    await page.getByRole("button", { name: "Find on the map" }).click();
    await page.getByRole("combobox", { name: "Find on the map" }).fill("Stockholm");
    await page.getByRole("option", { name: /Arlanda/ }).click();
    await page.waitForURL((url) => url.searchParams.get("at")?.startsWith("59.6") === true);
    expect(await page.getByRole("dialog").count()).toBe(0);
  });

  test("sorts stations as the server does, and keeps the order in the address", async () => {
    const { sql } = system.deployment.database;
    await sql`
      insert into stations (ident, messages_count)
      values ('SORTED-1', 1000), ('SORTED-2', 3000), ('SORTED-3', 2000)`;
    const { page } = person;
    await page.goto(`${system.url}/stations?ident=SORTED&order=hidden`);
    const idents = () => page.locator("tbody a").allInnerTexts();
    await expect.poll(idents).toHaveLength(3);
    const head = page.getByRole("columnheader", { name: "Stored" });
    expect(await head.getAttribute("aria-sort")).toBe("none");
    await head.getByRole("button").click();
    await expect.poll(() => head.getAttribute("aria-sort")).toBe("descending");
    await expect.poll(idents).toEqual(["SORTED-2", "SORTED-3", "SORTED-1"]);
    expect(new URL(page.url()).searchParams.get("order")).toBe("-messages_count");
    await head.getByRole("button").click();
    await expect.poll(idents).toEqual(["SORTED-1", "SORTED-3", "SORTED-2"]);
    await page.reload();
    await head.waitFor();
    expect(await head.getAttribute("aria-sort")).toBe("ascending");
    await expect.poll(idents).toEqual(["SORTED-1", "SORTED-3", "SORTED-2"]);
  });

  test.each([
    {
      left: "/map",
      change: async (page: Page) => await page.getByRole("application").press("ArrowUp"),
    },
    {
      left: "/flights",
      change: async (page: Page) => await page.getByLabel("Airline").fill("UAL"),
    },
    {
      left: "/search",
      change: async (page: Page) => await page.getByRole("searchbox").fill("UAL"),
    },
  ])("is not taken back to $left while the next page loads", async ({ left, change }) => {
    const page = await person.context.newPage();
    await page.goto(system.url + left);
    await page.getByRole("heading", { level: 1 }).waitFor();
    const mayLoad = Promise.withResolvers<void>();
    await page.route("**/*.js", async (route) => {
      await mayLoad.promise;
      await route.continue();
    });
    await page.getByRole("link", { name: "Statistics" }).click();
    await page.waitForURL("**/stats");
    await change(page);
    // Pages write what was changed into the address after less than this time.
    await page.evaluate(async () => await new Promise((resolve) => setTimeout(resolve, 1_000)));
    expect(new URL(page.url()).pathname).toBe("/stats");
    mayLoad.resolve();
    await page.getByRole("heading", { level: 1, name: "Statistics" }).waitFor();
    expect(page.url()).toBe(`${system.url}/stats`);
    await page.close();
  });

  test("is notified that the gateway restarts, and that it is back", async () => {
    const { page } = person;
    await page.goto(system.url);
    await feedUntilShown("BEFORE");
    const start = await system.stopGateway();
    await page.getByText(/The server is restarting|Connection lost/).waitFor();
    await start();
    await page.getByText(/^Back\. About/).waitFor();
    await feedUntilShown("AFTER");
    expect(await page.getByText("Connection lost").count()).toBe(0);
  });

  test("has met no error and no violation of the policy", () => {
    expect(person.errors).toEqual([]);
  });
});
