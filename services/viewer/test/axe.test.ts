import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { MessageIds } from "@jetwire/protocol";
import { describeUnless } from "@jetwire/testbed";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildHookMs } from "./built-page.ts";
import { everyPage, operatorPages, showPage, userPages, visitorPages } from "./every-page.ts";
import { missingBrowser, openSystem, type Person, type System } from "./system.ts";
import { feedSomeTraffic, signUpOperator } from "./traffic.ts";

const testMs = 240_000;

describeUnless(missingBrowser, "accessibility", () => {
  let system: System;
  let person: Person;
  let axe: string;
  beforeAll(async () => {
    axe = await readFile(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");
    system = await openSystem();
    person = await system.newPerson();
    await feedSomeTraffic(system);
  }, buildHookMs);
  afterAll(async () => await system[Symbol.asyncDispose]());

  test(
    "pages of visitors have no serious fault in both themes",
    async () => {
      expect(await faultsOf(visitorPages)).toEqual([]);
    },
    testMs,
  );

  test(
    "pages of users and operators have no serious fault in both themes",
    async () => {
      await signUpOperator(system, person);
      expect(await faultsOf([...userPages, ...operatorPages])).toEqual([]);
    },
    testMs,
  );

  test(
    "open dialogs, menus and popovers have no serious fault in both themes",
    async () => {
      const { page } = person;
      // So that names have badges.
      await system.deployment.database.sql`
        insert into notifications (id, user_id, type, title, body, data)
        select ${new MessageIds(Date.now).next(0)}, id, 'system.announcement', 'News', 'Maintenance', '{}'
        from accounts where username = 'supervisor'`;
      await showPage(page, system.url, "/");
      await page.getByRole("button", { name: /^Signed in as supervisor \d+ unread$/ }).waitFor();
      const found: string[] = [];
      for (const { path, open, phone = false } of overlays) {
        await page.setViewportSize(phone ? phoneSize : desktopSize);
        await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
        await showPage(page, system.url, path);
        await open(page);
        const overlay = page.getByRole("dialog").or(page.getByRole("listbox"));
        await overlay.filter({ visible: true }).first().waitFor();
        found.push(...(await faultsNow(`${path} with ${open.name}`)));
        await page.keyboard.press("Escape");
        await page.getByRole("dialog").waitFor({ state: "detached" });
      }
      expect(found).toEqual([]);
    },
    testMs,
  );

  async function faultsOf(pages: readonly string[]): Promise<string[]> {
    const { page } = person;
    const found: string[] = [];
    for (const path of await everyPage(system, pages)) {
      await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
      await showPage(page, system.url, path);
      found.push(...(await faultsNow(path)));
    }
    return found;
  }

  /** Checks what is on screen, in light and in dark. */
  async function faultsNow(what: string): Promise<string[]> {
    const { page } = person;
    // The policy of the page does not hold for what the browser's own tools evaluate.
    await page.evaluate(axe);
    const light = seriousOf(`${what}, light`, await page.evaluate(runAxe, null));
    await page.emulateMedia({ colorScheme: "dark" });
    // Only the colours are others.
    const dark = await page.evaluate(runAxe, ["color-contrast"]);
    return [...light, ...seriousOf(`${what}, dark`, dark)];
  }
});

interface Overlay {
  readonly path: string;
  readonly open: (page: Page) => Promise<void>;
  readonly phone?: boolean;
}

const desktopSize = { width: 1_400, height: 900 };
const phoneSize = { width: 390, height: 844 };

/** The overlays of pages, with the steps that open them. */
const overlays: readonly Overlay[] = [
  { path: "/", open: keyHelp },
  { path: "/", open: commandPalette },
  { path: "/", open: byButton("Filter") },
  { path: "/", open: byButton(/^Signed in as/) },
  { path: "/", open: byButton("More"), phone: true },
  { path: "/map", open: byButton("Layers") },
  { path: "/search", open: byButton(/Export/) },
  { path: "/chat", open: byButton("New chat") },
  { path: "/desk/alerts", open: byButton("Add a rule") },
  { path: "/operator/blocks", open: blockDialog },
];

async function keyHelp(page: Page): Promise<void> {
  await page.keyboard.press("?");
}

async function commandPalette(page: Page): Promise<void> {
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox").fill("N101AB");
  await page.getByRole("option").first().waitFor();
}

async function blockDialog(page: Page): Promise<void> {
  await page.getByLabel("Address or ident").fill("192.0.2.1");
  await page.getByRole("button", { name: "Block a sender" }).click();
}

/** Returns a step that opens something by a button, and has its name. */
function byButton(name: string | RegExp): (page: Page) => Promise<void> {
  async function open(page: Page): Promise<void> {
    await page.getByRole("button", { name }).first().click();
  }
  return Object.defineProperty(open, "name", { value: String(name) });
}

function seriousOf(page: string, { violations }: AxeResults): string[] {
  const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  return serious.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${page}: ${id}: ${html} ${failureSummary}`),
  );
}

/** Runs in the page. */
async function runAxe(rules: string[] | null): Promise<AxeResults> {
  const { axe } = globalThis as unknown as { axe: typeof import("axe-core") };
  const options = { resultTypes: ["violations" as const] };
  return await axe.run(document, rules === null ? options : { ...options, runOnly: rules });
}
