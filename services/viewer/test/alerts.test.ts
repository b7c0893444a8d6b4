import { describeUnless } from "@jetwire/testbed";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildHookMs } from "./built-page.ts";
import { missingBrowser, openSystem, type Person, signUp, type System } from "./system.ts";
import { feedSomeTraffic } from "./traffic.ts";

const sizes = [
  { width: 1_440, height: 900 },
  { width: 390, height: 844 },
];

describeUnless(missingBrowser, "the form of an alert rule", () => {
  let system: System;
  let person: Person;
  beforeAll(async () => {
    system = await openSystem();
    await feedSomeTraffic(system);
    person = await system.newPerson();
    await signUp(person, system.url, "listener");
  }, buildHookMs);
  afterAll(async () => {
    await system[Symbol.asyncDispose]();
  });

  test.each(sizes)("has no field over another or outside, $width wide", async (size) => {
    const { page } = person;
    await page.setViewportSize(size);
    await page.goto(`${system.url}/desk/alerts`);
    await page.getByRole("button", { name: "Add a rule" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Tail").waitFor();
    const boxes = await boxesOf(page);
    expect(boxes.length).toBeGreaterThan(8);
    const outer = await dialog.boundingBox();
    expect(boxes.filter((box) => outer === null || !isWithin(box, outer))).toEqual([]);
    expect(boxes.filter((box) => boxes.some((other) => overlap(box, other)))).toEqual([]);
  });

  test("offers no e-mail if the server sends none", async () => {
    const { page } = person;
    await page.goto(`${system.url}/desk/alerts`);
    await page.getByRole("button", { name: "Add a rule" }).click();
    await page.getByLabel("Notification").waitFor();
    expect(await page.getByLabel("E-mail").count()).toBe(0);
  });

  test("says beside its field what a filter may not be", async () => {
    const { page } = person;
    await page.goto(`${system.url}/desk/alerts`);
    await page.getByRole("button", { name: "Add a rule" }).click();
    const dialog = page.getByRole("dialog");
    const tail = dialog.getByLabel("Tail", { exact: true });
    await tail.fill("not a tail");
    await expect.poll(() => tail.getAttribute("aria-invalid")).toBe("true");
    const id = (await tail.getAttribute("aria-describedby")) ?? "";
    expect(await dialog.locator(`[id="${id}"]`).innerText()).not.toBe("");
    expect(await dialog.getByRole("alert").count()).toBe(0);
    await tail.fill("N101AB");
    await expect.poll(() => tail.getAttribute("aria-invalid")).toBe(null);
  });

  test.each([
    { of: "an airframe", path: "airframes", field: "Tail" },
    { of: "a flight", path: "flights", field: "Flight" },
  ])("begins with what is on the page of $of", async ({ path, field }) => {
    const { page } = person;
    await page.setViewportSize(sizes[0] ?? { width: 0, height: 0 });
    await page.goto(`${system.url}/${path}/${await idOf(path)}`);
    const name = await page.getByRole("heading", { level: 1 }).innerText();
    await page.getByRole("link", { name: "Alert me" }).first().click();
    const dialog = page.getByRole("dialog");
    const value = await dialog.getByLabel(field, { exact: true }).inputValue();
    expect(name).toContain(value);
    expect(value).not.toBe("");
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByText(`${field}: `).first().waitFor();
  });

  async function idOf(path: string): Promise<string> {
    const { sql } = system.deployment.database;
    const [row] =
      path === "flights"
        ? await sql<{ id: string }[]>`select id::text from flights limit 1`
        : await sql<{ id: string }[]>`
            select coalesce(icao, id::text) as id from airframes where tail is not null limit 1`;
    return row?.id ?? "";
  }
});

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Returns where the fields of the dialog are, those in view and those below it. */
async function boxesOf(page: Page): Promise<Box[]> {
  const fields = page
    .getByRole("dialog")
    .locator("input:not([type=checkbox]):not([type=hidden]), select");
  const boxes = await Promise.all((await fields.all()).map((field) => field.boundingBox()));
  return boxes.filter((box) => box !== null);
}

function isWithin(box: Box, outer: Box): boolean {
  return box.x >= outer.x && box.x + box.width <= outer.x + outer.width;
}

function overlap(a: Box, b: Box): boolean {
  const isSame = a.x === b.x && a.y === b.y;
  const across = a.x < b.x + b.width && b.x < a.x + a.width;
  const along = a.y < b.y + b.height && b.y < a.y + a.height;
  return !isSame && across && along;
}
