import { makeRecoveryKey, openRequest } from "@jetwire/backup";
import type { RestoreState, StorageReport } from "@jetwire/protocol";
import { openStores } from "@jetwire/redis";
import { describeUnless, openTestRedis, until } from "@jetwire/testbed";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildHookMs } from "../built-page.ts";
import { missingBrowser, openSystem, type Person, type System } from "../system.ts";
import { feedSomeTraffic } from "../traffic.ts";

const hourMs = 3_600_000;
const gb = 1e9;
/** A cell of H3 at New York, and where its middle is. */
const cell = { id: "852a1073fffffff", at: "40.67,-74.05,9" };

describeUnless(missingBrowser, "the first operator", () => {
  let system: System;
  let person: Person;
  const lines: string[] = [];
  beforeAll(async () => {
    system = await openSystem(
      { SIGN_UP: "closed" },
      { onLogLine: (line) => void lines.push(line) },
    );
    person = await system.newPerson();
    await feedSomeTraffic(system);
  }, buildHookMs);
  afterAll(async () => await system[Symbol.asyncDispose]());

  const codeOfLog = () =>
    until("the code", () => {
      const line = lines.find((one) => one.includes("enter the code"));
      return /"code":"([^"]+)"/.exec(line ?? "")?.[1];
    });

  test("is led to the page that sets the service up, and learns there that a code is wrong", async () => {
    const { page } = person;
    await page.goto(system.url);
    await page.getByRole("link", { name: "Set it up" }).click();
    await page.waitForURL(/\/setup$/);
    await page.getByLabel("Code from the log").fill("0000-0000-0000-0000");
    await page.getByLabel("User name").fill("first");
    await page.getByRole("button", { name: "Make my account" }).click();
    await page
      .getByText(/code/i)
      .filter({ hasText: /wrong|not the code|valid/i })
      .first()
      .waitFor();
    expect(page.url()).toMatch(/\/setup$/);
    await page.getByText("Do you have a back-up?").click();
    await page.getByText("jetwire restore run").waitFor();
  });

  test("can restore a back-up instead, sees how far it is, and why it failed", async () => {
    const { page } = person;
    const { redisUrl, namespace } = system.deployment;
    await using redis = await openTestRedis(redisUrl);
    const { restoreDesk: desk, keys } = openStores(redis, namespace);
    const [{ recipient, key }, recovery] = await Promise.all([
      makeRecoveryKey(),
      makeRecoveryKey(),
    ]);
    const name = "20261125T030000Z-3f0a";
    const offer = (over: Partial<RestoreState> = {}) => {
      const backups = [{ name, takenAt: "2026-11-25T03:00:00.000Z", bytes: 618_000 }];
      const state: RestoreState = { backups, running: null, problem: null, ...over };
      return desk.writeOffer(JSON.stringify({ recipient, state }));
    };
    await offer();
    const form = page.locator("form").filter({ hasText: "Recovery key" });
    // The page asks again by itself, and keeps what was opened open.
    await form.getByText(/25 Nov 2026 .*, 618 kB/).waitFor({ state: "attached" });
    const code = await codeOfLog();
    await form.getByLabel("Code from the log").fill(code);
    await form.getByLabel("Recovery key").fill("not a key");
    await offer();
    await form.getByRole("button", { name: "Restore" }).click();
    await form.getByText(/AGE-SECRET-KEY-1/).waitFor();
    await form.getByLabel("Recovery key").fill(recovery.key);
    await offer();
    await form.getByRole("button", { name: "Restore" }).click();
    const sealed = await until("the request", () => desk.takeRequest());
    expect(await openRequest(sealed, key)).toEqual({ name, recoveryKey: recovery.key });

    await offer({ running: { name, step: "loading", bytes: 309_000, bytesTotal: 618_000 } });
    await page.getByText("50% is read (309 kB of 618 kB)").waitFor();
    await offer({ running: { name, step: "exchanging", bytes: 618_000, bytesTotal: 618_000 } });
    await page.getByText("All services end and start anew").waitFor();
    await offer({ problem: "the recovery key is not that of this back-up" });
    await page.getByText("Nothing was restored: the recovery key is not that").waitFor();
    await redis.del(keys.restore.offer);
    await page.getByText("Restore it instead of making an account:").waitFor();
  });

  test("makes the account with the code from the log, and sees what is set and what is missing", async () => {
    const { page } = person;
    const code = await codeOfLog();
    await page.getByLabel("Code from the log").fill(code);
    await page.getByLabel("User name").fill("first");
    await page.getByRole("button", { name: "Make my account" }).click();
    const step = (name: RegExp) => page.getByRole("region", { name });
    await step(/^2\./).getByText(system.url, { exact: true }).waitFor();
    await step(/^3\./).getByText("This service sends no mail").waitFor();
    await step(/^4\./).getByText("Nobody may make an account.").waitFor();
    await step(/^5\./).getByText("Stations that messages were received from: 1.").waitFor();
    await step(/^6\./).getByText("Nothing is backed up").waitFor();
    // A station whose messages arrive is shown as received.
    await step(/^5\./).getByLabel("Name of the station").fill("TRAFFIC-1");
    await step(/^5\./)
      .getByText(/received/i)
      .last()
      .waitFor();
    expect(await page.getByText("Nobody operates this service yet.").count()).toBe(0);
  });

  test("sees disks and tables, and what retention drops next", async () => {
    const { page } = person;
    const { sql } = system.deployment.database;
    await page.goto(`${system.url}/operator`);
    await page.getByRole("heading", { name: "Storage" }).waitFor();
    await sql`update storage_report set report = ${sql.json(storageReport())}`;
    await page.reload();
    const sizes = page.getByRole("table", { name: "Storage" });
    const disk = sizes.getByRole("row").filter({ hasText: "Disk of postgres" });
    await disk.waitFor();
    expect(await disk.getByRole("cell").allInnerTexts()).toEqual([
      "Disk of postgres",
      expect.stringMatching(/^100/),
      expect.stringMatching(/^25/),
      expect.stringMatching(/^5/),
      expect.stringMatching(/\d/),
    ]);
    const drops = page.getByRole("table", { name: "What retention drops next" });
    await drops.getByRole("row").filter({ hasText: "lack of room" }).waitFor();
    await page
      .getByText(/^Messages are kept for 365 days, raw objects for 7\. The database/)
      .waitFor();
    const calm = { ...storageReport(), retention: nothingToDrop };
    await sql`update storage_report set report = ${sql.json(calm)}`;
    await page.reload();
    await page.getByText("Retention drops nothing within 31 days.").waitFor();
  });

  test("chooses of which faults an operator is notified, with a reason", async () => {
    const { page } = person;
    await page.goto(`${system.url}/operator/health-alerts`);
    const table = page.getByRole("table", { name: "Who is notified" });
    const row = table.getByRole("row").filter({ hasText: "first" });
    await row.getByRole("button", { name: "Change" }).click();
    const dialog = page.getByRole("dialog", { name: "Notify first of faults" });
    const save = dialog.getByRole("button", { name: "Save" });
    expect(await save.isDisabled()).toBe(true);
    await dialog.getByText("The account has no destination.").waitFor();
    await dialog.getByLabel("Of which faults").selectOption({ label: "critical faults only" });
    await dialog.getByLabel("Reason").fill("nights are quiet");
    await save.click();
    await dialog.waitFor({ state: "detached" });
    await row.getByText("critical faults only").waitFor();
    await row.getByText("mail (this service sends none)").waitFor();
  });

  test("sees cells of all stations on the map, and reads why there are none", async () => {
    const { page } = person;
    const { sql } = system.deployment.database;
    const [station] = await sql<
      { id: number }[]
    >`select id from stations where ident = 'TRAFFIC-1'`;
    const middle = async (layers: string) => {
      await page.goto(`${system.url}/map?layers=${layers}&at=${cell.at}`);
      await page.locator(".map-canvas canvas").first().waitFor();
      return await page.locator(".map-canvas").evaluate(middlePixel);
    };
    const plain = await middle("none");
    const hour = new Date(Math.floor(Date.now() / hourMs) * hourMs);
    await sql`
      insert into station_cells (hour, station_id, cell, positions)
      values (${hour}, ${station?.id ?? 0}, ${cell.id}, 9)`;
    await middle("cells");
    await expect
      .poll(async () => await page.locator(".map-canvas").evaluate(middlePixel))
      .not.toEqual(plain);
    await page.getByText("A stronger colour is more positions.").waitFor();
    // Nothing is stored of this kind, and the map says why it shows no cell.
    await page.goto(`${system.url}/map?layers=cells&at=${cell.at}&source_type=hfdl`);
    await page
      .getByText("No cells yet: positions are counted some minutes after they were received.")
      .waitFor();
  });

  test("reads the page of the state of the service, which runs no script and fits a phone", async () => {
    const { context, errors } = person;
    const page = await context.newPage();
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${system.url}/status`);
    await page.getByRole("heading", { name: "The last 90 days" }).waitFor();
    expect(await page.locator("script").count()).toBe(0);
    const widths = await page.evaluate(() => [
      document.documentElement.scrollWidth,
      document.documentElement.clientWidth,
    ]);
    expect(widths[0]).toBe(widths[1]);
    await page.close();
    expect(errors).toEqual([]);
  });
});

/** Runs in the page: returns the colour in the middle of the map, of all its canvases. */
function middlePixel(map: Element): number[][] {
  return [...map.querySelectorAll("canvas")].map((canvas) => {
    const context = canvas.getContext("2d");
    const [x, y] = [Math.floor(canvas.width / 2), Math.floor(canvas.height / 2)];
    return [...(context?.getImageData(x, y, 1, 1).data ?? [])];
  });
}

const nothingToDrop: StorageReport["retention"] = {
  messagesDays: 365,
  rawDays: 7,
  daysMin: 30,
  share: 0.8,
  budgetBytes: 80 * gb,
  usedBytes: 75 * gb,
  isExceeded: false,
  droppedAt: null,
  drops: [],
};

function inHours(hours: number): string {
  return new Date(Date.now() + hours * hourMs).toISOString();
}

function storageReport(): StorageReport {
  return {
    measuredAt: inHours(0),
    disks: [
      {
        name: "postgres",
        measured: "size",
        bytes: 100 * gb,
        freeBytes: 25 * gb,
        growthBytes: 5 * gb,
        fullAt: inHours(120),
      },
    ],
    tables: [{ name: "messages", bytes: 50 * gb, indexBytes: 10 * gb, growthBytes: 4 * gb }],
    retention: {
      ...nothingToDrop,
      drops: [
        {
          day: "2026-01-01",
          at: inHours(20),
          reason: "share",
          tables: ["messages", "message_raws"],
          rows: 1_000_000,
          bytes: gb,
        },
      ],
    },
  };
}
