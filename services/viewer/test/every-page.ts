import { until } from "@jetwire/testbed";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import type { System } from "./system.ts";

/** Pages for everybody. A part `:name` stands for the newest object of that kind. */
export const visitorPages = [
  "/",
  "/?m=:message",
  "/map",
  "/search",
  "/messages/:message",
  "/messages/:message?tab=raw",
  "/flights",
  "/flights/:flight",
  "/airframes/:airframe",
  "/airlines/UAL",
  "/airports/KSFO",
  "/stations",
  "/stations/:station",
  "/ground-stations",
  "/hf",
  "/vdl",
  "/stats",
  "/undecoded",
  "/heard",
  "/sign-in",
  "/sign-up",
  "/link",
  "/setup",
  "/about",
  "/no-such-page",
] as const;

export const userPages = [
  "/desk",
  "/desk/claim",
  "/desk/keys",
  "/desk/alerts",
  "/desk/destinations",
  "/chat",
  "/notifications",
  "/account",
] as const;

export const operatorPages = [
  "/operator",
  "/operator/dead-letters",
  "/operator/claims",
  "/operator/reports",
  "/operator/accounts",
  "/operator/keys",
  "/operator/blocks",
  "/operator/redaction",
  "/operator/announcements",
  "/operator/health-alerts",
  "/operator/audit",
  "/operator/policy",
] as const;

/** Returns the paths with the ids of what is newest in the database. */
export async function everyPage(system: System, pages: readonly string[]): Promise<string[]> {
  const { sql } = system.deployment.database;
  const ids = await until("a stored message of a flight", async () => {
    const [row] = await sql<
      { message: string; flight: string; airframe: string; station: string }[]
    >`
      select id::text as message, flight_id::text as flight, airframe_id as airframe, station_id::text as station
      from messages where flight_id is not null and airframe_id is not null order by id desc limit 1`;
    return row;
  });
  return pages.map((path) =>
    path.replaceAll(/:(\w+)/g, (_part, name: keyof typeof ids) => ids[name]),
  );
}

/**
 * Opens a page and waits until it shows what it has, not its skeleton. After the first page, it goes on
 * without loading anew, because one address may open few sessions in a minute.
 */
export async function showPage(page: Page, url: string, path: string): Promise<void> {
  if (page.url().startsWith(url)) await followPath(page, path);
  else await page.goto(url + path);
  await page.locator("h1").first().waitFor({ state: "attached" });
  await expect
    .poll(async () => ({ path, skeletons: await page.locator(".skeleton").count() }))
    .toEqual({ path, skeletons: 0 });
}

/** Changes the path as a link does, and waits for the other page's heading, which a phone may not show. */
async function followPath(page: Page, path: string): Promise<void> {
  const former = new URL(page.url()).pathname;
  await page.evaluate((next) => {
    document.querySelector("h1")?.setAttribute("data-former", "");
    history.pushState({}, "", next);
  }, path);
  if (pageOf(path) !== pageOf(former)) {
    await page.locator("h1:not([data-former])").waitFor({ state: "attached" });
  }
}

/** Sections of one page share their heading. */
function pageOf(path: string): string {
  const [pathname = ""] = path.split("?");
  return pathname.startsWith("/operator") ? "/operator" : pathname;
}
